#include <cuda_runtime.h>
struct Lane {
    __device__ int index();
    __device__ int next(int i);
    void set(int i);
};
int Lane::index() { return threadIdx.x; }
int Lane::next(int i) { return i + 1; }
__device__ void Lane::set(int i) { __syncthreads(); }
int on_device(int);
__global__ void kernel(int *p) { p[0] = on_device(1); }
__device__ int on_device(int i) { return i; }
int on_both(int);
int host() { return on_both(1); }
__device__ int on_both(int i) { return i; }
// ==== output
#include <hip/hip_runtime.h>
struct Lane {
    __device__ int index();
    __host__ __device__ int next(int i);
    __device__ void set(int i);
};
__device__ int Lane::index() { return threadIdx.x; }
__host__ __device__ int Lane::next(int i) { return i + 1; }
__device__ void Lane::set(int i) { __syncthreads(); }
__device__ int on_device(int);
__global__ void kernel(int *p) { p[0] = on_device(1); }
__device__ int on_device(int i) { return i; }
__host__ __device__ int on_both(int);
int host() { return on_both(1); }
__host__ __device__ int on_both(int i) { return i; }
