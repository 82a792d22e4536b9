// What is called by a function that becomes the host's becomes the host's as well.
#include <cuda_runtime.h>

__device__ constexpr int width() { return 4; }
struct Tile {
  __device__ static constexpr int bytes(int n) { return n * width(); }
  __device__ static constexpr int twice(int n) { return n * 2; }
};

__global__ void k(int* p) { p[0] = Tile::twice(2); }
void launch(int* p) { k<<<1, 32, Tile::bytes(4)>>>(p); }
// ==== output
// What is called by a function that becomes the host's becomes the host's as well.
#include <hip/hip_runtime.h>

__host__ __device__ constexpr int width() { return 4; }
struct Tile {
  __host__ __device__ static constexpr int bytes(int n) { return n * width(); }
  __device__ static constexpr int twice(int n) { return n * 2; }
};

__global__ void k(int* p) { p[0] = Tile::twice(2); }
void launch(int* p) { k<<<1, 32, Tile::bytes(4)>>>(p); }
