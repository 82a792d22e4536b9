#include <cuda_fp16.h>
struct Sums { half2 both; __half one; float other; };
__global__ void k(Sums* s) {
  atomicAdd(&s->both, __floats2half2_rn(1.f, .5f));
  atomicAdd(&s->one, __float2half(1.f));
  atomicAdd(&s->other, 1.f);
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
struct Sums { half2 both; __half one; float other; };
__global__ void k(Sums* s) {
  atomicAdd(&s->both, __floats2half2_rn(1.f, .5f));
  atomicAdd(&s->one, __float2half(1.f));
  atomicAdd(&s->other, 1.f);
}
