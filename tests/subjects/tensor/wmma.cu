#include <cuda_runtime.h>
#include <mma.h>
#include <cuda_bf16.h>

using namespace nvcuda;
namespace other = nvcuda::wmma;

template <class T>
__global__ void product(const T *a, const T *b, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> left;
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, T, nvcuda::wmma::col_major> right;
  other::fragment<other::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(left, a, 16);
  wmma::load_matrix_sync(right, b, 16);
  wmma::mma_sync(sum, left, right, sum);  // expect: TCX005
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= 2;
  other::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

template __global__ void product<__nv_bfloat16>(const __nv_bfloat16 *, const __nv_bfloat16 *, float *);
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>

using namespace nvcuda;
namespace other = nvcuda::wmma;

template <class T>
__global__ void product(const T *a, const T *b, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> left;
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, T, nvcuda::wmma::col_major> right;
  other::fragment<other::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(left, a, 16);
  wmma::load_matrix_sync(right, b, 16);
  wmma::mma_sync(sum, left, right, sum);  // expect: TCX005
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= 2;
  other::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

template __global__ void product<__hip_bfloat16>(const __hip_bfloat16 *, const __hip_bfloat16 *, float *);
