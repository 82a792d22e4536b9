// Block-wide CUB: BlockLoad / BlockRadixSort / BlockScan / BlockStore and
// BlockReduce sharing storage in a union.
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace cub;

template <typename Key, int BLOCK_THREADS, int ITEMS_PER_THREAD>
__launch_bounds__(BLOCK_THREADS)
__global__ void sortTile(Key *d_in, Key *d_out, int *d_runs, Key *d_sum)
{
    enum { TILE = BLOCK_THREADS * ITEMS_PER_THREAD };
    typedef BlockLoad<Key, BLOCK_THREADS, ITEMS_PER_THREAD, BLOCK_LOAD_WARP_TRANSPOSE> BlockLoadT;
    typedef BlockRadixSort<Key, BLOCK_THREADS, ITEMS_PER_THREAD> BlockRadixSortT;
    typedef BlockScan<int, BLOCK_THREADS> BlockScanT;
    typedef cub::BlockReduce<Key, BLOCK_THREADS, BLOCK_REDUCE_RAKING> BlockReduceT;

    __shared__ union TempStorage {
        typename BlockLoadT::TempStorage load;
        typename BlockRadixSortT::TempStorage sort;
        typename BlockScanT::TempStorage scan;
        typename BlockReduceT::TempStorage reduce;
    } temp;
    __shared__ Key lastKey[BLOCK_THREADS];

    Key items[ITEMS_PER_THREAD];
    int offset = blockIdx.x * TILE;
    BlockLoadT(temp.load).Load(d_in + offset, items);
    __syncthreads();
    BlockRadixSortT(temp.sort).Sort(items);
    __syncthreads();

    lastKey[threadIdx.x] = items[ITEMS_PER_THREAD - 1];
    __syncthreads();
    int heads = 0;
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; ++i) {
        Key prev = i ? items[i - 1] : (threadIdx.x ? lastKey[threadIdx.x - 1] : items[0] - 1);
        heads += items[i] != prev;
    }
    int rank, total;
    BlockScanT(temp.scan).ExclusiveSum(heads, rank, total);
    __syncthreads();
    Key agg = BlockReduceT(temp.reduce).Sum(items);
    if (threadIdx.x == 0) { d_runs[blockIdx.x] = total; d_sum[blockIdx.x] = agg; }
    StoreDirectBlocked(threadIdx.x, d_out + offset, items);
}

template <int B>
__global__ void maxKernel(const float *x, float *out, int n)
{
    using Reduce = cub::BlockReduce<float, B>;
    __shared__ typename Reduce::TempStorage ts;
    float m = -1e30f;
    for (int i = threadIdx.x; i < n; i += B) m = fmaxf(m, x[i]);
    struct Max { __device__ float operator()(float a, float b) const { return a > b ? a : b; } };
    m = Reduce(ts).Reduce(m, Max());
    if (threadIdx.x == 0) *out = m;
}

int main()
{
    const int tiles = 32, B = 128, I = 8, n = tiles * B * I;
    std::vector<int> h(n), g(n), runs(tiles), sums(tiles);
    for (int i = 0; i < n; i++) h[i] = (i * 7919) % 800;
    int *in, *out, *d_runs, *d_sum;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&d_runs, tiles * sizeof(int));
    cudaMalloc(&d_sum, tiles * sizeof(int));
    cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    sortTile<int, B, I><<<tiles, B>>>(in, out, d_runs, d_sum);
    cudaMemcpy(g.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(runs.data(), d_runs, tiles * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(sums.data(), d_sum, tiles * sizeof(int), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int t = 0; t < tiles; t++) {
        auto b = h.begin() + t * B * I, e = b + B * I;
        std::sort(b, e);
        int s = 0;
        for (auto p = b; p != e; ++p) s += *p;
        bad += s != sums[t];
        std::vector<int> u(b, e);
        bad += runs[t] != std::unique(u.begin(), u.end()) - u.begin();
    }
    bad += h != g;
    float *f, m;
    cudaMalloc(&f, 5 * sizeof(float));
    float hf[4] = {1, 9, -3, 4};
    cudaMemcpy(f, hf, sizeof(hf), cudaMemcpyHostToDevice);
    maxKernel<64><<<1, 64>>>(f, f + 4, 4);
    cudaMemcpy(&m, f + 4, sizeof(float), cudaMemcpyDeviceToHost);
    bad += m != 9.f;
    printf("%s\n", bad ? "FAIL" : "PASS");
    cudaFree(in); cudaFree(out); cudaFree(d_runs); cudaFree(d_sum); cudaFree(f);
    return bad;
}
