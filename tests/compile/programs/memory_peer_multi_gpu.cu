// Data split over all devices of the host, peer access where there is any.
#include <stdio.h>
#include <stdlib.h>
#include <vector>
#include <thread>
#include <chrono>
#include <cuda_runtime.h>

static inline void Assert(cudaError_t code, const char* file, int line)
{
	if (code != cudaSuccess) {
		fprintf(stderr, "CUDA Runtime Error at: %s:%d\n%s\n", file, line, cudaGetErrorString(code));
		std::exit(EXIT_FAILURE);
	}
}
#define CHECK_CUDA_ERROR(val) Assert((val), __FILE__, __LINE__)

__global__ void triad(double* a, const double* b, const double* c, double s, size_t n)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	if (i < n) a[i] = b[i] + s * c[i];
}

struct Worker {
	int dev;
	size_t begin, count;
	double *a, *b, *c;
	cudaStream_t stream;
	cudaEvent_t done;
};

int main(int argc, char** argv)
{
	int ndev = 0;
	CHECK_CUDA_ERROR(cudaGetDeviceCount(&ndev));
	if (ndev == 0) { printf("no device\n"); return 1; }
	const size_t n = 1 << 21;
	std::vector<double> h(n);
	std::vector<Worker> w(ndev);

	for (int i = 0; i < ndev; i++)
		for (int j = 0; j < ndev; j++) {
			if (i == j) continue;
			int can = 0;
			CHECK_CUDA_ERROR(cudaDeviceCanAccessPeer(&can, i, j));
			if (!can) continue;
			CHECK_CUDA_ERROR(cudaSetDevice(i));
			cudaError_t e = cudaDeviceEnablePeerAccess(j, 0);
			if (e == cudaErrorPeerAccessAlreadyEnabled) (void)cudaGetLastError();
			else CHECK_CUDA_ERROR(e);
		}

	std::vector<std::thread> pool;
	for (int i = 0; i < ndev; i++) {
		w[i].dev = i;
		w[i].begin = n * i / ndev;
		w[i].count = n * (i + 1) / ndev - w[i].begin;
		pool.emplace_back([&, i] {
			Worker& k = w[i];
			CHECK_CUDA_ERROR(cudaSetDevice(k.dev));
			CHECK_CUDA_ERROR(cudaStreamCreate(&k.stream));
			CHECK_CUDA_ERROR(cudaEventCreateWithFlags(&k.done, cudaEventDisableTiming));
			CHECK_CUDA_ERROR(cudaMalloc(&k.a, k.count * sizeof(double)));
			CHECK_CUDA_ERROR(cudaMalloc(&k.b, k.count * sizeof(double)));
			CHECK_CUDA_ERROR(cudaMalloc(&k.c, k.count * sizeof(double)));
			std::vector<double> t(k.count);
			for (size_t j = 0; j < k.count; j++) t[j] = (double)(k.begin + j);
			CHECK_CUDA_ERROR(cudaMemcpyAsync(k.b, t.data(), k.count * sizeof(double), cudaMemcpyHostToDevice, k.stream));
			CHECK_CUDA_ERROR(cudaMemcpyAsync(k.c, t.data(), k.count * sizeof(double), cudaMemcpyHostToDevice, k.stream));
			triad<<<(unsigned)((k.count + 255) / 256), 256, 0, k.stream>>>(k.a, k.b, k.c, 2.0, k.count);
			CHECK_CUDA_ERROR(cudaGetLastError());
			CHECK_CUDA_ERROR(cudaEventRecord(k.done, k.stream));
			CHECK_CUDA_ERROR(cudaEventSynchronize(k.done));
		});
	}
	for (auto& t : pool) t.join();

	// collect on device 0
	double* all;
	CHECK_CUDA_ERROR(cudaSetDevice(0));
	CHECK_CUDA_ERROR(cudaMalloc(&all, n * sizeof(double)));
	auto t0 = std::chrono::steady_clock::now();
	for (auto& k : w) {
		CHECK_CUDA_ERROR(cudaStreamWaitEvent(0, k.done, 0));
		CHECK_CUDA_ERROR(cudaMemcpyPeerAsync(all + k.begin, 0, k.a, k.dev, k.count * sizeof(double), 0));
	}
	CHECK_CUDA_ERROR(cudaDeviceSynchronize());
	auto t1 = std::chrono::steady_clock::now();
	CHECK_CUDA_ERROR(cudaMemcpy(h.data(), all, n * sizeof(double), cudaMemcpyDefault));
	size_t bad = 0;
	for (size_t i = 0; i < n; i++) bad += h[i] != 3.0 * i;
	printf("%d devices, gather %.3f ms, %s\n", ndev, std::chrono::duration<double, std::milli>(t1 - t0).count(), bad ? "FAIL" : "PASS");
	for (auto& k : w) {
		cudaSetDevice(k.dev);
		cudaFree(k.a); cudaFree(k.b); cudaFree(k.c);
		cudaStreamDestroy(k.stream);
		cudaEventDestroy(k.done);
	}
	cudaSetDevice(0);
	cudaFree(all);
	return bad != 0;
}
