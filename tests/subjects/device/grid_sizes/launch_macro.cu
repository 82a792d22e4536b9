// flags: --launch-syntax macro
#include <cuda_runtime.h>
__global__ void k(int n);
void f(uint3 u, dim3 d, int n) {
    k<<<make_uint3(n, 1, 1), u>>>(n);
    k<<<d, dim3(u)>>>(n);
}
// ==== output
#include <hip/hip_runtime.h>
__global__ void k(int n);
void f(uint3 u, dim3 d, int n) {
    hipLaunchKernelGGL(k, dim3(n, 1, 1), dim3(u.x, u.y, u.z), 0, 0, n);
    hipLaunchKernelGGL(k, d, dim3(u.x, u.y, u.z), 0, 0, n);
}
