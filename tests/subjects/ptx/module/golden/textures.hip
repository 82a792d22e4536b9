// textures.ptx, translated by hipify-py (e40d9b41be940533)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;
using f32 = hipify_ptx::any_f32;

static __device__ uint32_t ptx_at(uint64_t image, uint32_t x);

#if !__HIP_NO_IMAGE_SUPPORT
static __device__ uint32_t ptx_at(uint64_t image, uint32_t x) {
  const uint32_t r2 = tex1Dfetch<uint4>((hipTextureObject_t)image, int32_t(x)).x;
  return r2;
}
#endif

#if !__HIP_NO_IMAGE_SUPPORT
extern "C" __global__ void rotated(f32* out, uint64_t image, uint32_t width, float sine) {
  if (threadIdx.x < width) {
    const float f2 = float(threadIdx.x);
    const float f3 = f2 * sine;
    const float f4 = tex2D<float4>((hipTextureObject_t)image, f2, f3).x;
    const int4 texel = tex2D<int4>((hipTextureObject_t)image, f3, f2);
    const uint32_t r3 = texel.x;
    const uint32_t r5 = texel.z;
    const float f10 = tex3D<float4>((hipTextureObject_t)image, f2, f3, sine).y;
    const float f15 = tex2DLayered<float4>((hipTextureObject_t)image, f2, f3, int32_t(threadIdx.x)).z;
    const uint32_t retval0 = ptx_at(image, threadIdx.x);
    float f18 = f4 + float(int32_t(r3 + r5));
    f18 = fmaf(f10, f15, f18);
    out[threadIdx.x] = f18 + float(retval0);
  }
}
#endif

extern "C" __global__ void without(u32* out) {
  *out = 1;
}
