// ---------------------------------------------------------------------------------------------------------------------
// Warps.
//
// A warp has 32 lanes here as in CUDA. Where a wave of AMD has 64, a warp is the half of the wave that a lane is in;
// where it has 32, the wave. The lanes of a wave run in step, so those that meet here have arrived together: a mask
// says whose values count, and nobody has to wait.

// Lanes that nobody reads from may pass a variable that has no value yet. The compiler must not conclude that they
// never come here.
#if HIPIFY_PTX_ON_AMD
#define HIPIFY_PTX_MAYBE_UNDEF __attribute__((maybe_undef))
#else
#define HIPIFY_PTX_MAYBE_UNDEF
#endif

// Where a thread stands in its block; warps are 32 that follow each other.
HIPIFY_PTX_FN uint32_t thread_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

#if HIPIFY_PTX_ON_AMD
// The lane in the wave, whether that has 32 or 64.
HIPIFY_PTX_FN uint32_t lane_of_wave() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); }

// What a ballot of the wave says about the own warp.
HIPIFY_PTX_FN uint32_t own_half(uint64_t ballot) {
  const bool is_lower = (__builtin_amdgcn_wavefrontsize() == 32) | (lane_of_wave() < 32);
  return static_cast<uint32_t>(is_lower ? ballot : ballot >> 32);
}
#endif

// %laneid
HIPIFY_PTX_FN uint32_t laneid() {
#if HIPIFY_PTX_ON_AMD
  return lane_of_wave() & 31u;
#else
  return thread_rank() & 31u;
#endif
}

// %warpid: which warp of its block, as programs take it. Of NVIDIA's GPUs it is a place in the hardware.
HIPIFY_PTX_FN uint32_t warpid() { return thread_rank() / 32u; }

// %lanemask_eq, %lanemask_lt, …: the own lane as a bit, and the lanes below and above it.
HIPIFY_PTX_FN uint32_t lanemask_eq() { return 1u << laneid(); }
HIPIFY_PTX_FN uint32_t lanemask_lt() { return lanemask_eq() - 1u; }
HIPIFY_PTX_FN uint32_t lanemask_le() { return lanemask_lt() | lanemask_eq(); }
HIPIFY_PTX_FN uint32_t lanemask_gt() { return ~lanemask_le(); }
HIPIFY_PTX_FN uint32_t lanemask_ge() { return ~lanemask_lt(); }

// The lowest lane of a mask that is not empty.
HIPIFY_PTX_FN uint32_t lowest_lane(uint32_t mask) { return static_cast<uint32_t>(__ffs(static_cast<int>(mask)) - 1); }

// The value of another lane of the warp, which is 0 to 31 and active.
HIPIFY_PTX_FN uint32_t read_lane(HIPIFY_PTX_MAYBE_UNDEF uint32_t mine, uint32_t lane, uint32_t mask) {
#if HIPIFY_PTX_ON_AMD
  static_cast<void>(mask);
  // It counts in bytes, and over the whole wave.
  const uint32_t place = ((lane_of_wave() & 32u) | lane) * 4u;
  return static_cast<uint32_t>(__builtin_amdgcn_ds_bpermute(static_cast<int>(place), static_cast<int>(mine)));
#else
  return __shfl_sync(mask, mine, static_cast<int>(lane));
#endif
}

HIPIFY_PTX_FN uint64_t read_lane(HIPIFY_PTX_MAYBE_UNDEF uint64_t mine, uint32_t lane, uint32_t mask) {
  const uint64_t upper = read_lane(static_cast<uint32_t>(mine >> 32), lane, mask);
  return upper << 32 | read_lane(static_cast<uint32_t>(mine), lane, mask);
}

// activemask: the lanes of the warp that are here now.
HIPIFY_PTX_FN uint32_t activemask() {
#if HIPIFY_PTX_ON_AMD
  return own_half(__ballot(1));
#else
  return __activemask();
#endif
}

