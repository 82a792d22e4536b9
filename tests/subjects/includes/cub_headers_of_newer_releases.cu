// flags: --rocm 6.3
#include <cub/util_macro.cuh>  // expect: LIB019
#include <cub/util_type.cuh>
__global__ void k() {}
// ==== output
#include <hip/hip_runtime.h>
#include <cub/util_macro.cuh>  // expect: LIB019
#include <hipcub/util_type.hpp>
__global__ void k() {}
