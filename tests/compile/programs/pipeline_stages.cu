// Two stages in shared memory, filled by asynchronous copies of three sizes, the last ones partly with zeros.
#include <cstdio>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

template <int Bytes>
__global__ void sums(const unsigned char *from, int tiles, unsigned *out)
{
	__shared__ __align__(16) unsigned char stage[2][64 * Bytes];
	unsigned sum = 0;
	const unsigned at = threadIdx.x * Bytes;
	__pipeline_memcpy_async(&stage[0][at], from + at, Bytes);
	__pipeline_commit();
	for (int tile = 0; tile < tiles; ++tile) {
		if (tile + 1 < tiles) {
			const size_t zeros = tile + 2 == tiles ? Bytes / 2 : 0;
			__pipeline_memcpy_async(&stage[(tile + 1) & 1][at], from + (tile + 1) * 64 * Bytes + at, Bytes, zeros);
		}
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		for (int i = 0; i < Bytes; ++i) sum = sum * 31 + stage[tile & 1][((threadIdx.x + 5) % 64) * Bytes + i];
		__syncthreads();
	}
	out[threadIdx.x] = sum;
}

template <int Bytes>
void print(const unsigned char *from, unsigned *out)
{
	sums<Bytes><<<1, 64>>>(from, 6, out);
	unsigned host[64], all = 0;
	cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
	for (unsigned each : host) all = all * 131 + each;
	printf("%d bytes: %08x\n", Bytes, all);
}

int main()
{
	unsigned char *from, host[6 * 64 * 16];
	unsigned *out;
	for (unsigned i = 0; i < sizeof(host); ++i) host[i] = (unsigned char)(i * 37 + i / 251);
	cudaMalloc(&from, sizeof(host));
	cudaMalloc(&out, 64 * sizeof(unsigned));
	cudaMemcpy(from, host, sizeof(host), cudaMemcpyHostToDevice);
	print<4>(from, out);
	print<8>(from, out);
	print<16>(from, out);
	cudaFree(from);
	cudaFree(out);
	return cudaGetLastError() != cudaSuccess;
}
