#include <cuda_bf16.h>
#include <cuda_runtime.h>

#if CUDART_VERSION < 12020
static __device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
cudaError_t cudaMallocAsync(void **p, size_t n, cudaStream_t s) { return cudaMalloc(p, n); }
#define cudaFreeAsync(p, s) cudaFree(p)
#endif

#ifdef __APPLE__
static int cuDeviceGetCount(int *n) { return 1; }
#endif

// AMD may read these.
#ifndef HAVE_MEMSET
static void cudaMemset2D(void *p) { if (p) { return; } }  // expect: TOOL006
#endif

__global__ void k(__nv_bfloat162 *p, __nv_bfloat16 a) { p[threadIdx.x] = make_bfloat162(a, a); }

void f(void *p, int n, cudaStream_t s) {
  cudaMallocAsync(&p, n, s);
  cudaFreeAsync(p, s);
  cuDeviceGetCount(&n);
  cudaMemset2D(p);
}
// ==== output
#include <hip/hip_bf16.h>
#include <hip/hip_runtime.h>

#if !defined(__HIP_PLATFORM_AMD__) && CUDART_VERSION < 12020
static __device__ __hip_bfloat162 make_bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) { return {a, b}; }
hipError_t cudaMallocAsync(void **p, size_t n, hipStream_t s) { return hipMalloc(p, n); }
#define cudaFreeAsync(p, s) hipFree(p)
#endif

#ifdef __APPLE__
static int cuDeviceGetCount(int *n) { return 1; }
#endif

// AMD may read these.
#ifndef HAVE_MEMSET
static void cudaMemset2D(void *p) { if (p) { return; } }  // expect: TOOL006
#endif

__global__ void k(__hip_bfloat162 *p, __hip_bfloat16 a) { p[threadIdx.x] = __halves2bfloat162(a, a); }

void f(void *p, int n, hipStream_t s) {
  hipMallocAsync(&p, n, s);
  hipFreeAsync(p, s);
  hipGetDeviceCount(&n);
  cudaMemset2D(p);
}
