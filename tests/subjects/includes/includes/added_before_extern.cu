extern "C" {
#include "kernels.h"
}
__global__ void kernel() {}
// ==== output
#include <hip/hip_runtime.h>
extern "C" {
#include "kernels.h"
}
__global__ void kernel() {}
