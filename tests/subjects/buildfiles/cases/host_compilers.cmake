set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -O3 -ccbin ${MPI_CXX_COMPILER} -maxrregcount=64")  # expect: BLD005
target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-O2;-ccbin=mpicxx>)  # expect: BLD005
# ==== output
set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -O3")  # expect: BLD005
target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-O2>)  # expect: BLD005
