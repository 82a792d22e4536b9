// A source file that its authors already build for both vendors.
// not compared on a GPU: it prints which platform it was built for
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIPCC__)
#include <hip/hip_runtime.h>
#define gpuMalloc hipMalloc
#define gpuFree hipFree
#define gpuMemcpy hipMemcpy
#define gpuMemcpyHostToDevice hipMemcpyHostToDevice
#define gpuMemcpyDeviceToHost hipMemcpyDeviceToHost
#define gpuDeviceSynchronize hipDeviceSynchronize
#define gpuGetErrorString hipGetErrorString
#define gpuSuccess hipSuccess
typedef hipError_t gpuError_t;
#define GPU_NAME "hip"
#else
#include <cuda_runtime.h>
#define gpuMalloc cudaMalloc
#define gpuFree cudaFree
#define gpuMemcpy cudaMemcpy
#define gpuMemcpyHostToDevice cudaMemcpyHostToDevice
#define gpuMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define gpuDeviceSynchronize cudaDeviceSynchronize
#define gpuGetErrorString cudaGetErrorString
#define gpuSuccess cudaSuccess
typedef cudaError_t gpuError_t;
#define GPU_NAME "cuda"
#endif

#include <stdio.h>
#include <stdlib.h>

#ifdef __HIP_PLATFORM_AMD__
#define LANES 64
#else
#define LANES 32
#endif

#define GPU(call) do { gpuError_t e_ = (call); if (e_ != gpuSuccess) { \
	fprintf(stderr, "%s: %s\n", #call, gpuGetErrorString(e_)); exit(1); } } while (0)

template <int LOGN>
__global__ void transpose(const float *in, float *out)
{
	const int n = 1 << LOGN;
	__shared__ float tile[16][17];
	int x = (blockIdx.x << 4) + threadIdx.x, y = (blockIdx.y << 4) + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * n + x];
	__syncthreads();
	x = (blockIdx.y << 4) + threadIdx.x;
	y = (blockIdx.x << 4) + threadIdx.y;
	out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
	const int n = 512;
	float *h = (float *)malloc(n * n * sizeof(float)), *g = (float *)malloc(n * n * sizeof(float));
	for (int i = 0; i < n * n; i++) h[i] = (float)i;
	float *a, *b;
	GPU(gpuMalloc((void **)&a, n * n * sizeof(float)));
	GPU(gpuMalloc((void **)&b, n * n * sizeof(float)));
	GPU(gpuMemcpy(a, h, n * n * sizeof(float), gpuMemcpyHostToDevice));
	dim3 block(16, 16), grid(n / 16, n / 16);
	transpose<9><<<grid, block>>>(a, b);
	GPU(gpuDeviceSynchronize());
	GPU(gpuMemcpy(g, b, n * n * sizeof(float), gpuMemcpyDeviceToHost));
	int bad = 0;
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) bad += g[x * n + y] != h[y * n + x];
	printf("%s, %d lanes: %s\n", GPU_NAME, LANES, bad ? "FAIL" : "PASS");
	GPU(gpuFree(a));
	GPU(gpuFree(b));
	return bad != 0;
}
