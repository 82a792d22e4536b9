// k-means: own kernels for assignment, thrust for the centroid update.
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <thrust/copy.h>
#include <thrust/binary_search.h>
#include <thrust/adjacent_difference.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/execution_policy.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <chrono>

template <typename T, int DIM>
struct Point {
    T c[DIM];
};

template <typename T, int DIM>
struct AddPoints {
    __host__ __device__ Point<T, DIM> operator()(const Point<T, DIM>& a, const Point<T, DIM>& b) const
    {
        Point<T, DIM> r;
        for (int d = 0; d < DIM; d++) r.c[d] = a.c[d] + b.c[d];
        return r;
    }
};

template <typename T, int DIM>
__global__ void assign(const Point<T, DIM>* __restrict__ pts, const Point<T, DIM>* __restrict__ cent, int* label, int n, int k)
{
    extern __shared__ char smem[];
    Point<T, DIM>* sc = reinterpret_cast<Point<T, DIM>*>(smem);
    for (int j = threadIdx.x; j < k; j += blockDim.x) sc[j] = cent[j];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Point<T, DIM> p = pts[i];
    T best = T(1e30);
    int arg = 0;
    for (int j = 0; j < k; j++) {
        T d2 = 0;
#pragma unroll
        for (int d = 0; d < DIM; d++) { T t = p.c[d] - sc[j].c[d]; d2 += t * t; }
        if (d2 < best) { best = d2; arg = j; }
    }
    label[i] = arg;
}

int main(int argc, char** argv)
{
    constexpr int DIM = 3;
    using P = Point<float, DIM>;
    const int n = argc > 1 ? atoi(argv[1]) : 30000, k = 5, iters = 15;
    std::vector<P> pts(n);
    for (int i = 0; i < n; i++)
        for (int d = 0; d < DIM; d++) pts[i].c[d] = 10.f * ((i % k) == d) - 10.f * ((i % k) - 2 == d) + (rand() % 1000) / 1000.f;

    thrust::device_vector<P> d_pts(pts.begin(), pts.end()), d_cent(pts.begin(), pts.begin() + k), sums(k);
    thrust::device_vector<int> label(n), order(n), keys(k), lo(k), hi(k);
    auto t0 = std::chrono::steady_clock::now();
    for (int it = 0; it < iters; it++) {
        assign<float, DIM><<<(n + 255) / 256, 256, k * sizeof(P)>>>(
            thrust::raw_pointer_cast(d_pts.data()), thrust::raw_pointer_cast(d_cent.data()),
            thrust::raw_pointer_cast(label.data()), n, k);
        thrust::copy(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), order.begin());
        thrust::stable_sort_by_key(label.begin(), label.end(), order.begin());
        thrust::counting_iterator<int> c(0);
        thrust::lower_bound(label.begin(), label.end(), c, c + k, lo.begin());
        thrust::upper_bound(thrust::device, label.begin(), label.end(), c, c + k, hi.begin());
        thrust::reduce_by_key(label.begin(), label.end(),
                              thrust::make_permutation_iterator(d_pts.begin(), order.begin()),
                              thrust::make_discard_iterator(), sums.begin(),
                              thrust::equal_to<int>(), AddPoints<float, DIM>());
        std::vector<P> s(k);
        std::vector<int> l(k), h(k);
        thrust::copy(sums.begin(), sums.end(), s.begin());
        thrust::copy(lo.begin(), lo.end(), l.begin());
        thrust::copy(hi.begin(), hi.end(), h.begin());
        for (int j = 0; j < k; j++)
            for (int d = 0; d < DIM; d++) s[j].c[d] /= (float)(h[j] - l[j]);
        d_cent.assign(s.begin(), s.end());
    }
    cudaDeviceSynchronize();
    auto t1 = std::chrono::steady_clock::now();
    bool ok = cudaGetLastError() == cudaSuccess;
    for (int j = 0; j < k; j++) ok = ok && hi[j] - lo[j] >= n / k - 1;
    printf("%.2f ms/iteration: %s\n", std::chrono::duration<double, std::milli>(t1 - t0).count() / iters, ok ? "PASS" : "FAIL");
    return !ok;
}
