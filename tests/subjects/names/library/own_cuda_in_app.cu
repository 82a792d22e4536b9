#include <cuda_runtime.h>
namespace app { namespace cuda { template <class T> struct atomic { T v; }; struct barrier {}; }
__global__ void k(cuda::atomic<int> *a, cuda::barrier b) { a->v = 1; app::cuda::atomic<int> c; ::cuda::atomic<int> d; } }  // expect: ATM005
// ==== output
#include <hip/hip_runtime.h>
namespace app { namespace cuda { template <class T> struct atomic { T v; }; struct barrier {}; }
__global__ void k(cuda::atomic<int> *a, cuda::barrier b) { a->v = 1; app::cuda::atomic<int> c; ::cuda::atomic<int> d; } }  // expect: ATM005
