project(app LANGUAGES CXX CUDA HIP)
find_package(CUDA REQUIRED)
set(ENDING "cu")  # expect: BLD011
set(SUFFIX .cu)  # expect: BLD011
set(MODE cu)
add_library(parts STATIC a.cpp wave.${ENDING} kernels${SUFFIX} ${MODE})
include(CheckCUDASourceCompiles)
check_cuda_source_compiles("int main() {}" WORKS)  # expect: BLD003
cuda_add_library(glue SHARED glue.c)
cuda_add_executable(run ${SOURCES})
# ==== output
project(app LANGUAGES CXX HIP)
find_package(hip REQUIRED)
set(ENDING "cu")  # expect: BLD011
set(SUFFIX .cu)  # expect: BLD011
set(MODE cu)
add_library(parts STATIC a.cpp wave.${ENDING} kernels${SUFFIX} ${MODE})
include(CheckCUDASourceCompiles)
check_cuda_source_compiles("int main() {}" WORKS)  # expect: BLD003
add_library(glue SHARED glue.c)
target_link_libraries(glue hip::host)
add_executable(run ${SOURCES})
