target_compile_definitions(a PRIVATE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:USE_DOUBLE>)  # expect: BLD008
target_compile_definitions(a PRIVATE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA,Clang>:BOTH>)
target_compile_options(a PRIVATE "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-lineinfo;-DFAST>")  # expect: BLD008
target_compile_definitions(a PRIVATE $<$<NOT:$<CUDA_COMPILER_ID:NVIDIA>>:OTHER>)  # expect: BLD008
# ==== output
target_compile_definitions(a PRIVATE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:USE_DOUBLE>)  # expect: BLD008
target_compile_definitions(a PRIVATE $<$<COMPILE_LANG_AND_ID:HIP,NVIDIA,Clang>:BOTH>)
target_compile_options(a PRIVATE "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-lineinfo;-DFAST>")  # expect: BLD008
target_compile_definitions(a PRIVATE $<$<NOT:$<CUDA_COMPILER_ID:NVIDIA>>:OTHER>)  # expect: BLD008
