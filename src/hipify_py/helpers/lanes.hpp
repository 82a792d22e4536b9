namespace hipify_compat {
using namespace hipify_ptx;

// ---------------------------------------------------------------------------------------------------------------------
// Votes, matches and reductions of CUDA, under its names without the underscores. A warp has 32 lanes as in CUDA: where
// a wave of AMD has 64, each half of it is a warp, and the bits of a mask are the lanes of that half. What counts are
// the lanes of the mask that are here. For NVIDIA these are CUDA's own.

// The lanes of the warp that are here now.
HIPIFY_PTX_FN unsigned activemask() { return hipify_ptx::activemask(); }

// The lanes of the mask whose predicate holds.
HIPIFY_PTX_FN unsigned ballot_sync(unsigned mask, int predicate) { return vote_ballot(predicate != 0, mask); }

// Whether the predicate holds for one lane of the mask, and for all of them.
HIPIFY_PTX_FN int any_sync(unsigned mask, int predicate) {
  return HIPIFY_PTX_AMD(vote_any(predicate != 0, mask)) HIPIFY_PTX_NVIDIA(__any_sync(mask, predicate));
}

HIPIFY_PTX_FN int all_sync(unsigned mask, int predicate) {
  return HIPIFY_PTX_AMD(vote_all(predicate != 0, mask)) HIPIFY_PTX_NVIDIA(__all_sync(mask, predicate));
}

// The same for all lanes that are here. CUDA has these for old GPUs alone.
HIPIFY_PTX_FN unsigned ballot(int predicate) {
  return HIPIFY_PTX_AMD(vote_ballot(predicate != 0, ~0u)) HIPIFY_PTX_NVIDIA(__ballot_sync(__activemask(), predicate));
}

HIPIFY_PTX_FN int any(int predicate) {
  return HIPIFY_PTX_AMD(vote_any(predicate != 0, ~0u)) HIPIFY_PTX_NVIDIA(__any_sync(__activemask(), predicate));
}

HIPIFY_PTX_FN int all(int predicate) {
  return HIPIFY_PTX_AMD(vote_all(predicate != 0, ~0u)) HIPIFY_PTX_NVIDIA(__all_sync(__activemask(), predicate));
}

// The value of another lane, for calls whose arguments are not seen where they are written. 32 lanes take part, if none
// says how many.
template <class T>
HIPIFY_PTX_FN T shfl_sync(unsigned mask, T mine, int lane, int width = 32) {
  return HIPIFY_PTX_AMD(::__shfl(mine, lane, width)) HIPIFY_PTX_NVIDIA(__shfl_sync(mask, mine, lane, width));
}

template <class T>
HIPIFY_PTX_FN T shfl_up_sync(unsigned mask, T mine, unsigned lane, int width = 32) {
  return HIPIFY_PTX_AMD(::__shfl_up(mine, lane, width)) HIPIFY_PTX_NVIDIA(__shfl_up_sync(mask, mine, lane, width));
}

template <class T>
HIPIFY_PTX_FN T shfl_down_sync(unsigned mask, T mine, unsigned lane, int width = 32) {
  return HIPIFY_PTX_AMD(::__shfl_down(mine, lane, width)) HIPIFY_PTX_NVIDIA(__shfl_down_sync(mask, mine, lane, width));
}

template <class T>
HIPIFY_PTX_FN T shfl_xor_sync(unsigned mask, T mine, int lane, int width = 32) {
  return HIPIFY_PTX_AMD(::__shfl_xor(mine, lane, width)) HIPIFY_PTX_NVIDIA(__shfl_xor_sync(mask, mine, lane, width));
}

template <class T>
HIPIFY_PTX_FN T shfl(T mine, int lane, int width = 32) {
  return shfl_sync(HIPIFY_PTX_AMD(0u) HIPIFY_PTX_NVIDIA(__activemask()), mine, lane, width);
}

template <class T>
HIPIFY_PTX_FN T shfl_up(T mine, unsigned lane, int width = 32) {
  return shfl_up_sync(HIPIFY_PTX_AMD(0u) HIPIFY_PTX_NVIDIA(__activemask()), mine, lane, width);
}

template <class T>
HIPIFY_PTX_FN T shfl_down(T mine, unsigned lane, int width = 32) {
  return shfl_down_sync(HIPIFY_PTX_AMD(0u) HIPIFY_PTX_NVIDIA(__activemask()), mine, lane, width);
}

template <class T>
HIPIFY_PTX_FN T shfl_xor(T mine, int lane, int width = 32) {
  return shfl_xor_sync(HIPIFY_PTX_AMD(0u) HIPIFY_PTX_NVIDIA(__activemask()), mine, lane, width);
}

// What lanes of the mask wrote before is what the others read after. HIP has it since ROCm 7.0.
HIPIFY_PTX_FN void syncwarp(unsigned mask = 0xffffffffu) { bar_warp_sync(mask); }

// The lanes of the mask whose values have the same bits, and all of them or none. NVIDIA has it since sm_70.
#if HIPIFY_PTX_ON_AMD || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define HIPIFY_COMPAT_MATCH_ANY(number, raw)                                                     \
  HIPIFY_PTX_FN unsigned match_any_sync(unsigned mask, number mine) {                            \
    return HIPIFY_PTX_AMD(match_any(raw, mask)) HIPIFY_PTX_NVIDIA(__match_any_sync(mask, mine)); \
  }
HIPIFY_COMPAT_MATCH_ANY(int, static_cast<uint32_t>(mine))
HIPIFY_COMPAT_MATCH_ANY(unsigned, mine)
HIPIFY_COMPAT_MATCH_ANY(long, static_cast<uint64_t>(mine))
HIPIFY_COMPAT_MATCH_ANY(unsigned long, static_cast<uint64_t>(mine))
HIPIFY_COMPAT_MATCH_ANY(long long, static_cast<uint64_t>(mine))
HIPIFY_COMPAT_MATCH_ANY(unsigned long long, static_cast<uint64_t>(mine))
HIPIFY_COMPAT_MATCH_ANY(float, bits<uint32_t>(mine))
HIPIFY_COMPAT_MATCH_ANY(double, bits<uint64_t>(mine))
#undef HIPIFY_COMPAT_MATCH_ANY
#endif

template <class T>
HIPIFY_PTX_FN unsigned match_all_bits(unsigned mask, T mine, int* predicate) {
  bool is_same;
  const unsigned members = match_all(mine, mask, is_same);
  *predicate = is_same;
  return members;
}

#if HIPIFY_PTX_ON_AMD || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define HIPIFY_COMPAT_MATCH_ALL(number, raw)                                          \
  HIPIFY_PTX_FN unsigned match_all_sync(unsigned mask, number mine, int* predicate) { \
    return HIPIFY_PTX_AMD(match_all_bits(mask, raw, predicate))                       \
        HIPIFY_PTX_NVIDIA(__match_all_sync(mask, mine, predicate));                   \
  }
HIPIFY_COMPAT_MATCH_ALL(int, static_cast<uint32_t>(mine))
HIPIFY_COMPAT_MATCH_ALL(unsigned, mine)
HIPIFY_COMPAT_MATCH_ALL(long, static_cast<uint64_t>(mine))
HIPIFY_COMPAT_MATCH_ALL(unsigned long, static_cast<uint64_t>(mine))
HIPIFY_COMPAT_MATCH_ALL(long long, static_cast<uint64_t>(mine))
HIPIFY_COMPAT_MATCH_ALL(unsigned long long, static_cast<uint64_t>(mine))
HIPIFY_COMPAT_MATCH_ALL(float, bits<uint32_t>(mine))
HIPIFY_COMPAT_MATCH_ALL(double, bits<uint64_t>(mine))
#undef HIPIFY_COMPAT_MATCH_ALL
#endif

// The values of the lanes of the mask combined; sums wrap. NVIDIA has it since sm_80.
#if HIPIFY_PTX_ON_AMD || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
HIPIFY_PTX_FN unsigned reduce_add_sync(unsigned mask, unsigned mine) {
  return HIPIFY_PTX_AMD(redux_add<unsigned>(mine, mask)) HIPIFY_PTX_NVIDIA(__reduce_add_sync(mask, mine));
}
HIPIFY_PTX_FN int reduce_add_sync(unsigned mask, int mine) {
  return HIPIFY_PTX_AMD(redux_add<int>(mine, mask)) HIPIFY_PTX_NVIDIA(__reduce_add_sync(mask, mine));
}
#endif

#if HIPIFY_PTX_ON_AMD || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
HIPIFY_PTX_FN unsigned reduce_min_sync(unsigned mask, unsigned mine) {
  return HIPIFY_PTX_AMD(redux_min<unsigned>(mine, mask)) HIPIFY_PTX_NVIDIA(__reduce_min_sync(mask, mine));
}
HIPIFY_PTX_FN int reduce_min_sync(unsigned mask, int mine) {
  return HIPIFY_PTX_AMD(redux_min<int>(mine, mask)) HIPIFY_PTX_NVIDIA(__reduce_min_sync(mask, mine));
}
#endif

#if HIPIFY_PTX_ON_AMD || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
HIPIFY_PTX_FN unsigned reduce_max_sync(unsigned mask, unsigned mine) {
  return HIPIFY_PTX_AMD(redux_max<unsigned>(mine, mask)) HIPIFY_PTX_NVIDIA(__reduce_max_sync(mask, mine));
}
HIPIFY_PTX_FN int reduce_max_sync(unsigned mask, int mine) {
  return HIPIFY_PTX_AMD(redux_max<int>(mine, mask)) HIPIFY_PTX_NVIDIA(__reduce_max_sync(mask, mine));
}
#endif

#if HIPIFY_PTX_ON_AMD || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
HIPIFY_PTX_FN unsigned reduce_and_sync(unsigned mask, unsigned mine) {
  return HIPIFY_PTX_AMD(redux_and<unsigned>(mine, mask)) HIPIFY_PTX_NVIDIA(__reduce_and_sync(mask, mine));
}
#endif

#if HIPIFY_PTX_ON_AMD || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
HIPIFY_PTX_FN unsigned reduce_or_sync(unsigned mask, unsigned mine) {
  return HIPIFY_PTX_AMD(redux_or<unsigned>(mine, mask)) HIPIFY_PTX_NVIDIA(__reduce_or_sync(mask, mine));
}
#endif

#if HIPIFY_PTX_ON_AMD || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
HIPIFY_PTX_FN unsigned reduce_xor_sync(unsigned mask, unsigned mine) {
  return HIPIFY_PTX_AMD(redux_xor<unsigned>(mine, mask)) HIPIFY_PTX_NVIDIA(__reduce_xor_sync(mask, mine));
}
#endif
