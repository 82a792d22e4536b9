// ---------------------------------------------------------------------------------------------------------------------
// Barriers for a part of a block: those with a number, and mbarrier, which lies in shared memory. AMD's GPUs have one
// barrier for all waves of a block, so these are words of 64 bits that threads change by compare-and-swap, and read
// until a phase is over. Who reads sleeps a little each time. The lanes of a wave run in step: if some of them wait for
// others that are to arrive in another branch, these never come.

// How many threads a block has.
HIPIFY_PTX_FN uint32_t block_threads() { return blockDim.x * blockDim.y * blockDim.z; }

// Leaves the processor to the other waves for some 64 clocks.
HIPIFY_PTX_FN void nap() {
#if HIPIFY_PTX_ON_AMD
  __builtin_amdgcn_s_sleep(1);
#else
  __nanosleep(32);
#endif
}

// Replaces a word of the own block's shared memory by what `change` makes of it, in one step. Returns what it was.
template <class Change>
HIPIFY_PTX_FN uint64_t change_word(address at, Change change) {
  return update<uint64_t, space::shared, scope::cta>(at, change);
}

// A part of a word.
template <int First, int Bits>
HIPIFY_PTX_FN uint32_t part_of(uint64_t word) {
  return static_cast<uint32_t>(word >> First) & ((1u << Bits) - 1u);
}
template <int First, int Bits>
HIPIFY_PTX_FN uint64_t with_part(uint64_t word, uint32_t value) {
  constexpr uint64_t mask = ((1ull << Bits) - 1ull) << First;
  return (word & ~mask) | (static_cast<uint64_t>(value) << First & mask);
}

// -- bar, barrier -----------------------------------------------------------------------------------------------------

// A barrier with a number: how many threads have arrived (bits 0 to 11), for how many of them a predicate holds (12 to
// 23), for how many it did in the last even and in the last odd phase (24 to 35, 36 to 47), and the phase (48 to 63).
constexpr uint32_t numbered_barriers = 16;
HIPIFY_PTX_FN uint32_t phase_of_barrier(uint64_t word) { return part_of<48, 16>(word); }
HIPIFY_PTX_FN uint32_t result_of_barrier(uint64_t word, uint32_t phase) {
  return phase % 2 == 0 ? part_of<24, 12>(word) : part_of<36, 12>(word);
}

// What `arriving` threads make of it, for `holding` of which the predicate holds: the last of `all` ends the phase.
HIPIFY_PTX_FN uint64_t arrived_at_barrier(uint64_t word, uint32_t arriving, uint32_t holding, uint32_t all) {
  const uint32_t arrived = part_of<0, 12>(word) + arriving, held = part_of<12, 12>(word) + holding;
  if (arrived != all) return with_part<12, 12>(with_part<0, 12>(word, arrived), held);
  const uint32_t phase = phase_of_barrier(word);
  const uint64_t kept = phase % 2 == 0 ? with_part<24, 12>(word, held) : with_part<36, 12>(word, held);
  return with_part<48, 16>(with_part<0, 24>(kept, 0), phase + 1u);
}

// Where the barrier of a number lies in shared memory.
HIPIFY_PTX_FN address barrier_of_number(uint32_t number) {
  __shared__ uint64_t barriers[numbered_barriers];
  return address(static_cast<unsigned long long>(cvta_generic_to_shared(barriers + number % numbered_barriers)));
}

// Every kernel with numbered barriers begins with it, before any thread returns: shared memory begins with anything.
HIPIFY_PTX_FN void begin_barriers() {
  for (uint32_t number = thread_rank(); number < numbered_barriers; number += block_threads()) {
    write_atomic<uint64_t, space::shared, scope::cta>(barrier_of_number(number), 0);
  }
  __syncthreads();
}

