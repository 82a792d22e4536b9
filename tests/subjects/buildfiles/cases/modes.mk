NVCC ?= nvcc
k.ptx: k.cu
	$(NVCC) -ptx -arch=sm_70 -lineinfo k.cu -o k.ptx  # expect: BLD005, BLD002
all.o: k.o
	nvcc -arch=sm_70 -dlink k.o -o all.o  # expect: BLD001, BLD002, BLD005
k.cubin: k.cu
	$(NVCC) -cubin -arch=sm_70 k.cu -o k.cubin
# ==== output
NVCC ?= hipcc
k.ptx: k.cu
	$(NVCC) -ptx -arch=sm_70 -lineinfo k.cu -o k.ptx  # expect: BLD005, BLD002
all.o: k.o
	nvcc -arch=sm_70 -dlink k.o -o all.o  # expect: BLD001, BLD002, BLD005
k.cubin: k.cu
	$(NVCC) --cuda-device-only --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 k.cu -o k.cubin
