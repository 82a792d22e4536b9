// Licence
// of two lines

#include <vector>
__global__ void kernel() {}
// ==== output
// Licence
// of two lines

#include <hip/hip_runtime.h>
#include <vector>
__global__ void kernel() {}
