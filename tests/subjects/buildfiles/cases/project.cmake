cmake_minimum_required(VERSION 3.18...3.27)  # CMake knows HIP since 3.21
project(solver VERSION 1.0 LANGUAGES CXX CUDA)  # CUDA
include(CheckLanguage)
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
  enable_language(CUDA)
endif()
if("CUDA" IN_LIST languages)
  message(STATUS "CUDA compiler: ${CMAKE_CUDA_COMPILER} (CMAKE_CUDA_COMPILER)")
endif()
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
set(USE_CUDA ON)
# ==== output
cmake_minimum_required(VERSION 3.21...3.27)  # CMake knows HIP since 3.21
project(solver VERSION 1.0 LANGUAGES CXX HIP)  # CUDA
include(CheckLanguage)
check_language(HIP)
if(CMAKE_HIP_COMPILER)
  enable_language(HIP)
endif()
if("HIP" IN_LIST languages)
  message(STATUS "CUDA compiler: ${CMAKE_HIP_COMPILER} (CMAKE_CUDA_COMPILER)")
endif()
set(CMAKE_HIP_STANDARD 17)
set(CMAKE_HIP_STANDARD_REQUIRED ON)
set(USE_CUDA ON)
