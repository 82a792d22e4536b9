find_package(CUDA 11 REQUIRED)
set(CUDA_HOME "${CUDA_TOOLKIT_ROOT_DIR}")
set(CUDA_INSTALL_PATH ${CUDA_TOOLKIT_ROOT_DIR} CACHE PATH "")  # expect: BLD010, BLD004
set(CUDA_TOOLKIT_PATH ${CUDA_ROOT})  # expect: BLD010
set(MINE ${CUDA_TOOLKIT_ROOT_DIR})  # expect: BLD004
set(DIRS ${PROJECT_SOURCE_DIR} ${CUDA_HOME}/include)
list(APPEND OTHERS ${CUDA_INCLUDE_DIRS})
include_directories(${DIRS} ${CUDA_INSTALL_PATH}/include ${CUDA_TOOLKIT_PATH}/include)
target_include_directories(app PRIVATE ${OTHERS})
link_directories(${CUDA_HOME}/lib64)
# ==== output
find_package(hip REQUIRED)
enable_language(HIP)
get_filename_component(ROCM_PATH "${hip_INCLUDE_DIRS}" DIRECTORY)
set(CUDA_INSTALL_PATH ${CUDA_TOOLKIT_ROOT_DIR} CACHE PATH "")  # expect: BLD010, BLD004
set(CUDA_TOOLKIT_PATH ${CUDA_ROOT})  # expect: BLD010
set(MINE ${CUDA_TOOLKIT_ROOT_DIR})  # expect: BLD004
set(DIRS ${PROJECT_SOURCE_DIR} ${ROCM_PATH}/include)
list(APPEND OTHERS ${hip_INCLUDE_DIRS})
include_directories(${DIRS} ${CUDA_INSTALL_PATH}/include ${CUDA_TOOLKIT_PATH}/include)
add_compile_definitions(__HIP_PLATFORM_AMD__)
target_include_directories(app PRIVATE ${OTHERS})
target_compile_definitions(app PRIVATE __HIP_PLATFORM_AMD__)
link_directories(${ROCM_PATH}/lib)
