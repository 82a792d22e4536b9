#include "cublas.h"  // expect: API001
void f() {
    cublasSgemm('n', 'n', m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);  // expect: API037
}
