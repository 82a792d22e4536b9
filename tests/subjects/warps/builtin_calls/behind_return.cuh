__device__ int any(unsigned m, int v) { return::__any_sync(0xffffffff, v); }
__device__ unsigned bits(unsigned m, int v) { return::__ballot_sync(m, v); }
// ==== output
#include "hipify_compat.hpp"
__device__ int any(unsigned m, int v) { return hipify_compat::any_sync(0xffffffff, v); }
__device__ unsigned bits(unsigned m, int v) { return hipify_compat::ballot_sync(m, v); }
