// sm_80 hardware warp reductions with a software path for older chips.
#include <cstdio>
#include <cstdlib>
#include <climits>
#include <algorithm>

#ifndef FULL_WARP
#define FULL_WARP 0xFFFFFFFFU
#endif

__device__ __forceinline__ int warp_sum(int v)
{
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(FULL_WARP, v);
#else
  #pragma unroll
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(FULL_WARP, v, o);
  return v;
#endif
}

__device__ __forceinline__ unsigned warp_max(unsigned v)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_max_sync(FULL_WARP, v);
#else
  for (int o = 16; o > 0; o >>= 1) v = max(v, __shfl_xor_sync(FULL_WARP, v, o));
  return v;
#endif
}

__device__ __forceinline__ unsigned warp_or(unsigned v)
{
#if __CUDA_ARCH__ >= 800
  return __reduce_or_sync(FULL_WARP, v);
#else
  for (int o = 1; o < 32; o *= 2) v |= __shfl_xor_sync(FULL_WARP, v, o);
  return v;
#endif
}

__global__ void summary(const int *x, int n, long long *sum, unsigned *mx, unsigned *bits)
{
  int tid = blockDim.x * blockIdx.x + threadIdx.x;
  int v = tid < n ? x[tid] : 0;
  int s = warp_sum(v);
  unsigned m = warp_max((unsigned)v);
  unsigned b = warp_or((unsigned)v);
  if (threadIdx.x % 32 == 0) {
    atomicAdd((unsigned long long *)sum, (unsigned long long)(long long)s);
    atomicMax(mx, m);
    atomicOr(bits, b);
  }
}

int main(int argc, char *argv[])
{
  const int n = argc > 1 ? std::atoi(argv[1]) : 3 * 1000 * 1000 + 1;
  int *h = (int *)malloc(sizeof(int) * n);
  long long rs = 0;
  unsigned rm = 0, rb = 0;
  for (int i = 0; i < n; i++) {
    h[i] = (i * 7919) & 0xfffff;
    rs += h[i];
    rm = std::max(rm, (unsigned)h[i]);
    rb |= h[i];
  }
  int *d;
  struct { long long s; unsigned m, b; } out = {0, 0, 0}, *d_out;
  if (cudaMalloc(&d, n * sizeof(int)) != cudaSuccess || cudaMalloc(&d_out, sizeof(out)) != cudaSuccess) {
    puts("no memory");
    return 2;
  }
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_out, &out, sizeof(out), cudaMemcpyHostToDevice);

  summary<<<(n + 1023) / 1024, 1024>>>(d, n, &d_out->s, &d_out->m, &d_out->b);

  cudaError_t e = cudaMemcpy(&out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
  bool ok = e == cudaSuccess && out.s == rs && out.m == rm && out.b == rb;
  printf("%lld %u %x\n%s\n", out.s, out.m, out.b, ok ? "PASS" : "FAIL");
  free(h);
  cudaFree(d);
  cudaFree(d_out);
  return !ok;
}
