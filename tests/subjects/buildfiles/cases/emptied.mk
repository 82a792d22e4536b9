CUDA_HOME ?= /usr/local/cuda
NVCCFLAGS = -O3 -rdc=true --device-c
LIBS = -L$(CUDA_HOME)/lib64 -L$(CUDA_HOME)/lib -lcudart -L$(CUDA_HOME)/lib64/stubs -lcuda
MORE := -L/usr/local/cuda/lib64 \
  -L/usr/local/cuda/lib64/stubs \
  -lcublas
RUN = -L$(CUDA_HOME)/lib64 -Wl,-rpath,$(CUDA_HOME)/lib64
ifdef DEBUG
  NVCCFLAGS += -G -lineinfo
else ifdef FAST
  NVCCFLAGS += --restrict
else
  NVCCFLAGS += --restrict --expt-extended-lambda
endif
ifeq ($(MINE),1)
  ifdef LAMBDAS
    NVCCFLAGS += --expt-extended-lambda
  endif
endif
ifdef WHY
  # lambdas
  NVCCFLAGS += --expt-extended-lambda
endif
NVCCFLAGS += --restrict # pointers
OPTIONAL_NVCCFLAGS += --restrict
OPTIONAL_NVCCFLAGS ?= -O2
a.o: a.cu
	nvcc $(NVCCFLAGS) $< -o $@ && g++ -L$(CUDA_HOME)/lib64 $@; g++ -L$(CUDA_HOME)/lib $@
# ==== output
ROCM_PATH ?= /opt/rocm
NVCCFLAGS = -O3 -fgpu-rdc -c
LIBS = -L$(ROCM_PATH)/lib -lamdhip64
MORE := -L/opt/rocm/lib \
  -lhipblas
RUN = -L$(ROCM_PATH)/lib -Wl,-rpath,$(ROCM_PATH)/lib
ifdef DEBUG
  NVCCFLAGS += -g -Xarch_device -O0 -gline-tables-only
endif
ifdef WHY
  # lambdas
endif
NVCCFLAGS +=  # pointers
OPTIONAL_NVCCFLAGS += 
OPTIONAL_NVCCFLAGS ?= -O2
a.o: a.cu
	hipcc $(NVCCFLAGS) $< -o $@ && g++ -L$(ROCM_PATH)/lib $@; g++ -L$(ROCM_PATH)/lib $@
