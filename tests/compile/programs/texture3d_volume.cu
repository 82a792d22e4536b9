// Maximum-intensity projection of a 3D texture, filled by cudaMemcpy3D;
// a layered 2D texture holds colour maps.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

typedef unsigned char VolumeType;

#define CUDA_OK(x) if ((x) != cudaSuccess) { fprintf(stderr, "failed: " #x "\n"); return 1; }

__global__ void mip(cudaTextureObject_t vol, cudaTextureObject_t maps, int layer, float *img, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    float best = 0.f;
    for (int z = 0; z < n; z++)
        best = fmaxf(best, tex3D<float>(vol, (x + 0.5f) / n, (y + 0.5f) / n, (z + 0.5f) / n));
    float2 c = tex2DLayered<float2>(maps, best * 15.f + 0.5f, 0.5f, layer);
    img[y * n + x] = best + c.x * 0.f + c.y;
}

int main()
{
    const int n = 32;
    std::vector<VolumeType> vol(n * n * n);
    for (int z = 0; z < n; z++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) vol[(z * n + y) * n + x] = (VolumeType)((x * 3 + y * 5 + z * 7) % 256);

    cudaArray *arr = 0;
    cudaExtent extent = make_cudaExtent(n, n, n);
    cudaChannelFormatDesc cd = cudaCreateChannelDesc<VolumeType>();
    CUDA_OK(cudaMalloc3DArray(&arr, &cd, extent));
    cudaMemcpy3DParms p = {0};
    p.srcPtr = make_cudaPitchedPtr(vol.data(), n * sizeof(VolumeType), n, n);
    p.dstArray = arr;
    p.extent = extent;
    p.kind = cudaMemcpyHostToDevice;
    CUDA_OK(cudaMemcpy3D(&p));

    cudaResourceDesc rd{};
    rd.resType = cudaResourceTypeArray;
    rd.res.array.array = arr;
    cudaTextureDesc td{};
    td.normalizedCoords = true;
    td.filterMode = cudaFilterModeLinear;
    for (int k = 0; k < 3; k++) td.addressMode[k] = cudaAddressModeBorder;
    td.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t tex;
    CUDA_OK(cudaCreateTextureObject(&tex, &rd, &td, NULL));

    const int layers = 3;
    std::vector<float2> maps(16 * layers);
    for (int l = 0; l < layers; l++)
        for (int i = 0; i < 16; i++) maps[l * 16 + i] = make_float2((float)i, 100.f * l);
    cudaArray_t marr;
    cudaChannelFormatDesc md = cudaCreateChannelDesc<float2>();
    CUDA_OK(cudaMalloc3DArray(&marr, &md, make_cudaExtent(16, 1, layers), cudaArrayLayered));
    cudaMemcpy3DParms mp = {};
    mp.srcPos = make_cudaPos(0, 0, 0);
    mp.dstPos = make_cudaPos(0, 0, 0);
    mp.srcPtr = make_cudaPitchedPtr(maps.data(), 16 * sizeof(float2), 16, 1);
    mp.dstArray = marr;
    mp.extent = make_cudaExtent(16, 1, layers);
    mp.kind = cudaMemcpyHostToDevice;
    CUDA_OK(cudaMemcpy3D(&mp));
    cudaResourceDesc mr = {};
    mr.resType = cudaResourceTypeArray;
    mr.res.array.array = marr;
    cudaTextureDesc mt = {};
    mt.addressMode[0] = mt.addressMode[1] = cudaAddressModeClamp;
    mt.filterMode = cudaFilterModeLinear;
    mt.readMode = cudaReadModeElementType;
    cudaTextureObject_t texMaps;
    CUDA_OK(cudaCreateTextureObject(&texMaps, &mr, &mt, NULL));

    float *d_img;
    CUDA_OK(cudaMalloc(&d_img, n * n * sizeof(float)));
    std::vector<float> img(n * n);
    int bad = 0;
    for (int l = 0; l < layers; l++) {
        mip<<<dim3(n / 8, n / 8), dim3(8, 8)>>>(tex, texMaps, l, d_img, n);
        CUDA_OK(cudaMemcpy(img.data(), d_img, n * n * sizeof(float), cudaMemcpyDeviceToHost));
        for (int i = 0; i < n * n; i++) {
            int m = 0;
            for (int z = 0; z < n; z++) m = std::max<int>(m, vol[z * n * n + i]);
            bad += fabsf(img[i] - m / 255.f - 100.f * l) > 1e-2f;
        }
    }
    printf("%d bad pixels: %s\n", bad, bad ? "FAIL" : "PASS");
    cudaDestroyTextureObject(tex);
    cudaDestroyTextureObject(texMaps);
    cudaFreeArray(arr);
    cudaFreeArray(marr);
    cudaFree(d_img);
    return bad;
}
