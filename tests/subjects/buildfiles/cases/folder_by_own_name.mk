CUDA ?= /usr/local/cuda
k.o: src/k.cu
	$(CUDA)/bin/nvcc -O2 -c $< -o $@
host.o: src/host.cpp
	g++ -I$(CUDA)/include -O2 -c $< -o $@
# ==== output
CUDA ?= /opt/rocm
k.o: src/k.cu
	hipcc -O2 -c $< -o $@
host.o: src/host.cpp
	g++ -I$(CUDA)/include -D__HIP_PLATFORM_AMD__ -O2 -c $< -o $@
