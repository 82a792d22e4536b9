project(app LANGUAGES CXX CUDA)
set(CMAKE_CUDA_FLAGS_DEBUG "${CMAKE_CUDA_FLAGS_DEBUG} -g -G -O0")
string(APPEND CMAKE_CUDA_FLAGS " -G")
set(CMAKE_CUDA_FLAGS "$<$<CONFIG:Debug>:-g> -G")  # expect: BLD005
target_compile_options(app PRIVATE "$<$<CONFIG:Debug>:-g>" "$<$<COMPILE_LANGUAGE:CUDA>:-G>")  # expect: BLD005
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-g -G>)  # expect: BLD005
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo --expt-extended-lambda -O3>)
# ==== output
project(app LANGUAGES CXX HIP)
set(CMAKE_HIP_FLAGS_DEBUG "${CMAKE_HIP_FLAGS_DEBUG} -g -Xarch_device -O0 -O0")
string(APPEND CMAKE_HIP_FLAGS " -g -Xarch_device -O0")
set(CMAKE_HIP_FLAGS "$<$<CONFIG:Debug>:-g> -G")  # expect: BLD005
target_compile_options(app PRIVATE "$<$<CONFIG:Debug>:-g>" "$<$<COMPILE_LANGUAGE:HIP>:-G>")  # expect: BLD005
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-g -G>)  # expect: BLD005
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-gline-tables-only -O3>)
