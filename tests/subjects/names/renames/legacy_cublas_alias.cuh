#include "cublas.h"  // expect: API001
#define axpy cublasSaxpy
#define scal cublasSscal  // expect: API037
#define dot cublasSdot
void f() {
    scal(n, alpha, x, 1);
    dot(handle, n, x, 1, y, 1, result);
}
// ==== output
#include "cublas.h"  // expect: API001
#define axpy hipblasSaxpy
#define scal cublasSscal  // expect: API037
#define dot hipblasSdot
void f() {
    scal(n, alpha, x, 1);
    dot(handle, n, x, 1, y, 1, result);
}
