// Two warps multiply halves, with sums of float and of half, bfloat16, and floats rounded to TF32; doubles and bits.
// prints: 0 0 0 0 0 | 0
// mutant: T, wmma::col_major => T, wmma::row_major
// mutant: wmma::__float_to_tf32(f.x[i] => (f.x[i]
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

constexpr int MOST = 512;

__device__ void put(half &to, int number) { to = __float2half(float(number)); }
__device__ void put(__nv_bfloat16 &to, int number) { to = __float2bfloat16(float(number)); }
__device__ void put(float &to, int number) { to = float(number); }
__device__ void put(double &to, int number) { to = number; }

__device__ int of_a(int place) { return (place * 7 + threadIdx.x / 32) % 11 - 5; }
__device__ int of_b(int place) { return (place * 3 + threadIdx.x / 32) % 13 - 6; }

// What is rounded to TF32 has bits that it would lose, which makes it smaller.
template <class T>
__device__ void rounded(wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, T> &f) {
  for (int i = 0; i < f.num_elements; ++i) f.x[i] = wmma::__float_to_tf32(f.x[i] * (1.0f - 0x1p-12f));
}
template <class Fragment>
__device__ void rounded(Fragment &) {}

template <int M, int N, int K, class T, class Memory, class Sum>
__global__ void product(int *out, Memory *from_a, Memory *from_b, Sum *into) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  from_a += warp * MOST, from_b += warp * MOST, into += warp * MOST;
  for (int i = lane; i < MOST; i += 32) {
    put(from_a[i], of_a(i));
    put(from_b[i], of_b(i));
  }
  __syncthreads();
  wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> c;
  wmma::fill_fragment(c, Sum(1.0f));
  wmma::load_matrix_sync(a, from_a, K);
  wmma::load_matrix_sync(b, from_b, K);
  rounded(a);
  wmma::mma_sync(c, a, b, c);
  for (int i = 0; i < c.num_elements; ++i) c.x[i] = c.x[i] * Sum(2.0f);
  wmma::store_matrix_sync(into, c, N, wmma::mem_row_major);
  __syncthreads();
  for (int i = lane; i < M * N; i += 32) {
    int sum = 1;
    for (int k = 0; k < K; ++k) sum += of_a(i / N * K + k) * of_b(i % N * K + k);
    if (float(into[i]) != float(2 * sum)) atomicAdd(out, 1);
  }
}

// Rows of ones times columns with as many bits as their number.
__global__ void of_bits(int *out, unsigned *memory) {
  wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 8, 8, 128, int> c;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  memory += warp * 64;
  memory[lane] = lane % 4 == 2 ? (1u << lane / 4) - 1 : 0u;
  __syncthreads();
  wmma::fill_fragment(a, 1);
  wmma::fill_fragment(c, 5);
  wmma::load_matrix_sync(b, memory, 128);
  wmma::bmma_sync(c, a, b, c, wmma::experimental::bmmaBitOpAND);
  __syncthreads();
  wmma::store_matrix_sync((int *)memory, c, 8, wmma::mem_row_major);
  __syncthreads();
  for (int i = lane; i < 64; i += 32) {
    if (memory[i] != unsigned(5 + i % 8)) atomicAdd(out, 1);
  }
}

template <int M, int N, int K, class T, class Memory, class Sum>
void tried(void *memory, int *out) {
  Memory *a = (Memory *)memory;
  *out = 0;
  product<M, N, K, T, Memory, Sum><<<1, 64>>>(out, a, a + 2 * MOST, (Sum *)(a + 4 * MOST));
  cudaDeviceSynchronize();
  printf("%d ", *out);
}

int main() {
  void *memory;
  int *out;
  cudaMallocManaged(&memory, 8 * MOST * sizeof(double));
  cudaMallocManaged(&out, sizeof(int));
  tried<16, 16, 16, half, half, float>(memory, out);
  tried<8, 32, 16, half, half, half>(memory, out);
  tried<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float>(memory, out);
  tried<16, 16, 8, wmma::precision::tf32, float, float>(memory, out);
  tried<8, 8, 4, double, double, double>(memory, out);
  *out = 0;
  of_bits<<<1, 64>>>(out, (unsigned *)memory);
  cudaDeviceSynchronize();
  printf("| %d\n", *out);
  cudaFree(memory), cudaFree(out);
}
