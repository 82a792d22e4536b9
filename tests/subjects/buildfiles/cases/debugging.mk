NVCCFLAGS = -g -G -O0
MORE_NVCC_FLAGS = --device-debug --debug
a.o: a.cu
	nvcc -G -c a.cu -o a.o
b.o: b.cu
	nvcc $(NVCCFLAGS) -g -G -c b.cu -o b.o
# ==== output
NVCCFLAGS = -g -Xarch_device -O0 -O0
MORE_NVCC_FLAGS = -Xarch_device -O0 -g
a.o: a.cu
	hipcc -g -Xarch_device -O0 -c a.cu -o a.o
b.o: b.cu
	hipcc $(NVCCFLAGS) -g -Xarch_device -O0 -c b.cu -o b.o
