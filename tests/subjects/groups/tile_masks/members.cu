#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct S {
    cg::thread_block_tile<32> tile_;
    __device__ auto by_this(bool p) { return this->tile_.ballot(p); }
    __device__ auto plain(bool p) { return tile_.ballot(p); }
    __device__ unsigned hidden(bool p) { return ~this->tile_.ballot(p); }
};

__device__ auto x(S s, S* q, bool p) { return s.tile_.ballot(p) + ~q->tile_.ballot(p); }
__device__ auto y(const S& s, bool p) { return __popcll(~s.tile_.ballot(p)); }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;

struct S {
    cg::thread_block_tile<32> tile_;
    __device__ auto by_this(bool p) { return static_cast<unsigned>(this->tile_.ballot(p)); }
    __device__ auto plain(bool p) { return static_cast<unsigned>(tile_.ballot(p)); }
    __device__ unsigned hidden(bool p) { return ~this->tile_.ballot(p); }
};

__device__ auto x(S s, S* q, bool p) { return static_cast<unsigned>(s.tile_.ballot(p)) + ~static_cast<unsigned>(q->tile_.ballot(p)); }
__device__ auto y(const S& s, bool p) { return static_cast<int>(__popcll(~static_cast<unsigned>(s.tile_.ballot(p)))); }
