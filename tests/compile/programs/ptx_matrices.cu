// Inline PTX of warps and blocks: a matrix instruction, and a barrier for some of the threads.
#include <cstdio>

__global__ void k(float *d, const unsigned *a, const unsigned *b)
{
    float acc[4] = {0, 0, 0, 0};
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(acc[0]), "+f"(acc[1]), "+f"(acc[2]), "+f"(acc[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    asm volatile("bar.sync 1, 64;");
    d[threadIdx.x] = acc[0];
}

int main()
{
    float *d;
    unsigned *a, *b;
    cudaMallocManaged(&d, 64 * sizeof(float));
    cudaMallocManaged(&a, 2 * sizeof(unsigned));
    cudaMallocManaged(&b, sizeof(unsigned));
    a[0] = a[1] = b[0] = 0x3c003c00;  // ones
    k<<<1, 64>>>(d, a, b);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%d: %g %g\n", (int)error, d[0], d[63]);
    return 0;
}
