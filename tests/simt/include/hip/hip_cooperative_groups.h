// Cooperative groups for kernels that run on the CPU.
#pragma once

#include "hip/hip_runtime.h"

namespace cooperative_groups {

class thread_block {
 public:
  SIMT void sync() const { __syncthreads(); }
  SIMT unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
  SIMT unsigned num_threads() const { return size(); }
  SIMT unsigned thread_rank() const {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  SIMT uint3 thread_index() const { return threadIdx; }
  SIMT uint3 group_index() const { return blockIdx; }
};

inline thread_block this_thread_block() { return {}; }

// Some lanes of a wave.
class coalesced_group {
 public:
  explicit coalesced_group(simt::Lanes lanes) : lanes_(lanes) {}
  SIMT void sync() const { simt::meet_in(lanes_, 0); }
  SIMT unsigned size() const { return __builtin_popcountll(lanes_); }
  SIMT unsigned num_threads() const { return size(); }
  SIMT unsigned thread_rank() const { return __builtin_popcountll(lanes_ & ((1ull << __lane_id()) - 1)); }
  template <class T>
  SIMT T shfl(T value, unsigned rank) const {
    return simt::meet_in(lanes_, value).of(lane_of(rank % size()));
  }
  template <class T>
  SIMT T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return simt::meet_in(lanes_, value).of(lane_of(rank < delta ? rank : rank - delta));
  }
  template <class T>
  SIMT T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return simt::meet_in(lanes_, value).of(lane_of(rank + delta >= size() ? rank : rank + delta));
  }
  SIMT unsigned long long ballot(int predicate) const {
    const auto met = simt::meet_in(lanes_, predicate);
    unsigned long long holds = 0;
    for (unsigned rank = 0; rank < size(); ++rank) holds |= (unsigned long long)(met.of(lane_of(rank)) != 0) << rank;
    return holds;
  }
  SIMT int any(int predicate) const { return ballot(predicate) != 0; }
  SIMT int all(int predicate) const { return ballot(!predicate) == 0; }

 protected:
  SIMT unsigned lane_of(unsigned rank) const {
    simt::Lanes left = lanes_;
    while (rank--) left &= left - 1;
    return __builtin_ctzll(left);
  }
  simt::Lanes lanes_;
};

inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned Size, class Parent = void>
class thread_block_tile : public coalesced_group {
 public:
  thread_block_tile() : coalesced_group(lanes_of_tile()) {}
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  SIMT unsigned thread_rank() const { return this_thread_block().thread_rank() % Size; }
  SIMT unsigned meta_group_rank() const { return this_thread_block().thread_rank() / Size; }
  SIMT unsigned meta_group_size() const { return (this_thread_block().size() + Size - 1) / Size; }
  SIMT void sync() const { simt::meet(0); }
  template <class T>
  SIMT T shfl(T value, int rank) const { return __shfl(value, rank, Size); }
  template <class T>
  SIMT T shfl_up(T value, unsigned delta) const { return __shfl_up(value, delta, Size); }
  template <class T>
  SIMT T shfl_down(T value, unsigned delta) const { return __shfl_down(value, delta, Size); }
  template <class T>
  SIMT T shfl_xor(T value, unsigned mask) const { return __shfl_xor(value, mask, Size); }
  SIMT unsigned long long ballot(int predicate) const { return (__ballot(predicate) & lanes_) >> first(); }
  SIMT int any(int predicate) const { return ballot(predicate) != 0; }
  SIMT int all(int predicate) const { return ballot(!predicate) == 0; }
  template <class T>
  SIMT unsigned long long match_any(T value) const { return __match_any_sync(lanes_, value) >> first(); }

 private:
  static_assert(Size <= simt::most_lanes && (Size & (Size - 1)) == 0, "a tile has a power of two lanes, 64 at most");
  SIMT static unsigned first() { return __lane_id() / Size * Size; }
  SIMT static simt::Lanes lanes_of_tile() {
    return (Size == 64 ? ~0ull : (1ull << Size % 64) - 1) << first();
  }
};

template <unsigned Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  if (int(Size) > warpSize) simt::trap("a tile is larger than a wave");
  return {};
}

template <class Group>
void sync(const Group &group) {
  group.sync();
}

}  // namespace cooperative_groups
