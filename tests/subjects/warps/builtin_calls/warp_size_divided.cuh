__global__ void k(int* out, int x) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) x += __shfl_down_sync(0xffffffff, x, offset);
  out[0] = x % warpSize / 2 + warpSize/4 - ~warpSize / 2 + (float)warpSize / 2;
  out[1] = warpSize / 5 + warpSize / 2u + warpSize / 2.0f + warpSize / x + warpSize / 8 / 2;
}
// ==== output
__global__ void k(int* out, int x) {
  for (int offset = 16; offset > 0; offset /= 2) x += __shfl_down(x, offset, 32);
  out[0] = x % 32 / 2 + 8 - ~32 / 2 + (float)32 / 2;
  out[1] = 32 / 5 + 32 / 2u + 32 / 2.0f + 32 / x + 4 / 2;
}
