// hipify: off
#include <cuda_runtime.h>
// hipify: on
int one;
// hipify: off
int f() { return cudaFree(0); }
// hipify: on
