#include <cuda_runtime.h>
// Values below 0 are 0 in CUDA, and one byte does not change the next.
__global__ void k(uchar4 *o, unsigned char *b, const float4 *in, float gain) {
  float4 v = in[threadIdx.x];
  o[threadIdx.x] = make_uchar4(v.x, v.y * gain, (unsigned char)v.z, 255);
  b[1] = static_cast<unsigned char>(v.w + 0.5f);
  b[2] = (unsigned char)fminf(fmaxf(v.x, 0), 255);
  b[3] = (unsigned char)(int)v.x;
  float4 *threads = nullptr;
  { int threads[1] = {}; b[4] = (uint8_t)threads[0]; }
}
void on_host(unsigned char *b, float f) { b[0] = (unsigned char)f; }
// ==== output
#include <hip/hip_runtime.h>
// Values below 0 are 0 in CUDA, and one byte does not change the next.
__global__ void k(uchar4 *o, unsigned char *b, const float4 *in, float gain) {
  float4 v = in[threadIdx.x];
  o[threadIdx.x] = make_uchar4(static_cast<unsigned>(v.x), static_cast<unsigned>(v.y * gain), (unsigned char)(unsigned)v.z, 255);
  b[1] = static_cast<unsigned char>(static_cast<unsigned>(v.w + 0.5f));
  b[2] = (unsigned char)fminf(fmaxf(v.x, 0), 255);
  b[3] = (unsigned char)(int)v.x;
  float4 *threads = nullptr;
  { int threads[1] = {}; b[4] = (uint8_t)threads[0]; }
}
void on_host(unsigned char *b, float f) { b[0] = (unsigned char)f; }
