// printf / assert / __trap, block votes, __syncthreads_* and thread indices in 3D.
#include <cassert>
#include <cstdio>
#include <cstdlib>

#ifdef DEBUG
#define DPRINTF(fmt, ...) printf("[%d,%d] " fmt "\n", blockIdx.x, threadIdx.x, ##__VA_ARGS__)
#else
#define DPRINTF(...) do { } while (0)
#endif

struct Counts { int anyNeg, allPos, negatives; };

__global__ void votes(const int *v, int n, Counts *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int neg = i < n && v[i] < 0;
    DPRINTF("v = %d", i < n ? v[i] : 0);
    int any = __syncthreads_or(neg);
    int all = __syncthreads_and(!neg);
    int cnt = __syncthreads_count(neg);
    assert(any == (cnt > 0));
    if (threadIdx.x == 0) {
        atomicAdd(&c->negatives, cnt);
        atomicOr(&c->anyNeg, any);
        atomicAnd(&c->allPos, all);
        if (cnt > (int)blockDim.x) {
            printf("impossible count %d in block (%u, %u, %u)\n", cnt, blockIdx.x, blockIdx.y, blockIdx.z);
            __trap();
        }
    }
}

__global__ void index3D(unsigned *out, uint3 *where)
{
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned id = b * (blockDim.x * blockDim.y * blockDim.z) + t;
    out[id] = id;
    if (id == 100) {
        *where = threadIdx;
        dim3 bd = blockDim, gd = gridDim;
        printf("thread 100: (%u %u %u) of %ux%ux%u, grid %ux%ux%u, warp %d\n", threadIdx.x, threadIdx.y, threadIdx.z,
               bd.x, bd.y, bd.z, gd.x, gd.y, gd.z, t / warpSize);
    }
}

int main()
{
    const int n = 1000;
    int *v;
    Counts *c;
    unsigned *ids;
    uint3 *where;
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20);
    cudaMallocManaged(&v, n * sizeof(int));
    cudaMallocManaged(&c, sizeof(Counts));
    cudaMallocManaged(&ids, 2 * 3 * 2 * 4 * 4 * 4 * sizeof(unsigned));
    cudaMallocManaged(&where, sizeof(uint3));
    int ref = 0;
    for (int i = 0; i < n; i++) { v[i] = i % 7 - 1; ref += v[i] < 0; }
    *c = {0, 1, 0};
    votes<<<(n + 127) / 128, 128>>>(v, n, c);
    index3D<<<dim3(2, 3, 2), dim3(4, 4, 4)>>>(ids, where);
    cudaError_t e = cudaDeviceSynchronize();
    bool ok = e == cudaSuccess && c->negatives == ref && c->anyNeg == 1 && c->allPos == 0;
    for (unsigned i = 0; i < 2 * 3 * 2 * 64; i++) ok = ok && ids[i] == i;
    ok = ok && where->x == 0 && where->y == 1 && where->z == 2;
    printf("%s\n", ok ? "PASS" : "FAIL");
    cudaFree(v); cudaFree(c); cudaFree(ids); cudaFree(where);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
