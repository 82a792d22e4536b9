// flags: --target roc
#include <cusparse.h>
void f(cusparseHandle_t h, double *d, int **b, void *buf) {
    cusparseDgtsvInterleavedBatch(h, 0, 3, d, d, d, d, *b++, 4, buf);  // expect: API005
    cusparseDgtsvInterleavedBatch(h, 0, 3, d, d, d, d, n = 3, buf);  // expect: API005
    cusparseDgtsvInterleavedBatch(h, 0, 3, d, d, d, d, next(b), buf);  // expect: API005
    cusparseDgtsvInterleavedBatch(h, 0, 3, d, d, d, d, (n + 1) * 2, buf);  // expect: API036
    cusparseXcsrgeam2Nnz(h, 1, 1, a, n, p, q, a, n, p, q, a, p, &n, *w++);  // expect: API005
}
// ==== output
#include <rocsparse/rocsparse.h>
void f(rocsparse_handle h, double *d, int **b, void *buf) {
    rocsparse_dgtsv_interleaved_batch(h, 0, 3, d, d, d, d, *b++, 4, buf);  // expect: API005
    rocsparse_dgtsv_interleaved_batch(h, 0, 3, d, d, d, d, n = 3, buf);  // expect: API005
    rocsparse_dgtsv_interleaved_batch(h, 0, 3, d, d, d, d, next(b), buf);  // expect: API005
    rocsparse_dgtsv_interleaved_batch(h, 0, 3, d, d, d, d, (n + 1) * 2, (n + 1) * 2, buf);  // expect: API036
    rocsparse_csrgeam_nnz(h, 1, 1, a, n, p, q, a, n, p, q, a, p, &n, *w++);  // expect: API005
}
