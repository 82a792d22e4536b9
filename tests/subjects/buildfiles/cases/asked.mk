ifndef CUDA_HOME
CUDA_HOME = /usr/local/cuda
endif
ifeq ($(origin CUDA_PATH),undefined)
CUDA_PATH = /opt/cuda
endif
ifdef CUDA_TOP
HAS_TOP = 1
endif
ifneq ($(wildcard $(CUDA_HOME)/bin/nvcc),)
HAVE_GPU = 1
endif
ifneq ($(wildcard /usr/local/cuda-12.2/bin/nvcc),)
HAVE_GPU = 1
endif
RELEASE = $(shell $(CUDA_HOME)/bin/nvcc --version | grep release)  # expect: BLD014
all:
	if test -x $(CUDA_HOME)/bin/nvcc; then $(MAKE) gpu; fi
# ==== output
ifndef ROCM_PATH
ROCM_PATH = /opt/rocm
endif
ifeq ($(origin ROCM_PATH),undefined)
ROCM_PATH = /opt/rocm
endif
ifdef ROCM_PATH
HAS_TOP = 1
endif
ifneq ($(wildcard $(ROCM_PATH)/bin/hipcc),)
HAVE_GPU = 1
endif
ifneq ($(wildcard /opt/rocm/bin/hipcc),)
HAVE_GPU = 1
endif
RELEASE = $(shell $(ROCM_PATH)/bin/nvcc --version | grep release)  # expect: BLD014
all:
	if test -x $(ROCM_PATH)/bin/hipcc; then $(MAKE) gpu; fi
