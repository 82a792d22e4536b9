// taken.ptx, translated by hipify-py (e124e02d76eb59de)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;
using u64 = hipify_ptx::any_u64;
using f32 = hipify_ptx::any_f32;

__device__ u32 ptx_y0 __asm__("y0") = 3;
__constant__ u32 ptx_time[4] __asm__("time") = {1, 2, 3, 4};
__attribute__((weak)) __device__ f32 ptx_index[2] __asm__("index");
__device__ u32 ptx_load __asm__("load");

extern "C" __device__ uint32_t ptx_min(uint32_t a, uint32_t b);

__device__ u64 ptx_class[2] __asm__("class") = {uint64_t(&ptx_y0), uint64_t(&ptx_time) + 4};

#if __HIP_DEVICE_COMPILE__  // `main` is something else in C++ or HIP
extern "C" __global__ void __launch_bounds__(128) ptx_main(u32* printf_, uint32_t warpSize_) __asm__("main");
#endif

#if __HIP_DEVICE_COMPILE__  // `gamma` is something else in C++ or HIP
extern "C" __global__ void ptx_gamma(u32* threadIdx_) __asm__("gamma");
#endif

extern "C" __device__ uint32_t ptx_min(uint32_t a, uint32_t b) {
  return uint32_t(hipify_ptx::imin<int32_t>(int32_t(a), int32_t(b)));
}

extern "C" __global__ void __launch_bounds__(128) ptx_main(u32* printf_, uint32_t warpSize_) {
  uint32_t threadIdx4 = ptx_load;
  threadIdx4 = threadIdx4 + ptx_time[1];
  threadIdx4 += ptx_y0;
  const uint32_t x = threadIdx4;
  const uint32_t z = ptx_min(x, warpSize_);
  *printf_ = z;
}

extern "C" __global__ void ptx_gamma(u32* threadIdx_) {
  *threadIdx_ = threadIdx.x;
}
