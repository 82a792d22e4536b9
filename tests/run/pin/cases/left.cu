// Nothing of this is recorded.
#include <cuda_runtime.h>
cudaError_t cudaMalloc(void **pointer, size_t bytes);
struct Pool {
  cudaError_t cudaMalloc(void **pointer, size_t bytes) { return pool->cudaMalloc(pointer, bytes); }
};
__global__ void parent(float *x) { child<<<1, 1>>>(x); }
__host__ __device__ void both(float *x) { child<<<1, 1>>>(x); }
const cudaError_t at_start = cudaMemset(buffer, 0, 4);
auto *function = &cudaMalloc;
void text() { puts("scale<<<1, 1>>>(x)"); /* scale<<<1, 1>>>(x) */ }
int shift(int a) { return a << b << c; }
