// Separable Gaussian blur through a texture, then Sobel magnitude from a
// shared-memory tile; 8-bit RGBA in, 8-bit grey out.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <vector>
#include <algorithm>

typedef unsigned char uchar;
#define RADIUS 3
#define KLEN (2 * RADIUS + 1)
#define TW 16
#define TH 16
#define gpuCheck(e) { cudaError_t _e = (e); if (_e) { fprintf(stderr, "%s @%d\n", cudaGetErrorString(_e), __LINE__); exit(_e); } }

__constant__ float c_gauss[KLEN];

inline __host__ __device__ float luma(uchar4 p) { return 0.299f * p.x + 0.587f * p.y + 0.114f * p.z; }

__global__ void toGrey(const uchar4 *in, float *out, int w, int h, size_t pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) *((float *)((char *)out + y * pitch) + x) = luma(in[y * w + x]);
}

template <bool ROWS>
__global__ void blur(cudaTextureObject_t tex, float *out, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0.f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; k++)
        s += c_gauss[k + RADIUS] * (ROWS ? tex2D<float>(tex, x + 0.5f + k, y + 0.5f) : tex2D<float>(tex, x + 0.5f, y + 0.5f + k));
    ((float *)((char *)out + y * pitch))[x] = s;
}

__global__ void sobel(const float *in, size_t pitch, uchar *out, int w, int h)
{
    __shared__ float t[TH + 2][TW + 2];
    int x0 = blockIdx.x * TW - 1, y0 = blockIdx.y * TH - 1;
    for (int i = threadIdx.y * TW + threadIdx.x; i < (TW + 2) * (TH + 2); i += TW * TH) {
        int tx = i % (TW + 2), ty = i / (TW + 2), x = min(max(x0 + tx, 0), w - 1), y = min(max(y0 + ty, 0), h - 1);
        t[ty][tx] = ((const float *)((const char *)in + y * pitch))[x];
    }
    __syncthreads();
    int x = blockIdx.x * TW + threadIdx.x, y = blockIdx.y * TH + threadIdx.y, i = threadIdx.x + 1, j = threadIdx.y + 1;
    if (x >= w || y >= h) return;
    float gx = t[j - 1][i + 1] + 2 * t[j][i + 1] + t[j + 1][i + 1] - t[j - 1][i - 1] - 2 * t[j][i - 1] - t[j + 1][i - 1];
    float gy = t[j + 1][i - 1] + 2 * t[j + 1][i] + t[j + 1][i + 1] - t[j - 1][i - 1] - 2 * t[j - 1][i] - t[j - 1][i + 1];
    out[y * w + x] = (uchar)fminf(hypotf(gx, gy), 255.f);
}

static cudaTextureObject_t texOf(float *p, size_t pitch, int w, int h)
{
    cudaResourceDesc r;
    cudaTextureDesc t;
    memset(&r, 0, sizeof(r));
    memset(&t, 0, sizeof(t));
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D = {p, cudaCreateChannelDesc<float>(), (size_t)w, (size_t)h, pitch};
    t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp;
    t.filterMode = cudaFilterModePoint;
    t.readMode = cudaReadModeElementType;
    cudaTextureObject_t o;
    gpuCheck(cudaCreateTextureObject(&o, &r, &t, NULL));
    return o;
}

int main()
{
    const int w = 333, h = 211;
    std::vector<uchar4> img(w * h);
    std::vector<float> a(w * h), b(w * h);
    std::vector<uchar> out(w * h);
    float g[KLEN], sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) sum += g[k + RADIUS] = std::exp(-k * k / 4.5f);
    for (float &v : g) v /= sum;
    for (int i = 0; i < w * h; i++) {
        int x = i % w, y = i / w, in = (x - 150) * (x - 150) + (y - 100) * (y - 100) < 60 * 60;
        img[i] = make_uchar4(in ? 220 : 30, in ? 200 : 40, (x + y) & 63, 255);
        a[i] = luma(img[i]);
    }
    uchar4 *d_img; float *p, *q; uchar *d_out; size_t pitch;
    gpuCheck(cudaMemcpyToSymbol(c_gauss, g, sizeof g));
    gpuCheck(cudaMalloc(&d_img, w * h * sizeof(uchar4)));
    gpuCheck(cudaMallocPitch(&p, &pitch, w * sizeof(float), h));
    gpuCheck(cudaMallocPitch(&q, &pitch, w * sizeof(float), h));
    gpuCheck(cudaMalloc(&d_out, w * h));
    gpuCheck(cudaMemcpy(d_img, img.data(), w * h * sizeof(uchar4), cudaMemcpyHostToDevice));
    dim3 blk(TW, TH), grd((w + TW - 1) / TW, (h + TH - 1) / TH);
    toGrey<<<grd, blk>>>(d_img, p, w, h, pitch);
    cudaTextureObject_t tp = texOf(p, pitch, w, h), tq = texOf(q, pitch, w, h);
    blur<true><<<grd, blk>>>(tp, q, pitch, w, h);
    blur<false><<<grd, blk>>>(tq, p, pitch, w, h);
    sobel<<<grd, blk>>>(p, pitch, d_out, w, h);
    gpuCheck(cudaGetLastError());
    gpuCheck(cudaMemcpy(out.data(), d_out, w * h, cudaMemcpyDeviceToHost));
    auto at = [&](const std::vector<float> &v, int x, int y) { return v[std::min(std::max(y, 0), h - 1) * w + std::min(std::max(x, 0), w - 1)]; };
    for (int pass = 0; pass < 2; pass++) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                float s = 0;
                for (int k = -RADIUS; k <= RADIUS; k++) s += g[k + RADIUS] * (pass ? at(a, x, y + k) : at(a, x + k, y));
                b[y * w + x] = s;
            }
        a.swap(b);
    }
    int bad = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float gx = at(a, x + 1, y - 1) + 2 * at(a, x + 1, y) + at(a, x + 1, y + 1) - at(a, x - 1, y - 1) - 2 * at(a, x - 1, y) - at(a, x - 1, y + 1);
            float gy = at(a, x - 1, y + 1) + 2 * at(a, x, y + 1) + at(a, x + 1, y + 1) - at(a, x - 1, y - 1) - 2 * at(a, x, y - 1) - at(a, x + 1, y - 1);
            bad += std::abs((int)out[y * w + x] - (int)std::min(std::hypot(gx, gy), 255.f)) > 1;
        }
    printf("%d bad: %s\n", bad, bad ? "FAIL" : "PASS");
    cudaDestroyTextureObject(tp); cudaDestroyTextureObject(tq);
    cudaFree(d_img); cudaFree(p); cudaFree(q); cudaFree(d_out);
    return bad != 0;
}
