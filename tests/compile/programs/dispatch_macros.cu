// Kernel dispatch over type x block size x flag through macros, as in ML code.
#include <cuda_fp16.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

enum class DType { F32, F16, F64 };

#define DISPATCH_TYPE(dtype, NAME, ...)                                  \
  [&] {                                                                  \
    switch (dtype) {                                                     \
      case DType::F32: { using scalar_t = float;  return __VA_ARGS__(); } \
      case DType::F16: { using scalar_t = __half; return __VA_ARGS__(); } \
      case DType::F64: { using scalar_t = double; return __VA_ARGS__(); } \
      default: fprintf(stderr, "%s: bad type\n", NAME); abort();          \
    }                                                                    \
  }()

#define SOFTMAX_CASE(BLOCK)                                                               \
  case BLOCK:                                                                             \
    softmaxKernel<scalar_t, float, BLOCK, LOG>                                            \
      <<<rows, BLOCK, 0, stream>>>((const scalar_t*)in, (scalar_t*)out, cols, scale);     \
    break;

#define CEIL_DIV(a, b) ((a) + (b)-1) / (b)

template <typename T, typename Acc, int BLOCK, bool LOG>
__global__ void softmaxKernel(const T* __restrict__ in, T* __restrict__ out, int cols, Acc scale)
{
  __shared__ Acc sh[BLOCK / 32 + 1];
  const T* x = in + (size_t)blockIdx.x * cols;
  T* y = out + (size_t)blockIdx.x * cols;
  const int lane = threadIdx.x % 32, wid = threadIdx.x / 32;

  auto blockAll = [&](Acc v, auto op) -> Acc {
#pragma unroll
    for (int o = 16; o > 0; o /= 2) v = op(v, __shfl_xor_sync(0xffffffff, v, o));
    __syncthreads();
    if (lane == 0) sh[wid] = v;
    __syncthreads();
    v = sh[0];
    for (int w = 1; w < BLOCK / 32; w++) v = op(v, sh[w]);
    return v;
  };

  Acc m = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += BLOCK) m = max(m, static_cast<Acc>(x[c]) * scale);
  m = blockAll(m, [](Acc a, Acc b) { return a > b ? a : b; });
  Acc s = 0;
  for (int c = threadIdx.x; c < cols; c += BLOCK) s += __expf(static_cast<Acc>(x[c]) * scale - m);
  s = blockAll(s, [](Acc a, Acc b) { return a + b; });
  for (int c = threadIdx.x; c < cols; c += BLOCK) {
    Acc v = static_cast<Acc>(x[c]) * scale - m;
    if constexpr (LOG) y[c] = static_cast<T>(v - logf(s));
    else y[c] = static_cast<T>(__expf(v) / s);
  }
}

template <bool LOG>
void softmax(DType t, const void* in, void* out, int rows, int cols, float scale, cudaStream_t stream = 0)
{
  int block = cols <= 64 ? 64 : cols <= 256 ? 128 : 512;
  DISPATCH_TYPE(t, "softmax", [&] {
    switch (block) {
      SOFTMAX_CASE(64)
      SOFTMAX_CASE(128)
      SOFTMAX_CASE(512)
    }
  });
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) { printf("launch failed: %s\n", cudaGetErrorString(err)); exit(1); }
}

template <typename T>
bool test(DType t, int rows, int cols, double tol)
{
  std::vector<T> h((size_t)rows * cols), p(h.size());
  for (size_t i = 0; i < h.size(); i++) h[i] = T(float((i * 17) % 23) / 4.f);
  T *a, *b;
  cudaMalloc(&a, sizeof(T) * h.size());
  cudaMalloc(&b, sizeof(T) * h.size());
  cudaMemcpy(a, h.data(), sizeof(T) * h.size(), cudaMemcpyHostToDevice);
  softmax<false>(t, a, b, rows, cols, 0.5f);
  cudaMemcpy(p.data(), b, sizeof(T) * h.size(), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int r = 0; r < rows; r++) {
    double s = 0;
    for (int c = 0; c < cols; c++) s += exp(0.5 * double(float(h[(size_t)r * cols + c])));
    for (int c = 0; c < cols; c++)
      worst = fmax(worst, fabs(exp(0.5 * double(float(h[(size_t)r * cols + c]))) / s - double(float(p[(size_t)r * cols + c]))));
  }
  softmax<true>(t, a, b, rows, cols, 0.5f);
  bool ok = cudaDeviceSynchronize() == cudaSuccess && worst < tol;
  cudaFree(a); cudaFree(b);
  return ok;
}

int main()
{
  bool ok = true;
  for (int cols : {33, 200, 1000}) {
    ok &= test<float>(DType::F32, CEIL_DIV(1000, 3), cols, 1e-5);
    ok &= test<__half>(DType::F16, 100, cols, 1e-3);
    ok &= test<double>(DType::F64, 100, cols, 1e-5);
  }
  printf("%s\n", ok ? "PASS" : "FAIL");
  return !ok;
}
