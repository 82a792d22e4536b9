#include <hip/hip_runtime.h>

void run(float *x, int n, hipStream_t stream) {
  if (n > 0)
    hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<float, 4>), dim3(n / 64), dim3(64), 0, stream, x, n);
  else
    scale<<<n, 64>>>(x, n);
#ifdef USE_CUDA
  cudaMemcpy(x, y, n, cudaMemcpyHostToDevice);
#else
  hipMemcpy(x, y, n, hipMemcpyHostToDevice);
#endif
  rocblas_sgemm(h, rocblas_operation_none, rocblas_operation_none, n, n, n, &one, a, n, b, n, &one, c, n);
}
#define LAUNCH(kernel, grid, ...) hipLaunchKernelGGL(kernel, grid, 64, 0, 0, __VA_ARGS__)
#define LAUNCH_CHECKED(function, x) \
  do { \
    hipLaunchKernelGGL((function), dim3(1), dim3(64), 0, 0, x); \
    check(); \
  } while (0)
