#include <cuda_runtime.h>
namespace gpu { using ::cudaMalloc; using ::cudaStream_t; using ::cudaSuccess; inline bool ok(cudaError_t e) { return e == cudaSuccess; } }
int main() { void* q; gpu::cudaStream_t s; cudaStreamCreate(&s); return gpu::ok(gpu::cudaMalloc(&q, 3)) && gpu::cudaSuccess == 0; }
// ==== output
#include <hip/hip_runtime.h>
namespace gpu { using ::hipMalloc; using ::hipStream_t; using ::hipSuccess; inline bool ok(hipError_t e) { return e == hipSuccess; } }
int main() { void* q; gpu::hipStream_t s; hipStreamCreate(&s); return gpu::ok(gpu::hipMalloc(&q, 3)) && gpu::hipSuccess == 0; }
