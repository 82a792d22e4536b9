// Device-wide CUB: Reduce, Scan, RadixSort (DoubleBuffer), Select, RLE,
// SegmentedReduce and Histogram, all with the two-phase call.
#include <cub/cub.cuh>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define CubDebugExitX(e) { cudaError_t r_ = (e); if (r_ != cudaSuccess) { printf("cub: %s (line %d)\n", cudaGetErrorString(r_), __LINE__); exit(1); } }

struct LessThan {
    int limit;
    __host__ __device__ __forceinline__ explicit LessThan(int l) : limit(l) {}
    __host__ __device__ __forceinline__ bool operator()(const int &a) const { return a < limit; }
};
struct CustomMin {
    template <typename T>
    __device__ __forceinline__ T operator()(const T &a, const T &b) const { return (b < a) ? b : a; }
};

template <typename T>
struct Dev {
    T *p = nullptr;
    size_t n;
    explicit Dev(size_t n_) : n(n_) { CubDebugExitX(cudaMalloc(&p, n * sizeof(T))); }
    Dev(const std::vector<T> &v) : Dev(v.size()) { CubDebugExitX(cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice)); }
    ~Dev() { cudaFree(p); }
    std::vector<T> get(size_t k) const { std::vector<T> v(k); cudaMemcpy(v.data(), p, k * sizeof(T), cudaMemcpyDeviceToHost); return v; }
    operator T *() { return p; }
};

int main()
{
    const int n = 20000, nseg = 50;
    std::vector<int> h(n), offs(nseg + 1);
    for (int i = 0; i < n; i++) h[i] = (i * 37 + i / 9) % 211;
    for (int s = 0; s <= nseg; s++) offs[s] = s * (n / nseg);
    Dev<int> in(h), out(n), num(1), values(n), values2(n), counts(n), offsets(offs);
    void *d_temp_storage = NULL;
    size_t temp_storage_bytes = 0;
    int bad = 0;

    cub::DeviceReduce::Sum(d_temp_storage, temp_storage_bytes, in.p, num.p, n);
    CubDebugExitX(cudaMalloc(&d_temp_storage, temp_storage_bytes));
    cub::DeviceReduce::Sum(d_temp_storage, temp_storage_bytes, in.p, num.p, n);
    bad += num.get(1)[0] != std::accumulate(h.begin(), h.end(), 0);
    cudaFree(d_temp_storage); d_temp_storage = nullptr;

    CustomMin min_op;
    cub::DeviceReduce::Reduce(d_temp_storage, temp_storage_bytes, in.p, num.p, n, min_op, INT_MAX);
    cudaMalloc(&d_temp_storage, temp_storage_bytes);
    cub::DeviceReduce::Reduce(d_temp_storage, temp_storage_bytes, in.p, num.p, n, min_op, INT_MAX);
    bad += num.get(1)[0] != *std::min_element(h.begin(), h.end());
    cudaFree(d_temp_storage); d_temp_storage = nullptr;

    cub::DeviceScan::ExclusiveSum(d_temp_storage, temp_storage_bytes, in.p, out.p, n);
    cudaMalloc(&d_temp_storage, temp_storage_bytes);
    cub::DeviceScan::ExclusiveSum(d_temp_storage, temp_storage_bytes, in.p, out.p, n);
    auto sc = out.get(n);
    for (int i = 0, a = 0; i < n; a += h[i++]) bad += sc[i] != a;
    cub::DeviceScan::InclusiveSum(d_temp_storage, temp_storage_bytes, in.p, out.p, n);
    cudaFree(d_temp_storage); d_temp_storage = nullptr;

    LessThan sel(50);
    cub::DeviceSelect::If(d_temp_storage, temp_storage_bytes, in.p, out.p, num.p, n, sel);
    cudaMalloc(&d_temp_storage, temp_storage_bytes);
    cub::DeviceSelect::If(d_temp_storage, temp_storage_bytes, in.p, out.p, num.p, n, sel);
    bad += num.get(1)[0] != std::count_if(h.begin(), h.end(), sel);
    cudaFree(d_temp_storage); d_temp_storage = nullptr;

    cub::DeviceSegmentedReduce::Sum(d_temp_storage, temp_storage_bytes, in.p, out.p, nseg, offsets.p, offsets.p + 1);
    cudaMalloc(&d_temp_storage, temp_storage_bytes);
    cub::DeviceSegmentedReduce::Sum(d_temp_storage, temp_storage_bytes, in.p, out.p, nseg, offsets.p, offsets.p + 1);
    auto seg = out.get(nseg);
    for (int s = 0; s < nseg; s++) bad += seg[s] != std::accumulate(h.begin() + offs[s], h.begin() + offs[s + 1], 0);
    cudaFree(d_temp_storage); d_temp_storage = nullptr;

    std::vector<int> ids(n);
    std::iota(ids.begin(), ids.end(), 0);
    cudaMemcpy(values, ids.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cub::DoubleBuffer<int> d_keys(in.p, out.p);
    cub::DoubleBuffer<int> d_values(values.p, values2.p);
    cub::DeviceRadixSort::SortPairs(d_temp_storage, temp_storage_bytes, d_keys, d_values, n, 0, 8);
    cudaMalloc(&d_temp_storage, temp_storage_bytes);
    cub::DeviceRadixSort::SortPairs(d_temp_storage, temp_storage_bytes, d_keys, d_values, n, 0, 8, (cudaStream_t)0);
    std::vector<int> sk(n), sv(n), ref(h);
    cudaMemcpy(sk.data(), d_keys.Current(), n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(sv.data(), d_values.Current(), n * sizeof(int), cudaMemcpyDeviceToHost);
    std::stable_sort(ids.begin(), ids.end(), [&](int a, int b) { return h[a] < h[b]; });
    std::sort(ref.begin(), ref.end());
    bad += sk != ref || sv != ids;
    cudaFree(d_temp_storage); d_temp_storage = nullptr;

    int *sorted = d_keys.Current(), *uniq = d_keys.Alternate();
    cub::DeviceRunLengthEncode::Encode(d_temp_storage, temp_storage_bytes, sorted, uniq, counts.p, num.p, n);
    cudaMalloc(&d_temp_storage, temp_storage_bytes);
    cub::DeviceRunLengthEncode::Encode(d_temp_storage, temp_storage_bytes, sorted, uniq, counts.p, num.p, n);
    int nruns = num.get(1)[0];
    bad += nruns != 211;
    cudaFree(d_temp_storage); d_temp_storage = nullptr;

    cub::DeviceHistogram::HistogramEven(d_temp_storage, temp_storage_bytes, sorted, out.p == sorted ? values.p : values2.p, 212, 0, 211, n);
    cudaMalloc(&d_temp_storage, temp_storage_bytes);
    cub::DeviceHistogram::HistogramEven(d_temp_storage, temp_storage_bytes, sorted, out.p == sorted ? values.p : values2.p, 212, 0, 211, n);
    cudaFree(d_temp_storage);
    CubDebugExitX(cudaDeviceSynchronize());
    printf("%d problems\n%s\n", bad, bad ? "FAIL" : "PASS");
    return bad;
}
