#include <cub/device/device_scan.cuh>
#include <cub/block/block_reduce.cuh>
namespace at { namespace cuda { namespace cub {
template <class T> void exclusive_sum(const T* in, T* out, int n) { size_t b = 0; void* tmp = nullptr; ::cub::DeviceScan::ExclusiveSum(nullptr, b, in, out, n); cudaMalloc(&tmp, b); ::cub::DeviceScan::ExclusiveSum(tmp, b, in, out, n); cudaFree(tmp); }
}}}
__global__ void k(int* p) { using R = cub::BlockReduce<int, 128>; __shared__ R::TempStorage t; int s = R(t).Sum(p[threadIdx.x]); if (threadIdx.x == 0) p[0] = s; }

namespace at { using Sum = cub::WarpReduce<int>; namespace cuda { template <class T> void f(T* p) { cub::exclusive_sum(p, p, 1); } } }
// ==== output
#include <hip/hip_runtime.h>
#include <hipcub/device/device_scan.hpp>
#include <hipcub/warp/warp_reduce.hpp>
#include <hipcub/block/block_reduce.hpp>
namespace at { namespace cuda { namespace cub {
template <class T> void exclusive_sum(const T* in, T* out, int n) { size_t b = 0; void* tmp = nullptr; ::hipcub::DeviceScan::ExclusiveSum(nullptr, b, in, out, n); hipMalloc(&tmp, b); ::hipcub::DeviceScan::ExclusiveSum(tmp, b, in, out, n); hipFree(tmp); }
}}}
__global__ void k(int* p) { using R = hipcub::BlockReduce<int, 128>; __shared__ R::TempStorage t; int s = R(t).Sum(p[threadIdx.x]); if (threadIdx.x == 0) p[0] = s; }

namespace at { using Sum = hipcub::WarpReduce<int, 32>; namespace cuda { template <class T> void f(T* p) { cub::exclusive_sum(p, p, 1); } } }
