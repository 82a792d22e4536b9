// What 64 bits don't hold becomes the nearest that they do.
// prints: 7fffffffffffffff 0 8000000000000000 0 7fffffffffffffff 5
// mutant: hipify_ptx::float2ll_rz(f) => (long long)f
#include <cstdio>
#include <cuda_runtime.h>

__global__ void wide_integers(long long *out, float f, double d) {
  out[0] = __float2ll_rz(f);
  out[1] = __double2ull_rn(-d);
  out[2] = __double2ll_rd(-d);
  out[3] = __float2ull_ru(-f);
  out[4] = __float2ll_ru(f);
  out[5] = __double2ull_ru(4.25);
}

int main() {
  long long *out;
  cudaMallocManaged(&out, 6 * sizeof(long long));
  wide_integers<<<1, 1>>>(out, 1e30f, 1e30);
  cudaDeviceSynchronize();
  for (int i = 0; i < 6; i++) printf("%llx ", out[i]);
  cudaFree(out);
}
