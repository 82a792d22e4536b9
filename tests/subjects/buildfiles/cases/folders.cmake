if(NOT DEFINED CUDA_TOOLKIT_ROOT_DIR)
  set(CUDA_TOOLKIT_ROOT_DIR /usr/local/cuda-12.2 CACHE PATH "as /usr/local/cuda")
endif()
if(DEFINED ENV{CUDA_HOME} AND EXISTS /usr/local/cuda)
  set(CUDA_HOME $ENV{CUDA_HOME})
endif()
include_directories(src ${CUDA_HOME}/include)
target_include_directories(app PUBLIC "$ENV{CUDA_PATH}/include/")
link_directories(/usr/local/cuda/lib64/stubs ${CUDA_TOOLKIT_ROOT_DIR}/lib64)
target_link_libraries(app ${CUDA_HOME}/lib64/libcublas_static.a /usr/local/cuda/lib64/libnvjpeg.so)  # expect: BLD006
set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -I/usr/local/cuda/include -L/opt/cuda/lib64")
target_compile_options(app PRIVATE "-O3;-I/usr/local/cuda/include")
set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -Xcompiler -isystem,/usr/local/cuda/include")
find_library(MINE mine HINTS ENV CUDA_PATH /usr/local/cuda/lib64 DOC "not in /usr/local/cuda")
message(STATUS "${CUDA_HOME}/include or /usr/local/cuda/include")
include_directories(/usr/local/cuda/samples/common/inc)  # expect: BLD010
set(CUDA_PATH ${PROJECT_SOURCE_DIR}/own)  # expect: BLD010
include_directories(${CUDA_PATH}/include)
set(CUDA_DIR ${PROJECT_SOURCE_DIR}/cuda)
include_directories(${CUDA_DIR}/include)
link_directories(${CUDAToolkit_ROOT}/lib64)
find_path(HEADERS NAMES cuda_runtime.h PATHS /usr/local/cuda/include)  # expect: BLD004
# ==== output
if(NOT DEFINED ROCM_PATH)
  set(ROCM_PATH /opt/rocm CACHE PATH "as /usr/local/cuda")
  list(APPEND CMAKE_PREFIX_PATH ${ROCM_PATH})
endif()
if(DEFINED ENV{ROCM_PATH} AND EXISTS /opt/rocm)
  set(ROCM_PATH $ENV{ROCM_PATH})
endif()
include_directories(src ${ROCM_PATH}/include)
add_compile_definitions(__HIP_PLATFORM_AMD__)
target_include_directories(app PUBLIC "$ENV{ROCM_PATH}/include")
target_compile_definitions(app PUBLIC __HIP_PLATFORM_AMD__)
link_directories(/opt/rocm/lib ${ROCM_PATH}/lib)
target_link_libraries(app ${ROCM_PATH}/lib/libhipblas.so /usr/local/cuda/lib64/libnvjpeg.so)  # expect: BLD006
set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -I/opt/rocm/include -D__HIP_PLATFORM_AMD__ -L/opt/rocm/lib")
target_compile_options(app PRIVATE "-O3;-I/opt/rocm/include;-D__HIP_PLATFORM_AMD__")
set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -isystem /opt/rocm/include -D__HIP_PLATFORM_AMD__")
find_library(MINE mine HINTS ENV ROCM_PATH /opt/rocm/lib DOC "not in /usr/local/cuda")
message(STATUS "${CUDA_HOME}/include or /usr/local/cuda/include")
include_directories(/usr/local/cuda/samples/common/inc)  # expect: BLD010
set(CUDA_PATH ${PROJECT_SOURCE_DIR}/own)  # expect: BLD010
include_directories(${CUDA_PATH}/include)
set(CUDA_DIR ${PROJECT_SOURCE_DIR}/cuda)
include_directories(${CUDA_DIR}/include)
link_directories(${hip_LIB_INSTALL_DIR})
find_path(HEADERS NAMES cuda_runtime.h PATHS /opt/rocm/include)  # expect: BLD004
