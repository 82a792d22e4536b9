include(FindCUDAToolkit)
if(NOT CUDA_CUBLAS_LIBRARIES OR CUDA_LIBRARIES)
  set(USE_GPU OFF)
endif()
if(DEFINED CUDA_cufft_LIBRARY)  # expect: BLD004
endif()
if(CUDA_nppi_LIBRARY OR CUDA_nppc_LIBRARY)  # expect: BLD004
endif()
if(EXISTS "${CUDA_cublas_LIBRARY}" AND CUDAToolkit_FOUND)  # expect: BLD004
  install(FILES ${CUDA_cublas_LIBRARY} DESTINATION lib)  # expect: BLD004
endif()
find_library(CUDA_cudnn_LIBRARY cudnn)  # expect: BLD004, BLD006
if(CUDA_cudnn_LIBRARY)
endif()
get_filename_component(FOLDER "${CUDA_cufft_LIBRARY}" PATH)  # expect: BLD004
get_target_property(PLACE CUDA::cudart IMPORTED_LOCATION)  # expect: BLD004
set_target_properties(mine PROPERTIES IMPORTED_LOCATION ${CUDA_CUDART_LIBRARY} POSITION_INDEPENDENT_CODE ON)  # expect: BLD004
target_link_libraries(app ${CUDA_CUBLAS_LIBRARIES} ${CUDA_cufft_LIBRARY}.so)  # expect: BLD004
add_custom_command(OUTPUT a.txt COMMAND list $<TARGET_FILE:CUDA::cudart> $<TARGET_FILE:CUDA::cublas>)
add_custom_command(OUTPUT k.ptx COMMAND ${CMAKE_CUDA_COMPILER} -ptx k.cu -o k.ptx DEPENDS k.cu)  # expect: BLD001, BLD005
add_custom_command(OUTPUT k.o COMMAND nvcc -Xcompiler -fPIC -c k.cu)  # expect: BLD001, BLD005
if(CUDAToolkit_FOUND AND CUDAToolkit_NVCC_EXECUTABLE)  # expect: BLD014
  add_executable(other other.cu)
elseif(CUDAToolkit_BIN_DIR)  # expect: BLD014
  find_package(CUDAToolkit)
endif()
if(NOT CUDA_NVCC_EXECUTABLE OR CUDAToolkit_BIN_DIR)
  message(STATUS "CUDA")
endif()
if(CUDA_NVCC_EXECUTABLE)
  message(STATUS "nvcc")
endif()
message(STATUS "${CUDA_LIBRARIES}")
# ==== output
find_package(hip)
find_package(hipblas)
find_package(hipfft)
if(NOT TARGET roc::hipblas OR TARGET hip::host)
  set(USE_GPU OFF)
endif()
if(DEFINED CUDA_cufft_LIBRARY)  # expect: BLD004
endif()
if(CUDA_nppi_LIBRARY OR CUDA_nppc_LIBRARY)  # expect: BLD004
endif()
if(EXISTS "${CUDA_cublas_LIBRARY}" AND hip_FOUND)  # expect: BLD004
  install(FILES ${CUDA_cublas_LIBRARY} DESTINATION lib)  # expect: BLD004
endif()
find_library(CUDA_cudnn_LIBRARY cudnn)  # expect: BLD004, BLD006
if(CUDA_cudnn_LIBRARY)
endif()
get_filename_component(FOLDER "${CUDA_cufft_LIBRARY}" PATH)  # expect: BLD004
get_target_property(PLACE CUDA::cudart IMPORTED_LOCATION)  # expect: BLD004
set_target_properties(mine PROPERTIES IMPORTED_LOCATION ${CUDA_CUDART_LIBRARY} POSITION_INDEPENDENT_CODE ON)  # expect: BLD004
target_link_libraries(app roc::hipblas ${CUDA_cufft_LIBRARY}.so)  # expect: BLD004
add_custom_command(OUTPUT a.txt COMMAND list $<TARGET_FILE:hip::amdhip64> $<TARGET_FILE:roc::hipblas>)
add_custom_command(OUTPUT k.ptx COMMAND ${CMAKE_CUDA_COMPILER} -ptx k.cu -o k.ptx DEPENDS k.cu)  # expect: BLD001, BLD005
add_custom_command(OUTPUT k.o COMMAND nvcc -Xcompiler -fPIC -c k.cu)  # expect: BLD001, BLD005
if(hip_FOUND AND CUDAToolkit_NVCC_EXECUTABLE)  # expect: BLD014
  add_executable(other other.cu)
  set_source_files_properties(other.cu PROPERTIES LANGUAGE HIP)
elseif(CUDAToolkit_BIN_DIR)  # expect: BLD014
  find_package(hip)
  find_package(hipblas)
  find_package(hipfft)
endif()
if(NOT CUDA_NVCC_EXECUTABLE OR CUDAToolkit_BIN_DIR)
  message(STATUS "CUDA")
endif()
if(CUDA_NVCC_EXECUTABLE)
  message(STATUS "nvcc")
endif()
message(STATUS "hip::host")
