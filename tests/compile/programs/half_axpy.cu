// y = a*x + y in half precision: scalar, half2 intrinsics and operators.
#include <cuda_fp16.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

#define CHECK_CUDA(expr)                                                             \
  {                                                                                  \
    cudaError_t status = (expr);                                                     \
    if (status != cudaSuccess) {                                                     \
      printf("%s failed at line %d: %s\n", #expr, __LINE__, cudaGetErrorString(status)); \
      return EXIT_FAILURE;                                                           \
    }                                                                                \
  }

__global__ void fillHalf(__half *p, float start, float inc, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = __float2half_rn(start + inc * (i % 64));
}

__global__ void axpyScalar(__half a, const __half *x, __half *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma(a, x[i], y[i]);
}

__global__ void axpyHalf2(half a, const half2 *x, half2 *y, int n2)
{
  half2 a2 = __half2half2(a);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n2; i += blockDim.x * gridDim.x)
    y[i] = __hfma2(a2, x[i], y[i]);
}

__global__ void axpyOps(const half a, const half2 *x, half2 *y, int n2)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  half2 a2 = __halves2half2(a, a);
  if (i < n2) {
#if __CUDA_ARCH__ >= 530
    y[i] = a2 * x[i] + y[i];
#else
    float2 xf = __half22float2(x[i]), yf = __half22float2(y[i]), af = __half22float2(a2);
    y[i] = __floats2half2_rn(af.x * xf.x + yf.x, af.y * xf.y + yf.y);
#endif
  }
}

__global__ void minmax(const __half2 *x, int n2, __half *out)
{
  __half2 lo = x[0], hi = x[0];
  for (int i = threadIdx.x; i < n2; i += 32) {
    lo = __hmin2(lo, x[i]);
    hi = __hmax2(hi, x[i]);
  }
  for (int m = 16; m; m >>= 1) {
    lo = __hmin2(lo, __shfl_xor_sync(0xffffffff, lo, m));
    hi = __hmax2(hi, __shfl_xor_sync(0xffffffff, hi, m));
  }
  if (threadIdx.x == 0) {
    __half l = __low2half(lo), h = __high2half(lo);
    out[0] = __hlt(l, h) ? l : h;
    out[1] = __hgt(__low2half(hi), __high2half(hi)) ? __low2half(hi) : __high2half(hi);
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) & ~1 : 1 << 20;
  __half *x, *y;
  CHECK_CUDA(cudaMalloc(&x, n * sizeof(__half)));
  CHECK_CUDA(cudaMalloc(&y, n * sizeof(__half)));
  std::vector<__half> hy(n);
  const float a = 0.5f;
  int bad = 0;
  for (int variant = 0; variant < 3; variant++) {
    fillHalf<<<(n + 255) / 256, 256>>>(x, 1.0f, 0.25f, n);
    fillHalf<<<(n + 255) / 256, 256>>>(y, 2.0f, 0.0f, n);
    switch (variant) {
    case 0: axpyScalar<<<(n + 255) / 256, 256>>>(__float2half(a), x, y, n); break;
    case 1: axpyHalf2<<<64, 256>>>(__float2half(a), (half2 *)x, (half2 *)y, n / 2); break;
    case 2: axpyOps<<<(n / 2 + 255) / 256, 256>>>(__float2half(a), (half2 *)x, (half2 *)y, n / 2); break;
    }
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaMemcpy(hy.data(), y, n * sizeof(__half), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
      if (fabsf(__half2float(hy[i]) - (a * (1.0f + 0.25f * (i % 64)) + 2.0f)) > 1e-2f) bad++;
  }
  __half mm[2];
  minmax<<<1, 32>>>(reinterpret_cast<const __half2 *>(y), n / 2, x);
  CHECK_CUDA(cudaMemcpy(mm, x, sizeof(mm), cudaMemcpyDeviceToHost));
  printf("min %f max %f\n", __half2float(mm[0]), __half2float(mm[1]));
  printf("%s\n", bad ? "FAIL" : "PASS");
  cudaFree(x);
  cudaFree(y);
  return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
