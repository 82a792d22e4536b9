NVCC ?= $(shell command -v nvcc || echo /usr/local/cuda/bin/nvcc)
NV2 := $(shell which nvcc 2>/dev/null || echo /usr/local/cuda-12/bin/nvcc)
NV3 := $(or $(shell which nvcc),/opt/cuda/bin/nvcc)
NV4 := $(firstword $(wildcard /usr/local/cuda/bin/nvcc /opt/cuda/bin/nvcc))
NV5 = $(shell test -x /usr/local/cuda/bin/nvcc && echo /usr/local/cuda/bin/nvcc || echo nvcc)
NV6 := $(if $(CUDA_HOME),$(CUDA_HOME)/bin/nvcc,nvcc)
NV7 := $(CUDA_BIN)/nvcc
all:
	$(NVCC) -arch=sm_80 -o a a.cu
	$(NV3) -arch=sm_80 -o a a.cu
	$(NV6) -arch=sm_80 -o a a.cu
	$(NV7) -arch=sm_80 -o a a.cu
VERSIONS = nvcc gcc
# ==== output
NVCC ?= $(shell command -v hipcc || echo /opt/rocm/bin/hipcc)
NV2 := $(shell which hipcc 2>/dev/null || echo /opt/rocm/bin/hipcc)
NV3 := $(or $(shell which hipcc),/opt/rocm/bin/hipcc)
NV4 := $(firstword $(wildcard /opt/rocm/bin/hipcc /opt/rocm/bin/hipcc))
NV5 = $(shell test -x /opt/rocm/bin/hipcc && echo /opt/rocm/bin/hipcc || echo hipcc)
NV6 := $(if $(ROCM_PATH),$(ROCM_PATH)/bin/hipcc,hipcc)
NV7 := hipcc
all:
	$(NVCC) --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -o a a.cu
	$(NV3) --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -o a a.cu
	$(NV6) --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -o a a.cu
	$(NV7) --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -o a a.cu
VERSIONS = hipcc gcc
