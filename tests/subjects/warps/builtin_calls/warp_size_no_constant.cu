// Constants that may be others elsewhere, or of other types, are none.
constexpr unsigned kWarpSize = 32;
constexpr int kWarps = 32;
constexpr int warp_size = 32;
template <int warp_size> __device__ int of_template() { return warpSize; }
#ifdef SMALL
#define WARP_SZ 16
#else
#define WARP_SZ 32
#endif
namespace a { constexpr int WarpSize = 32; }
__global__ void k(int *p) { p[0] = warpSize; }
// ==== output
// Constants that may be others elsewhere, or of other types, are none.
#include <hip/hip_runtime.h>
constexpr unsigned kWarpSize = 32;
constexpr int kWarps = 32;
constexpr int warp_size = 32;
template <int warp_size> __device__ int of_template() { return 32; }
#ifdef SMALL
#define WARP_SZ 16
#else
#define WARP_SZ 32
#endif
namespace a { constexpr int WarpSize = 32; }
__global__ void k(int *p) { p[0] = 32; }
