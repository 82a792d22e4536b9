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
typedef unsigned char byte;
using u8 = std::uint8_t;
__global__ void aliases(byte *b, const float *f) {
  float v = f[1];
  b[0] = (byte)(f[0] - 20.f);
  b[1] = (uchar)(f[0] - 20.f) + (u8)v;
  b[2] = uint8_t(v) + std::uint8_t(v);
  b[3] = static_cast<u8>(v * 2);
  b[4] = byte(v);
  b[5] = u8(threadIdx.x);
  { using u8 = int; b[6] = (u8)v; }
}
__device__ uint8_t clamped(float v);
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
typedef unsigned char byte;
using u8 = std::uint8_t;
__global__ void aliases(byte *b, const float *f) {
  float v = f[1];
  b[0] = (byte)(unsigned)(f[0] - 20.f);
  b[1] = (uchar)(unsigned)(f[0] - 20.f) + (u8)(unsigned)v;
  b[2] = uint8_t(static_cast<unsigned>(v)) + std::uint8_t(static_cast<unsigned>(v));
  b[3] = static_cast<u8>(static_cast<unsigned>(v * 2));
  b[4] = byte(static_cast<unsigned>(v));
  b[5] = u8(threadIdx.x);
  { using u8 = int; b[6] = (u8)v; }
}
__device__ uint8_t clamped(float v);
void on_host(unsigned char *b, float f) { b[0] = (unsigned char)f; }
