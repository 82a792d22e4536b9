#include <cuda.h>
#include <cuda_runtime.h>
#include "cuda_fp16.h"
#if defined(EXTRA)
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <cuda_bf16.h>
#else
#include <cuda_bf16.h>
#endif
#include <cuda_bf16.h>
#include <cuda_runtime.h>  // for the runtime
// ==== output
#include <hip/hip_runtime.h>
#include "hip/hip_fp16.h"
#if defined(EXTRA)
#include <hip/hip_runtime_api.h>
#include <hip/hip_bf16.h>
#else
#include <hip/hip_bf16.h>
#endif
#include <hip/hip_bf16.h>
  // for the runtime
