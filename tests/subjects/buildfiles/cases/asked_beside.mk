# The condition of a branch for CUDA beside one for AMD stays with it.
ifdef CUDA_HOME
NVCC = nvcc
endif
ifeq ($(GPU),rocm)
NVCC = hipcc
endif
