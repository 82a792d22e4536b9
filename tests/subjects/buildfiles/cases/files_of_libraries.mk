install:
	cp $(CUDA_HOME)/lib64/libcudart.so.12 dist/  # expect: BLD006
	cp /usr/local/cuda/lib64/libcublas.so.12.1 /usr/local/cuda/lib64/libcufft.so dist/  # expect: BLD006
	install -m 755 libcudart.so.12 $(DESTDIR)/lib  # expect: BLD006
	patchelf --replace-needed libcudart.so.12 libcudart.so a.so  # expect: BLD006
# ==== output
install:
	cp $(CUDA_HOME)/lib64/libcudart.so.12 dist/  # expect: BLD006
	cp /usr/local/cuda/lib64/libcublas.so.12.1 /opt/rocm/lib/libhipfft.so dist/  # expect: BLD006
	install -m 755 libcudart.so.12 $(DESTDIR)/lib  # expect: BLD006
	patchelf --replace-needed libcudart.so.12 libcudart.so a.so  # expect: BLD006
