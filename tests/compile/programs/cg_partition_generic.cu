// Device functions templated on the group they get: max-norm and dot product
// by block, by tile of any width, by runtime-sized group; free sync function.
#include <cooperative_groups.h>
#include <cmath>
#include <iostream>
#include <vector>

namespace cgx = cooperative_groups;

struct MaxAbs {
    static constexpr float zero = 0.f;
    __device__ float operator()(float a, float b) const { return fmaxf(fabsf(a), fabsf(b)); }
};
struct Add {
    static constexpr float zero = 0.f;
    __device__ float operator()(float a, float b) const { return a + b; }
};

// any group, through a scratch array with one slot per member
template <class Group, class Op>
__device__ float fold(const Group &g, float v, float *scratch, Op op)
{
    const unsigned me = g.thread_rank();
    scratch[me] = v;
    g.sync();
    for (unsigned live = g.size(); live > 1;) {
        unsigned keep = (live + 1) / 2;
        if (me < live - keep) scratch[me] = op(scratch[me], scratch[me + keep]);
        cgx::sync(g);
        live = keep;
    }
    return scratch[0];
}

// tiles have shuffles
template <unsigned W, class Parent, class Op>
__device__ float fold(const cgx::thread_block_tile<W, Parent> &t, float v, Op op)
{
#pragma unroll
    for (unsigned d = 1; d < W; d <<= 1) v = op(v, t.shfl_xor(v, d));
    return v;
}

__global__ void rowMax(const float *m, int cols, float *out)
{
    extern __shared__ float scratch[];
    const cgx::thread_block blk = cgx::this_thread_block();
    float v = MaxAbs::zero;
    for (int c = blk.thread_rank(); c < cols; c += blk.size()) v = MaxAbs()(v, m[blk.group_index().x * cols + c]);
    v = fold(blk, v, scratch, MaxAbs());
    if (blk.thread_rank() == 0) out[blk.group_index().x] = v;
}

template <unsigned W>
__global__ void rowDot(const float *a, const float *b, int rows, int cols, float *out)
{
    const auto blk = cgx::this_thread_block();
    const auto tile = cgx::tiled_partition<W>(blk);
    const int row = blk.group_index().x * (blk.size() / W) + blk.thread_rank() / W;
    if (row >= rows) return;
    float v = 0.f;
    for (int c = tile.thread_rank(); c < cols; c += W) v += a[row * cols + c] * b[row * cols + c];
    v = fold(tile, v, Add{});
    if (tile.thread_rank() == 0) out[row] = v;
}

__global__ void rowSumDynamic(const float *a, int cols, float *out, unsigned width)
{
    extern __shared__ float scratch[];
    cgx::thread_block blk = cgx::this_thread_block();
    cgx::thread_group g = cgx::tiled_partition(blk, width);
    const unsigned sub = blk.thread_rank() / width, row = blockIdx.x * (blockDim.x / width) + sub;
    float v = 0.f;
    for (unsigned c = g.thread_rank(); c < (unsigned)cols; c += g.size()) v += a[row * cols + c];
    v = fold(g, v, scratch + sub * width, Add());
    if (g.thread_rank() == 0) out[row] = v;
    if (blk.thread_index().x == 0 && g.size() != width) out[row] = -1.f;
}

int main()
{
    const int rows = 96, cols = 250;
    float *a, *b, *out;
    cudaMallocManaged(&a, rows * cols * sizeof(float));
    cudaMallocManaged(&b, rows * cols * sizeof(float));
    cudaMallocManaged(&out, 4 * rows * sizeof(float));
    for (int i = 0; i < rows * cols; i++) { a[i] = (float)(i * 7 % 23) - 11.f; b[i] = (float)(i % 5); }
    rowMax<<<rows, 100, 100 * sizeof(float)>>>(a, cols, out);
    rowDot<32><<<(rows + 3) / 4, 128>>>(a, b, rows, cols, out + rows);
    rowDot<4><<<(rows + 31) / 32, 128>>>(a, b, rows, cols, out + 2 * rows);
    rowSumDynamic<<<rows / 8, 128, 128 * sizeof(float)>>>(a, cols, out + 3 * rows, 16);
    if (cudaError_t e = cudaDeviceSynchronize()) { std::cerr << cudaGetErrorString(e) << '\n'; return 1; }
    bool ok = true;
    for (int r = 0; r < rows; r++) {
        float mx = 0, dot = 0, sum = 0;
        for (int c = 0; c < cols; c++) {
            mx = std::fmax(mx, std::fabs(a[r * cols + c]));
            dot += a[r * cols + c] * b[r * cols + c];
            sum += a[r * cols + c];
        }
        ok = ok && out[r] == mx && out[rows + r] == dot && out[2 * rows + r] == dot && out[3 * rows + r] == sum;
    }
    std::cout << (ok ? "PASS" : "FAIL") << std::endl;
    cudaFree(a); cudaFree(b); cudaFree(out);
    return ok ? 0 : 1;
}
