#pragma once
template <int THREADS>
__device__ float blockSum(float v)
{
  __shared__ float s[THREADS / 32];
  for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  __syncthreads();
  if (!(threadIdx.x & 31)) s[threadIdx.x >> 5] = v;
  __syncthreads();
  v = threadIdx.x < THREADS / 32 ? s[threadIdx.x] : 0.f;
  if (threadIdx.x < 32)
    for (int d = THREADS / 64; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}
