#include <cusparse.h>
void solve(cusparseHandle_t h, cusparseSpSMDescr_t d, const float *one) {
  CHECK(cusparseSpSM_analysis(h, n, n, one, a, b, c, CUDA_R_32F, alg, d, work.buffer));
  CHECK(cusparseSpSM_solve(h, n, n, one, a, b, c, CUDA_R_32F, alg, d));
  cusparseSpSM_solve(h, n, n, one, a, b, c, CUDA_R_32F, alg, other);  // expect: API005
}
void later(cusparseHandle_t h, cusparseSpSMDescr_t d, const float *one) {
  cusparseSpSM_solve(h, n, n, one, a, b, c, CUDA_R_32F, alg, d);  // expect: API005
}
// ==== output
#include <hipsparse/hipsparse.h>
void solve(hipsparseHandle_t h, hipsparseSpSMDescr_t d, const float *one) {
  CHECK(hipsparseSpSM_analysis(h, n, n, one, a, b, c, HIP_R_32F, alg, d, work.buffer));
  CHECK(hipsparseSpSM_solve(h, n, n, one, a, b, c, HIP_R_32F, alg, d, work.buffer));
  hipsparseSpSM_solve(h, n, n, one, a, b, c, HIP_R_32F, alg, other);  // expect: API005
}
void later(hipsparseHandle_t h, hipsparseSpSMDescr_t d, const float *one) {
  hipsparseSpSM_solve(h, n, n, one, a, b, c, HIP_R_32F, alg, d);  // expect: API005
}
