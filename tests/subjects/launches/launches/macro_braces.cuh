// flags: --launch-syntax macro
#include <cuda_runtime.h>
void f(int n) {
    kernel<<<{1, 2}, {32, 4, 1}>>>(n);
    kernel<<<n, {n / 4}, 0>>>(n, {1, 2});
    kernel<<<1, 2, 0, Stream{1, 2}>>>(n);
    kernel<<<1, 2, sizes[at<1, 2>()], [=, b = n] { return pool(n, b); }()>>>(n);
}
// ==== output
#include <hip/hip_runtime.h>
void f(int n) {
    hipLaunchKernelGGL(kernel, dim3(1, 2), dim3(32, 4, 1), 0, 0, n);
    hipLaunchKernelGGL(kernel, dim3(n), dim3(n / 4), 0, 0, n, {1, 2});
    hipLaunchKernelGGL(kernel, dim3(1), dim3(2), 0, (Stream{1, 2}), n);
    hipLaunchKernelGGL(kernel, dim3(1), dim3(2), (sizes[at<1, 2>()]), ([=, b = n] { return pool(n, b); }()), n);
}
