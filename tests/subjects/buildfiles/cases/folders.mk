CUDA_HOME = /sw/cuda  # expect: BLD010
INCLUDES = -I$(CUDA_HOME)/include
# ==== output
CUDA_HOME = /sw/cuda  # expect: BLD010
INCLUDES = -I$(CUDA_HOME)/include -D__HIP_PLATFORM_AMD__
