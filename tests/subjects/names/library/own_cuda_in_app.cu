#include <cuda_runtime.h>
namespace app { namespace cuda { template <class T> struct atomic { T v; }; struct barrier {}; namespace std { struct pair {}; } }
__global__ void k(cuda::atomic<int> *a, cuda::barrier b) { a->v = 1; app::cuda::atomic<int> c; ::cuda::atomic<int> d; cuda::std::pair e; ::cuda::std::pair<int, int> f; } }  // expect: ATM005
// ==== output
#include <hip/hip_runtime.h>
namespace app { namespace cuda { template <class T> struct atomic { T v; }; struct barrier {}; namespace std { struct pair {}; } }
__global__ void k(cuda::atomic<int> *a, cuda::barrier b) { a->v = 1; app::cuda::atomic<int> c; ::cuda::atomic<int> d; cuda::std::pair e; ::thrust::pair<int, int> f; } }  // expect: ATM005
