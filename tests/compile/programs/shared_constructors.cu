// Shared variables of types with constructors, which nobody calls: each is written before it is read.
#include <cstdio>
#include <cuda_runtime.h>

struct Best {
    float value{-1};
    int index = 0;
    Best() = default;
    __device__ Best(float value, int index) : value(value), index(index) {}
};

template <typename T>
struct Pair {
    T first{}, second{};
};

__device__ Best better(Best a, Best b) { return a.value < b.value ? b : a; }

template <typename T, int N>
__global__ void sums(const T *in, T *out)
{
    __shared__ Pair<T> pairs[N];  // one for each thread
    __shared__ Pair<T> all;
    pairs[threadIdx.x].first = in[2 * threadIdx.x];
    pairs[threadIdx.x].second = in[2 * threadIdx.x + 1];
    __syncthreads();
    if (threadIdx.x == 0) {
        all.first = all.second = 0;
        for (auto &pair : pairs) {
            all.first += pair.first;
            all.second += pair.second;
        }
        out[0] = all.first;
        out[1] = all.second + sizeof(pairs) / sizeof *pairs;
    }
}

__global__ void highest(const float *in, int *out)
{
    __shared__ Best found[2][64];
    Best (*const rows)[64] = found;
    Best &mine = rows[0][threadIdx.x];
    mine = Best(in[threadIdx.x], threadIdx.x);
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (threadIdx.x < half) mine = better(mine, found[0][threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = mine.index;
}

int main()
{
    float values[128], *in, *sum, sums_of_both[2];
    int *index, best = 0;
    for (int i = 0; i < 128; i++) values[i] = i * 37 % 101;
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&sum, sizeof sums_of_both);
    cudaMalloc(&index, sizeof best);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    sums<float, 64><<<1, 64>>>(in, sum);
    highest<<<1, 64>>>(in, index);
    cudaMemcpy(sums_of_both, sum, sizeof sums_of_both, cudaMemcpyDeviceToHost);
    cudaMemcpy(&best, index, sizeof best, cudaMemcpyDeviceToHost);
    printf("%g %g %d\n", sums_of_both[0], sums_of_both[1], best);
    cudaFree(in);
    cudaFree(sum);
    cudaFree(index);
    return cudaGetLastError() != cudaSuccess;
}
