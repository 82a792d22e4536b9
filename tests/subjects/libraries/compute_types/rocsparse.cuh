// flags: --target roc
#include <cublas_v2.h>
#include <cusparse.h>
void f(cusparseHandle_t s, cublasHandle_t b, float *x) {
    cusparseCreateDnVec(&v, 3, x, CUDA_R_32F);
    CHECK(cusparseSpMV(s, t, &one, A, v, &one, y, (wide ? CUDA_R_64F : CUDA_R_32F), CUSPARSE_SPMV_CSR_ALG1, buffer));
    cublasDotEx(b, 3, x, CUDA_R_32F, 1, x, CUDA_R_32F, 1, x, CUDA_R_32F, CUDA_R_32F);
    auto type = CUDA_R_32F;  // expect: API005
}
// ==== output
#include <rocblas/rocblas.h>
#include <rocsparse/rocsparse.h>
void f(rocsparse_handle s, rocblas_handle b, float *x) {
    rocsparse_create_dnvec_descr(&v, 3, x, rocsparse_datatype_f32_r);
    CHECK(rocsparse_spmv(s, t, &one, A, v, &one, y, (wide ? rocsparse_datatype_f64_r : rocsparse_datatype_f32_r), rocsparse_spmv_alg_csr_adaptive, rocsparse_spmv_stage_compute, nullptr, buffer));
    rocblas_dot_ex(b, 3, x, rocblas_datatype_f32_r, 1, x, rocblas_datatype_f32_r, 1, x, rocblas_datatype_f32_r, rocblas_datatype_f32_r);
    auto type = rocblas_datatype_f32_r;  // expect: API005
}
