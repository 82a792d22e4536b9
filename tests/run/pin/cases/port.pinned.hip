#include <hip/hip_runtime.h>
#include "hipify_pin.hpp"

void run(float *x, int n, hipStream_t stream) {
  if (n > 0)
    do { hipify_pin::begin(HIPIFY_PIN_SITE("launch", "port.hip", 5, "scale", 0), 2); hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<float, 4>), hipify_pin::grid(dim3(n / 64)), hipify_pin::block(dim3(64)), hipify_pin::shared(0), hipify_pin::stream(stream), hipify_pin::arg<0>(x), hipify_pin::arg<1>(n)); hipify_pin::end(); } while (0);
  else
    (hipify_pin::begin(HIPIFY_PIN_SITE("launch", "port.hip", 7, "scale", 1), 2), scale<<<hipify_pin::grid(n), hipify_pin::block(64)>>>(hipify_pin::arg<0>(x), hipify_pin::arg<1>(n)), hipify_pin::end());
#ifdef USE_CUDA
  (hipify_pin::begin(HIPIFY_PIN_SITE("copy", "port.hip", 9, "cudaMemcpy", 0), 3), hipify_pin::returned(cudaMemcpy(hipify_pin::to(x), hipify_pin::from(y), hipify_pin::bytes(n), cudaMemcpyHostToDevice)));
#else
  (hipify_pin::begin(HIPIFY_PIN_SITE("copy", "port.hip", 11, "cudaMemcpy", 1), 3), hipify_pin::returned(hipMemcpy(hipify_pin::to(x), hipify_pin::from(y), hipify_pin::bytes(n), hipMemcpyHostToDevice)));
#endif
  (hipify_pin::begin(HIPIFY_PIN_SITE("library", "port.hip", 13, "cublasSgemm", 0), 14), hipify_pin::returned(rocblas_sgemm(hipify_pin::arg<0>(h), hipify_pin::arg<1>(rocblas_operation_none), hipify_pin::arg<2>(rocblas_operation_none), hipify_pin::arg<3>(n), hipify_pin::arg<4>(n), hipify_pin::arg<5>(n), hipify_pin::arg<6>(&one), hipify_pin::arg<7>(a), hipify_pin::arg<8>(n), hipify_pin::arg<9>(b), hipify_pin::arg<10>(n), hipify_pin::arg<11>(&one), hipify_pin::arg<12>(c), hipify_pin::arg<13>(n))));
}
