# What begins and ends blocks.
include(CheckLanguage)
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
  enable_language(CUDA)
endif()

if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  message(FATAL_ERROR "set CMAKE_CUDA_ARCHITECTURES")
elseif(CMAKE_CUDA_COMPILER AND NOT "${CMAKE_CUDA_FLAGS}" STREQUAL "")
  message(STATUS "flags")
endif()
if(${CMAKE_CUDA_COMPILER_LAUNCHER} MATCHES ccache)  # expect: BLD003, BLD014
  set(WITH_CCACHE ON)
endif()
if(CUDAToolkit_VERSION VERSION_LESS 11)  # expect: BLD014
  message(FATAL_ERROR "too old")
endif()
foreach(language C CXX CUDA)  # expect: BLD003
  set(CMAKE_${language}_EXTENSIONS OFF)
endforeach()
my_add_library(mine mine.cu)  # expect: BLD011
# ==== output
# What begins and ends blocks.
include(CheckLanguage)
if(USE_HIP)
  check_language(HIP)
  if(CMAKE_HIP_COMPILER)
    enable_language(HIP)
  endif()
else()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
  endif()
endif()

if((USE_HIP AND (NOT DEFINED CMAKE_HIP_ARCHITECTURES)) OR (NOT USE_HIP AND (NOT DEFINED CMAKE_CUDA_ARCHITECTURES)))
  message(FATAL_ERROR "set CMAKE_CUDA_ARCHITECTURES")
elseif((USE_HIP AND (CMAKE_HIP_COMPILER AND NOT "${CMAKE_HIP_FLAGS}" STREQUAL "")) OR (NOT USE_HIP AND (CMAKE_CUDA_COMPILER AND NOT "${CMAKE_CUDA_FLAGS}" STREQUAL "")))
  message(STATUS "flags")
endif()
if(${CMAKE_CUDA_COMPILER_LAUNCHER} MATCHES ccache)  # expect: BLD003, BLD014
  set(WITH_CCACHE ON)
endif()
if(CUDAToolkit_VERSION VERSION_LESS 11)  # expect: BLD014
  message(FATAL_ERROR "too old")
endif()
foreach(language C CXX CUDA)  # expect: BLD003
  set(CMAKE_${language}_EXTENSIONS OFF)
endforeach()
my_add_library(mine mine.cu)  # expect: BLD011
