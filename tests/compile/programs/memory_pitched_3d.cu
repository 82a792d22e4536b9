// 2D Jacobi on a pitched allocation and a 3D copy/sum on cudaMalloc3D memory.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

#define ERR(x) do { if ((x) != cudaSuccess) { printf("error in %s\n", #x); return EXIT_FAILURE; } } while (0)

__global__ void jacobi(const char *in, char *out, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const double *up = (const double *)(in + (y - 1) * pitch);
    const double *me = (const double *)(in + y * pitch);
    const double *dn = (const double *)(in + (y + 1) * pitch);
    ((double *)(out + y * pitch))[x] = 0.25 * (up[x] + dn[x] + me[x - 1] + me[x + 1]);
}

__global__ void fill3D(cudaPitchedPtr p, cudaExtent e)
{
    char *base = (char *)p.ptr;
    size_t slice = p.pitch * e.height;
    for (size_t z = blockIdx.x; z < e.depth; z += gridDim.x)
        for (size_t y = threadIdx.y; y < e.height; y += blockDim.y) {
            int *row = (int *)(base + z * slice + y * p.pitch);
            for (size_t x = threadIdx.x; x < e.width / sizeof(int); x += blockDim.x) row[x] = (int)(100 * z + 10 * y + x);
        }
}

int main(int argc, char **argv)
{
    const int w = 130, h = 70, iters = argc > 1 ? atoi(argv[1]) : 50;
    std::vector<double> a(w * h, 0.0), b;
    for (int x = 0; x < w; x++) a[x] = 1.0;
    b = a;

    char *d0, *d1;
    size_t pitch;
    ERR(cudaMallocPitch((void **)&d0, &pitch, w * sizeof(double), h));
    ERR(cudaMallocPitch(&d1, &pitch, w * sizeof(double), h));
    ERR(cudaMemcpy2D(d0, pitch, a.data(), w * sizeof(double), w * sizeof(double), h, cudaMemcpyHostToDevice));
    ERR(cudaMemcpy2DAsync(d1, pitch, d0, pitch, w * sizeof(double), h, cudaMemcpyDeviceToDevice, 0));
    dim3 blk(32, 4), grd((w + blk.x - 1) / blk.x, (h + blk.y - 1) / blk.y);
    for (int i = 0; i < iters; i++) {
        jacobi<<<grd, blk>>>(d0, d1, pitch, w, h);
        char *t = d0; d0 = d1; d1 = t;
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) b[y * w + x] = 0.25 * (a[(y - 1) * w + x] + a[(y + 1) * w + x] + a[y * w + x - 1] + a[y * w + x + 1]);
        a.swap(b);
    }
    std::vector<double> g(w * h);
    ERR(cudaMemcpy2D(g.data(), w * sizeof(double), d0, pitch, w * sizeof(double), h, cudaMemcpyDeviceToHost));
    double worst = 0;
    for (int i = 0; i < w * h; i++) worst = std::fmax(worst, std::fabs(g[i] - a[i]));

    cudaExtent ext = make_cudaExtent(33 * sizeof(int), 7, 5);
    cudaPitchedPtr pp;
    ERR(cudaMalloc3D(&pp, ext));
    ERR(cudaMemset3D(pp, 0, ext));
    fill3D<<<5, dim3(32, 4)>>>(pp, ext);
    std::vector<int> vol(33 * 7 * 5);
    cudaMemcpy3DParms parms = {};
    parms.srcPtr = pp;
    parms.dstPtr = make_cudaPitchedPtr(vol.data(), 33 * sizeof(int), 33, 7);
    parms.extent = ext;
    parms.kind = cudaMemcpyDeviceToHost;
    ERR(cudaMemcpy3DAsync(&parms, 0));
    ERR(cudaStreamSynchronize(0));
    int bad = 0;
    for (int z = 0; z < 5; z++)
        for (int y = 0; y < 7; y++)
            for (int x = 0; x < 33; x++) bad += vol[(z * 7 + y) * 33 + x] != 100 * z + 10 * y + x;
    printf("jacobi err %g, 3d errors %d: %s\n", worst, bad, worst < 1e-12 && !bad ? "PASS" : "FAIL");
    cudaFree(d0); cudaFree(d1); cudaFree(pp.ptr);
    return 0;
}
