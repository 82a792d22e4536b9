// What arrivals, bytes and drops make of an mbarrier, one after the other.
// prints: 2 0 | 1 0 1 1 | 3 0 1 0 | 0 0 1 1 | 1 0 1
// mutant: hipify_ptx::mbarrier_arrive_drop< => hipify_ptx::mbarrier_arrive<
// mutant: hipify_ptx::mbarrier_expect_tx<hipify_ptx::space::shared_cta>(at, 96u); => ;
// mutant: hipify_ptx::mbarrier_complete_tx<hipify_ptx::space::shared_cta>(at, 32u); => ;
// mutant: hipify_ptx::cp_async_mbarrier_arrive<hipify_ptx::space::shared_cta>(at); => hipify_ptx::cp_async_mbarrier_arrive_noinc<hipify_ptx::space::shared_cta>(at);
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned is_over(unsigned at, unsigned long long state) {
  unsigned over;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(over) : "r"(at), "l"(state) : "memory");
  return over;
}
__device__ unsigned is_parity_over(unsigned at, unsigned parity) {
  unsigned over;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2, 20; selp.u32 %0, 1, 0, p; }"
               : "=r"(over) : "r"(at), "r"(parity) : "memory");
  return over;
}
__device__ unsigned long long arrive(unsigned at, unsigned count) {
  unsigned long long state;
  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], %2;" : "=l"(state) : "r"(at), "r"(count) : "memory");
  return state;
}
__device__ unsigned pending(unsigned long long state) {
  unsigned count;
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(state));
  return count;
}

__global__ void mbarrier_counts(int *out) {
  __shared__ unsigned long long barrier;
  const unsigned at = __cvta_generic_to_shared(&barrier);
  if (threadIdx.x) return;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 2; fence.mbarrier_init.release.cluster;" :: "r"(at) : "memory");
  unsigned long long state = arrive(at, 1), other;
  *out++ = pending(state), *out++ = is_over(at, state);
  other = arrive(at, 1);  // ends phase 0
  *out++ = pending(other), *out++ = is_parity_over(at, 1), *out++ = is_over(at, state), *out++ = is_parity_over(at, 0);
  // In phase 1 bytes are awaited, some of which come before anyone knows.
  asm volatile("mbarrier.complete_tx.shared::cta.b64 [%0], 32;" :: "r"(at) : "memory");
  arrive(at, 1);
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 96;" :: "r"(at) : "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 %0, [%1], 64;" : "=l"(state) : "r"(at) : "memory");
  *out++ = pending(state) + 2, *out++ = is_over(at, state);
  asm volatile("mbarrier.complete_tx.shared::cta.b64 [%0], 128;" :: "r"(at) : "memory");
  *out++ = is_over(at, state), *out++ = is_parity_over(at, 0);
  // In phase 2 one leaves for good; copies that have been made add what they take.
  asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
  asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" :: "r"(at) : "memory");
  *out++ = is_over(at, state), *out++ = is_parity_over(at, 0);
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(at) : "memory");
  *out++ = is_over(at, state), *out++ = is_parity_over(at, 0);
  asm volatile("mbarrier.arrive.b64 %0, [%1];" : "=l"(state) : "l"(&barrier) : "memory");  // phase 3 expects one
  *out++ = pending(state), *out++ = is_over(at, arrive(at, 0)), *out++ = is_over(at, state);
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" :: "r"(at) : "memory");
}

int main() {
  int *out;
  cudaMallocManaged(&out, 32 * sizeof(int));
  cudaMemset(out, 0, 32 * sizeof(int));
  mbarrier_counts<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  const int ends[] = {2, 6, 10, 14, 17};
  for (int i = 0, part = 0; i < 17; ++i) {
    if (i == ends[part]) printf("| "), ++part;
    printf("%d ", out[i]);
  }
  cudaFree(out);
}
