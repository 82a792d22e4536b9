// Two warps multiply halves by PTX, in shared and in global memory, with a stride and without one.
// prints: 0 0
// mutant: hipify_ptx::layout::col, hipify_ptx::space::generic => hipify_ptx::layout::row, hipify_ptx::space::generic
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int STRIDE = 24, MOST = 16 * STRIDE;

__global__ void ptx_wmma(half *memory, float *into) {
  __shared__ half tiles[2 * MOST];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  half *from_a = tiles + warp * MOST, *from_b = memory + warp * 256;
  into += warp * 256;
  for (int i = lane; i < MOST; i += 32) from_a[i] = __float2half(float((i * 7 + warp) % 11));
  for (int i = lane; i < 256; i += 32) from_b[i] = __float2half(float((i * 3 + warp) % 13));
  __syncthreads();
  unsigned a[8], b[8];
  float c[8] = {};
  const unsigned at = (unsigned)__cvta_generic_to_shared(from_a);
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]), "=r"(a[4]), "=r"(a[5]), "=r"(a[6]), "=r"(a[7])
               : "r"(at), "r"(STRIDE)
               : "memory");
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
               : "=r"(b[0]), "=r"(b[1]), "=r"(b[2]), "=r"(b[3]), "=r"(b[4]), "=r"(b[5]), "=r"(b[6]), "=r"(b[7])
               : "l"(from_b)
               : "memory");
  asm volatile(
      "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, "
      "{%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, "
      "{%0, %1, %2, %3, %4, %5, %6, %7};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]), "r"(a[6]), "r"(a[7]), "r"(b[0]), "r"(b[1]),
        "r"(b[2]), "r"(b[3]), "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, 16;" ::"f"(c[0]),
               "f"(c[1]), "f"(c[2]), "f"(c[3]), "f"(c[4]), "f"(c[5]), "f"(c[6]), "f"(c[7]), "l"(into)
               : "memory");
}

int main() {
  half *memory;
  float *into;
  cudaMallocManaged(&memory, 512 * sizeof(half));
  cudaMallocManaged(&into, 512 * sizeof(float));
  ptx_wmma<<<1, 64>>>(memory, into);
  cudaDeviceSynchronize();
  for (int warp = 0; warp < 2; ++warp) {
    int wrong = 0;
    for (int i = 0; i < 256; ++i) {
      int sum = 0;
      for (int k = 0; k < 16; ++k) {
        sum += ((i / 16 * STRIDE + k) * 7 + warp) % 11 * (((i % 16 * 16 + k) * 3 + warp) % 13);
      }
      wrong += into[warp * 256 + i] != float(sum);
    }
    printf("%d ", wrong);
  }
  cudaFree(memory), cudaFree(into);
}
