/* Pinned, mapped, registered host memory and a bandwidth test. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cuda_runtime.h>

#define MB (1024 * 1024)

static void checkError(cudaError_t err, const char *msg)
{
	if (err != cudaSuccess) {
		fprintf(stderr, "ERROR %s: %s\n", msg, cudaGetErrorString(err));
		exit(EXIT_FAILURE);
	}
}

__global__ void vadd(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) c[i] = a[i] + b[i];
}

static float bandwidth(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind, int reps)
{
	cudaEvent_t start, stop;
	float ms = 0;
	checkError(cudaEventCreate(&start), "event");
	checkError(cudaEventCreateWithFlags(&stop, cudaEventBlockingSync), "event");
	checkError(cudaEventRecord(start), "record");
	for (int i = 0; i < reps; i++)
		checkError(cudaMemcpyAsync(dst, src, bytes, kind, 0), "copy");
	checkError(cudaEventRecord(stop), "record");
	while (cudaEventQuery(stop) == cudaErrorNotReady)
		;
	checkError(cudaEventElapsedTime(&ms, start, stop), "elapsed");
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	return bytes * reps / ms * 1e-6f;
}

int main(int argc, char **argv)
{
	const size_t bytes = 16 * MB;
	const int n = 1 << 20;
	struct cudaDeviceProp prop;

	checkError(cudaSetDeviceFlags(cudaDeviceMapHost | cudaDeviceScheduleBlockingSync), "flags");
	checkError(cudaGetDeviceProperties(&prop, 0), "props");
	if (!prop.canMapHostMemory) { printf("cannot map: SKIP\n"); return 0; }

	char *pageable = (char *)malloc(bytes), *pinned, *dev;
	checkError(cudaMallocHost((void **)&pinned, bytes), "mallocHost");
	checkError(cudaMalloc((void **)&dev, bytes), "malloc");
	memset(pageable, 1, bytes);
	memset(pinned, 2, bytes);
	printf("H2D pageable %.2f GB/s\n", bandwidth(dev, pageable, bytes, cudaMemcpyHostToDevice, 5));
	printf("H2D pinned   %.2f GB/s\n", bandwidth(dev, pinned, bytes, cudaMemcpyHostToDevice, 5));
	printf("D2H pinned   %.2f GB/s\n", bandwidth(pinned, dev, bytes, cudaMemcpyDeviceToHost, 5));
	printf("default kind %.2f GB/s\n", bandwidth(pinned, dev, bytes, cudaMemcpyDefault, 5));

	float *a, *b, *c, *da, *db, *dc;
	size_t len = n * sizeof(float);
	checkError(cudaHostAlloc((void **)&a, len, cudaHostAllocMapped), "a");
	checkError(cudaHostAlloc((void **)&b, len, cudaHostAllocMapped | cudaHostAllocWriteCombined | cudaHostAllocPortable), "b");
	void *raw;
	if (posix_memalign(&raw, (size_t)sysconf(_SC_PAGESIZE), len)) return 1;
	c = (float *)raw;
	checkError(cudaHostRegister(c, len, cudaHostRegisterMapped), "register");
	for (int i = 0; i < n; i++) { a[i] = i; b[i] = 2 * i; }
	checkError(cudaHostGetDevicePointer((void **)&da, a, 0), "map a");
	checkError(cudaHostGetDevicePointer(&db, b, 0), "map b");
	checkError(cudaHostGetDevicePointer((void **)&dc, (void *)c, 0), "map c");
	vadd<<<(n + 255) / 256, 256>>>(da, db, dc, n);
	checkError(cudaDeviceSynchronize(), "sync");
	int bad = 0;
	for (int i = 0; i < n; i++) bad += c[i] != 3.0f * i;
	unsigned int flags;
	checkError(cudaHostGetFlags(&flags, a), "flags");

	float *small;
	cudaMallocHost(&small, 256);
	small[0] = 1;
	size_t freeMem, totalMem;
	checkError(cudaMemGetInfo(&freeMem, &totalMem), "meminfo");
	printf("%zu of %zu MiB free, flags %u\n", freeMem / MB, totalMem / MB, flags);
	checkError(cudaHostUnregister(c), "unregister");
	cudaFreeHost(a); cudaFreeHost(b); cudaFreeHost(pinned); cudaFreeHost(small);
	free(c); free(pageable); cudaFree(dev);
	printf("%s\n", bad ? "FAIL" : "PASS");
	return bad;
}
