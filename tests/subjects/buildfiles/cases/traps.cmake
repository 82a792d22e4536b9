if(NOT TARGET CUDA::cublas OR NOT TARGET CUDA::cublas_static)
  target_link_libraries(app PRIVATE CUDA::cublas PUBLIC CUDA::cublas_static CUDA::cublas)
endif()
target_link_libraries(app PRIVATE optimized CUDA::cufft debug CUDA::cufft_static)
my_add(app LIBS CUDA::cudart TEST_LIBS CUDA::cudart)
link_one(CUDA::cudart$<$<BOOL:${STATIC}>:_static> CUDA::cublas${SUFFIX})  # expect: BLD004
set(USAGE "Use -lineinfo or --maxrregcount to tune")  # expect: BLD005
set(MY_FLAGS "-O3;--use_fast_math")
add_test(NAME run COMMAND app --maxrregcount 3 -arch=sm_70)  # expect: BLD002, BLD005
add_custom_target(copy COMMAND rsync --dryrun a b)
if(CMAKE_CUDA_ARCHITECTURES VERSION_LESS 70)  # expect: BLD014
endif()
function(add_flags)
  list(APPEND CUDA_NVCC_FLAGS ${MY_FLAGS})  # expect: BLD003
endfunction()
add_library(headers INTERFACE)
set_target_properties(headers PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
target_sources(elsewhere PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/k.cu)
list(TRANSFORM NAMES APPEND ".cu")  # expect: BLD011
set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)  # expect: BLD003
target_compile_options(app PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcompiler -fopenmp>")
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-G;-O3>)  # expect: BLD005
if(CMAKE_CUDA_ARCHITECTURES STREQUAL "" OR "${CMAKE_CUDA_FLAGS}" STREQUAL "" OR "OFF" STREQUAL CMAKE_CUDA_ARCHITECTURES)
elseif(CMAKE_CUDA_COMPILER AND BACKEND STREQUAL "gpu")
elseif(70 IN_LIST CMAKE_CUDA_ARCHITECTURES)  # expect: BLD014
endif()
set(base_flags "${base_flags} -utf-8 -fmax-errors=3")
# ==== output
if(NOT TARGET roc::hipblas OR NOT TARGET roc::hipblas)
  target_link_libraries(app PRIVATE roc::hipblas PUBLIC roc::hipblas)
endif()
target_link_libraries(app PRIVATE optimized hip::hipfft debug hip::hipfft)
my_add(app LIBS hip::host TEST_LIBS hip::host)
link_one(CUDA::cudart$<$<BOOL:${STATIC}>:_static> CUDA::cublas${SUFFIX})  # expect: BLD004
set(USAGE "Use -lineinfo or --maxrregcount to tune")  # expect: BLD005
set(MY_FLAGS "-O3;-fgpu-approx-transcendentals;-fgpu-flush-denormals-to-zero;-fno-hip-fp32-correctly-rounded-divide-sqrt")
add_test(NAME run COMMAND app --maxrregcount 3 -arch=sm_70)  # expect: BLD002, BLD005
add_custom_target(copy COMMAND rsync --dryrun a b)
if(CMAKE_HIP_ARCHITECTURES VERSION_LESS 70)  # expect: BLD014
endif()
function(add_flags)
  list(APPEND CUDA_NVCC_FLAGS ${MY_FLAGS})  # expect: BLD003
endfunction()
add_library(headers INTERFACE)
target_compile_options(headers INTERFACE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)
target_link_options(headers INTERFACE "$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>")
target_sources(elsewhere PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/k.cu)
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/k.cu TARGET_DIRECTORY elsewhere PROPERTIES LANGUAGE HIP)
list(TRANSFORM NAMES APPEND ".cu")  # expect: BLD011
set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)  # expect: BLD003
target_compile_options(app PRIVATE "$<$<COMPILE_LANGUAGE:HIP>:SHELL:-fopenmp>")
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-G;-O3>)  # expect: BLD005
if(CMAKE_HIP_ARCHITECTURES STREQUAL "" OR "${CMAKE_HIP_FLAGS}" STREQUAL "" OR "OFF" STREQUAL CMAKE_HIP_ARCHITECTURES)
elseif(CMAKE_HIP_COMPILER AND BACKEND STREQUAL "gpu")
elseif(70 IN_LIST CMAKE_HIP_ARCHITECTURES)  # expect: BLD014
endif()
set(base_flags "${base_flags} -utf-8 -fmax-errors=3")
