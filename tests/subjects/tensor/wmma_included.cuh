// Others that include it find nvcuda::wmma there.
#pragma once
#include <mma.h>
#include <cuda_fp16.h>
// ==== output
// Others that include it find nvcuda::wmma there.
#pragma once
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
