// Sorts 32 keys per warp with shuffles, then merges runs of four warps in
// shared memory.  Also a segmented "vote" kernel with 64-bit lane masks made
// by hand -- the way code that ran on two vendors ends up looking.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <chrono>

constexpr int kThreads = 128;
constexpr unsigned kMask = ~0u;

__device__ __forceinline__ int cmpSwap(int x, int mask, int dir)
{
	int y = __shfl_xor_sync(kMask, x, mask);
	return (x < y) == dir ? y : x;
}

__device__ __forceinline__ int bfe(int x, int k) { return (x >> k) & 1; }

__device__ int warpSort(int x)
{
	int lane = threadIdx.x & (warpSize - 1);
	for (int k = 1; k <= 5; ++k)
		for (int j = k - 1; j >= 0; --j)
			x = cmpSwap(x, 1 << j, k == 5 ? bfe(lane, j) : bfe(lane, k) ^ bfe(lane, j));
	return x;
}

__global__ void sortTiles(int* keys)
{
	__shared__ int s[kThreads];
	int gid = blockIdx.x * kThreads + threadIdx.x;
	s[threadIdx.x] = warpSort(keys[gid]);
	__syncthreads();

	// rank of this key among the other warps' runs
	int key = s[threadIdx.x];
	int myWarp = threadIdx.x >> 5;
	int rank = threadIdx.x & 31;
	for (int w = 0; w < kThreads / 32; ++w) {
		if (w == myWarp) continue;
		int lo = w * 32, hi = w * 32 + 32;
		while (lo < hi) {
			int mid = (lo + hi) >> 1;
			bool before = w < myWarp ? s[mid] <= key : s[mid] < key;
			if (before) lo = mid + 1; else hi = mid;
		}
		rank += lo - w * 32;
	}
	keys[blockIdx.x * kThreads + rank] = key;
}

__global__ void countRuns(const int* keys, int n, int* runs)
{
	int gid = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % 32;
	int prev = __shfl_up_sync(kMask, keys[min(gid, n - 1)], 1);
	if (lane == 0) prev = gid ? keys[gid - 1] : keys[0] - 1;
	unsigned long long heads = __ballot_sync(kMask, gid < n && keys[gid] != prev);
	if (lane == 0) atomicAdd(runs, __popcll(heads));
}

int main(int argc, char** argv)
{
	int tiles = argc > 1 ? atoi(argv[1]) : 4096;
	int n = tiles * kThreads;
	std::vector<int> h(n), g(n);
	for (int i = 0; i < n; i++) h[i] = rand() % 500;

	int *d, *d_runs, runs;
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&d_runs, sizeof(int));
	cudaMemset(d_runs, 0, sizeof(int));
	cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);

	cudaDeviceSynchronize();
	auto t0 = std::chrono::steady_clock::now();
	sortTiles <<< tiles, kThreads >>> (d);
	cudaDeviceSynchronize();
	auto t1 = std::chrono::steady_clock::now();
	countRuns <<< tiles, kThreads >>> (d, n, d_runs);

	cudaMemcpy(g.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(&runs, d_runs, sizeof(int), cudaMemcpyDeviceToHost);
	int want = 0;
	for (int t = 0; t < tiles; t++) std::sort(h.begin() + t * kThreads, h.begin() + (t + 1) * kThreads);
	for (int i = 0; i < n; i++) want += i == 0 || h[i] != h[i - 1];
	bool ok = h == g && runs == want;
	printf("%.3f ms, %d runs, %s\n", std::chrono::duration<float, std::milli>(t1 - t0).count(), runs, ok ? "PASS" : "FAIL");
	cudaFree(d);
	cudaFree(d_runs);
	return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
