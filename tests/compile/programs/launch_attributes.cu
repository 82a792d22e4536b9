// cudaLaunchKernelEx / ExC with launch attributes and configuration structs.
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

#define CK(x) if (cudaError_t e = (x)) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); return 1; }

__global__ void saxpy(int n, float a, const float *x, float *y)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] = a * x[i] + y[i];
}

template <class T>
__global__ void fill(T *p, int n, T v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) p[i] = v;
}

int main(int argc, char **argv)
{
	const int n = 1 << 18;
	float *x, *y;
	CK(cudaMalloc(&x, n * sizeof(float)));
	CK(cudaMalloc(&y, n * sizeof(float)));

	int least, greatest;
	CK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
	cudaStream_t stream;
	CK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));

	fill<float><<<n / 256, 256, 0, stream>>>(x, n, 2.f);
	fill<<<n / 256, 256, 0, stream>>>(y, n, 1.f);

	cudaLaunchConfig_t cfg = {};
	cfg.gridDim = dim3(120);
	cfg.blockDim = dim3(256, 1, 1);
	cfg.dynamicSmemBytes = 0;
	cfg.stream = stream;
	cudaLaunchAttribute attr[2];
	memset(attr, 0, sizeof(attr));
	attr[0].id = cudaLaunchAttributePriority;
	attr[0].val.priority = greatest;
	cfg.attrs = attr;
	cfg.numAttrs = 1;

	float a = 3.f;
	int nn = n;
	CK(cudaLaunchKernelEx(&cfg, saxpy, nn, a, (const float *)x, y));       // 7
	void *args[] = {&nn, &a, &x, &y};
	CK(cudaLaunchKernelExC(&cfg, (const void *)saxpy, args));              // 13

	attr[1].id = cudaLaunchAttributeCooperative;
	attr[1].val.cooperative = 1;
	cfg.numAttrs = 2;
	cfg.gridDim.x = 32;
	CK(cudaLaunchKernelExC(&cfg, (const void *)saxpy, args));              // 19

	CK(cudaStreamSynchronize(stream));
	std::vector<float> h(n);
	CK(cudaMemcpy(&h[0], y, n * sizeof(float), cudaMemcpyDeviceToHost));
	int bad = 0;
	for (int i = 0; i < n; i++) bad += h[i] != 19.f;
	printf("%s\n", bad ? "FAIL" : "PASS");
	CK(cudaStreamDestroy(stream));
	CK(cudaFree(x));
	CK(cudaFree(y));
	return bad;
}
