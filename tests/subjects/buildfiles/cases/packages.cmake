find_package(CUDAToolkit 12.0 REQUIRED COMPONENTS cudart)
add_library(solver solver.cpp)
target_link_libraries(solver PUBLIC CUDA::cudart CUDA::cuda_driver CUDA::cublas_static CUDA::culibos CUDA::nvml)  # expect: BLD004
target_include_directories(solver PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
if(CUDAToolkit_VERSION VERSION_LESS 11)  # expect: BLD014
  message(FATAL_ERROR "too old")
endif()
# ==== output
find_package(hip REQUIRED)
find_package(hipblas REQUIRED)
add_library(solver solver.cpp)
target_link_libraries(solver PUBLIC hip::host roc::hipblas CUDA::nvml)  # expect: BLD004
target_include_directories(solver PRIVATE ${hip_INCLUDE_DIRS})
target_compile_definitions(solver PRIVATE __HIP_PLATFORM_AMD__)
if(CUDAToolkit_VERSION VERSION_LESS 11)  # expect: BLD014
  message(FATAL_ERROR "too old")
endif()
