#include <cuda_runtime.h>
void f() { kernel<< /* here */ <grid, block>> /* there */ >(a); }
// ==== output
#include <hip/hip_runtime.h>
void f() { kernel<<< /* here */ grid, block>>> /* there */(a); }