// How many threads the lanes that are here stand for. With `.aligned` a warp arrives as a whole, whatever lanes it has
// left; else lane by lane, where those that the last warp lacks come with the first one.
template <bool Aligned>
HIPIFY_PTX_FN uint32_t threads_of(uint32_t lanes) {
  if (Aligned) return 32;
  const uint32_t there = block_threads() - warpid() * 32u;
  const uint32_t lacking = there < 32u ? 32u - there : 0u;
  return static_cast<uint32_t>(__popc(lanes)) + ((lanes & 1u) != 0 ? lacking : 0u);
}

// Arrives at a barrier of `all` threads; waits for the others, if `Waits`. Returns for how many `c` holds.
template <bool Aligned, bool Waits>
HIPIFY_PTX_FN uint32_t meet(uint32_t number, uint32_t all, bool c = false) {
  fence<order::release, scope::cta>();
  if (Aligned) bar_warp_sync(~0u);
  const uint32_t lanes = activemask();
  bar_warp_sync(lanes);
  const uint32_t holding = static_cast<uint32_t>(__popc(vote_ballot(c, lanes)));
  const uint32_t arriving = threads_of<Aligned>(lanes), leader = lowest_lane(lanes);
  uint32_t result = 0;
  if (laneid() == leader) {
    const address at = barrier_of_number(number);
    const uint32_t phase = phase_of_barrier(
        change_word(at, [=](uint64_t word) { return arrived_at_barrier(word, arriving, holding, all); }));
    if (Waits) {
      uint64_t word = read_atomic<uint64_t, space::shared, scope::cta>(at);
      while (phase_of_barrier(word) == phase) {
        nap();
        word = read_atomic<uint64_t, space::shared, scope::cta>(at);
      }
      result = result_of_barrier(word, phase);
    }
  }
  bar_warp_sync(lanes);
  if (!Waits) return 0;
  fence<order::acquire, scope::cta>();
  return read_lane(result, leader, lanes);
}

// All threads of the block, in whole warps.
HIPIFY_PTX_FN uint32_t threads_of_block() { return (block_threads() + 31u) & ~31u; }

// bar.sync, barrier.sync. Barrier 0 without a count is the one of __syncthreads().
template <bool Aligned>
HIPIFY_PTX_FN void barrier_sync(uint32_t number) {
  if (number == 0) {
    __syncthreads();
  } else {
    meet<Aligned, true>(number, threads_of_block());
  }
}
template <bool Aligned>
HIPIFY_PTX_FN void barrier_sync(uint32_t number, uint32_t threads) {
  meet<Aligned, true>(number, threads);
}

// bar.arrive, barrier.arrive.
template <bool Aligned>
HIPIFY_PTX_FN void barrier_arrive(uint32_t number, uint32_t threads) {
  meet<Aligned, false>(number, threads);
}

// bar.red, barrier.red.
template <bool Aligned>
HIPIFY_PTX_FN uint32_t barrier_red_popc(uint32_t number, uint32_t threads, bool c) {
  return meet<Aligned, true>(number, threads, c);
}
template <bool Aligned>
HIPIFY_PTX_FN uint32_t barrier_red_popc(uint32_t number, bool c) {
  return number == 0 ? bar_red_popc(c) : meet<Aligned, true>(number, threads_of_block(), c);
}
template <bool Aligned>
HIPIFY_PTX_FN bool barrier_red_and(uint32_t number, uint32_t threads, bool c) {
  return barrier_red_popc<Aligned>(number, threads, !c) == 0;
}
template <bool Aligned>
HIPIFY_PTX_FN bool barrier_red_and(uint32_t number, bool c) {
  return barrier_red_popc<Aligned>(number, !c) == 0;
}
template <bool Aligned>
HIPIFY_PTX_FN bool barrier_red_or(uint32_t number, uint32_t threads, bool c) {
  return barrier_red_popc<Aligned>(number, threads, c) != 0;
}
template <bool Aligned>
HIPIFY_PTX_FN bool barrier_red_or(uint32_t number, bool c) {
  return barrier_red_popc<Aligned>(number, c) != 0;
}

