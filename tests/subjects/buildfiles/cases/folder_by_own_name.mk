CUDA ?= /usr/local/cuda
SW := $(CUDA_HOME)
MINE = /usr/local/cuda
LDFLAGS = -L$(CUDA)/lib64 -Wl,-rpath,$(CUDA)/lib64 -L${SW}/lib64/stubs $(CUDA)/lib64/libcublas.so -lcudart
MINE = /opt/mine
OTHERS = -L$(MINE)/lib64 $(CUDA)/lib64/libnppc.so  # expect: BLD006
PARTS = -L$(CUDA)/$(LIB) -L$(CUDA_HOME)/$(LIB)/x -L$(CUDA_HOME)/
CUDA_BASE ?= /usr/  # expect: BLD010
CUDNN ?= $(CUDA_BASE)
DNN = -L$(CUDNN)/$(LIB) -L$(CUDNN)/lib64
k.o: src/k.cu
	$(CUDA)/bin/nvcc -O2 -Xlinker -rpath -Xcompiler -I$(CUDA)/include -c $< -o $@
host.o: src/host.cpp
	g++ -I$(CUDA)/include -isystem $(SW)/include -O2 -c $< -o $@
# ==== output
CUDA ?= /opt/rocm
SW := $(ROCM_PATH)
MINE = /opt/rocm
LDFLAGS = -L$(CUDA)/lib -Wl,-rpath,$(CUDA)/lib -L${SW}/lib $(CUDA)/lib/libhipblas.so -lamdhip64
MINE = /opt/mine
OTHERS = -L$(MINE)/lib64 $(CUDA)/lib64/libnppc.so  # expect: BLD006
PARTS = -L$(CUDA)/$(LIB) -L$(ROCM_PATH)/$(LIB)/x -L$(ROCM_PATH)
CUDA_BASE ?= /usr/  # expect: BLD010
CUDNN ?= $(CUDA_BASE)
DNN = -L$(CUDNN)/$(LIB) -L$(CUDNN)/lib64
k.o: src/k.cu
	hipcc -O2 -Xlinker -rpath -I$(CUDA)/include -D__HIP_PLATFORM_AMD__ -c $< -o $@
host.o: src/host.cpp
	g++ -I$(CUDA)/include -D__HIP_PLATFORM_AMD__ -isystem $(SW)/include -D__HIP_PLATFORM_AMD__ -O2 -c $< -o $@
