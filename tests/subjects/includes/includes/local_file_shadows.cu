// flags: --local-header cuda_fp16.h
#include "cuda_fp16.h"  // expect: TOOL006
#include <cuda_fp16.h>
// ==== output
#include "cuda_fp16.h"  // expect: TOOL006
#include <hip/hip_fp16.h>
