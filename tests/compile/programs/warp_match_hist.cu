// Byte histogram that merges equal bins inside a warp (match_any) before the
// shared-memory atomic; second kernel does the merge by hand with ballots.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <chrono>

using uint = unsigned int;

constexpr int kBins = 256;
constexpr uint kFull = 0xffffffffu;

static inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
  }
}
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }

__global__ void histMatch(const uint8_t *data, size_t n, uint *hist)
{
  __shared__ uint sh[kBins];
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) sh[b] = 0;
  __syncthreads();

  const int lane = threadIdx.x % 32;
  const size_t stride = (size_t)gridDim.x * blockDim.x;
  const size_t nRound = (n + 31) / 32 * 32;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < nRound; i += stride) {
    uint v = i < n ? data[i] : 0xffffu;
    uint peers = __match_any_sync(kFull, v);
    int leader = __ffs(peers) - 1;
    if (lane == leader && v < kBins) atomicAdd(&sh[v], __popc(peers));
  }
  __syncthreads();
  for (int b = threadIdx.x; b < kBins; b += blockDim.x)
    if (sh[b]) atomicAdd(hist + b, sh[b]);
}

__device__ uint peersByBits(uint mask, uint v)
{
  uint peers = mask;
  for (int bit = 0; bit < 8; ++bit) {
    uint mine = (v >> bit) & 1;
    uint bal = __ballot_sync(mask, mine);
    peers &= mine ? bal : ~bal;
  }
  return peers;
}

__global__ void histBallot(const uint8_t *data, size_t n, uint *hist)
{
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  uint mask = __ballot_sync(0xffffffff, i < n);
  if (i < n) {
    uint v = data[i];
    uint peers = peersByBits(mask, v);
    uint last = 31 - __clz(peers);
    if ((threadIdx.x & 31) == last) atomicAdd(&hist[v], (uint)__popc(peers));
  }
}

// all lanes equal?
__global__ void uniformWarps(const uint8_t *data, size_t n, int *count)
{
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  int v = i < n ? data[i] : -1;
  int pred;
  __match_all_sync(__activemask(), v, &pred);
  if (pred && threadIdx.x % warpSize == 0) atomicAdd(count, 1);
}

int main(int argc, char **argv)
{
  size_t n = argc > 1 ? strtoull(argv[1], nullptr, 0) : (1u << 22) + 77;
  uint8_t *h = new uint8_t[n];
  uint ref[kBins] = {0}, got[kBins];
  uint32_t s = 12345;
  for (size_t i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    h[i] = (s >> 24) & ((i & 4096) ? 0x0f : 0xff);
    ref[h[i]]++;
  }
  uint8_t *d;
  uint *dh;
  int *dc, c;
  gpuErrchk(cudaMalloc(&d, n));
  gpuErrchk(cudaMalloc(&dh, sizeof(ref)));
  gpuErrchk(cudaMalloc(&dc, sizeof(int)));
  gpuErrchk(cudaMemcpy(d, h, n, cudaMemcpyHostToDevice));
  int bad = 0;
  for (int v = 0; v < 2; v++) {
    gpuErrchk(cudaMemset(dh, 0, sizeof(ref)));
    auto t0 = std::chrono::high_resolution_clock::now();
    if (v == 0) histMatch<<<128, 256>>>(d, n, dh);
    else        histBallot<<<(unsigned)((n + 255) / 256), 256>>>(d, n, dh);
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaDeviceSynchronize());
    auto t1 = std::chrono::high_resolution_clock::now();
    printf("variant %d: %.1f us\n", v, std::chrono::duration<double, std::micro>(t1 - t0).count());
    gpuErrchk(cudaMemcpy(got, dh, sizeof(ref), cudaMemcpyDeviceToHost));
    bad += memcmp(got, ref, sizeof(ref)) != 0;
  }
  cudaMemset(dc, 0, sizeof(int));
  uniformWarps<<<(unsigned)((n + 255) / 256), 256>>>(d, n, dc);
  cudaMemcpy(&c, dc, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d uniform warps\n%s\n", c, bad ? "FAIL" : "PASS");
  delete[] h;
  return bad;
}
