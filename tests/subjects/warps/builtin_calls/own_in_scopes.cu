#include <cuda_runtime.h>
namespace mine {
struct V { float x; };
__device__ float __shfl_sync(unsigned, float v, int) { return v * 2; }
__device__ float use(float *a) { return __shfl_sync(1, a[0], 0) + ::__shfl_sync(~0u, a[0], 0); }
}
namespace other {
__device__ mine::V __shfl_up_sync(unsigned m, mine::V v, int d) { return {::__shfl_up_sync(m, v.x, d)}; }
}
using namespace other;
struct Votes {
  __device__ bool __any_sync(unsigned, bool b) { return b; }
  __device__ bool any(bool b) { return __any_sync(1, b); }
};
__global__ void k(float *x, mine::V *v) {
  using mine::__shfl_sync;
  x[0] = __shfl_sync(1, x[1], 0) + __shfl_up_sync(~0u, x[1], 1);
  auto __ballot_sync = [](unsigned m, int p) { return m + p; };
  x[1] = __ballot_sync(1, 2);
}
__global__ void l(float *x) {
  x[0] = __shfl_down_sync(~0u, x[1], 1) + __any_sync(~0u, x[0] > 0);  // expect: WRP004
}
// ==== output
#include <hip/hip_runtime.h>
namespace mine {
struct V { float x; };
__device__ float __shfl_sync(unsigned, float v, int) { return v * 2; }
__device__ float use(float *a) { return __shfl_sync(1, a[0], 0) + ::__shfl(a[0], 0, 32); }
}
namespace other {
__device__ mine::V __shfl_up_sync(unsigned m, mine::V v, int d) { return {::__shfl_up(v.x, d, 32)}; }
}
using namespace other;
struct Votes {
  __device__ bool __any_sync(unsigned, bool b) { return b; }
  __device__ bool any(bool b) { return __any_sync(1, b); }
};
__global__ void k(float *x, mine::V *v) {
  using mine::__shfl_sync;
  x[0] = __shfl_sync(1, x[1], 0) + __shfl_up(x[1], 1, 32);
  auto __ballot_sync = [](unsigned m, int p) { return m + p; };
  x[1] = __ballot_sync(1, 2);
}
__global__ void l(float *x) {
  x[0] = __shfl_down(x[1], 1, 32) + __any_sync(~0u, x[0] > 0);  // expect: WRP004
}
