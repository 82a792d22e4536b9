cmake_minimum_required(VERSION 3.18)
project(a LANGUAGES CXX CUDA)
add_library(a a.cpp b.cu)
target_include_directories(a PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
target_link_libraries(a PRIVATE cudart nppc)  # expect: BLD006
FetchContent_Declare(cccl GIT_REPOSITORY https://github.com/NVIDIA/cccl.git GIT_TAG v2.3.0)  # expect: BLD003
add_definitions(-DCUDA_VERSION=12000)  # expect: BLD014
cmake_language(CALL enable_language CUDA)
set(ENV{CUDACXX} /usr/local/cuda/bin/nvcc)  # expect: BLD003
# ==== output
cmake_minimum_required(VERSION 3.21)
project(a LANGUAGES CXX HIP)
find_package(hip REQUIRED)
add_library(a a.cpp b.cu)
set_source_files_properties(b.cu PROPERTIES LANGUAGE HIP)
target_include_directories(a PRIVATE ${hip_INCLUDE_DIRS})
target_compile_definitions(a PRIVATE __HIP_PLATFORM_AMD__)
target_link_libraries(a PRIVATE amdhip64 nppc)  # expect: BLD006
FetchContent_Declare(cccl GIT_REPOSITORY https://github.com/NVIDIA/cccl.git GIT_TAG v2.3.0)  # expect: BLD003
add_definitions(-DCUDA_VERSION=12000)  # expect: BLD014
cmake_language(CALL enable_language HIP)
set(ENV{CUDACXX} /usr/local/cuda/bin/nvcc)  # expect: BLD003
