#include <cuda_runtime.h>
#include "third_party/cub/cub.cuh"
void f() { cub::DeviceReduce::Sum(a, b, c, d, e); CubDebug(cudaSuccess); }  // expect: TOOL006
cub::Sum sum;
// ==== output
#include <hip/hip_runtime.h>
#include "third_party/cub/cub.cuh"
void f() { cub::DeviceReduce::Sum(a, b, c, d, e); CubDebug(hipSuccess); }  // expect: TOOL006
cub::Sum sum;
