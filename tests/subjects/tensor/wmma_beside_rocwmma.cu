#include <cuda_runtime.h>
#ifdef __HIP_PLATFORM_AMD__
#include <rocwmma/rocwmma.hpp>
namespace wmma = rocwmma;
#else
#include <mma.h>
using namespace nvcuda;
#endif

__global__ void product() {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
}
// ==== output
#include <hip/hip_runtime.h>
#ifdef __HIP_PLATFORM_AMD__
#include <rocwmma/rocwmma.hpp>
namespace wmma = rocwmma;
#else
#include <mma.h>
using namespace nvcuda;
#endif

__global__ void product() {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
}
