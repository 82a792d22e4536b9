#include <cuda_runtime.h>
__device__ void f() {
    atomicExch_block  // expect: ATM002
#pragma unroll
    (p, v);
    __ballot_sync  // expect: WRP004
#pragma unroll
    (m, p);
}
// ==== output
#include <hip/hip_runtime.h>
__device__ void f() {
    atomicExch_block  // expect: ATM002
#pragma unroll
    (p, v);
    __ballot_sync  // expect: WRP004
#pragma unroll
    (m, p);
}