// -- mbarrier ---------------------------------------------------------------------------------------------------------

// An mbarrier: the tx-count (bits 0 to 20), how many arrivals are pending (21 to 40), how many a phase expects (41 to
// 60), and the phase (61 to 63). A state is the word before an arrival. PTX leaves both to the implementation.
HIPIFY_PTX_FN uint32_t mbarrier_pending_count(uint64_t state) { return part_of<21, 20>(state); }
HIPIFY_PTX_FN uint32_t mbarrier_phase(uint64_t word) { return part_of<61, 3>(word); }

// The word after arrivals and bytes: nothing pending, and as many bytes as expected, end the phase.
HIPIFY_PTX_FN uint64_t mbarrier_after(uint64_t word, uint32_t arrivals, uint32_t bytes, uint32_t dropped = 0) {
  const uint32_t expected = part_of<41, 20>(word) - dropped, pending = part_of<21, 20>(word) - arrivals;
  const uint64_t left = with_part<0, 21>(with_part<41, 20>(word, expected), part_of<0, 21>(word) + bytes);
  if (pending != 0 || part_of<0, 21>(left) != 0) return with_part<21, 20>(left, pending);
  return with_part<61, 3>(with_part<21, 20>(left, expected), mbarrier_phase(word) + 1u);
}

// Where it lies in shared memory.
template <space Where>
HIPIFY_PTX_FN address mbarrier_at(address a) {
  if constexpr (Where == space::generic) {
    return address(static_cast<unsigned long long>(cvta_generic_to_shared(reinterpret_cast<const void*>(a.value))));
  }
  return a;
}

// mbarrier.init, mbarrier.inval.
template <space Where = space::generic>
HIPIFY_PTX_FN void mbarrier_init(address a, uint32_t count) {
  keep_order();
  const uint64_t word = with_part<41, 20>(with_part<21, 20>(0, count), count);
  write_atomic<uint64_t, space::shared, scope::cta>(mbarrier_at<Where>(a), word);
  keep_order();
}
HIPIFY_PTX_FN void mbarrier_inval(address) { keep_order(); }

// Arrivals, and bytes that are to come (`bytes` above 0) or have come (below), in one step.
template <space Where, order Order, scope Scope>
HIPIFY_PTX_FN uint64_t mbarrier_change(address a, uint32_t arrivals, uint32_t bytes, uint32_t dropped = 0) {
  keep_order();
  release_before<Order, Scope>();
  const uint64_t before = change_word(mbarrier_at<Where>(a), [=](uint64_t word) {
    return mbarrier_after(word, arrivals, bytes, dropped);
  });
  keep_order();
  return before;
}

// mbarrier.arrive, mbarrier.arrive_drop, and with .expect_tx.
template <space Where = space::generic, order Order = order::release, scope Scope = scope::cta>
HIPIFY_PTX_FN uint64_t mbarrier_arrive(address a, uint32_t count = 1) {
  return mbarrier_change<Where, Order, Scope>(a, count, 0);
}
template <space Where = space::generic, order Order = order::release, scope Scope = scope::cta>
HIPIFY_PTX_FN uint64_t mbarrier_arrive_expect_tx(address a, uint32_t bytes) {
  return mbarrier_change<Where, Order, Scope>(a, 1, bytes);
}
template <space Where = space::generic, order Order = order::release, scope Scope = scope::cta>
HIPIFY_PTX_FN uint64_t mbarrier_arrive_drop(address a, uint32_t count = 1) {
  return mbarrier_change<Where, Order, Scope>(a, count, 0, count);
}
template <space Where = space::generic, order Order = order::release, scope Scope = scope::cta>
HIPIFY_PTX_FN uint64_t mbarrier_arrive_drop_expect_tx(address a, uint32_t bytes) {
  return mbarrier_change<Where, Order, Scope>(a, 1, bytes, 1);
}

