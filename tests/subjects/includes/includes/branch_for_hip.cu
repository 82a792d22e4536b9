#include <cuda_runtime.h>
#ifdef __HIPCC__
#include <curand_kernel.h>
#include <cub/cub.cuh>
#else
#include <cuda_fp16.h>
#endif
#if !defined(__HIP_PLATFORM_AMD__)
#include <cuda_pipeline.h>
#endif
__global__ void k();
// ==== output
#include <hip/hip_runtime.h>
#ifdef __HIPCC__
#include <hiprand/hiprand_kernel.h>
#include <hipcub/hipcub.hpp>
#else
#include <cuda_fp16.h>
#endif
#if !defined(__HIP_PLATFORM_AMD__)
#include <cuda_pipeline.h>
#endif
__global__ void k();
