// flags: --rocm 6.4
#include <cub/thread/thread_reduce.cuh>
__device__ int f(int (&a)[4], int first) {
    return cub::internal::ThreadReduce(a, cub::Sum(), first);  // expect: API002
}
// ==== output
#include <hipcub/hipcub.hpp>
__device__ int f(int (&a)[4], int first) {
    return hipcub::internal::ThreadReduce(a, hipcub::Sum(), first);  // expect: API002
}
