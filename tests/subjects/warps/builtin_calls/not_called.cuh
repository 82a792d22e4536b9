// Functions of hipify_compat.hpp may be meant without being called; what stays a builtin may not.
#define WARP_ANY __any
#define WARP_ACTIVE __activemask
#define VOTE(op, p) op(0xffffffffu, p)
#define SHFL __shfl_down
#define SHUFFLE(...) __shfl_sync(0xffffffff, __VA_ARGS__)
#define any_sync(m, p) __any_sync(m, p)
#ifdef __any_sync
#endif
__device__ int f(int p) {
  auto g = __shfl_sync;  // expect: WRP004
  return WARP_ANY(p) + VOTE(__all_sync, p) + (__any)(p) + call(__all, p) + __any_sync(~0u, p);
}
__device__ float __reduce_add_sync(unsigned mask, float v);
__device__ float sum(float v, int n) { return __reduce_add_sync(~0u, v) + __reduce_add_sync(~0u, n); }  // expect: WRP004
template <class T> __device__ T __reduce_max_sync(unsigned mask, T v);
__device__ int largest(int v) { return __reduce_max_sync(~0u, v); }  // expect: WRP004
// ==== output
// Functions of hipify_compat.hpp may be meant without being called; what stays a builtin may not.
#include "hipify_compat.hpp"
#define WARP_ANY hipify_compat::any
#define WARP_ACTIVE hipify_compat::activemask
#define VOTE(op, p) op(0xffffffffu, p)
#define SHFL hipify_compat::shfl_down
#define SHUFFLE(...) hipify_compat::shfl_sync(0xffffffff, __VA_ARGS__)
#define any_sync(m, p) (hipify_compat::any_sync)(m, p)
#ifdef __any_sync
#endif
__device__ int f(int p) {
  auto g = __shfl_sync;  // expect: WRP004
  return WARP_ANY(p) + VOTE(hipify_compat::all_sync, p) + (hipify_compat::any)(p) + call(hipify_compat::all, p) + (hipify_compat::any_sync)(~0u, p);
}
__device__ float __reduce_add_sync(unsigned mask, float v);
__device__ float sum(float v, int n) { return __reduce_add_sync(~0u, v) + hipify_compat::reduce_add_sync(~0u, n); }  // expect: WRP004
template <class T> __device__ T __reduce_max_sync(unsigned mask, T v);
__device__ int largest(int v) { return __reduce_max_sync(~0u, v); }  // expect: WRP004
