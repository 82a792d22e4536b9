set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -gencode arch=compute_70,code=sm_70 -Xcompiler -fPIC,-Wall -lineinfo")
set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} --expt-relaxed-constexpr")
string(APPEND CMAKE_CUDA_FLAGS " --expt-extended-lambda")
list(APPEND OPTIONS -Xcompiler -fopenmp -O3)
target_compile_options(app PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:--expt-extended-lambda>
  $<$<COMPILE_LANGUAGE:CUDA>:--default-stream per-thread>
  "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall;--ptxas-options=-v;-O3>"
  $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcudafe=--display_error_number>  # expect: BLD008
  -G)
set_target_properties(app PROPERTIES COMPILE_FLAGS "--compiler-options -fPIC")
string(REPLACE "-gencode" "" FLAGS "${FLAGS}")
configure_file(config.h.in config.h @ONLY)
set_property(SOURCE a.cpp APPEND PROPERTY COMPILE_OPTIONS $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo -O3>)
# ==== output
set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -fPIC -Wall -gline-tables-only")
list(APPEND OPTIONS -fopenmp -O3)
target_compile_options(app PRIVATE
  $<$<COMPILE_LANGUAGE:HIP>:-fgpu-default-stream=per-thread>
  "$<$<COMPILE_LANGUAGE:HIP>:-Wall;-Rpass-analysis=kernel-resource-usage;-O3>"
  $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcudafe=--display_error_number>  # expect: BLD008
  -G)
set_target_properties(app PROPERTIES COMPILE_FLAGS "-fPIC")
string(REPLACE "-gencode" "" FLAGS "${FLAGS}")
configure_file(config.h.in config.h @ONLY)
set_property(SOURCE a.cpp APPEND PROPERTY COMPILE_OPTIONS $<$<COMPILE_LANGUAGE:HIP>:-gline-tables-only -O3>)
