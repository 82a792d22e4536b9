#include <cuda_runtime.h>

float length(float x) { return rsqrtf(x) + erfcinvf(x); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"

float length(float x) { return rsqrtf(x) + erfcinvf(x); }
