set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)
set_target_properties(a b PROPERTIES CUDA_SEPARABLE_COMPILATION ON POSITION_INDEPENDENT_CODE ON)
set_property(TARGET c PROPERTY CUDA_SEPARABLE_COMPILATION OFF)
set_target_properties(d PROPERTIES
  CUDA_RESOLVE_DEVICE_SYMBOLS ON
  CUDA_SEPARABLE_COMPILATION ON)
# ==== output
add_compile_options($<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)
add_link_options("$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>")
set_target_properties(a b PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)
target_link_options(a PUBLIC "$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>")
target_compile_options(b PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)
target_link_options(b PUBLIC "$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>")
target_compile_options(d PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)
target_link_options(d PUBLIC "$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>")
