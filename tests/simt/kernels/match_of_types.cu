// Matches compare bits: of floating-point numbers, of narrow integers and enumerators as int, of 64 bits.
// prints: 16 16 8 4 8 32 0 16
// mutant: __popc(hipify_compat::match_any_sync(0xffffffff, narrow)) => __popcll(__match_any_sync(__activemask(), +narrow))
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

enum Colour { red, green };

__global__ void match_of_types(int *out) {
  int lane = threadIdx.x % 32, same, whole, ignored;
  float sign = lane % 2 ? -0.0f : 0.0f;
  double nan = lane < 16 ? 1.0 : NAN;
  unsigned char narrow = lane % 4;
  long long wide = (lane % 8) * (1ll << 40);
  Colour colour = lane % 2 == 0 ? red : green;
  unsigned none = __match_all_sync(0xffffffff, sign, &same);
  unsigned all = __match_all_sync(0x55555555 << lane % 2, colour, &whole);
  int n[] = {__popc(__match_any_sync(0xffffffff, sign)), __popc(__match_any_sync(0xffffffff, nan)),
             __popc(__match_any_sync(0xffffffff, narrow)), __popc(__match_any_sync(0xffffffff, wide)),
             __popc(__match_any_sync(0x55555555 << lane % 2, lane % 4 < 2 ? true : false)),
             __popc(__match_all_sync(0xffffffff, wide < 0, &ignored)), int(none) + same, __popc(all) * whole};
  if (threadIdx.x == 63)
    for (int i = 0; i < 8; ++i) out[i] = n[i];
}

int main() {
  int *out;
  cudaMallocManaged(&out, 8 * sizeof(int));
  match_of_types<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%d ", out[i]);
  cudaFree(out);
}
