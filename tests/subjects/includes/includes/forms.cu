#include <cuda_runtime.h>
#include "cuda_runtime_api.h" // why
#  include	<cuda_fp16.h>
# /* odd */ include <cuda_bf16.h>
#include <device_launch_parameters.h>
#include <device_launch_parameters.h>  // kept for the comment
#include <vector>
#include "my_cuda_runtime.h"
#include /* why */ <cuda_fp16.h>
#include < cuda_fp16.h >
#if 1 // __has_include(<cuda_fp16.h>)
#define TEXT "__has_include(<cuda_fp16.h>)"
#endif
#if __has_include(<cuda_fp16.h>) && __has_include("cublas_v2.h")
#include\
 <cublas_v2.h>
#endif
// #include <cuda_runtime.h>
// ==== output
#include <hip/hip_runtime.h>
#include "hip/hip_runtime_api.h" // why
#  include	<hip/hip_fp16.h>
# /* odd */ include <hip/hip_bf16.h>
  // kept for the comment
#include <vector>
#include "my_cuda_runtime.h"
#include /* why */ <hip/hip_fp16.h>
#include < hip/hip_fp16.h >
#if 1 // __has_include(<cuda_fp16.h>)
#define TEXT "__has_include(<cuda_fp16.h>)"
#endif
#if __has_include(<hip/hip_fp16.h>) && __has_include("hipblas/hipblas.h")
#include\
 <hipblas/hipblas.h>
#endif
// #include <cuda_runtime.h>
