ifneq ($(wildcard /usr/bin/nvcc),)
CUDA_PATH ?= /usr  # expect: BLD010
else
CUDA_PATH ?= /usr/local/cuda  # expect: BLD010
endif
ifneq ($(wildcard $(CUDA_PATH)/bin/nvcc /usr/local/cuda/bin/nvcc),)
NVCC = $(CUDA_PATH)/bin/nvcc
endif
a.o: a.cu
	$(NVCC) -c $< -o $@
b.o: b.cpp
	$(CXX) -I$(CUDA_PATH)/include -c $< -o $@
# ==== output
ifneq ($(wildcard /opt/rocm/bin/hipcc),)
CUDA_PATH ?= /usr  # expect: BLD010
else
CUDA_PATH ?= /opt/rocm  # expect: BLD010
endif
ifneq ($(wildcard $(CUDA_PATH)/bin/hipcc /opt/rocm/bin/hipcc),)
NVCC = hipcc
endif
a.o: a.cu
	$(NVCC) -c $< -o $@
b.o: b.cpp
	$(CXX) -I$(CUDA_PATH)/include -D__HIP_PLATFORM_AMD__ -c $< -o $@
