// Macros that say __device__ in one pass of the compiler only, alone and beside others.
#include <cstdio>

#ifdef __CUDA_ARCH__
#define HD __host__ __device__
#else
#define HD
#endif

#if defined(__CUDA_ARCH__)
#ifndef DEVICE
#define DEVICE __device__
#endif
#define STEP 2
#else
#define STEP 1
#endif
#ifndef DEVICE
#define DEVICE
#endif

struct Vec {
    float x, y;
    HD Vec(float x, float y) : x(x), y(y) {}
    HD float dot(Vec const& o) const { return x * o.x + y * o.y; }
};

DEVICE inline int scaled(int i) { return STEP * i; }

__global__ void fill(float* out) {
    int i = threadIdx.x;
    out[i] = Vec(i, 1).dot(Vec(2, 3)) + scaled(i);
}

int main() {
    float *d, h[32];
    cudaMalloc(&d, sizeof h);
    fill<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    bool good = scaled(5) == 5;
    for (int i = 0; i < 32; ++i) good = good && h[i] == Vec(i, 1).dot(Vec(2, 3)) + 2 * i;
    std::printf(good ? "PASS\n" : "FAIL\n");
    return good ? 0 : 1;
}
