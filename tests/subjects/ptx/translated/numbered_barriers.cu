struct Named {
  static __device__ void sync(int id, int n) {
    asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory");  // expect: CNV001, PTX030
  }
};
#define ARRIVE(id, n) asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory")  // expect: CNV001
__global__ void __launch_bounds__(256) itself() {  // a comment
  if (threadIdx.x < 64) asm volatile("bar.sync 1, 64;" ::: "memory");  // expect: CNV001
}
__global__ void by_a_class() { Named::sync(1, 64); }
__device__ void helper() { ARRIVE(2, 64); }
__global__ void by_a_macro()
{
  helper();
}
__global__ void without(int *p) { p[0] = 1; asm volatile("bar.sync 0;" ::: "memory"); }  // expect: CNV001
__device__ void uncalled() {  // expect: PTX031
  asm volatile("barrier.sync %0;" :: "r"(3) : "memory");  // expect: CNV001, PTX030
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
struct Named {
  static __device__ void sync(int id, int n) {
#if defined(__HIP_PLATFORM_AMD__)
    hipify_ptx::barrier_sync<true>(id, n);
#else
    asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory");  // expect: CNV001, PTX030
#endif
  }
};
#define ARRIVE(id, n) HIPIFY_PTX_AMD(do { \
      const uint32_t ptx_id = id; \
      const uint32_t ptx_n = n; \
      hipify_ptx::barrier_arrive<true>(ptx_id, ptx_n); \
    } while (0)) HIPIFY_PTX_NVIDIA(asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"))  // expect: CNV001
__global__ void __launch_bounds__(256) itself() {  // a comment
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::begin_barriers();
#endif
  if (threadIdx.x < 64)
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::barrier_sync<true>(1u, 64u);
#else
  asm volatile("bar.sync 1, 64;" ::: "memory");  // expect: CNV001
#endif
}
__global__ void by_a_class() {
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::begin_barriers();
#endif
  Named::sync(1, 64); }
__device__ void helper() { ARRIVE(2, 64); }
__global__ void by_a_macro()
{
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::begin_barriers();
#endif
  helper();
}
__global__ void without(int *p) { p[0] = 1;
#if defined(__HIP_PLATFORM_AMD__)
__syncthreads();
#else
asm volatile("bar.sync 0;" ::: "memory");
#endif
 }  // expect: CNV001
__device__ void uncalled() {  // expect: PTX031
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::barrier_sync<false>(3);
#else
  asm volatile("barrier.sync %0;" :: "r"(3) : "memory");  // expect: CNV001, PTX030
#endif
}
