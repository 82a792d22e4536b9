#define VOTE(kind) __##kind  // expect: WRP004
#define VOTE_OF(kind, p) __##kind##_sync(0xffffffff, p)  // expect: WRP004
#define JOINED(a, b) a##b
#define ROUND(kind) __float2int_##kind
__global__ void votes(int* out, int p) {
  out[threadIdx.x] = VOTE(any)(p) + VOTE_OF(ballot, p) + JOINED(__bal, lot)(p) + ROUND(rn)(1.5f);  // expect: WRP004
}
// ==== output
#include <hip/hip_runtime.h>
#define VOTE(kind) __##kind  // expect: WRP004
#define VOTE_OF(kind, p) __##kind##_sync(0xffffffff, p)  // expect: WRP004
#define JOINED(a, b) a##b
#define ROUND(kind) __float2int_##kind
__global__ void votes(int* out, int p) {
  out[threadIdx.x] = VOTE(any)(p) + VOTE_OF(ballot, p) + JOINED(__bal, lot)(p) + ROUND(rn)(1.5f);  // expect: WRP004
}
