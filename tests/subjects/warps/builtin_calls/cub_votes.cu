#include <cub/cub.cuh>
namespace c = cub;

__global__ void k(int *p, unsigned mask) {
    int v = p[threadIdx.x];
    p[0] = cub::WARP_ANY(v > 3 /* some */, 0xffffffffu) + ::cub::WARP_ALL(v, mask);
    p[1] = c::WARP_BALLOT(cub::WARP_ANY(v, __activemask()), mask | 1u) + mine::WARP_ANY(v, mask);
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hipcub/hipcub.hpp>
namespace c = hipcub;

__global__ void k(int *p, unsigned mask) {
    int v = p[threadIdx.x];
    p[0] = hipify_compat::any_sync(0xffffffffu, v > 3 /* some */) + hipify_compat::all_sync(mask, v);
    p[1] = hipify_compat::ballot_sync(mask | 1u, hipify_compat::any_sync(hipify_compat::activemask(), v)) + mine::WARP_ANY(v, mask);
}
