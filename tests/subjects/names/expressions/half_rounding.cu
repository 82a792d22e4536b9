// What HIP rounds in another way than the names say, a product that is unsigned in CUDA, and NaN, which differs from nothing there.
__global__ void k(int *o, half h, short *s, half *r, unsigned a, unsigned b) {
  o[0] = __half2int_rn(h) + __half2uint_rd(h);
  o[1] = __half2int_rz(h);
  s[0] = __half2short_rn(h);
  r[0] = __int2half_rz(o[1] + 3);
  r[1] = __int2half_rn(o[1]);
  o[2] = __umul24(a + 1, b) >> 4;
  o[3] = __hne(h, r[2]);
}
// ==== output
// What HIP rounds in another way than the names say, a product that is unsigned in CUDA, and NaN, which differs from nothing there.
#include <hip/hip_runtime.h>
__global__ void k(int *o, half h, short *s, half *r, unsigned a, unsigned b) {
  o[0] = __float2int_rn(__half2float(h)) + __float2uint_rd(__half2float(h));
  o[1] = __half2int_rz(h);
  s[0] = static_cast<short>(max(-32768, min(32767, __float2int_rn(__half2float(h)))));
  r[0] = __float2half_rz(static_cast<float>(o[1] + 3));
  r[1] = __int2half_rn(o[1]);
  o[2] = static_cast<unsigned>(((a + 1) & 0xffffffu) * ((b) & 0xffffffu)) >> 4;
  o[3] = (!__hequ(h, r[2]));
}
