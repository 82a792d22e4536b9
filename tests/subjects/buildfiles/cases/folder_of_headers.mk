CUDA_PATH = $(shell which nvcc 2>/dev/null | sed "s/\/bin\/nvcc//")
ifeq ($(wildcard $(CUDA_PATH)),)
CUDA_PATH =
endif
CUDA_INC_PATH = $(CUDA_PATH)/include/
CUDA_INC = -I$(CUDA_INC_PATH)
a.o: a.c
	$(CC) -O2 $(CUDA_INC) -c a.c
# ==== output
ROCM_PATH = $(shell which hipcc 2>/dev/null | sed "s/\/bin\/hipcc//")
ifeq ($(wildcard $(ROCM_PATH)),)
ROCM_PATH =
endif
CUDA_INC_PATH = $(ROCM_PATH)/include
CUDA_INC = -I$(CUDA_INC_PATH) -D__HIP_PLATFORM_AMD__
a.o: a.c
	$(CC) -O2 $(CUDA_INC) -c a.c
