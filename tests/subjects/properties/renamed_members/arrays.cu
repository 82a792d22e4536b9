#include <cuda_runtime.h>
struct Own { int sparseCudaArraySupported; };
int f(int device, Own own, const cudaDeviceProp &given, cudaDeviceProp *list) {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, device);
    return p.sparseCudaArraySupported + own.sparseCudaArraySupported + given.deferredMappingCudaArraySupported +
           list[2].sparseCudaArraySupported + list->sparseCudaArraySupported;
}
// ==== output
#include <hip/hip_runtime.h>
struct Own { int sparseCudaArraySupported; };
int f(int device, Own own, const hipDeviceProp_t &given, hipDeviceProp_t *list) {
    hipDeviceProp_t p;
    hipGetDeviceProperties(&p, device);
    return p.sparseHipArraySupported + own.sparseCudaArraySupported + given.deferredMappingHipArraySupported +
           list[2].sparseHipArraySupported + list->sparseHipArraySupported;
}
