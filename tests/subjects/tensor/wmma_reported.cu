// flags: --tensor-cores report
#include <cuda_runtime.h>
#include <mma.h>  // expect: TCX001

__global__ void product(const signed char *a) {
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, signed char, nvcuda::wmma::row_major> left;  // expect: TCX001
  nvcuda::wmma::load_matrix_sync(left, a, 16);  // expect: TCX001
  unsigned x, y;
  asm("wmma.load.a.sync.aligned.row.m16n16k16.s8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(a));  // expect: PTX005
}
// ==== output
#include <hip/hip_runtime.h>
#include <mma.h>  // expect: TCX001

__global__ void product(const signed char *a) {
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, signed char, nvcuda::wmma::row_major> left;  // expect: TCX001
  nvcuda::wmma::load_matrix_sync(left, a, 16);  // expect: TCX001
  unsigned x, y;
  asm("wmma.load.a.sync.aligned.row.m16n16k16.s8 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(a));  // expect: PTX005
}
