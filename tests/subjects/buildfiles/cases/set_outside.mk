ifdef CUDA_HOME
CXXFLAGS += -DWITH_CUDA -I$(CUDA_HOME)/include
endif
ifneq ($(CUDA_PATH),)
OBJ += a.o
endif
ifeq ($(CUDA),1)
OBJ += b.o
endif
# ==== output
ifdef ROCM_PATH
CXXFLAGS += -DWITH_CUDA -I$(ROCM_PATH)/include -D__HIP_PLATFORM_AMD__
endif
ifneq ($(ROCM_PATH),)
OBJ += a.o
endif
ifeq ($(CUDA),1)
OBJ += b.o
endif
