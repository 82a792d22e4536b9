#pragma once
#include <cuda_fp16.h>
#include <float.h>

template <typename T> struct Convert;
template <> struct Convert<float> {
  static __device__ __forceinline__ float in(float x) { return x; }
  static __device__ __forceinline__ float out(float x) { return x; }
};
template <> struct Convert<half> {
  static __device__ __forceinline__ float in(half x) { return __half2float(x); }
  static __device__ __forceinline__ half out(float x) { return __float2half_rn(x); }
};

__device__ __forceinline__ float warpMax(float v)
{
#pragma unroll
  for (int m = 16; m > 0; m >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, m));
  return v;
}
__device__ __forceinline__ float warpSum(float v)
{
#pragma unroll
  for (int m = 16; m > 0; m >>= 1) v += __shfl_xor_sync(0xffffffff, v, m);
  return v;
}

// One warp per query, online softmax over tiles of 32 keys.
template <typename T, int HEAD_DIM, int WARPS, bool CAUSAL>
__global__ void __launch_bounds__(WARPS * 32)
attention(const T *__restrict__ Q, const T *__restrict__ K, const T *__restrict__ V, T *__restrict__ O, int seq, float scale)
{
  static_assert(HEAD_DIM % 32 == 0, "head dim");
  constexpr int PER = HEAD_DIM / 32;
  extern __shared__ __align__(16) unsigned char smem[];
  float *sk = reinterpret_cast<float *>(smem);          // 32 x (HEAD_DIM + 1)
  float *sv = sk + 32 * (HEAD_DIM + 1);                 // 32 x HEAD_DIM
  float *sq = sv + 32 * HEAD_DIM;                       // WARPS x HEAD_DIM
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const size_t head = (size_t)blockIdx.y * seq * HEAD_DIM;
  const int q = blockIdx.x * WARPS + warp;

  for (int d = lane; d < HEAD_DIM; d += 32) sq[warp * HEAD_DIM + d] = q < seq ? Convert<T>::in(Q[head + (size_t)q * HEAD_DIM + d]) * scale : 0.f;
  float acc[PER] = {}, m = -FLT_MAX, l = 0.f;
  for (int k0 = 0; k0 < seq; k0 += 32) {
    __syncthreads();
    for (int t = threadIdx.x; t < 32 * HEAD_DIM; t += WARPS * 32) {
      int r = t / HEAD_DIM, c = t % HEAD_DIM;
      bool in = k0 + r < seq;
      sk[r * (HEAD_DIM + 1) + c] = in ? Convert<T>::in(K[head + (size_t)(k0 + r) * HEAD_DIM + c]) : 0.f;
      sv[r * HEAD_DIM + c] = in ? Convert<T>::in(V[head + (size_t)(k0 + r) * HEAD_DIM + c]) : 0.f;
    }
    __syncthreads();
    float s = 0.f;
#pragma unroll 8
    for (int d = 0; d < HEAD_DIM; d++) s += sq[warp * HEAD_DIM + d] * sk[lane * (HEAD_DIM + 1) + d];
    bool valid = k0 + lane < seq && (!CAUSAL || k0 + lane <= q);
    s = valid ? s : -FLT_MAX;
    float mn = fmaxf(m, warpMax(s));
    float p = valid ? __expf(s - mn) : 0.f;
    float fix = __expf(m - mn);
    l = l * fix + warpSum(p);
#pragma unroll
    for (int i = 0; i < PER; i++) acc[i] *= fix;
    for (int r = 0; r < 32; r++) {
      float pr = __shfl_sync(0xffffffff, p, r);
#pragma unroll
      for (int i = 0; i < PER; i++) acc[i] += pr * sv[r * HEAD_DIM + i * 32 + lane];
    }
    m = mn;
  }
  if (q < seq)
#pragma unroll
    for (int i = 0; i < PER; i++) O[head + (size_t)q * HEAD_DIM + i * 32 + lane] = Convert<T>::out(acc[i] / l);
}
