__device__ int any(unsigned m, int v) { return::__any_sync(0xffffffff, v); }
__device__ unsigned bits(unsigned m, int v) { return::__ballot_sync(m, v); }
// ==== output
__device__ int any(unsigned m, int v) { return int(static_cast<unsigned>(__ballot(v) >> (__lane_id() & 32)) != 0); }
__device__ unsigned bits(unsigned m, int v) { return static_cast<unsigned>(__ballot(v) >> (__lane_id() & 32) & (m)); }
