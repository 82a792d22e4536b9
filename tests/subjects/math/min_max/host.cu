#include <cuda_runtime.h>
using namespace std;

// HIP's min on the host takes int.
size_t chunk(size_t total, size_t most) { return min(total, most); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
using namespace std;

// HIP's min on the host takes int.
size_t chunk(size_t total, size_t most) { return min(total, most); }
