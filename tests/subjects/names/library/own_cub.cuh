#if CUB_PTX_ARCH > 0
namespace cub {  // expect: TOOL006
struct Sum {};
inline cudaError_t f() { return CubDebug(cudaSuccess); }
}
#endif
cub::Sum sum;
// ==== output
#if CUB_PTX_ARCH > 0
namespace cub {  // expect: TOOL006
struct Sum {};
inline hipError_t f() { return CubDebug(hipSuccess); }
}
#endif
cub::Sum sum;
