// Rectangular matrix transpose: strided, shared tile with and without padding,
// swizzled tile, register/shuffle.  Kernels sit in a table of pointers.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

using T = float;
using Kernel = void (*)(T *, const T *, int, int);

enum { S = 32, ROWS = 4 };   // tile side, rows of threads

__global__ void strided(T *__restrict__ out, const T *__restrict__ in, int rows, int cols)
{
  int c = blockIdx.x * S + threadIdx.x;
  for (int r = blockIdx.y * S + threadIdx.y; r < min(rows, (int)(blockIdx.y + 1) * S); r += ROWS)
    if (c < cols) out[(size_t)c * rows + r] = in[(size_t)r * cols + c];
}

struct Plain { enum { LD = S }; static __device__ int at(int r, int c) { return r * LD + c; } };
struct Padded { enum { LD = S + 1 }; static __device__ int at(int r, int c) { return r * LD + c; } };
struct Swizzled { enum { LD = S }; static __device__ int at(int r, int c) { return r * LD + (c ^ r); } };

template <class Layout>
__global__ void __launch_bounds__(S * ROWS) viaShared(T *__restrict__ out, const T *__restrict__ in, int rows, int cols)
{
  __shared__ T buf[S * Layout::LD];
  const int c0 = blockIdx.x * S, r0 = blockIdx.y * S;
#pragma unroll
  for (int k = threadIdx.y; k < S; k += ROWS)
    if (r0 + k < rows && c0 + threadIdx.x < cols) buf[Layout::at(k, threadIdx.x)] = in[(size_t)(r0 + k) * cols + c0 + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int k = threadIdx.y; k < S; k += ROWS)
    if (c0 + k < cols && r0 + threadIdx.x < rows) out[(size_t)(c0 + k) * rows + r0 + threadIdx.x] = buf[Layout::at(threadIdx.x, k)];
}

// one warp per 32x32 tile, butterfly exchange of registers
__global__ void viaShuffle(T *__restrict__ out, const T *__restrict__ in, int rows, int cols)
{
  if (threadIdx.y) return;
  const int lane = threadIdx.x, c0 = blockIdx.x * S, r0 = blockIdx.y * S;
  T v[S];
#pragma unroll
  for (int j = 0; j < S; j++) v[j] = r0 + j < rows && c0 + lane < cols ? in[(size_t)(r0 + j) * cols + c0 + lane] : T(0);
#pragma unroll
  for (int bit = S / 2; bit > 0; bit >>= 1)
#pragma unroll
    for (int j = 0; j < S; j++)
      if (!(j & bit)) {
        const bool upper = lane & bit;
        T got = __shfl_xor_sync(0xffffffff, upper ? v[j] : v[j | bit], bit);
        if (upper) v[j] = got; else v[j | bit] = got;
      }
#pragma unroll
  for (int j = 0; j < S; j++)
    if (c0 + j < cols && r0 + lane < rows) out[(size_t)(c0 + j) * rows + r0 + lane] = v[j];
}

int main(int argc, char **argv)
{
  const int rows = argc > 1 ? atoi(argv[1]) : 1000, cols = argc > 2 ? atoi(argv[2]) : 777, reps = 20;
  const std::pair<const char *, Kernel> table[] = {{"strided", strided}, {"plain tile", viaShared<Plain>}, {"padded tile", &viaShared<Padded>},
                                                   {"swizzled tile", viaShared<Swizzled>}, {"shuffle", viaShuffle}};
  std::vector<T> h((size_t)rows * cols), g(h.size());
  for (size_t i = 0; i < h.size(); i++) h[i] = T(i % 65521);
  T *in, *out;
  if (cudaMalloc(&in, h.size() * sizeof(T)) != cudaSuccess || cudaMalloc(&out, h.size() * sizeof(T)) != cudaSuccess) return 2;
  cudaMemcpy(in, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  const dim3 block(S, ROWS), grid((cols + S - 1) / S, (rows + S - 1) / S);
  int failures = 0;
  for (const auto &entry : table) {
    cudaMemset(out, 0xee, h.size() * sizeof(T));
    entry.second<<<grid, block>>>(out, in, rows, cols);
    cudaDeviceSynchronize();
    auto t0 = std::chrono::steady_clock::now();
    for (int r = 0; r < reps; r++) (*entry.second)<<<grid, block>>>(out, in, rows, cols);
    cudaDeviceSynchronize();
    double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count() / reps;
    cudaMemcpy(g.data(), out, g.size() * sizeof(T), cudaMemcpyDeviceToHost);
    size_t wrong = 0;
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < cols; c++) wrong += g[(size_t)c * rows + r] != h[(size_t)r * cols + c];
    printf("%-14s %8.2f GB/s, %zu wrong\n", entry.first, 2e-9 * h.size() * sizeof(T) / s, wrong);
    failures += wrong != 0;
  }
  puts(failures ? "FAIL" : "PASS");
  cudaFree(in);
  cudaFree(out);
  return failures;
}
