#ifdef __HIPCC__
hipFree(a);
#else
#include <cuda_fp16.h>
__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
__device__ float atomicMax(float *a, float b) { return b; }
#if __CUDA_ARCH__ >= 300
void f() {
    register int x = __finitef(p);
    kernel<< <1, 2>> >(cub::Sum());
    cudaMemcpyToSymbol(table, source, __shfl_sync(0xffffffff, v, 1));
    y = cooperative_groups::reduce(tile, v, cooperative_groups::plus<int>());
}
#endif
#endif
