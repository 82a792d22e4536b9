CUDA_HOME ?= /usr/local/cuda
ifneq ($(CPU_ONLY), 1)
	NVCC ?= $(CUDA_HOME)/bin/nvcc
	LDFLAGS := -lcublas -L$(CUDA_HOME)/lib64
	ifeq ($(OLD), 1)
		NVCCFLAGS += -lineinfo
	endif
endif
a.o: a.cu
	$(NVCC) -arch=sm_80 -c $< -o $@

MORE = 1
	LIBS = -lcufft
define compile
	$(NVCC) -lineinfo -c $(1)
endef
# ==== output
ROCM_PATH ?= /opt/rocm
ifneq ($(CPU_ONLY), 1)
	NVCC ?= hipcc
	LDFLAGS := -lhipblas -L$(ROCM_PATH)/lib
	ifeq ($(OLD), 1)
		NVCCFLAGS += -gline-tables-only
	endif
endif
a.o: a.cu
	$(NVCC) --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -c $< -o $@

MORE = 1
	LIBS = -lhipfft
define compile
	$(NVCC) -gline-tables-only -c $(1)
endef
