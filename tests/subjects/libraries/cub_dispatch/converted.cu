// flags: --rocm 6.4
#include <cub/device/dispatch/dispatch_radix_sort.cuh>
#include <cub/util_device.cuh>

template <bool Down, class K, class V>
void sort(void *t, size_t &n, cub::DoubleBuffer<K> &k, cub::DoubleBuffer<V> &v, size_t count, int *offsets) {
  cub::DispatchRadixSort<Down, K, V, size_t>::Dispatch(t, n, k, v, count, 0, 8 * sizeof(K), false, 0);
  (::cub::DispatchSegmentedRadixSort<Down, K, V, int *, int *, int>::Dispatch(t, n, k, v, count, 10, offsets,
                                                                             offsets + 1, 0, 32, true, 0));
}
template <class In, class Out, class Op>
cudaError_t scan(void *t, size_t &n, In in, Out out, Op op, size_t count) {
  return cub :: /* 64 bits */ DispatchScan<In, Out, Op, cub::NullType, size_t>::Dispatch(t, n, in, out, op, {}, count, 0);
}
template <class In, class Out, class Op>
cudaError_t scan_from(void *t, size_t &n, In in, Out out, Op op, size_t count) {
  using Initial = cub::detail::InputValue<int>;  // expect: LIB019
  return cub::DispatchScan<In, Out, Op, Initial, size_t>::Dispatch(t, n, in, out, op, Initial(1), count, nullptr);
}
int devices() { return cub::CurrentDevice() + cub::DeviceCount() + cub::DeviceCountUncached(); }
void reduce(int *t, size_t n, int *p) {
  cub::DispatchReduce<int *, int *, int, cub::Sum>::Dispatch(t, n, p, p, 1);  // expect: LIB019
}
using cub::DispatchScan;
int mine() { return mine::CurrentDevice() + cub.CurrentDevice; }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hipcub/device/device_radix_sort.hpp>
#include <hipcub/util_device.hpp>

template <bool Down, class K, class V>
void sort(void *t, size_t &n, hipcub::DoubleBuffer<K> &k, hipcub::DoubleBuffer<V> &v, size_t count, int *offsets) {
  hipify_compat::DispatchRadixSort<Down, K, V, size_t>::Dispatch(t, n, k, v, count, 0, 8 * sizeof(K), false, 0);
  (::hipify_compat::DispatchSegmentedRadixSort<Down, K, V, int *, int *, int>::Dispatch(t, n, k, v, count, 10, offsets,
                                                                             offsets + 1, 0, 32, true, 0));
}
template <class In, class Out, class Op>
hipError_t scan(void *t, size_t &n, In in, Out out, Op op, size_t count) {
  return hipify_compat::DispatchScan /* 64 bits */<In, Out, Op, hipcub::NullType, size_t>::Dispatch(t, n, in, out, op, {}, count, 0);
}
template <class In, class Out, class Op>
hipError_t scan_from(void *t, size_t &n, In in, Out out, Op op, size_t count) {
  using Initial = hipcub::detail::InputValue<int>;  // expect: LIB019
  return hipify_compat::DispatchScan<In, Out, Op, Initial, size_t>::Dispatch(t, n, in, out, op, Initial(1), count, nullptr);
}
int devices() { return hipify_compat::CurrentDevice() + hipify_compat::DeviceCount() + hipify_compat::DeviceCount(); }
void reduce(int *t, size_t n, int *p) {
  hipcub::DispatchReduce<int *, int *, int, hipcub::Sum>::Dispatch(t, n, p, p, 1);  // expect: LIB019
}
using hipify_compat::DispatchScan;
int mine() { return mine::CurrentDevice() + cub.CurrentDevice; }
