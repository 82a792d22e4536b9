#include <cub/cub.cuh>
using cub::ArrayWrapper;  // expect: API001
using cub::CTA_SYNC_AND;  // expect: API001
using cub::CTA_SYNC_OR;  // expect: API001
using cub::DeviceTopK;  // expect: API001
using cub::Equals;  // expect: API001
using cub::FFMA_RZ;  // expect: API001
using cub::FMUL_RZ;  // expect: API001
using cub::MatchAny;  // expect: API001
using cub::MaxSmOccupancy;  // expect: API001
using cub::Mutex;  // expect: API001
using cub::SHFL_IDX_SYNC;  // expect: API001
using cub::TexRefInputIterator;  // expect: API001
using cub::ThreadExit;  // expect: API001
using cub::ThreadTrap;  // expect: API001

__global__ void k(int *o) {
    o[0] = cub::MatchAny<5>(o[1]);  // expect: API001
    o[1] = cub::SHL_ADD(1, 2, 3) + mine::MatchAny(o[2]) + (Equals(1) ? 1 : 2);
    if (!o[1]) cub::ThreadTrap();  // expect: API001
}
// ==== output
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
using hipcub::ArrayWrapper;  // expect: API001
using hipcub::CTA_SYNC_AND;  // expect: API001
using hipcub::CTA_SYNC_OR;  // expect: API001
using hipcub::DeviceTopK;  // expect: API001
using hipcub::Equals;  // expect: API001
using hipcub::FFMA_RZ;  // expect: API001
using hipcub::FMUL_RZ;  // expect: API001
using hipcub::MatchAny;  // expect: API001
using hipcub::MaxSmOccupancy;  // expect: API001
using hipcub::Mutex;  // expect: API001
using hipcub::SHFL_IDX_SYNC;  // expect: API001
using hipcub::TexRefInputIterator;  // expect: API001
using hipcub::ThreadExit;  // expect: API001
using hipcub::ThreadTrap;  // expect: API001

__global__ void k(int *o) {
    o[0] = hipcub::MatchAny<5>(o[1]);  // expect: API001
    o[1] = hipcub::SHL_ADD(1, 2, 3) + mine::MatchAny(o[2]) + (Equals(1) ? 1 : 2);
    if (!o[1]) hipcub::ThreadTrap();  // expect: API001
}
