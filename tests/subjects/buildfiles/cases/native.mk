NVCC = nvcc
k.o: k.cu
	$(NVCC) -arch=native -c k.cu -o k.o
	cmake -DCMAKE_CUDA_ARCHITECTURES=native ..  # expect: BLD002
# ==== output
NVCC = hipcc
k.o: k.cu
	$(NVCC) --offload-arch=native -c k.cu -o k.o
	cmake -DCMAKE_CUDA_ARCHITECTURES=native ..  # expect: BLD002
