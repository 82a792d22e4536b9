#include <cuda_runtime.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include "kernels.cuh"

#define CHECK(expr) do { cudaError_t e_ = (expr); if (e_ != cudaSuccess) { fprintf(stderr, "%s: %s\n", #expr, cudaGetErrorString(e_)); exit(1); } } while (0)

template <typename T> T make(float x);
template <> float make<float>(float x) { return x; }
template <> half make<half>(float x) { return __float2half(x); }
static float value(float x) { return x; }
static float value(half x) { return __half2float(x); }

template <typename T, bool CAUSAL>
bool run(int heads, int seq, int repeat, double tol)
{
  constexpr int D = 64, W = 4;
  const size_t n = (size_t)heads * seq * D;
  std::vector<T> q(n), k(n), v(n), o(n);
  for (size_t i = 0; i < n; i++) {
    q[i] = make<T>(sinf(0.37f * i)); k[i] = make<T>(cosf(0.11f * i)); v[i] = make<T>((i % 19) / 19.f);
  }
  T *dq, *dk, *dv, *d_o;
  CHECK(cudaMalloc(&dq, n * sizeof(T)));
  CHECK(cudaMalloc(&dk, n * sizeof(T)));
  CHECK(cudaMalloc(&dv, n * sizeof(T)));
  CHECK(cudaMalloc(&d_o, n * sizeof(T)));
  CHECK(cudaMemcpy(dq, q.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dk, k.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dv, v.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  const size_t smem = (32 * (D + 1) + 32 * D + W * D) * sizeof(float);
  CHECK(cudaFuncSetAttribute(attention<T, D, W, CAUSAL>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)smem));
  const float scale = 1.f / sqrtf((float)D);
  auto t0 = std::chrono::steady_clock::now();
  for (int r = 0; r < repeat; r++)
    attention<T, D, W, CAUSAL><<<dim3((seq + W - 1) / W, heads), W * 32, smem>>>(dq, dk, dv, d_o, seq, scale);
  CHECK(cudaDeviceSynchronize());
  double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t0).count() / repeat;
  CHECK(cudaMemcpy(o.data(), d_o, n * sizeof(T), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int h = 0; h < heads; h++)
    for (int i = 0; i < seq; i += 29) {
      std::vector<double> p(seq, 0.0);
      double s = 0;
      int last = CAUSAL ? i + 1 : seq;
      for (int j = 0; j < last; j++) {
        double d = 0;
        for (int c = 0; c < D; c++) d += value(q[((size_t)h * seq + i) * D + c]) * value(k[((size_t)h * seq + j) * D + c]);
        s += p[j] = std::exp(d * scale);
      }
      for (int c = 0; c < D; c++) {
        double r = 0;
        for (int j = 0; j < last; j++) r += p[j] / s * value(v[((size_t)h * seq + j) * D + c]);
        worst = std::fmax(worst, std::fabs(r - value(o[((size_t)h * seq + i) * D + c])));
      }
    }
  printf("%zu-byte %s: %.3f ms, err %g\n", sizeof(T), CAUSAL ? "causal" : "full", ms, worst);
  cudaFree(dq); cudaFree(dk); cudaFree(dv); cudaFree(d_o);
  return worst < tol;
}

int main(int argc, char **argv)
{
  int seq = argc > 1 ? atoi(argv[1]) : 250, repeat = argc > 2 ? atoi(argv[2]) : 3;
  bool ok = run<float, false>(4, seq, repeat, 1e-4);
  ok = run<float, true>(4, seq, repeat, 1e-4) && ok;
  ok = run<half, true>(4, seq, repeat, 5e-3) && ok;
  printf("%s\n", ok ? "PASS" : "FAIL");
  return !ok;
}
