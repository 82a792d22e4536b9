// flags: --rocm 5.7
#include <cuda_runtime.h>
__device__ unsigned f(unsigned m, int v) {
    return __ballot_sync(m, v) + __match_any_sync(m, v) + __reduce_add_sync(m, v) + __popc(::__activemask());
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
__device__ unsigned f(unsigned m, int v) {
    return hipify_compat::ballot_sync(m, v) + hipify_compat::match_any_sync(m, v) + hipify_compat::reduce_add_sync(m, v) + __popc(hipify_compat::activemask());
}
