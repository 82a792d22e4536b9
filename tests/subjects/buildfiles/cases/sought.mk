CUDA_PATH = $(shell which nvcc 2>/dev/null | sed "s/\/bin\/nvcc//")
TOP := $(subst /bin/nvcc,,$(shell command -v nvcc))
BASE := $(patsubst %/bin/nvcc,%,$(shell which nvcc))
CUDA_DIR := $(shell dirname $$(dirname $$(which nvcc)))
CUDA_TOP ?= $(shell dirname $(shell dirname $(shell which nvcc)))
CUDA_ROOT := $(shell find / -name cuda)  # expect: BLD010
a.o: a.cu
	nvcc -I$(CUDA_PATH)/include -I$(TOP)/include -L$(CUDA_DIR)/lib64 -c $< -o $@
# ==== output
ROCM_PATH = $(shell which hipcc 2>/dev/null | sed "s/\/bin\/hipcc//")
TOP := $(subst /bin/hipcc,,$(shell command -v hipcc))
BASE := $(patsubst %/bin/hipcc,%,$(shell which hipcc))
ROCM_PATH := $(shell dirname $$(dirname $$(which hipcc)))
ROCM_PATH ?= $(shell dirname $(shell dirname $(shell which hipcc)))
CUDA_ROOT := $(shell find / -name cuda)  # expect: BLD010
a.o: a.cu
	hipcc -I$(ROCM_PATH)/include -D__HIP_PLATFORM_AMD__ -I$(TOP)/include -D__HIP_PLATFORM_AMD__ -L$(ROCM_PATH)/lib -c $< -o $@
