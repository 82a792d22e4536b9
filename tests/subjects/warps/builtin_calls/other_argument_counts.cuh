#include <cuda_runtime.h>
__device__ void f() {
    __activemask(1);  // expect: WRP004
    __syncwarp(m, 2);  // expect: WRP004
    __reduce_add_sync(m);  // expect: WRP004
    __match_any_sync(m, v, w);  // expect: WRP004
    __match_all_sync(m, v);  // expect: WRP004
    __any_sync(arguments...);
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
__device__ void f() {
    __activemask(1);  // expect: WRP004
    __syncwarp(m, 2);  // expect: WRP004
    __reduce_add_sync(m);  // expect: WRP004
    __match_any_sync(m, v, w);  // expect: WRP004
    __match_all_sync(m, v);  // expect: WRP004
    hipify_compat::any_sync(arguments...);
}
