#include <cuda_runtime.h>
// Vectors of a namespace or a class are the file's own where they are in sight.
namespace geo { struct float4 { double x, y, z, w; }; }
namespace pix { struct int4 { int4(); short x, y; }; __device__ int4 read() { return {1}; } }
struct Image { using float2 = int; };
__global__ void k(float *o) {
  float4 u{o[0]};
  float2 t{o[0]};
  geo::float4 g{1};
  int4 q{3};
}
// ==== output
#include <hip/hip_runtime.h>
// Vectors of a namespace or a class are the file's own where they are in sight.
namespace geo { struct float4 { double x, y, z, w; }; }
namespace pix { struct int4 { int4(); short x, y; }; __device__ int4 read() { return {1}; } }
struct Image { using float2 = int; };
__global__ void k(float *o) {
  float4 u{o[0], 0, 0, 0};
  float2 t{o[0], 0};
  geo::float4 g{1};
  int4 q{3};
}
