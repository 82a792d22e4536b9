#include <cuda_runtime.h>

float length(float x) { return rsqrtf(x) + erfcinvf(x); }
// ==== output
#include "hipify_compat.hpp"
#include <hip/hip_runtime.h>

float length(float x) { return rsqrtf(x) + erfcinvf(x); }
