#include <cub/cub.cuh>
namespace {
struct Pairs {
  template <typename Tuple>
  Tuple DEVICE operator()(Tuple const& l, Tuple const& r) {  // expect: LIB032
    return first(l, r);
  }
};
template <class T> class Sum {
 public:
  using value_type = T;
  __device__ T operator()(T a, T b) { return a + b; }  // expect: LIB032
};
struct Other { __device__ int operator()(int a, int b) { return a + b; } };
struct Const { __device__ int operator()(int a, int b) const { return a + b; } };
struct Counted {
  int seen;
  __device__ int operator()(int a, int b) { return ++seen, a + b; }  // expect: LIB032
};
struct Derived : Counted {
  __device__ int operator()(int a, int b) { return a + b; }  // expect: LIB032
};
struct Declared { __device__ int operator()(int a, int b); };  // expect: LIB032
}
void f(void *t, size_t &n, int *p, int *q, int *o) {
  cub::DeviceSegmentedReduce::Reduce(t, n, p, q, 3, o, o + 1, Pairs{}, init);
  cub::DeviceReduce::Reduce(t, n, p, q, 3, Sum<int>(), 0);
  cub::DeviceReduce::ReduceByKey(t, n, p, q, p, q, o, ::Sum<long>{}, 3);
  cub::DeviceScan::InclusiveScan(t, n, p, q, Other{}, 3);
  cub::DeviceReduce::Reduce(t, n, p, q, 3, Const{}, 0);
  cub::DeviceReduce::Reduce(t, n, p, q, 3, Counted{0}, 0);
  cub::DeviceReduce::Reduce(t, n, p, q, 3, Derived(), 0);
  cub::DeviceReduce::Reduce(t, n, p, q, 3, Declared{}, 0);
}
// ==== output
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
namespace {
struct Pairs {
  template <typename Tuple>
  Tuple DEVICE operator()(Tuple const& l, Tuple const& r) {  // expect: LIB032
    return first(l, r);
  }
};
template <class T> class Sum {
 public:
  using value_type = T;
  __device__ T operator()(T a, T b) { return a + b; }  // expect: LIB032
};
struct Other { __device__ int operator()(int a, int b) { return a + b; } };
struct Const { __device__ int operator()(int a, int b) const { return a + b; } };
struct Counted {
  int seen;
  __device__ int operator()(int a, int b) { return ++seen, a + b; }  // expect: LIB032
};
struct Derived : Counted {
  __device__ int operator()(int a, int b) { return a + b; }  // expect: LIB032
};
struct Declared { __device__ int operator()(int a, int b); };  // expect: LIB032
}
void f(void *t, size_t &n, int *p, int *q, int *o) {
  hipcub::DeviceSegmentedReduce::Reduce(t, n, p, q, 3, o, o + 1, Pairs{}, init);
  hipcub::DeviceReduce::Reduce(t, n, p, q, 3, Sum<int>(), 0);
  hipcub::DeviceReduce::ReduceByKey(t, n, p, q, p, q, o, ::Sum<long>{}, 3);
  hipcub::DeviceScan::InclusiveScan(t, n, p, q, Other{}, 3);
  hipcub::DeviceReduce::Reduce(t, n, p, q, 3, Const{}, 0);
  hipcub::DeviceReduce::Reduce(t, n, p, q, 3, Counted{0}, 0);
  hipcub::DeviceReduce::Reduce(t, n, p, q, 3, Derived(), 0);
  hipcub::DeviceReduce::Reduce(t, n, p, q, 3, Declared{}, 0);
}
