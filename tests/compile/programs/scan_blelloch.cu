// Exclusive scan, up-sweep / down-sweep in shared memory with skewed indices,
// block totals scanned recursively; the operator is a template parameter.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef SKEW_BITS
#define SKEW_BITS 5
#endif
#define SKEW(i) ((i) + ((i) >> SKEW_BITS))

template <typename T> struct Plus { static __host__ __device__ T unit() { return T(0); } __host__ __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct Max { static __host__ __device__ T unit() { return T(-1) << (8 * sizeof(T) - 2); } __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; } };

template <typename T, class Op, int LOG>
__global__ void scanChunk(const T *in, T *out, T *totals, int n)
{
    constexpr int LEN = 1 << LOG, THREADS = LEN / 2;
    __shared__ T s[SKEW(LEN) + 1];
    const Op op{};
    const int first = blockIdx.x * LEN;
    for (int i = threadIdx.x; i < LEN; i += THREADS) s[SKEW(i)] = first + i < n ? in[first + i] : Op::unit();
#pragma unroll
    for (int level = 0; level < LOG; level++) {             // reduce
        __syncthreads();
        int right = ((threadIdx.x + 1) << (level + 1)) - 1;
        if (right < LEN) s[SKEW(right)] = op(s[SKEW(right - (1 << level))], s[SKEW(right)]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        if (totals != nullptr) totals[blockIdx.x] = s[SKEW(LEN - 1)];
        s[SKEW(LEN - 1)] = Op::unit();
    }
#pragma unroll
    for (int level = LOG - 1; level >= 0; level--) {        // distribute
        __syncthreads();
        int right = ((threadIdx.x + 1) << (level + 1)) - 1;
        if (right < LEN) {
            int left = right - (1 << level);
            T keep = s[SKEW(left)];
            s[SKEW(left)] = s[SKEW(right)];
            s[SKEW(right)] = op(s[SKEW(right)], keep);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < LEN; i += THREADS)
        if (first + i < n) out[first + i] = s[SKEW(i)];
}

template <typename T, class Op>
__global__ void combine(T *data, const T *carry, int n, int log)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = Op()(carry[i >> log], data[i]);
}

template <class Op, int LOG = 9, typename T>
void exclusiveScan(const T *in, T *out, int n)
{
    const int blocks = ((n - 1) >> LOG) + 1;
    T *totals = nullptr;
    if (blocks > 1) cudaMalloc(&totals, 2 * blocks * sizeof(T));
    scanChunk<T, Op, LOG><<<blocks, 1 << (LOG - 1)>>>(in, out, totals, n);
    if (blocks > 1) {
        exclusiveScan<Op, LOG>(totals, totals + blocks, blocks);
        combine<T, Op><<<(n >> 8) + 1, 1 << 8>>>(out, totals + blocks, n, LOG);
        cudaFree(totals);
    }
}

template <class Op, typename T>
int test(const std::vector<T> &h)
{
    const int n = (int)h.size();
    std::vector<T> g(n);
    T *in, *out, acc = Op::unit();
    cudaMalloc((void **)&in, n * sizeof(T));
    cudaMalloc((void **)&out, n * sizeof(T));
    cudaMemcpy(in, h.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    auto t0 = std::chrono::steady_clock::now();
    exclusiveScan<Op>(in, out, n);
    cudaDeviceSynchronize();
    auto t1 = std::chrono::steady_clock::now();
    cudaMemcpy(g.data(), out, n * sizeof(T), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; i++) { bad += g[i] != acc; acc = Op()(acc, h[i]); }
    printf("%d keys, %.3f ms, %d wrong\n", n, std::chrono::duration<double, std::milli>(t1 - t0).count(), bad);
    cudaFree(in);
    cudaFree(out);
    return bad;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1234567;
    std::vector<long long> h(n);
    for (int i = 0; i < n; i++) h[i] = (i * 13LL) % 101 - 3;
    int bad = test<Plus<long long>>(h) + test<Max<int>>(std::vector<int>(h.begin(), h.begin() + n / 3)) + test<Plus<int>>(std::vector<int>(300, 1));
    printf("%s\n", bad ? "FAIL" : "PASS");
    return bad != 0;
}
