#include <cublas_v2.h>
int split(int n) {
    int half = n / 2, half2 = half * 2;
    return n - half * 2 + object.half + half;
}
// ==== output
#include <hipblas/hipblas.h>
int split(int n) {
    int half = n / 2, half2 = half * 2;
    return n - half * 2 + object.half + half;
}