// vote.ballot: the lanes of the mask for which `a` holds.
HIPIFY_PTX_FN uint32_t vote_ballot(bool a, uint32_t mask = activemask()) {
#if HIPIFY_PTX_ON_AMD
  return own_half(__ballot(a)) & mask;
#else
  return __ballot_sync(mask, a);
#endif
}

// vote.all, .any and .uni: whether `a` holds for all lanes of the mask, for one of them, for all or none.
HIPIFY_PTX_FN bool vote_all(bool a, uint32_t mask = activemask()) { return vote_ballot(!a, mask) == 0; }
HIPIFY_PTX_FN bool vote_any(bool a, uint32_t mask = activemask()) { return vote_ballot(a, mask) != 0; }
HIPIFY_PTX_FN bool vote_uni(bool a, uint32_t mask = activemask()) {
  const uint32_t with = vote_ballot(a, mask);
  const uint32_t without = vote_ballot(!a, mask);
  return with == 0 || without == 0;
}

enum class shfl_mode { up, down, bfly, idx };

// shfl: the value of another lane: of the one `b` below (up) or above (down), of the one whose number differs in the
// bits of `b` (bfly), or of lane `b` (idx). Lanes that agree in the bits 8 to 12 of `c` are a segment; the bits 0 to 4
// of `c` are the last lane in it to read from (the first, for up). Who would read beyond gets its own value, and false
// in `p`.
template <shfl_mode Mode>
HIPIFY_PTX_FN uint32_t shfl(HIPIFY_PTX_MAYBE_UNDEF uint32_t a, uint32_t b, uint32_t c, uint32_t mask, bool& p) {
  const int lane = static_cast<int>(laneid());
  const int offset = static_cast<int>(b & 31u);
  const int segment = static_cast<int>(c >> 8 & 31u);
  const int first = lane & segment;
  const int limit = first | (static_cast<int>(c & 31u) & ~segment);
  const int source = Mode == shfl_mode::up     ? lane - offset
                     : Mode == shfl_mode::down ? lane + offset
                     : Mode == shfl_mode::bfly ? lane ^ offset
                                               : first | (offset & ~segment);
  p = Mode == shfl_mode::up ? source >= limit : source <= limit;
  return read_lane(a, static_cast<uint32_t>(p ? source : lane), mask);
}

template <shfl_mode Mode>
HIPIFY_PTX_FN uint32_t shfl(HIPIFY_PTX_MAYBE_UNDEF uint32_t a, uint32_t b, uint32_t c, uint32_t mask = activemask()) {
  bool p;
  return shfl<Mode>(a, b, c, mask, p);
}

// Without .sync.
template <shfl_mode Mode>
HIPIFY_PTX_FN uint32_t shfl(HIPIFY_PTX_MAYBE_UNDEF uint32_t a, uint32_t b, uint32_t c, bool& p) {
  return shfl<Mode>(a, b, c, activemask(), p);
}

// match.any: the lanes of the mask that have the same value, found bit by bit.
template <class T>
HIPIFY_PTX_FN uint32_t match_any(T a, uint32_t mask) {
  uint32_t others = 0;
  for (int place = 0; place < static_cast<int>(8 * sizeof(T)); ++place) {
    const uint32_t bit = static_cast<uint32_t>(a >> place) & 1u;
    others |= vote_ballot(bit != 0, mask) ^ (0u - bit);
  }
  return vote_ballot(true, mask) & ~others;
}

// match.all: the lanes of the mask if all have the same value, else none.
template <class T>
HIPIFY_PTX_FN uint32_t match_all(T a, uint32_t mask, bool& p) {
  const uint32_t members = vote_ballot(true, mask);
  p = vote_all(a == read_lane(a, lowest_lane(members), mask), mask);
  return p ? members : 0;
}

template <class T>
HIPIFY_PTX_FN uint32_t match_all(T a, uint32_t mask) {
  bool p;
  return match_all<T>(a, mask, p);
}

