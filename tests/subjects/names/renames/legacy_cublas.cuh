#include "cublas.h"  // expect: API001
void f() {
    cublasSgemm('n', 'n', m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);  // expect: API037
    cublasSscal(handle, n, &alpha, x, 1);
    auto pointer = &cublasSscal;  // expect: API037
}
// ==== output
#include "cublas.h"  // expect: API001
void f() {
    cublasSgemm('n', 'n', m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);  // expect: API037
    hipblasSscal(handle, n, &alpha, x, 1);
    auto pointer = &cublasSscal;  // expect: API037
}
