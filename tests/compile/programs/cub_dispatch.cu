// The dispatch layer of CUB, as programs call it for counts of 64 bits: scans and radix sorts.
#include <cub/cub.cuh>
#include <cub/device/dispatch/dispatch_radix_sort.cuh>
#include <cub/device/dispatch/dispatch_scan.cuh>
#include <cub/util_device.cuh>
#include <cstdio>
#include <thrust/device_vector.h>

#if CUB_VERSION >= 300000
constexpr auto Ascending = cub::SortOrder::Ascending, Descending = cub::SortOrder::Descending;
#else
constexpr bool Ascending = false, Descending = true;
#endif

struct Sum { template <class T> __host__ __device__ T operator()(T a, T b) const { return a + b; } };

template <class In, class Out> cudaError_t scan(In in, Out out, size_t count)
{
    using Scan = cub::DispatchScan<In, Out, Sum, cub::NullType, size_t>;
    size_t bytes = 0;
    cudaError_t error = Scan::Dispatch(nullptr, bytes, in, out, Sum{}, cub::NullType{}, count, nullptr);
    thrust::device_vector<char> storage(bytes);
    return error != cudaSuccess ? error : Scan::Dispatch(storage.data().get(), bytes, in, out, Sum{}, cub::NullType{}, count, nullptr);
}

template <class Value, class Count> cudaError_t sort(cub::DoubleBuffer<float> &keys, cub::DoubleBuffer<Value> &values, Count count, bool overwrites)
{
    size_t bytes = 0;
    cub::DispatchRadixSort<Ascending, float, Value, Count>::Dispatch(nullptr, bytes, keys, values, count, 0, 32, overwrites, nullptr);
    thrust::device_vector<char> storage(bytes);
    return cub::DispatchRadixSort<Descending, float, Value, Count>::Dispatch(
        storage.data().get(), bytes, keys, values, count, 0, 32, overwrites, nullptr);
}

template <class Value> cudaError_t sort(cub::DoubleBuffer<int> &keys, cub::DoubleBuffer<Value> &values, int *ends, bool overwrites)
{
    using Sort = cub::DispatchSegmentedRadixSort<Ascending, int, Value, int *, int *, int>;
    size_t bytes = 0;
    Sort::Dispatch(nullptr, bytes, keys, values, 8, 2, ends, ends + 1, 0, 32, overwrites, nullptr);
    thrust::device_vector<char> storage(bytes);
    return Sort::Dispatch(storage.data().get(), bytes, keys, values, 8, 2, ends, ends + 1, 0, 32, overwrites, nullptr);
}

int main()
{
    if (cub::DeviceCount() < 1 || cub::CurrentDevice() < 0) return 0;
    thrust::device_vector<int> numbers(8, 1), others(8), ends(3, 4);
    thrust::device_vector<float> floats(8, 1.0f), more(8);
    cudaError_t error = scan(numbers.data().get(), others.data().get(), numbers.size());
    cub::DoubleBuffer<float> keys(floats.data().get(), more.data().get());
    cub::DoubleBuffer<int> values(numbers.data().get(), others.data().get());
    cub::DoubleBuffer<cub::NullType> none;
    bool failed = error || sort(keys, values, 8ull, false) || sort(keys, none, 8, true);
    failed = failed || sort(values, none, ends.data().get(), true) || sort(values, keys, ends.data().get(), false);
    printf("%s %d\n", failed ? "FAIL" : "PASS", values.selector);
    return failed;
}
