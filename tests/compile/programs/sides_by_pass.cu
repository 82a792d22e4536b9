// Functions that differ between the passes of nvcc, called by kernels and by the host.
#include <cstdio>
#include <cuda_runtime.h>

struct Flags {
    unsigned bits;

#if defined(__CUDA_ARCH__)
    __device__ Flags &operator|=(Flags const &other)
    {
        atomicOr(&bits, other.bits);
        return *this;
    }
    __device__ void clear(unsigned mask, int shift = 0) noexcept(true) { atomicAnd(&bits, ~(mask << shift)); }
#else
    Flags &operator|=(Flags const &other)
    {
        bits |= other.bits;
        return *this;
    }
    void clear(unsigned mask, int shift = 0) noexcept(true) { bits &= ~(mask << shift); }
#endif
};

__global__ void merge(Flags *all)
{
    *all |= Flags{1u << (threadIdx.x + 1)};
    __syncthreads();
    if (threadIdx.x == 0) all->clear(1, 2);
}

int main()
{
    Flags host{0}, found{0}, *device;
    for (unsigned i = 0; i < 8; i++) host |= Flags{1u << (i + 1)};
    host.clear(1, 2);
    cudaMalloc(&device, sizeof *device);
    cudaMemset(device, 0, sizeof *device);
    merge<<<1, 8>>>(device);
    cudaMemcpy(&found, device, sizeof found, cudaMemcpyDeviceToHost);
    printf("%x %x\n", host.bits, found.bits);
    cudaFree(device);
    return found.bits != host.bits;
}
