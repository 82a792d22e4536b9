/* Licence
 * of two lines */

// A kernel.
extern "C" __global__ void kernel() {}
// ==== output
/* Licence
 * of two lines */

#include <hip/hip_runtime.h>
// A kernel.
extern "C" __global__ void kernel() {}
