#define WAIT() asm volatile("cp.async.wait_all;")
#define ALSO() WAIT()
#define USED() asm volatile("cp.async.wait_all;")
#define NOWHERE() asm volatile("cp.async.wait_all;")
#define ASKED asm volatile("cp.async.wait_all;")
__global__ void k(int* p) {
  USED();
#if __CUDA_ARCH__ >= 900  // expect: ARC002
  ALSO();
  ASKED;
#endif
#ifdef ASKED
  p[0] = 1;
#endif
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
#define WAIT() asm volatile("cp.async.wait_all;")
#define ALSO() WAIT()
#define USED() HIPIFY_PTX_AMD(hipify_ptx::cp_async_wait_all()) HIPIFY_PTX_NVIDIA(asm volatile("cp.async.wait_all;"))
#define NOWHERE() HIPIFY_PTX_AMD(hipify_ptx::cp_async_wait_all()) HIPIFY_PTX_NVIDIA(asm volatile("cp.async.wait_all;"))
#define ASKED HIPIFY_PTX_AMD(hipify_ptx::cp_async_wait_all()) HIPIFY_PTX_NVIDIA(asm volatile("cp.async.wait_all;"))
__global__ void k(int* p) {
  USED();
#if __CUDA_ARCH__ >= 900  // expect: ARC002
  ALSO();
  ASKED;
#endif
#ifdef ASKED
  p[0] = 1;
#endif
}
