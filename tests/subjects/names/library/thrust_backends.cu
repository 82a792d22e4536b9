#include <hip/hip_runtime.h>
#include <thrust/sort.h>
#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
void a() { one(); }
#elif THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_HIP
void a() { two(); }
#endif
#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
int b;
#endif
