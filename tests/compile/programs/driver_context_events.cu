/* Plain driver API: contexts, streams, events, memset, host memory, and a
 * kernel of this file launched through cudaGetFuncBySymbol. */
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

template <typename T>
void check(T result, char const *const func, const char *const file, int const line)
{
	if (result) {
		fprintf(stderr, "CUDA error at %s:%d code=%d \"%s\"\n", file, line, static_cast<unsigned int>(result), func);
		exit(EXIT_FAILURE);
	}
}
#define CK(val) check((val), #val, __FILE__, __LINE__)

extern "C" __global__ void saturate_add(int *p, int n, int add, int limit)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) p[i] = min(p[i] + add, limit);
}

int main(void)
{
	CUdevice dev;
	CUcontext ctx, cur;
	CUstream s;
	CUevent a, b;
	CUdeviceptr d;
	CUfunction fn;
	int count, drv, n = 1 << 16, add = 40, limit = 50, bad = 0;
	size_t free_b, total_b;
	float ms;
	int *h;

	CK(cuInit(0));
	CK(cuDriverGetVersion(&drv));
	CK(cuDeviceGetCount(&count));
	if (!count) return 1;
	CK(cuDeviceGet(&dev, 0));
	CK(cuDevicePrimaryCtxRetain(&ctx, dev));
	CK(cuCtxPushCurrent(ctx));
	CK(cuCtxGetCurrent(&cur));
	bad += cur != ctx;
	CK(cuMemGetInfo(&free_b, &total_b));
	CK(cuStreamCreate(&s, CU_STREAM_DEFAULT));
	CK(cuEventCreate(&a, CU_EVENT_DEFAULT));
	CK(cuEventCreate(&b, CU_EVENT_BLOCKING_SYNC));
	CK(cuMemHostAlloc((void **)&h, n * sizeof(int), CU_MEMHOSTALLOC_PORTABLE));
	CK(cuMemAlloc(&d, n * sizeof(int)));
	CK(cuMemsetD32Async(d, 3, n, s));
	CK(cudaGetFuncBySymbol(&fn, (const void *)saturate_add));
	void *args[] = { &d, &n, &add, &limit };
	CK(cuEventRecord(a, s));
	CK(cuLaunchKernel(fn, n / 256, 1, 1, 256, 1, 1, 0, s, args, NULL));
	CK(cuLaunchKernel(fn, n / 256, 1, 1, 256, 1, 1, 0, s, args, NULL));
	CK(cuEventRecord(b, s));
	CK(cuEventSynchronize(b));
	CK(cuEventElapsedTime(&ms, a, b));
	CK(cuMemcpyDtoHAsync(h, d, n * sizeof(int), s));
	CK(cuStreamSynchronize(s));
	for (int i = 0; i < n; i++) bad += h[i] != 50;
	CK(cuMemsetD8(d, 0xff, n * sizeof(int)));
	CK(cudaMemcpy(h, (void *)d, 4, cudaMemcpyDeviceToHost));
	bad += h[0] != -1;
	printf("driver %d, %zu/%zu MiB free, %.3f ms: %s\n", drv, free_b >> 20, total_b >> 20, ms, bad ? "FAIL" : "PASS");
	CK(cuMemFree(d));
	CK(cuMemFreeHost(h));
	CK(cuEventDestroy(a));
	CK(cuEventDestroy(b));
	CK(cuStreamDestroy(s));
	CK(cuCtxPopCurrent(&cur));
	CK(cuDevicePrimaryCtxRelease(dev));
	return bad;
}
