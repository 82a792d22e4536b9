// nvcc calls constexpr functions of the device from the host with --expt-relaxed-constexpr.
#include <cuda_runtime.h>

__device__ inline constexpr int bytes_of(int rows, int columns) {
  return rows * columns;
}

namespace sizes {
template <class T>
constexpr __device__ int of() { return sizeof(T); }
}  // namespace sizes

// Nothing but kernels call this one,
__device__ constexpr int half(int n) { return n / 2; }

// and these have a function for the host beside it, or can do what the device alone can.
__device__ constexpr int twice(int n) { return n * 2; }
constexpr int twice(float n) { return static_cast<int>(n) * 2; }
template <int N>
__device__ constexpr int own() { return N + threadIdx.x; }

// Both sides already.
__host__ __device__ constexpr int both() { return 1; }

__global__ void k(int* p) {
  p[0] = bytes_of(half(4), twice(2)) + sizes::of<int>() + own<1>() + both();
}

void launch(int* p) {
  k<<<1, 32, bytes_of(4, 4) * sizes::of<float>() + both() + twice(2.0f)>>>(p);
  int size = bytes_of(1, 2);
}
// ==== output
// nvcc calls constexpr functions of the device from the host with --expt-relaxed-constexpr.
#include <hip/hip_runtime.h>

__host__ __device__ inline constexpr int bytes_of(int rows, int columns) {
  return rows * columns;
}

namespace sizes {
template <class T>
constexpr __host__ __device__ int of() { return sizeof(T); }
}  // namespace sizes

// Nothing but kernels call this one,
__device__ constexpr int half(int n) { return n / 2; }

// and these have a function for the host beside it, or can do what the device alone can.
__device__ constexpr int twice(int n) { return n * 2; }
constexpr int twice(float n) { return static_cast<int>(n) * 2; }
template <int N>
__device__ constexpr int own() { return N + threadIdx.x; }

// Both sides already.
__host__ __device__ constexpr int both() { return 1; }

__global__ void k(int* p) {
  p[0] = bytes_of(half(4), twice(2)) + sizes::of<int>() + own<1>() + both();
}

void launch(int* p) {
  k<<<1, 32, bytes_of(4, 4) * sizes::of<float>() + both() + twice(2.0f)>>>(p);
  int size = bytes_of(1, 2);
}
