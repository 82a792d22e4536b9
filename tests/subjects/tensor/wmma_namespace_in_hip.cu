#include <hip/hip_runtime.h>
using namespace nvcuda;
__global__ void k() {}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
using namespace nvcuda;
__global__ void k() {}
