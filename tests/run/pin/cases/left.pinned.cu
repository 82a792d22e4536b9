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
#define cudaMalloc(pointer, bytes) pool_malloc(pointer, bytes)
#define cudaFree(pointer) (cudaFree)(pointer)
void by_macros(float *x) {
  cudaMalloc(&x, 4);
  cudaFree(x);
}
void not_evaluated(float *x) noexcept(noexcept(cudaFreeAsync(x, 0))) {
  static_assert(sizeof(cudaFreeAsync(x, 0)) == 4, "");
  using status = decltype(check(cudaFreeAsync(x, 0)));
}
void in_branches(float *x, int n) {
  scale<<<1,
#ifdef SMALL
          32
#else
          64
#endif
          >>>(x);
  cudaMemset(x, 0,
#ifdef SMALL
             4
#else
             8
#endif
  );
}