// mbarrier.expect_tx, mbarrier.complete_tx.
template <space Where = space::generic>
HIPIFY_PTX_FN void mbarrier_expect_tx(address a, uint32_t bytes) {
  mbarrier_change<Where, order::relaxed, scope::cta>(a, 0, bytes);
}
template <space Where = space::generic>
HIPIFY_PTX_FN void mbarrier_complete_tx(address a, uint32_t bytes) {
  mbarrier_change<Where, order::relaxed, scope::cta>(a, 0, 0u - bytes);
}

// mbarrier.test_wait, mbarrier.try_wait: whether a phase is over, of which a state is, or which is the last one with
// this parity. Who asks in vain naps.
template <order Order, scope Scope>
HIPIFY_PTX_FN bool mbarrier_is_over(bool is_over) {
  if (is_over) {
    acquire_after<Order, Scope>();
  } else {
    nap();
  }
  keep_order();
  return is_over;
}
template <space Where>
HIPIFY_PTX_FN uint32_t mbarrier_phase_now(address a) {
  keep_order();
  return mbarrier_phase(read_atomic<uint64_t, space::shared, scope::cta>(mbarrier_at<Where>(a)));
}
template <space Where = space::generic, order Order = order::acquire, scope Scope = scope::cta>
HIPIFY_PTX_FN bool mbarrier_test_wait(address a, uint64_t state, uint32_t /*nanoseconds*/ = 0) {
  return mbarrier_is_over<Order, Scope>(mbarrier_phase_now<Where>(a) != mbarrier_phase(state));
}
template <space Where = space::generic, order Order = order::acquire, scope Scope = scope::cta>
HIPIFY_PTX_FN bool mbarrier_test_wait_parity(address a, uint32_t parity, uint32_t /*nanoseconds*/ = 0) {
  return mbarrier_is_over<Order, Scope>(((mbarrier_phase_now<Where>(a) ^ parity) & 1u) != 0);
}

// cp.async.mbarrier.arrive: the copies before it have been made. Without .noinc it adds the arrival that it makes.
template <space Where = space::generic>
HIPIFY_PTX_FN void cp_async_mbarrier_arrive(address) {
  fence<order::release, scope::cta>();
}
template <space Where = space::generic>
HIPIFY_PTX_FN void cp_async_mbarrier_arrive_noinc(address a) {
  mbarrier_arrive<Where, order::release, scope::cta>(a);
}

// -- cp.async.bulk ----------------------------------------------------------------------------------------------------

// Copies words of 16 bytes, several at a time.
template <space To, space From>
HIPIFY_PTX_FN void copy_bulk(address to, address from, uint32_t bytes) {
  using word = vec<uint32_t, 4>;
  keep_order();
#pragma unroll 4
  for (uint32_t done = 0; done < bytes; done += 16) {
    write<word, To, false>(to + done, read<word, From, false>(from + done));
  }
}

// cp.async.bulk to shared memory: the thread copies at once, and then the bytes have come.
HIPIFY_PTX_FN void cp_async_bulk_load(address to, address from, uint32_t bytes, address mbarrier,
                                      uint64_t /*policy*/ = 0) {
  copy_bulk<space::shared, space::global>(to, from, bytes);
  mbarrier_change<space::shared, order::release, scope::cta>(mbarrier, 0, 0u - bytes);
}

// cp.async.bulk to global memory, of which there is nothing to wait for.
HIPIFY_PTX_FN void cp_async_bulk_store(address to, address from, uint32_t bytes, uint64_t /*policy*/ = 0) {
  copy_bulk<space::global, space::shared>(to, from, bytes);
  keep_order();
}
HIPIFY_PTX_FN void cp_async_bulk_commit_group() { keep_order(); }
HIPIFY_PTX_FN void cp_async_bulk_wait_group(uint32_t /*pending*/) { keep_order(); }

// cp.async.bulk.prefetch.
HIPIFY_PTX_FN void drop_bulk_hint(address, uint32_t, uint64_t /*policy*/ = 0) {}
