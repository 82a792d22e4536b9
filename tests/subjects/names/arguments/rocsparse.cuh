// flags: --target roc
#include <cusparse.h>
cusparseStatus_t f(cusparseHandle_t h, cuComplex *values, cuComplex *y) {
    cusparseCgthr(h, nnz, y, values, columns, base);
    cusparseSbsrmv(h, dir, op, mb, nb, nnzb, alpha, descr, values, rows, columns, size, x, beta, y);
    cusparseCcsrsm2_solve(h, 0, op, op, m, n, nnz, alpha, descr, values, rows, columns, y, m, info, policy, buffer);
    cusparseXcsrsv2_zeroPivot(h, info, position);  // expect: API036
    return cusparseCreateBlockedEll(&A, rows, columns, 16, width, indices, values, i, base, type);  // expect: API036
}
// ==== output
#include <rocsparse/rocsparse.h>
#include <hip/hip_complex.h>
rocsparse_status f(rocsparse_handle h, hipComplex *values, hipComplex *y) {
    rocsparse_cgthr(h, nnz, reinterpret_cast<const rocsparse_float_complex*>(y), reinterpret_cast<rocsparse_float_complex*>(values), columns, base);
    rocsparse_sbsrmv(h, dir, op, mb, nb, nnzb, alpha, descr, values, rows, columns, size, nullptr, x, beta, y);
    rocsparse_ccsrsm_solve(h, op, op, m, n, nnz, reinterpret_cast<const rocsparse_float_complex*>(alpha), descr, reinterpret_cast<const rocsparse_float_complex*>(values), rows, columns, reinterpret_cast<rocsparse_float_complex*>(y), m, info, rocsparse_solve_policy_auto, buffer);
    rocsparse_csrsv_zero_pivot(h, info, position);  // expect: API036
    return rocsparse_create_bell_descr(&A, rows, columns, 16, width, indices, values, i, base, type);  // expect: API036
}
