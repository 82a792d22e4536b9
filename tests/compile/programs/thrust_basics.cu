// sort_by_key, reduce_by_key, transform_reduce, scatter/gather, unique, copy_if
#include <thrust/host_vector.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/scatter.h>
#include <thrust/unique.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/sequence.h>
#include <thrust/fill.h>
#include <thrust/extrema.h>
#include <thrust/scan.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/constant_iterator.h>
#include <iostream>
#include <map>

struct is_even {
    __host__ __device__ bool operator()(const int x) const { return (x % 2) == 0; }
};
template <typename T>
struct square {
    __host__ __device__ T operator()(const T& x) const { return x * x; }
};
struct saxpy_functor {
    const float a;
    saxpy_functor(float _a) : a(_a) {}
    __host__ __device__ float operator()(const float& x, const float& y) const { return a * x + y; }
};

int main()
{
    const int n = 10000;
    thrust::host_vector<int> hk(n);
    thrust::host_vector<float> hv(n);
    std::map<int, float> ref;
    for (int i = 0; i < n; i++) { hk[i] = (i * 71) % 97; hv[i] = 0.5f * (i % 4); ref[hk[i]] += hv[i]; }

    thrust::device_vector<int> keys = hk;
    thrust::device_vector<float> vals = hv;
    thrust::sort_by_key(keys.begin(), keys.end(), vals.begin());
    thrust::device_vector<int> ukeys(n);
    thrust::device_vector<float> sums(n);
    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), vals.begin(), ukeys.begin(), sums.begin());
    int groups = ends.first - ukeys.begin();
    int bad = groups != (int)ref.size();
    for (int g = 0; g < groups; g++) bad += ref[ukeys[g]] != sums[g];

    thrust::device_vector<float> x(n), y(n, 2.0f);
    thrust::sequence(x.begin(), x.end());
    float ss = thrust::transform_reduce(x.begin(), x.begin() + 100, square<float>(), 0.0f, thrust::plus<float>());
    bad += ss != 328350.0f;
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy_functor(3.0f));
    bad += y[10] != 32.0f;
    thrust::transform(x.begin(), x.end(), x.begin(), thrust::negate<float>());
    bad += *thrust::min_element(x.begin(), x.end()) != -(n - 1.0f);

    thrust::device_vector<int> map(n), tmp(n), back(n);
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n),
                      thrust::make_constant_iterator(n - 1), map.begin(), thrust::minus<int>());
    thrust::transform(map.begin(), map.end(), map.begin(), thrust::negate<int>());
    thrust::device_vector<int> src(hk);
    thrust::scatter(src.begin(), src.end(), map.begin(), tmp.begin());
    thrust::gather(map.begin(), map.end(), tmp.begin(), back.begin());
    bad += back != src;

    thrust::device_vector<int> evens(n);
    auto e = thrust::copy_if(src.begin(), src.end(), evens.begin(), is_even());
    bad += (e - evens.begin()) != thrust::count_if(hk.begin(), hk.end(), is_even());
    bad += thrust::unique(keys.begin(), keys.end()) - keys.begin() != groups;
    thrust::exclusive_scan(src.begin(), src.end(), tmp.begin(), 0);
    thrust::inclusive_scan(src.begin(), src.end(), back.begin());
    bad += back[n - 1] - tmp[n - 1] != src[n - 1];
    thrust::fill(back.begin(), back.end(), 7);
    bad += thrust::reduce(back.begin(), back.end(), 0, thrust::maximum<int>()) != 7;
    std::cout << (bad ? "FAIL" : "PASS") << std::endl;
    return bad;
}
