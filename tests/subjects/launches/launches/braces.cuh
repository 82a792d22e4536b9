#include <cuda_runtime.h>
void f(int n) {
    kernel<<<{1, 2}, {32, 4, 1}>>>(n);
    kernel<<<n, {n / 4}, 0>>>(n);
    kernel<<<dim3{1, 2}, 32>>>(n);
}
// ==== output
#include <hip/hip_runtime.h>
void f(int n) {
    kernel<<<dim3(1, 2), dim3(32, 4, 1)>>>(n);
    kernel<<<n, dim3(n / 4), 0>>>(n);
    kernel<<<dim3{1, 2}, 32>>>(n);
}
