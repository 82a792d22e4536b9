project(a LANGUAGES CXX CUDA)
get_target_property(gpus kernels CUDA_ARCHITECTURES)
get_target_property(standard ${CUDA_TARGET} CUDA_STANDARD)
get_property(gpus TARGET kernels PROPERTY CUDA_ARCHITECTURES)
get_property(is_set TARGET kernels PROPERTY CUDA_STANDARD SET)
get_target_property(separable kernels CUDA_SEPARABLE_COMPILATION)  # expect: BLD008
# ==== output
project(a LANGUAGES CXX HIP)
get_target_property(gpus kernels HIP_ARCHITECTURES)
get_target_property(standard ${CUDA_TARGET} HIP_STANDARD)
get_property(gpus TARGET kernels PROPERTY HIP_ARCHITECTURES)
get_property(is_set TARGET kernels PROPERTY HIP_STANDARD SET)
get_target_property(separable kernels CUDA_SEPARABLE_COMPILATION)  # expect: BLD008
