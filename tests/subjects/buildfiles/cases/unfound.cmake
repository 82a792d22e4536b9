if(CUDA_FOUND)  # expect: BLD014
  enable_language(CUDA)
endif()
if(NOT ${CUDAToolkit_FOUND} AND NOT CUDA_CUBLAS_LIBRARIES)  # expect: BLD004, BLD014
endif()
# ==== output
if(CUDA_FOUND)  # expect: BLD014
  enable_language(HIP)
endif()
if(NOT ${CUDAToolkit_FOUND} AND NOT CUDA_CUBLAS_LIBRARIES)  # expect: BLD004, BLD014
endif()
