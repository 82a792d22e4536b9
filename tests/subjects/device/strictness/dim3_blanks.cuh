#include <cuda_runtime.h>
void f(int n) {
    dim3 a {n}, b{n}, c  = {n};
}
// ==== output
#include <hip/hip_runtime.h>
void f(int n) {
    dim3 a = dim3(n), b = dim3(n), c  = dim3(n);
}
