#include <thrust/sort.h>
#include <thrust/system/cuda/experimental/pinned_allocator.h>  // expect: API001
#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
auto p = thrust::system::cuda::par;
#endif
thrust::system::cuda::experimental::pinned_allocator<int> q;  // expect: API001
thrust::mr::synchronized_pool_resource<thrust::system::cuda::universal_memory_resource> r;
mine::system::cuda::thing s;
// ==== output
#include <thrust/sort.h>
#include <thrust/system/cuda/experimental/pinned_allocator.h>  // expect: API001
#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_HIP
auto p = thrust::system::hip::par;
#endif
thrust::system::hip::experimental::pinned_allocator<int> q;  // expect: API001
thrust::mr::synchronized_pool_resource<thrust::system::hip::universal_memory_resource> r;
mine::system::cuda::thing s;
