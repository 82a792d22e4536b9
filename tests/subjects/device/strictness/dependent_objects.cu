#include <cuda_runtime.h>
template <typename T> struct V {
  T v[4];
  V *next;
  template <int N> __device__ float at(int i) const { return v[N] + i; }
  __device__ V twice() const { return *this; }
};
template <typename T> __device__ V<T> make(T a) { return V<T>{{a}}; }
template <typename T> __device__ float f(V<T> x, T a, V<float> y) {
  auto made = make(a);
  auto copy = x.twice();
  auto again = copy;
  const auto &known = y;
  V<T> all[2];
  return made.at<1>(2) + again.at<2>(2) + x.next->at<1>(2) + x.twice().at<1>(2) + make(a).at<1>(2) + all[1].at<0>(3)
       + y.at<1>(2) + known.at<1>(2);
}
template <typename T> struct Derived : V<T> {
  V<T> m;
  __device__ float f() { return this->at<1>(2) + this->m.at<1>(2); }
};
__device__ float generic(V<float> y) {
  auto get = [](auto v) { return v.at<1>(2); };
  return get(y) + y.at<1>(2);
}
__global__ void k(float *p, V<float> v) { p[0] = f(v, 1.f, v) + generic(v) + Derived<float>().f(); }
// ==== output
#include <hip/hip_runtime.h>
template <typename T> struct V {
  T v[4];
  V *next;
  template <int N> __device__ float at(int i) const { return v[N] + i; }
  __device__ V twice() const { return *this; }
};
template <typename T> __device__ V<T> make(T a) { return V<T>{{a}}; }
template <typename T> __device__ float f(V<T> x, T a, V<float> y) {
  auto made = make(a);
  auto copy = x.twice();
  auto again = copy;
  const auto &known = y;
  V<T> all[2];
  return made.template at<1>(2) + again.template at<2>(2) + x.next->template at<1>(2) + x.twice().template at<1>(2) + make(a).template at<1>(2) + all[1].template at<0>(3)
       + y.at<1>(2) + known.at<1>(2);
}
template <typename T> struct Derived : V<T> {
  V<T> m;
  __device__ float f() { return this->template at<1>(2) + this->m.template at<1>(2); }
};
__device__ float generic(V<float> y) {
  auto get = [](auto v) { return v.template at<1>(2); };
  return get(y) + y.at<1>(2);
}
__global__ void k(float *p, V<float> v) { p[0] = f(v, 1.f, v) + generic(v) + Derived<float>().f(); }
