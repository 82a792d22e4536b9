#define RUNTIME <cuda_runtime.h>
#define DRIVER /* the driver */ "cuda.h"
#define PARAMETERS <device_launch_parameters.h>  // of kernels
#define TEXT "cublas_v2.h"
#define BOTH <cuda.h> TEXT
#include RUNTIME
#include DRIVER
#include PARAMETERS
void f() { puts(TEXT); }
// ==== output
#define RUNTIME <hip/hip_runtime.h>
#define DRIVER /* the driver */ "hip/hip_runtime.h"
#define PARAMETERS <hip/hip_runtime.h>  // of kernels
#define TEXT "cublas_v2.h"
#define BOTH <cuda.h> TEXT
#include RUNTIME
#include DRIVER
#include PARAMETERS
void f() { puts(TEXT); }
