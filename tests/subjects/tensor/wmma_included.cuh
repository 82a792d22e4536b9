// Whoever calls nvcuda::wmma includes our header itself.
#pragma once
#include <mma.h>
#include <cuda_fp16.h>
// ==== output
// Whoever calls nvcuda::wmma includes our header itself.
#pragma once
#include <hip/hip_fp16.h>
