// Inline PTX that no rewriting of a statement can replace: a matrix instruction of four warps, and clusters of blocks.
#include <cstdio>

__global__ void k(float *d)
{
    asm volatile("wgmma.fence.sync.aligned;");
    asm volatile("barrier.cluster.arrive;\n barrier.cluster.wait;");
    d[threadIdx.x] = 0;
}

int main()
{
    k<<<1, 128>>>(nullptr);
    printf("%d\n", cudaDeviceSynchronize());
    return 0;
}
