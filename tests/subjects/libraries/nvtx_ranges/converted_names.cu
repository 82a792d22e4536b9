#include <nvtx3/nvtx3.hpp>
#include <cuda_runtime.h>
void f(cudaStream_t stream, cudaError_t e) {
  nvtxEventAttributes_t a = {0};  // expect: LIB031
  a.payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64;
  a.payload.ullValue = (uint64_t)cudaErrorInvalidValue;
  a.messageType = NVTX_MESSAGE_TYPE_ASCII;
  a.message.ascii = cudaGetErrorString(cudaErrorInvalidValue);
  nvtxRangePushEx(&a);
  nvtx3::scoped_range r{cudaGetErrorString(e), nvtx3::payload{cudaErrorInvalidValue}};
}
// ==== output
#include <roctracer/roctx.h>
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
void f(hipStream_t stream, hipError_t e) {
  const char* a = "";  // expect: LIB031
  a = hipGetErrorString(hipErrorInvalidValue);
  roctxRangePushA(a);
  hipify_compat::scoped_range r{hipGetErrorString(e)};
}
