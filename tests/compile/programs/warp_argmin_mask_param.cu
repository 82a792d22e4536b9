// Row-wise argmin: one warp per row; the participating mask is a parameter.
#include <cstdio>
#include <cstdlib>
#include <cfloat>
#include <vector>

#define WARP_SIZE 32
#define DIVUP(a, b) (((a) + (b) - 1) / (b))

struct Pair {
    float v;
    int   i;
};

__device__ inline Pair pmin(Pair a, Pair b)
{
    return (b.v < a.v || (b.v == a.v && b.i < a.i)) ? b : a;
}

__device__ Pair warpArgMin(Pair p, unsigned mask, int width = WARP_SIZE)
{
    for (int d = width >> 1; d; d >>= 1) {
        Pair o;
        o.v = __shfl_down_sync(mask, p.v, d, width);
        o.i = __shfl_down_sync(mask, p.i, d, width);
        p = pmin(p, o);
    }
    p.v = __shfl_sync(mask, p.v, 0, width);
    p.i = __shfl_sync(mask, p.i, 0, width);
    return p;
}

__global__ __launch_bounds__(128) void rowArgMin(const float *m, int rows, int cols, int *idx, float *val)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const int lane = threadIdx.x & 31;
    if (warp >= rows) return;
    const unsigned mask = __activemask();

    Pair best = {FLT_MAX, 0x7fffffff};
    for (int c = lane; c < cols; c += WARP_SIZE) {
        Pair p = {m[(size_t)warp * cols + c], c};
        best = pmin(best, p);
    }
    __syncwarp(mask);
    best = warpArgMin(best, mask);
    if (lane == 0) {
        idx[warp] = best.i;
        val[warp] = best.v;
    }
}

// half a warp per row, mask of the half this lane sits in
__global__ void rowArgMin16(const float *m, int rows, int cols, int *idx)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int row = t / 16, lane = t % 16;
    unsigned half_mask = (threadIdx.x & 16) ? 0xffff0000u : 0x0000ffffu;
    if (row >= rows) return;
    Pair best = {FLT_MAX, 0x7fffffff};
    for (int c = lane; c < cols; c += 16) {
        Pair p = {m[(size_t)row * cols + c], c};
        best = pmin(best, p);
    }
    best = warpArgMin(best, half_mask, 16);
    if (lane == 0) idx[row] = best.i;
}

int main(int argc, char **argv)
{
    if (argc != 1 && argc != 3) {
        printf("Usage: %s [<rows> <cols>]\n", argv[0]);
        return 1;
    }
    int rows = argc == 3 ? atoi(argv[1]) : 5000;
    int cols = argc == 3 ? atoi(argv[2]) : 777;
    std::vector<float> h((size_t)rows * cols);
    srand(3);
    for (auto &x : h) x = rand() / (float)RAND_MAX;

    float *d_m, *d_v;
    int *d_i;
    cudaMalloc((void **)&d_m, h.size() * sizeof(float));
    cudaMalloc((void **)&d_v, rows * sizeof(float));
    cudaMalloc((void **)&d_i, rows * sizeof(int));
    cudaMemcpy(d_m, &h[0], h.size() * sizeof(float), cudaMemcpyHostToDevice);

    std::vector<int> idx(rows), idx16(rows);
    rowArgMin<<<DIVUP(rows * WARP_SIZE, 128), 128>>>(d_m, rows, cols, d_i, d_v);
    cudaMemcpy(&idx[0], d_i, rows * sizeof(int), cudaMemcpyDeviceToHost);
    rowArgMin16<<<DIVUP(rows * 16, 128), 128>>>(d_m, rows, cols, d_i);
    cudaMemcpy(&idx16[0], d_i, rows * sizeof(int), cudaMemcpyDeviceToHost);

    int errors = 0;
    for (int r = 0; r < rows; r++) {
        int b = 0;
        for (int c = 1; c < cols; c++)
            if (h[(size_t)r * cols + c] < h[(size_t)r * cols + b]) b = c;
        errors += (idx[r] != b) + (idx16[r] != b);
    }
    printf("%d errors: %s\n", errors, errors ? "FAIL" : "PASS");
    cudaFree(d_m); cudaFree(d_v); cudaFree(d_i);
    return errors != 0;
}
