/*
 * Stream compaction with ballots.  Keeps all x > threshold; positions come
 * from a warp-aggregated atomic.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <cuda_runtime.h>

#define BLOCK 256

static void die(const char *what, cudaError_t e)
{
	if (e == cudaSuccess) return;
	fprintf(stderr, "%s failed: %s (%s)\n", what, cudaGetErrorName(e), cudaGetErrorString(e));
	exit(1);
}

__device__ __forceinline__ unsigned int lane_id()
{
	return threadIdx.x & 31;
}

/* one atomic per warp; `mask` = the threads that came here together */
__device__ int atomicAggInc(int *ctr)
{
	unsigned mask = __activemask();
	int leader = __ffs(mask) - 1;
	int lane = lane_id();
	int res;
	if (lane == leader)
		res = atomicAdd(ctr, __popc(mask));
	res = __shfl_sync(mask, res, leader);
	return res + __popc(mask & ((1u << lane) - 1));
}

__global__ void filter_agg(int *dst, int *nres, const int *src, int n, int thr)
{
	for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x)
		if (src[i] > thr)
			dst[atomicAggInc(nres)] = src[i];
}

__global__ void filter_ballot(int *dst, int *nres, const int *src, int n, int thr)
{
	__shared__ int base[BLOCK / 32];
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	int lane = threadIdx.x & 31;
	int warp = threadIdx.x >> 5;
	int v = i < n ? src[i] : thr;
	bool p = v > thr;

	unsigned b = __ballot_sync(0xffffffffu, p);
	unsigned below = b & ((1u << lane) - 1u);
	int total = __popc(b);
	if (lane == 31)
		base[warp] = total ? atomicAdd(nres, total) : 0;
	__syncwarp();
	if (p)
		dst[base[warp] + __popc(below)] = v;
}

__global__ void stats(const int *src, int n, int thr, unsigned *any, unsigned *all)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	int p = i < n && src[i] > thr;
	int a = __any_sync(0xFFFFFFFF, p);
	int b = __all_sync(0xFFFFFFFF, p);
	if ((threadIdx.x & 0x1f) == 0) {
		if (a) atomicInc(any, 0xffffffffu);
		if (b) atomicInc(all, 0xffffffffu);
	}
}

int main(int argc, char *argv[])
{
	int n = argc > 1 ? atoi(argv[1]) : 1000003;
	int thr = 700;
	size_t bytes = n * sizeof(int);
	int *src = (int *)malloc(bytes), *out = (int *)malloc(bytes), *ref = (int *)malloc(bytes);
	int nref = 0;

	srand(7);
	for (int i = 0; i < n; i++) {
		src[i] = rand() % 1000;
		if (src[i] > thr) ref[nref++] = src[i];
	}
	std::sort(ref, ref + nref);

	int *d_src, *d_dst, *d_n, cnt, fails = 0;
	unsigned *d_stat, stat[2];
	die("malloc", cudaMalloc(&d_src, bytes));
	die("malloc", cudaMalloc(&d_dst, bytes));
	die("malloc", cudaMalloc(&d_n, sizeof(int)));
	die("malloc", cudaMalloc(&d_stat, 2 * sizeof(unsigned)));
	die("h2d", cudaMemcpy(d_src, src, bytes, cudaMemcpyHostToDevice));

	for (int which = 0; which < 2; which++) {
		cudaMemset(d_n, 0, sizeof(int));
		if (which == 0)
			filter_agg<<<80, BLOCK>>>(d_dst, d_n, d_src, n, thr);
		else
			filter_ballot<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_dst, d_n, d_src, n, thr);
		die("kernel", cudaGetLastError());
		die("d2h", cudaMemcpy(&cnt, d_n, sizeof(int), cudaMemcpyDeviceToHost));
		if (cnt != nref) { fails++; continue; }
		die("d2h", cudaMemcpy(out, d_dst, cnt * sizeof(int), cudaMemcpyDeviceToHost));
		std::sort(out, out + cnt);
		if (memcmp(out, ref, cnt * sizeof(int))) fails++;
	}
	cudaMemset(d_stat, 0, 2 * sizeof(unsigned));
	stats<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_src, n, thr, d_stat, d_stat + 1);
	die("d2h", cudaMemcpy(stat, d_stat, sizeof(stat), cudaMemcpyDeviceToHost));
	printf("warps with any %u, with all %u\n", stat[0], stat[1]);
	printf("%s\n", fails ? "FAIL" : "PASS");
	cudaFree(d_src); cudaFree(d_dst); cudaFree(d_n); cudaFree(d_stat);
	free(src); free(out); free(ref);
	return fails;
}
