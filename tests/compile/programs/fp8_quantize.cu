// Per-row fp8 (e4m3 / e5m2) quantisation and back.
#include <cuda_runtime.h>
#include <cuda_fp8.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>
#include <vector>

template <typename FP8> struct Limits;
template <> struct Limits<__nv_fp8_e4m3> { static constexpr float max = 448.0f; };
template <> struct Limits<__nv_fp8_e5m2> { static constexpr float max = 57344.0f; };

template <typename FP8>
__global__ void quantize(const float* x, FP8* q, float* scale, int cols)
{
  __shared__ float red[256];
  const float* row = x + (size_t)blockIdx.x * cols;
  float m = 0.f;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, fabsf(row[c]));
  red[threadIdx.x] = m;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) red[threadIdx.x] = fmaxf(red[threadIdx.x], red[threadIdx.x + s]);
    __syncthreads();
  }
  float sc = red[0] > 0.f ? Limits<FP8>::max / red[0] : 1.f;
  if (threadIdx.x == 0) scale[blockIdx.x] = 1.f / sc;
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    q[(size_t)blockIdx.x * cols + c] = FP8(row[c] * sc);
}

template <typename FP8>
__global__ void dequantize(const FP8* q, const float* scale, float* x, int cols)
{
  for (int c = threadIdx.x; c < cols; c += blockDim.x) {
    size_t i = (size_t)blockIdx.x * cols + c;
    x[i] = float(q[i]) * scale[blockIdx.x];
  }
}

// raw storage type and C-style conversion
__global__ void pack4(const float4* in, __nv_fp8x4_e4m3* out, __nv_fp8_storage_t* first, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = __nv_fp8x4_e4m3(in[i]);
    first[i] = __nv_cvt_float_to_fp8(in[i].x, __NV_SATFINITE, __NV_E4M3);
  }
}

template <typename FP8>
bool roundTrip(const char* name, float tol)
{
  const int rows = 64, cols = 1000;
  std::vector<float> h(rows * cols), g(rows * cols);
  for (int i = 0; i < rows * cols; i++) h[i] = std::sin(i * 0.37f) * (1 + i / cols);
  float *x, *s;
  FP8* q;
  cudaMalloc(&x, h.size() * sizeof(float));
  cudaMalloc(&q, h.size() * sizeof(FP8));
  cudaMalloc(&s, rows * sizeof(float));
  cudaMemcpy(x, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
  quantize<FP8><<<rows, 256>>>(x, q, s, cols);
  cudaMemset(x, 0, h.size() * sizeof(float));
  dequantize<FP8><<<rows, 256>>>(q, s, x, cols);
  cudaMemcpy(g.data(), x, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (size_t i = 0; i < h.size(); i++) worst = std::max<double>(worst, std::fabs(h[i] - g[i]) / (1 + i / cols));
  printf("%s worst %g\n", name, worst);
  cudaFree(x); cudaFree(q); cudaFree(s);
  return worst < tol;
}

int main()
{
  bool ok = roundTrip<__nv_fp8_e4m3>("e4m3", 0.07f);
  ok = roundTrip<__nv_fp8_e5m2>("e5m2", 0.14f) && ok;

  float4* in; __nv_fp8x4_e4m3* out; __nv_fp8_storage_t* f;
  cudaMallocManaged(&in, 32 * sizeof(float4));
  cudaMallocManaged(&out, 32 * sizeof(*out));
  cudaMallocManaged(&f, 32);
  for (int i = 0; i < 32; i++) in[i] = make_float4(i, 2 * i, -i, 0.5f);
  pack4<<<1, 32>>>(in, out, f, 32);
  ok = ok && cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < 32; i++) ok = ok && (out[i].__x & 0xff) == f[i];
  printf("%s\n", ok ? "PASS" : "FAIL");
  return ok ? 0 : 1;
}
