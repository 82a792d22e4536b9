// 8x8 DCT and inverse with a quantisation step; cosine table in constant memory.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BS 8
enum Direction { FORWARD = 0, INVERSE = 1 };

__constant__ float cosTable[BS * BS];
__constant__ short quant[BS * BS];

template <Direction DIR>
__global__ void dct(const float *src, float *dst, int stride)
{
    __shared__ float a[BS][BS + 1], b[BS][BS + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = (blockIdx.x << 3) + tx, y = (blockIdx.y << 3) + ty;
    a[ty][tx] = src[y * stride + x];
    __syncthreads();
    float s = 0.f;
#pragma unroll
    for (int k = 0; k < BS; k++) s += (DIR == FORWARD ? cosTable[ty * BS + k] : cosTable[k * BS + ty]) * a[k][tx];
    b[ty][tx] = s;
    __syncthreads();
    s = 0.f;
#pragma unroll
    for (int k = 0; k < BS; k++) s += b[ty][k] * (DIR == FORWARD ? cosTable[tx * BS + k] : cosTable[k * BS + tx]);
    dst[y * stride + x] = s;
}

__global__ void quantize(float *c, int stride)
{
    int x = blockIdx.x * BS + threadIdx.x, y = blockIdx.y * BS + threadIdx.y;
    float q = (float)quant[threadIdx.y * BS + threadIdx.x];
    c[y * stride + x] = rintf(__fdiv_rn(c[y * stride + x], q)) * q;
}

int main(int argc, char **argv)
{
    const int w = 512, h = 256;
    float table[BS * BS];
    short q[BS * BS];
    for (int u = 0; u < BS; u++)
        for (int x = 0; x < BS; x++) {
            table[u * BS + x] = (u == 0 ? std::sqrt(1.f / 8) : std::sqrt(2.f / 8)) * std::cos((2 * x + 1) * u * (float)M_PI / 16);
            q[u * BS + x] = (short)(1 + u + x);
        }
    std::vector<float> img(w * h), out(w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) img[y * w + x] = 128.f + 100.f * std::sin(x * 0.05f) * std::cos(y * 0.07f);
    float *a, *b;
    if (cudaMemcpyToSymbol(cosTable, table, sizeof(table)) || cudaMemcpyToSymbol(quant, q, sizeof(q))) return 1;
    cudaMalloc(&a, w * h * sizeof(float));
    cudaMalloc(&b, w * h * sizeof(float));
    cudaMemcpy(a, img.data(), w * h * sizeof(float), cudaMemcpyHostToDevice);
    dim3 grid(w / BS, h / BS), block(BS, BS);
    dct<FORWARD><<<grid, block>>>(a, b, w);
    cudaMemcpy(out.data(), b, w * h * sizeof(float), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int u = 0; u < BS; u++)
        for (int v = 0; v < BS; v++) {
            double s = 0;
            for (int y = 0; y < BS; y++)
                for (int x = 0; x < BS; x++) s += table[u * BS + y] * img[y * w + x] * table[v * BS + x];
            worst = std::fmax(worst, std::fabs(s - out[u * w + v]));
        }
    dct<INVERSE><<<grid, block>>>(b, a, w);
    cudaMemcpy(out.data(), a, w * h * sizeof(float), cudaMemcpyDeviceToHost);
    double rt = 0, mse = 0;
    for (int i = 0; i < w * h; i++) rt = std::fmax(rt, std::fabs(out[i] - img[i]));
    quantize<<<grid, block>>>(b, w);
    dct<INVERSE><<<grid, block>>>(b, a, w);
    cudaMemcpy(out.data(), a, w * h * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < w * h; i++) mse += (out[i] - img[i]) * (out[i] - img[i]) / (w * h);
    printf("dct err %g, roundtrip %g, psnr %.2f dB\n", worst, rt, 10 * std::log10(255 * 255 / mse));
    bool ok = worst < 1e-2 && rt < 1e-2 && 10 * std::log10(255 * 255 / mse) > 35;
    puts(ok ? "PASS" : "FAIL");
    cudaFree(a); cudaFree(b);
    return !ok;
}
