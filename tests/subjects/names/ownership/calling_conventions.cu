#include <cuda.h>
struct Api {
  CUresult CUDAAPI (*free)(CUdeviceptr);
  CUresult (CUDAAPI *init)(unsigned);
};
// ==== output
#include <hip/hip_runtime.h>
struct Api {
  hipError_t (*free)(hipDeviceptr_t);
  hipError_t (*init)(unsigned);
};
