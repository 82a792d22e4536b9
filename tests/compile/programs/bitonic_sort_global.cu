// Bitonic sort: all stages with a stride below the chunk run in shared memory,
// the rest one launch each.  Key type and comparison are template parameters.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

constexpr unsigned CHUNK = 1024;          // keys per block
constexpr unsigned HALF = CHUNK / 2;      // threads per block

template <typename K> struct Less { __device__ bool operator()(K a, K b) const { return a < b; } };
template <typename K> struct Greater { __device__ bool operator()(K a, K b) const { return b < a; } };

// lower index of the pair handled by thread t for a given power-of-two stride
__device__ __forceinline__ unsigned pairBase(unsigned t, unsigned stride) { return ((t & ~(stride - 1)) << 1) | (t & (stride - 1)); }

template <typename K, typename Cmp>
__device__ __forceinline__ void order(K &lo, K &hi, bool flip, Cmp cmp)
{
	if (flip ? cmp(lo, hi) : cmp(hi, lo)) {
		K tmp = lo;
		lo = hi;
		hi = tmp;
	}
}

// runs stages [2 .. CHUNK] (FIRST) or the tail of stage `span`
template <bool FIRST, typename K, typename Cmp>
__global__ void __launch_bounds__(HALF) chunkStages(K *keys, unsigned span, Cmp cmp)
{
	__shared__ K s[CHUNK];
	const unsigned origin = blockIdx.x * CHUNK;
	for (unsigned i = threadIdx.x; i < CHUNK; i += HALF) s[i] = keys[origin + i];
	for (unsigned size = FIRST ? 2 : span; size <= (FIRST ? CHUNK : span); size *= 2)
		for (unsigned stride = size / 2 < HALF ? size / 2 : HALF; stride; stride /= 2) {
			__syncthreads();
			unsigned p = pairBase(threadIdx.x, stride);
			order(s[p], s[p + stride], ((origin + p) & size) != 0, cmp);
		}
	__syncthreads();
	for (unsigned i = threadIdx.x; i < CHUNK; i += HALF) keys[origin + i] = s[i];
}

template <typename K, typename Cmp>
__global__ void wideStage(K *keys, unsigned size, unsigned stride, Cmp cmp)
{
	unsigned p = pairBase(blockIdx.x * blockDim.x + threadIdx.x, stride);
	K a = keys[p], b = keys[p + stride];
	order(a, b, (p & size) != 0, cmp);
	keys[p] = a;
	keys[p + stride] = b;
}

template <typename Cmp, typename K>
void bitonicSort(K *keys, unsigned n, cudaStream_t stream = nullptr)
{
	Cmp cmp;
	chunkStages<true><<<n / CHUNK, HALF, 0, stream>>>(keys, CHUNK, cmp);
	for (unsigned size = 2 * CHUNK; size <= n; size *= 2) {
		for (unsigned stride = size / 2; stride > HALF; stride /= 2)
			wideStage<K, Cmp><<<n / 512, 256, 0, stream>>>(keys, size, stride, cmp);
		chunkStages<false, K, Cmp><<<n / CHUNK, HALF, 0, stream>>>(keys, size, cmp);
	}
}

template <typename K, template <typename> class Cmp>
bool test(const char *name, unsigned n, bool ascending)
{
	std::vector<K> h(n), g(n);
	for (auto &x : h) x = static_cast<K>(rand() % 100000) / K(3);
	K *d = nullptr;
	cudaMalloc(&d, n * sizeof(K));
	cudaMemcpy(d, h.data(), n * sizeof(K), cudaMemcpyHostToDevice);
	auto t0 = std::chrono::high_resolution_clock::now();
	bitonicSort<Cmp<K>>(d, n);
	cudaError_t e = cudaDeviceSynchronize();
	auto t1 = std::chrono::high_resolution_clock::now();
	cudaMemcpy(g.data(), d, n * sizeof(K), cudaMemcpyDeviceToHost);
	if (ascending) std::sort(h.begin(), h.end()); else std::sort(h.begin(), h.end(), std::greater<K>());
	bool ok = e == cudaSuccess && g == h;
	printf("%-8s n=%u %s %.3f ms\n", name, n, ok ? "ok" : "wrong", std::chrono::duration<double, std::milli>(t1 - t0).count());
	cudaFree(d);
	return ok;
}

int main()
{
	bool ok = test<int, Less>("int", 1 << 16, true);
	ok &= test<float, Greater>("float", 1 << 14, false);
	ok &= test<double, Less>("double", 1 << 12, true);
	ok &= test<unsigned long long, Less>("u64", 1 << 10, true);
	printf("%s\n", ok ? "PASS" : "FAIL");
	return ok ? 0 : 1;
}
