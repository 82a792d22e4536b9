// A wave copies in bulk what others wait for, in two stages, and is told by each of their threads when a stage is free.
// prints: 872 620 | 5 1006
// mutant: hipify_ptx::cp_async_bulk_load(to, from, bytes, bar) => hipify_ptx::copy_bulk<hipify_ptx::space::shared, hipify_ptx::space::global>(to, from, bytes)
// mutant: wait(empties + 8 * stage, (round / 2 + 1) & 1); => ;
// mutant: hipify_ptx::mbarrier_test_wait_parity<hipify_ptx::space::shared_cta>(ptx_bar, ptx_parity) => true
#include <cstdio>
#include <cuda_runtime.h>

__device__ void wait(unsigned bar, unsigned parity) {
  asm volatile("{\n .reg .pred p;\n WAIT:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @p bra DONE;\n bra WAIT;\n"
               " DONE:\n }" :: "r"(bar), "r"(parity) : "memory");
}
__device__ void load(unsigned to, const void *from, unsigned bytes, unsigned bar) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(bar), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               :: "r"(to), "l"(from), "r"(bytes), "r"(bar) : "memory");
}

__global__ void mbarrier_pipeline(const int *in, int *sums, int *copy) {
  __shared__ __align__(16) int stages[2][64];
  __shared__ unsigned long long full[2], empty[2];
  const unsigned at = __cvta_generic_to_shared(stages);
  const unsigned fulls = __cvta_generic_to_shared(full), empties = __cvta_generic_to_shared(empty);
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < 2; ++stage) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(fulls + 8 * stage));
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" :: "r"(empties + 8 * stage));
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  int sum = 0;
  if (threadIdx.x >= 64) {
    if (threadIdx.x == 64) {
      for (unsigned round = 0; round < 4; ++round) {
        const unsigned stage = round % 2;
        wait(empties + 8 * stage, (round / 2 + 1) & 1);
        load(at + 256 * stage, in + 64 * round, 256, fulls + 8 * stage);
      }
    }
    return;
  }
  for (unsigned round = 0; round < 4; ++round) {
    const unsigned stage = round % 2;
    wait(fulls + 8 * stage, round / 2 & 1);
    sum += stages[stage][63 - threadIdx.x];
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(empties + 8 * stage) : "memory");
  }
  sums[threadIdx.x] = sum;
  wait(empties + 8, 1);
  if (threadIdx.x == 0) {
    stages[1][1] += 1000;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(copy), "r"(at + 256), "r"(256) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

int main() {
  int *data;
  cudaMallocManaged(&data, 512 * sizeof(int));
  for (int i = 0; i < 256; ++i) data[i] = 5 + i % 64 + i / 64 * 100;
  mbarrier_pipeline<<<1, 128>>>(data, data + 256, data + 384);
  cudaDeviceSynchronize();
  printf("%d %d | %d %d", data[256], data[256 + 63], data[384] - 300, data[385] - 300);
  cudaFree(data);
}
