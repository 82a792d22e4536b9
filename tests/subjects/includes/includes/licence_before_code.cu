/* A licence
   of two lines. */ __global__ void kernel();
// ==== output
#include <hip/hip_runtime.h>
/* A licence
   of two lines. */ __global__ void kernel();
