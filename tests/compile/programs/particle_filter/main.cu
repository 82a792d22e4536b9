// Bootstrap particle filter tracking a 1D random walk with noisy readings.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>
#include "rng.h"
#include "reduce.cuh"

#define THREADS 256

typedef struct { float x, v; } State;

__global__ void propagate(State *p, float *w, int n, float z, int step, float sigma)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned s = seedOf(i, step);
  float n1, n2;
  gauss2(s, n1, n2);
  State q = p[i];
  q.v += 0.05f * n1;
  q.x += q.v + 0.1f * n2;
  p[i] = q;
  float d = (q.x - z) / sigma;
  w[i] = expf(-0.5f * d * d) + 1e-30f;
}

__global__ void weightedMean(const State *p, const float *w, int n, float *acc)
{
  float a = 0.f, b = 0.f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { a += w[i] * p[i].x; b += w[i]; }
  a = blockSum<THREADS>(a);
  b = blockSum<THREADS>(b);
  if (threadIdx.x == 0) { atomicAdd(&acc[0], a); atomicAdd(&acc[1], b); }
}

// inclusive scan of n <= 1024 * 64 weights in one block, 64 per thread
__global__ void cumulate(const float *w, float *c, int n)
{
  __shared__ float s[1024];
  int per = (n + blockDim.x - 1) / blockDim.x, first = threadIdx.x * per, last = min(first + per, n);
  float t = 0.f;
  for (int i = first; i < last; i++) t += w[i];
  s[threadIdx.x] = t;
  for (int d = 1; d < blockDim.x; d <<= 1) {
    __syncthreads();
    float v = threadIdx.x >= d ? s[threadIdx.x - d] : 0.f;
    __syncthreads();
    s[threadIdx.x] += v;
  }
  __syncthreads();
  float run = threadIdx.x ? s[threadIdx.x - 1] : 0.f;
  for (int i = first; i < last; i++) c[i] = run += w[i];
}

__device__ int findIndex(const float *c, int n, float u)
{
  int lo = 0, hi = n - 1;
  while (lo < hi) {
    int mid = (lo + hi) >> 1;
    if (c[mid] < u) lo = mid + 1; else hi = mid;
  }
  return lo;
}

__global__ void resample(const State *in, State *out, const float *c, int n, float u0)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[findIndex(c, n, (i + u0) / n * c[n - 1])];
}

int main(int argc, char **argv)
{
  const int n = argc > 1 ? atoi(argv[1]) : 16384, steps = 60;
  const float sigma = 1.0f;
  State *a, *b;
  float *w, *c, *acc;
  if (cudaMalloc(&a, n * sizeof(State)) || cudaMalloc(&b, n * sizeof(State)) || cudaMalloc(&w, n * sizeof(float)) ||
      cudaMalloc(&c, n * sizeof(float)) || cudaMallocManaged(&acc, 2 * sizeof(float))) { printf("alloc: %s\n", cudaGetErrorString(cudaGetLastError())); return 1; }
  cudaMemset(a, 0, n * sizeof(State));
  double x = 0, v = 0.2, err = 0, raw = 0;
  for (int t = 0; t < steps; t++) {
    float n1, n2;
    unsigned s = seedOf(999983, t);
    gauss2(s, n1, n2);
    x += v;
    float z = (float)x + sigma * n1;
    acc[0] = acc[1] = 0.f;
    const int blocks = (n + THREADS - 1) / THREADS;
    propagate<<<blocks, THREADS>>>(a, w, n, z, t, sigma);
    weightedMean<<<min(blocks, 64), THREADS>>>(a, w, n, acc);
    cumulate<<<1, 1024>>>(w, c, n);
    resample<<<blocks, THREADS>>>(a, b, c, n, 0.5f);
    cudaDeviceSynchronize();
    State *tmp = a; a = b; b = tmp;
    double est = acc[0] / acc[1];
    if (t > 20) { err += (est - x) * (est - x); raw += (z - x) * (z - x); }
  }
  cudaError_t e = cudaGetLastError();
  printf("rms filtered %.3f raw %.3f\n%s\n", sqrt(err / 39), sqrt(raw / 39), e == cudaSuccess && err < raw ? "PASS" : "FAIL");
  cudaFree(a); cudaFree(b); cudaFree(w); cudaFree(c); cudaFree(acc);
  return 0;
}
