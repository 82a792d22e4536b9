// Two warps multiply integers in each shape and with each layout; what differs from plain loops is counted.
// prints: 0 0 0 0 0 0 | 2147483647 -2147483648
// mutant: c, true) => c, false)
#include <cstdio>
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

constexpr int PADDED = 48, MOST = 32 * PADDED;

template <class Layout>
constexpr bool by_rows = false;
template <>
constexpr bool by_rows<wmma::row_major> = true;

__host__ __device__ int at(bool rows, int row, int column) { return rows ? row * PADDED + column : column * PADDED + row; }

template <int M, int N, int K, class T, class OfA, class OfB>
__global__ void product(const T *from_a, const T *from_b, const int *from_c, int *into) {
  const int warp = threadIdx.x / 32;
  wmma::fragment<wmma::matrix_a, M, N, K, T, OfA> a;
  wmma::fragment<wmma::matrix_b, M, N, K, T, OfB> b;
  wmma::fragment<wmma::accumulator, M, N, K, int> c, d;
  wmma::load_matrix_sync(a, from_a + warp * MOST, PADDED);
  wmma::load_matrix_sync(b, from_b + warp * MOST, PADDED);
  wmma::load_matrix_sync(c, from_c + warp * MOST, PADDED, wmma::mem_row_major);
  for (int i = 0; i < c.num_elements; ++i) c.x[i] += 1;
  wmma::mma_sync(d, a, b, c);
  wmma::store_matrix_sync(into + warp * MOST, d, PADDED, wmma::mem_col_major);
}

__global__ void overflow(int *out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> c, d;
  wmma::fill_fragment(a, (signed char)1);
  wmma::fill_fragment(b, (signed char)(threadIdx.x < 32 ? 1 : -1));
  wmma::fill_fragment(c, threadIdx.x < 32 ? 2147483640 : -2147483640);
  wmma::mma_sync(d, a, b, c, true);
  out[threadIdx.x] = d.x[7];
}

template <int M, int N, int K, class T, class OfA, class OfB>
int wrong(T *a, T *b, int *c, int *d) {
  for (int i = 0; i < 2 * MOST; ++i) {
    a[i] = T(i * 7 % 251 - 120);
    b[i] = T(i * 5 % 253 - 99);
    c[i] = i % 1000;
  }
  product<M, N, K, T, OfA, OfB><<<1, 64>>>(a, b, c, d);
  cudaDeviceSynchronize();
  int found = 0;
  for (int warp = 0; warp < 2; ++warp) {
    for (int i = 0; i < M * N; ++i) {
      const int row = i / N, column = i % N;
      int sum = c[warp * MOST + at(true, row, column)] + 1;
      for (int k = 0; k < K; ++k) {
        sum += a[warp * MOST + at(by_rows<OfA>, row, k)] * b[warp * MOST + at(by_rows<OfB>, k, column)];
      }
      found += sum != d[warp * MOST + at(false, row, column)];
    }
  }
  return found;
}

template <class T, class OfA, class OfB>
void tried(T *a, T *b, int *c, int *d) {
  printf("%d ", wrong<16, 16, 16, T, OfA, OfB>(a, b, c, d));
  printf("%d ", wrong<32, 8, 16, T, OfA, OfB>(a, b, c, d));
  printf("%d ", wrong<8, 32, 16, T, OfA, OfB>(a, b, c, d));
}

int main() {
  signed char *a, *b;
  int *c, *d;
  cudaMallocManaged(&a, 2 * MOST);
  cudaMallocManaged(&b, 2 * MOST);
  cudaMallocManaged(&c, 2 * MOST * sizeof(int));
  cudaMallocManaged(&d, 2 * MOST * sizeof(int));
  tried<signed char, wmma::row_major, wmma::col_major>(a, b, c, d);
  tried<unsigned char, wmma::col_major, wmma::row_major>((unsigned char *)a, (unsigned char *)b, c, d);
  overflow<<<1, 64>>>(d);
  cudaDeviceSynchronize();
  printf("| %d %d\n", d[5], d[40]);
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
}
