// flags: --rocm 6.3
#include <cub/device/dispatch/dispatch_scan.cuh>  // expect: LIB019
template <class In, class Out, class Op>
void scan(void *t, size_t &n, In in, Out out, Op op, size_t count) {
  cub::DispatchScan<In, Out, Op, cub::NullType, size_t>::Dispatch(t, n, in, out, op, {}, count, 0);  // expect: LIB019
}
// ==== output
#include <cub/device/dispatch/dispatch_scan.cuh>  // expect: LIB019
template <class In, class Out, class Op>
void scan(void *t, size_t &n, In in, Out out, Op op, size_t count) {
  hipcub::DispatchScan<In, Out, Op, hipcub::NullType, size_t>::Dispatch(t, n, in, out, op, {}, count, 0);  // expect: LIB019
}
