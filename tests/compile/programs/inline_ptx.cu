// Inline PTX: lane id, funnel bit-field extract, cache-hinted loads, add with carry.
#include <cstdio>
#include <cstdint>

__device__ __forceinline__ unsigned laneId()
{
    unsigned r;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}
__device__ __forceinline__ unsigned bfe(unsigned x, unsigned pos, unsigned len)
{
    unsigned r;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(pos), "r"(len));
    return r;
}
__device__ __forceinline__ float ldStream(const float *p)
{
    float v;
    asm volatile("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(v) : "l"(p));
    return v;
}
__device__ uint4 add128(uint4 a, uint4 b)
{
    uint4 r;
    asm("add.cc.u32 %0, %4, %8;\n\t"
        "addc.cc.u32 %1, %5, %9;\n\t"
        "addc.cc.u32 %2, %6, %10;\n\t"
        "addc.u32 %3, %7, %11;"
        : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)
        : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y), "r"(b.z), "r"(b.w));
    return r;
}

__global__ void k(const float *x, float *y, unsigned *z, uint4 *w)
{
    unsigned i = threadIdx.x;
    y[i] = ldStream(x + i) + laneId();
    z[i] = bfe(0xabcd1234u, i % 28, 4);
    w[i] = add128(make_uint4(0xffffffffu, 0xffffffffu, i, 0), make_uint4(1, 0, 0, 7));
    asm volatile("membar.gl;" ::: "memory");
}

int main()
{
    float *x, *y;
    unsigned *z;
    uint4 *w;
    cudaMallocManaged(&x, 64 * 4);
    cudaMallocManaged(&y, 64 * 4);
    cudaMallocManaged(&z, 64 * 4);
    cudaMallocManaged(&w, 64 * 16);
    for (int i = 0; i < 64; i++) x[i] = i;
    k<<<1, 64>>>(x, y, z, w);
    cudaDeviceSynchronize();
    int bad = 0;
    for (unsigned i = 0; i < 64; i++)
        bad += y[i] != i + i % 32 || z[i] != ((0xabcd1234u >> (i % 28)) & 15) || w[i].x || w[i].y || w[i].z != i + 1 || w[i].w != 7;
    printf("%s\n", bad ? "FAIL" : "PASS");
    return bad;
}
