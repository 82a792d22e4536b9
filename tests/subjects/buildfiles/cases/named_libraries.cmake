cmake_minimum_required(VERSION 3.21)
project(a LANGUAGES CXX CUDA)
find_package(hip REQUIRED)
add_library(a a.cpp)
target_link_libraries(a PRIVATE cuda cudart cublas cublasLt_static m nccl "cufft")  # expect: BLD006
target_link_libraries(a cudart)
link_libraries(curand culibos)
set(MY_LIBS cudart cublas cuda)
set(LIBS cuda)
set(COMPONENTS cublas cufft)
list(APPEND GPU_LIBRARIES ${OTHERS} nvrtc nvJitLink cudnn)  # expect: BLD006
list(REMOVE_ITEM GPU_LIBRARIES cufft)
# ==== output
cmake_minimum_required(VERSION 3.21)
project(a LANGUAGES CXX HIP)
find_package(hip REQUIRED)
add_library(a a.cpp)
target_link_libraries(a PRIVATE amdhip64 hipblas hipblaslt m nccl "cufft")  # expect: BLD006
target_link_libraries(a amdhip64)
link_libraries(hiprand)
set(MY_LIBS amdhip64 hipblas)
set(LIBS cuda)
set(COMPONENTS cublas cufft)
list(APPEND GPU_LIBRARIES ${OTHERS} hiprtc cudnn)  # expect: BLD006
list(REMOVE_ITEM GPU_LIBRARIES cufft)
