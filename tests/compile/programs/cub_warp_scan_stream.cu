// WarpReduce / WarpScan with logical widths, BlockScan with a running prefix
// callback, sorting descending, WARP-level storage arrays.
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cstdio>
#include <vector>
#include <algorithm>
#include <functional>

template <typename T, int WIDTH = 32> using WarpSum = cub::WarpReduce<T, WIDTH>;

struct BlockPrefixCallbackOp {
  int running_total;
  __device__ BlockPrefixCallbackOp(int start) : running_total(start) {}
  __device__ int operator()(int block_aggregate)
  {
    int old = running_total;
    running_total += block_aggregate;
    return old;
  }
};

template <int B>
__global__ void longScan(const int *in, int *out, int n)
{
  using Scan = cub::BlockScan<int, B, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Scan::TempStorage temp;
  BlockPrefixCallbackOp prefix(0);
  for (int off = 0; off < n; off += B) {
    int i = off + threadIdx.x;
    int v = i < n ? in[i] : 0;
    Scan(temp).InclusiveSum(v, v, prefix);
    __syncthreads();
    if (i < n) out[i] = v;
  }
}

__global__ void csrRowSums(const int *rowptr, const float *val, float *y, int rows)
{
  __shared__ WarpSum<float, 8>::TempStorage temp[128 / 8];
  int vec = threadIdx.x / 8, lane = threadIdx.x % 8;
  int row = blockIdx.x * (128 / 8) + vec;
  float s = 0;
  if (row < rows)
    for (int j = rowptr[row] + lane; j < rowptr[row + 1]; j += 8) s += val[j];
  s = WarpSum<float, 8>(temp[vec]).Sum(s);
  if (lane == 0 && row < rows) y[row] = s;
}

__global__ void warpPositions(const int *flags, int *pos, int *totals)
{
  typedef cub::WarpScan<int> WarpScan;
  __shared__ WarpScan::TempStorage ts[4];
  int w = threadIdx.x / 32, i = blockIdx.x * blockDim.x + threadIdx.x, excl, total;
  WarpScan(ts[w]).ExclusiveSum(flags[i], excl, total);
  pos[i] = excl;
  if (threadIdx.x % 32 == 0) totals[i / 32] = total;
}

int main()
{
  const int n = 12800, rows = 777;
  std::vector<int> h(n), o(n), pos(n), tot(n / 32), rp(rows + 1, 0);
  for (int i = 0; i < n; i++) h[i] = (i * 11) % 3;
  for (int r = 0; r < rows; r++) rp[r + 1] = rp[r] + (r * 5) % 40;
  std::vector<float> val(rp[rows]), y(rows);
  for (size_t i = 0; i < val.size(); i++) val[i] = (float)(i % 8);
  int *d, *d2, *d3, *d_rp; float *d_val, *d_y;
  cudaMalloc(&d, n * 4); cudaMalloc(&d2, n * 4); cudaMalloc(&d3, n * 4); cudaMalloc(&d_rp, (rows + 1) * 4);
  cudaMalloc(&d_val, val.size() * 4); cudaMalloc(&d_y, rows * 4);
  cudaMemcpy(d, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d_rp, rp.data(), (rows + 1) * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d_val, val.data(), val.size() * 4, cudaMemcpyHostToDevice);
  int bad = 0;

  longScan<256><<<1, 256>>>(d, d2, n);
  cudaMemcpy(o.data(), d2, n * 4, cudaMemcpyDeviceToHost);
  for (int i = 0, s = 0; i < n; i++) bad += (s += h[i]) != o[i];

  csrRowSums<<<(rows + 15) / 16, 128>>>(d_rp, d_val, d_y, rows);
  cudaMemcpy(y.data(), d_y, rows * 4, cudaMemcpyDeviceToHost);
  for (int r = 0; r < rows; r++) { float s = 0; for (int j = rp[r]; j < rp[r + 1]; j++) s += val[j]; bad += s != y[r]; }

  warpPositions<<<n / 128, 128>>>(d, d2, d3);
  cudaMemcpy(pos.data(), d2, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(tot.data(), d3, n / 32 * 4, cudaMemcpyDeviceToHost);
  for (int w = 0; w < n / 32; w++) {
    int s = 0;
    for (int k = 0; k < 32; k++) { bad += pos[32 * w + k] != s; s += h[32 * w + k]; }
    bad += s != tot[w];
  }

  cudaStream_t st;
  cudaStreamCreate(&st);
  void *tmp = 0; size_t bytes = 0;
  cub::DeviceRadixSort::SortKeysDescending(tmp, bytes, d, d2, n, 0, sizeof(int) * 8, st);
  cudaMallocAsync(&tmp, bytes, st);
  cub::DeviceRadixSort::SortKeysDescending(tmp, bytes, d, d2, n, 0, sizeof(int) * 8, st);
  cudaFreeAsync(tmp, st);
  cudaMemcpyAsync(o.data(), d2, n * 4, cudaMemcpyDeviceToHost, st);
  cudaStreamSynchronize(st);
  std::sort(h.begin(), h.end(), std::greater<int>());
  bad += o != h;
  printf(bad ? "FAIL\n" : "PASS\n");
  cudaStreamDestroy(st);
  cudaFree(d); cudaFree(d2); cudaFree(d3); cudaFree(d_rp); cudaFree(d_val); cudaFree(d_y);
  return bad;
}
