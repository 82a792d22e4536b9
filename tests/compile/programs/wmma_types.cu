// nvcuda::wmma in each of its types: products of numbers that are exact in all of them, and of bits.
#include <mma.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>

using namespace nvcuda;

const int MOST = 32 * 32;

__device__ void put(half &to, int number) { to = __float2half(float(number)); }
__device__ void put(__nv_bfloat16 &to, int number) { to = __float2bfloat16(float(number)); }
template <class T>
__device__ void put(T &to, int number) { to = T(number); }

template <class T>
struct Held { using type = T; };
template <>
struct Held<wmma::precision::tf32> { using type = float; };

__host__ __device__ int of_a(int row, int k) { return (row * 3 + k) % 7; }
__host__ __device__ int of_b(int k, int column) { return (k * 5 + column) % 6; }

template <int M, int N, int K, class T, class OfA, class OfB, class Sum, class Result>
__global__ void multiply(typename Held<T>::type *a, typename Held<T>::type *b, Sum *c, Result *d, int strideA, int strideB,
                         int byRowsA, int byRowsB)
{
    for (int i = threadIdx.x; i < M * K; i += 32)
        put(a[byRowsA ? i / K * strideA + i % K : i % K * strideA + i / K], of_a(i / K, i % K));
    for (int i = threadIdx.x; i < K * N; i += 32)
        put(b[byRowsB ? i / N * strideB + i % N : i % N * strideB + i / N], of_b(i / N, i % N));
    for (int i = threadIdx.x; i < M * N; i += 32) put(c[i], i % 9);
    __syncthreads();
    wmma::fragment<wmma::matrix_a, M, N, K, T, OfA> left;
    wmma::fragment<wmma::matrix_b, M, N, K, T, OfB> right;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> sums;
    wmma::fragment<wmma::accumulator, M, N, K, Result> results;
    static_assert(decltype(sums)::num_elements == M * N / 32, "a warp has 32 lanes");
    wmma::load_matrix_sync(left, a, strideA);
    wmma::load_matrix_sync(right, b, strideB);
    wmma::load_matrix_sync(sums, c, N, wmma::mem_row_major);
    wmma::mma_sync(results, left, right, sums);
    wmma::store_matrix_sync(d, results, M, wmma::mem_col_major);
}

template <class T>
double value(T x) { return double(float(x)); }
template <>
double value(half x) { return __half2float(x); }

template <int M, int N, int K, class T, class OfA, class OfB, class Sum, class Result>
int tried(bool byRowsA, bool byRowsB)
{
    using In = typename Held<T>::type;
    In *a, *b;
    Sum *c;
    Result *d;
    cudaMallocManaged(&a, MOST * sizeof(In));
    cudaMallocManaged(&b, MOST * sizeof(In));
    cudaMallocManaged(&c, MOST * sizeof(Sum));
    cudaMallocManaged(&d, MOST * sizeof(Result));
    multiply<M, N, K, T, OfA, OfB><<<1, 32>>>(a, b, c, d, 32, 32, byRowsA, byRowsB);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int row = 0; row < M; row++)
        for (int column = 0; column < N; column++) {
            int sum = (row * N + column) % 9;
            for (int k = 0; k < K; k++) sum += of_a(row, k) * of_b(k, column);
            wrong += value(d[column * M + row]) != sum;
        }
    cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(d);
    return wrong;
}

template <int M, int N, int K, class T, class Sum, class Result = Sum>
int layouts()
{
    return tried<M, N, K, T, wmma::row_major, wmma::row_major, Sum, Result>(true, true) +
           tried<M, N, K, T, wmma::row_major, wmma::col_major, Sum, Result>(true, false) +
           tried<M, N, K, T, wmma::col_major, wmma::row_major, Sum, Result>(false, true) +
           tried<M, N, K, T, wmma::col_major, wmma::col_major, Sum, Result>(false, false);
}

template <class T, class Sum, class Result = Sum>
int shapes()
{
    return layouts<16, 16, 16, T, Sum, Result>() + layouts<32, 8, 16, T, Sum, Result>() +
           layouts<8, 32, 16, T, Sum, Result>();
}

template <int K, class T>
__global__ void small(int *out, int saturates)
{
    __shared__ unsigned words[8 * 4];
    words[threadIdx.x] = threadIdx.x * 0x9e3779b9u;
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 8, 8, K, T, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 8, 8, K, T, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 8, 8, K, int> c;
    wmma::load_matrix_sync(a, words, K);
    wmma::fill_fragment(b, 5);
    wmma::fill_fragment(c, 100);
    if constexpr (K == 128) {
        wmma::bmma_sync(c, a, b, c);
        wmma::bmma_sync(c, a, b, c, wmma::experimental::bmmaBitOpAND, wmma::experimental::bmmaAccumulateOpPOPC);
    } else {
        wmma::mma_sync(c, a, b, c, saturates != 0);
    }
    wmma::store_matrix_sync(out, c, 8, wmma::mem_row_major);
}

template <int K, class T>
unsigned digest()
{
    int *out;
    cudaMallocManaged(&out, 64 * sizeof(int));
    small<K, T><<<1, 32>>>(out, 1);
    cudaDeviceSynchronize();
    unsigned all = 0;
    for (int i = 0; i < 64; i++) all = all * 31 + out[i];
    cudaFree(out);
    return all;
}

__global__ void round_floats(float *x) { x[threadIdx.x] = wmma::__float_to_tf32(x[threadIdx.x] / 3.0f); }

int main()
{
    printf("half %d %d %d %d\n", shapes<half, float>(), shapes<half, half>(), shapes<half, half, float>(),
           shapes<half, float, half>());
    printf("bfloat16 %d\n", shapes<__nv_bfloat16, float>());
    printf("bytes %d %d\n", shapes<signed char, int>(), shapes<unsigned char, int>());
    printf("tf32 %d double %d\n", layouts<16, 16, 8, wmma::precision::tf32, float>(), layouts<8, 8, 4, double, double>());
    printf("bits %u %u %u\n", digest<32, wmma::experimental::precision::s4>(),
           digest<32, wmma::experimental::precision::u4>(), digest<128, wmma::experimental::precision::b1>());
    float *x;
    cudaMallocManaged(&x, 32 * sizeof(float));
    for (int i = 0; i < 32; i++) x[i] = float(i);
    round_floats<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) printf("%.9g ", x[i]);
    cudaFree(x);
    return 0;
}
