/* Licence
 * of two lines */

// A kernel.
extern "C" __global__ void kernel() {}
// ==== output
/* Licence
 * of two lines */

// A kernel.
#include <hip/hip_runtime.h>
extern "C" __global__ void kernel() {}
