#include <hip/hip_runtime.h>
#include "hipify_pin.hpp"

void run(float *x, int n, hipStream_t stream) {
  if (n > 0)
    do { hipify_pin_begin(HIPIFY_PIN_SITE("launch", "port.hip", 5, "scale", 0), 2); hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<float, 4>), hipify_pin_grid(dim3(n / 64)), hipify_pin_block(dim3(64)), hipify_pin_shared(0), hipify_pin_stream(stream), hipify_pin_arg<0>(x), hipify_pin_arg<1>(n)); hipify_pin_end(); } while (0);
  else
    (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "port.hip", 7, "scale", 1), 2), scale<<<hipify_pin_grid(n), hipify_pin_block(64)>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(n)), hipify_pin_end());
#ifdef USE_CUDA
  (hipify_pin_begin(HIPIFY_PIN_SITE("copy", "port.hip", 9, "cudaMemcpy", 0), 3), hipify_pin_returned(cudaMemcpy(hipify_pin_to(x), hipify_pin_from(y), hipify_pin_bytes(n), cudaMemcpyHostToDevice)));
#else
  (hipify_pin_begin(HIPIFY_PIN_SITE("copy", "port.hip", 11, "cudaMemcpy", 1), 3), hipify_pin_returned(hipMemcpy(hipify_pin_to(x), hipify_pin_from(y), hipify_pin_bytes(n), hipMemcpyHostToDevice)));
#endif
  (hipify_pin_begin(HIPIFY_PIN_SITE("library", "port.hip", 13, "cublasSgemm", 0), 14), hipify_pin_returned(rocblas_sgemm(hipify_pin_arg<0>(h), hipify_pin_arg<1>(rocblas_operation_none), hipify_pin_arg<2>(rocblas_operation_none), hipify_pin_arg<3>(n), hipify_pin_arg<4>(n), hipify_pin_arg<5>(n), hipify_pin_arg<6>(&one), hipify_pin_arg<7>(a), hipify_pin_arg<8>(n), hipify_pin_arg<9>(b), hipify_pin_arg<10>(n), hipify_pin_arg<11>(&one), hipify_pin_arg<12>(c), hipify_pin_arg<13>(n))));
}
#define LAUNCH(kernel, grid, ...) do { hipify_pin_begin(HIPIFY_PIN_SITE("launch", "port.hip", 15, #kernel, 0), 0); hipLaunchKernelGGL(kernel, hipify_pin_grid(grid), hipify_pin_block(64), hipify_pin_shared(0), 0, __VA_ARGS__); hipify_pin_end(); } while (0)
#define LAUNCH_CHECKED(function, x) \
  do { \
    do { hipify_pin_begin(HIPIFY_PIN_SITE("launch", "port.hip", 18, #function, 1), 1); hipLaunchKernelGGL((function), hipify_pin_grid(dim3(1)), hipify_pin_block(dim3(64)), hipify_pin_shared(0), 0, hipify_pin_arg<0>(x)); hipify_pin_end(); } while (0); \
    check(); \
  } while (0)
