#include <cuda_runtime.h>
#include <stdio.h>
#define CHECK(call) if ((call) != cudaSuccess) printf("no\n")

// What the kernels read.
texture<float, 1, cudaReadModeElementType> prices;
static texture< uchar4 > colors; /* of all */
namespace {
texture<float2, cudaTextureType1D, cudaReadModeElementType> points;
}
#define POINT(i) tex1Dfetch(points, i)

__global__ void sum(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#if __CUDA_ARCH__ >= 300
    out[i] = ::tex1Dfetch(prices, i + n) + tex1Dfetch(colors, out[i] > 0 ? i : n).x;
#endif
    out[i] += POINT(i).y;
}

void run(float *p, uchar4 *c, float2 *xy, struct Other *other) {
    size_t offset;
    prices.filterMode = cudaFilterModePoint;
    prices.addressMode[0] = cudaAddressModeClamp; // the border
    prices.normalized = false;
    CHECK(cudaBindTexture(0, prices, p));
    CHECK(cudaBindTexture(&offset, colors, c, 4000 * sizeof(uchar4)));
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float2>();
    cudaBindTexture(NULL, points, xy + other->points, format, 4000);
    cudaBindTexture(0, &points, xy, &format);
    sum<<<1, 32>>>(p, 3);
    if (c) ::cudaBindTexture(NULL, colors, p);
    CHECK(cudaUnbindTexture(prices));
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <stdio.h>
#define CHECK(call) if ((call) != hipSuccess) printf("no\n")

// What the kernels read.
static __constant__ hipify_compat::linear_texture<float> prices;
static __constant__ hipify_compat::linear_texture<uchar4> colors; /* of all */
namespace {
static __constant__ hipify_compat::linear_texture<float2> points;
}
#define POINT(i) hipify_compat::tex1Dfetch(points, i)

__global__ void sum(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#if defined(__HIP_DEVICE_COMPILE__)
    out[i] = ::hipify_compat::tex1Dfetch(prices, i + n) + hipify_compat::tex1Dfetch(colors, out[i] > 0 ? i : n).x;
#endif
    out[i] += POINT(i).y;
}

void run(float *p, uchar4 *c, float2 *xy, struct Other *other) {
    size_t offset;
     // the border
    CHECK(hipify_compat::hipBindTexture(0, prices, p));
    CHECK(hipify_compat::hipBindTexture(&offset, colors, c, 4000 * sizeof(uchar4)));
    hipChannelFormatDesc format = hipCreateChannelDesc<float2>();
    hipify_compat::hipBindTexture(NULL, points, xy + other->points, format, 4000);
    hipify_compat::hipBindTexture(0, &points, xy, &format);
    sum<<<1, 32>>>(p, 3);
    if (c) ::hipify_compat::hipBindTexture(NULL, colors, p);
    CHECK(hipify_compat::hipUnbindTexture(prices));
}
