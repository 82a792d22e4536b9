// Mandelbrot with cuComplex helpers, float and double.
#include <cuComplex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <chrono>

#define MAX_ITER 256

__host__ __device__ inline int escape(cuFloatComplex c)
{
    cuFloatComplex z = make_cuFloatComplex(0.0f, 0.0f);
    int k = 0;
    while (k < MAX_ITER && cuCrealf(z) * cuCrealf(z) + cuCimagf(z) * cuCimagf(z) < 4.0f) {
        z = cuCaddf(cuCmulf(z, z), c);
        k++;
    }
    return k;
}

__host__ __device__ inline int escape(cuDoubleComplex c)
{
    cuDoubleComplex z = make_cuDoubleComplex(0.0, 0.0);
    int k = 0;
    for (; k < MAX_ITER; k++) {
        if (cuCabs(z) >= 2.0) break;
        z = cuCadd(cuCmul(z, z), c);
    }
    return k;
}

__global__ void mandelF(int *it, int w, int h, cuComplex lo, cuComplex hi)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    cuComplex c = make_cuComplex(lo.x + (hi.x - lo.x) * x / w, lo.y + (hi.y - lo.y) * y / h);
    it[y * w + x] = escape(c);
}

__global__ void mandelD(int *it, int w, int h, cuDoubleComplex lo, cuDoubleComplex hi)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    it[y * w + x] = escape(make_cuDoubleComplex(lo.x + (hi.x - lo.x) * x / w, lo.y + (hi.y - lo.y) * y / h));
}

int main(int argc, char **argv)
{
    int w = 640, h = 480, repeat = argc > 1 ? atoi(argv[1]) : 5;
    size_t bytes = (size_t)w * h * sizeof(int);
    int *f = (int *)malloc(bytes), *d = (int *)malloc(bytes), *dev;
    cudaMalloc((void **)&dev, bytes);
    dim3 t(32, 8), b((w + t.x - 1) / t.x, (h + t.y - 1) / t.y);
    auto t0 = std::chrono::steady_clock::now();
    for (int r = 0; r < repeat; r++) mandelF<<<b, t>>>(dev, w, h, make_cuComplex(-2.f, -1.2f), make_cuComplex(0.8f, 1.2f));
    cudaDeviceSynchronize();
    auto t1 = std::chrono::steady_clock::now();
    cudaMemcpy(f, dev, bytes, cudaMemcpyDeviceToHost);
    mandelD<<<b, t>>>(dev, w, h, make_cuDoubleComplex(-2., -1.2), make_cuDoubleComplex(.8, 1.2));
    cudaMemcpy(d, dev, bytes, cudaMemcpyDeviceToHost);
    long bad = 0, cpu = 0;
    for (int i = 0; i < w * h; i++) bad += abs(f[i] - d[i]) > 3;
    for (int y = 0; y < h; y += 16)
        for (int x = 0; x < w; x += 16) {
            cuDoubleComplex c = make_cuDoubleComplex(-2. + 2.8 * x / w, -1.2 + 2.4 * y / h);
            cpu += abs(escape(c) - d[y * w + x]) > 3;
        }
    cuDoubleComplex q = cuCdiv(cuConj(make_cuDoubleComplex(1, 2)), make_cuDoubleComplex(0, 1)), p = cuCsub(q, q);
    printf("%.3f ms, differing %ld + %ld, %g%+gi\n", std::chrono::duration<double, std::milli>(t1 - t0).count() / repeat, bad, cpu, cuCreal(q), cuCimag(q) + p.x);
    int ok = bad < w * h / 50 && cpu < 20;
    printf("%s\n", ok ? "PASS" : "FAIL");
    cudaFree(dev); free(f); free(d);
    return !ok;
}