// redux: combines the values of the lanes of a mask. Groups of 1, 2, 4, 8 and 16 lanes are joined with the one beside:
// each lane takes what the lowest lane of the mask there has come to, if there is one.
template <class Combine>
HIPIFY_PTX_FN uint32_t redux(uint32_t a, uint32_t mask, Combine join) {
  const uint32_t members = vote_ballot(true, mask);
  const uint32_t lane = laneid();
  for (uint32_t width = 1; width < 32; width *= 2) {
    const uint32_t first = (lane ^ width) & ~(width - 1u);
    const uint32_t beside = members & ((1u << width) - 1u) << first;
    const uint32_t other = read_lane(a, beside != 0 ? lowest_lane(beside) : lane, mask);
    a = beside != 0 ? join(a, other) : a;
  }
  return a;
}

template <class T>
HIPIFY_PTX_FN T redux_add(T a, uint32_t mask) {
  return static_cast<T>(redux(static_cast<uint32_t>(a), mask, [](uint32_t x, uint32_t y) { return x + y; }));
}
template <class T>
HIPIFY_PTX_FN T redux_min(T a, uint32_t mask) {
  return static_cast<T>(redux(static_cast<uint32_t>(a), mask, [](uint32_t x, uint32_t y) {
    return static_cast<T>(y) < static_cast<T>(x) ? y : x;
  }));
}
template <class T>
HIPIFY_PTX_FN T redux_max(T a, uint32_t mask) {
  return static_cast<T>(redux(static_cast<uint32_t>(a), mask, [](uint32_t x, uint32_t y) {
    return static_cast<T>(x) < static_cast<T>(y) ? y : x;
  }));
}
template <class T>
HIPIFY_PTX_FN T redux_and(T a, uint32_t mask) {
  return redux(a, mask, [](uint32_t x, uint32_t y) { return x & y; });
}
template <class T>
HIPIFY_PTX_FN T redux_or(T a, uint32_t mask) {
  return redux(a, mask, [](uint32_t x, uint32_t y) { return x | y; });
}
template <class T>
HIPIFY_PTX_FN T redux_xor(T a, uint32_t mask) {
  return redux(a, mask, [](uint32_t x, uint32_t y) { return x ^ y; });
}

// redux.min and .max of f32: as integers that are ordered like floats, -0 below +0. A NaN does not count, or with .NaN
// decides; if nothing counts, the result is one too.
template <bool IsMax, bool Abs, bool NaN>
HIPIFY_PTX_FN float redux_float(float a, uint32_t mask) {
  const uint32_t value = Abs ? bits<uint32_t>(a) & 0x7fffffffu : bits<uint32_t>(a);
  const bool is_nan = (value & 0x7fffffffu) > 0x7f800000u;
  const uint32_t last = IsMax ? 0u : 0xffffffffu;  // in the order, behind all numbers
  const uint32_t ordered = (value & 0x80000000u) != 0 ? ~value : value | 0x80000000u;
  const uint32_t key = is_nan ? last : ordered;
  const uint32_t found = IsMax ? redux_max<uint32_t>(key, mask) : redux_min<uint32_t>(key, mask);
  const uint32_t result = (found & 0x80000000u) != 0 ? found ^ 0x80000000u : ~found;
  const bool has_nan = NaN && vote_any(is_nan, mask);
  return bits<float>(found == last || has_nan ? 0x7fffffffu : result);
}

// elect: one lane of the mask, here the lowest.
HIPIFY_PTX_FN uint32_t elect(uint32_t mask, bool& p) {
  const uint32_t leader = lowest_lane(vote_ballot(true, mask));
  p = laneid() == leader;
  return leader;
}

HIPIFY_PTX_FN uint32_t elect(uint32_t mask) {
  bool p;
  return elect(mask, p);
}

// bar.warp.sync: what lanes wrote before is what the others read after. The lanes of a wave need not wait; the compiler
// must not move anything across.
HIPIFY_PTX_FN void bar_warp_sync(uint32_t mask) {
#if HIPIFY_PTX_ON_AMD
  static_cast<void>(mask);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
#else
  __syncwarp(mask);
#endif
}
