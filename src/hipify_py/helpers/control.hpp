// ---------------------------------------------------------------------------------------------------------------------
// Barriers of a block, clocks, and what ends or delays a kernel.

// bar.red with barrier 0: waits for the block and counts the threads for which `c` holds. HIP's __syncthreads_count
// would miscount where some threads of a wave have returned, and does not always order the accesses to memory.
HIPIFY_PTX_FN uint32_t bar_red_popc(bool c) {
  __shared__ uint32_t count;
  if ((activemask() & lanemask_lt()) == 0) atomicExch(&count, 0u);  // one lane of each warp
  __syncthreads();
  if (c) atomicAdd(&count, 1u);
  __syncthreads();
  const uint32_t result = count;
  __syncthreads();  // All have read it before the next barrier clears it.
  return result;
}
HIPIFY_PTX_FN bool bar_red_and(bool c) { return bar_red_popc(!c) == 0; }
HIPIFY_PTX_FN bool bar_red_or(bool c) { return bar_red_popc(c) != 0; }

// brkpt: stops in a debugger.
HIPIFY_PTX_FN void brkpt() {
#if HIPIFY_PTX_ON_AMD
  __builtin_debugtrap();
#else
  __brkpt();
#endif
}

// nanosleep: for nothing to twice the time, and no longer than a millisecond. A nap is of 64 clocks, which with the
// jump back take 35 ns at 2.1 GHz and 145 ns at 500 MHz.
HIPIFY_PTX_FN void nanosleep(uint32_t nanoseconds) {
#if HIPIFY_PTX_ON_AMD
  const uint32_t naps = (nanoseconds < 1000000u ? nanoseconds : 1000000u) / 80u;
  for (uint32_t nap = 0; nap < naps; ++nap) __builtin_amdgcn_s_sleep(1);
#else
  __nanosleep(nanoseconds);
#endif
}

// %clock64: cycles. The counter of RDNA 3 has 20 bits, too few for the difference of two readings, so there it is time.
HIPIFY_PTX_FN uint64_t clock64() {
#if HIPIFY_PTX_ON_AMD && defined(__GFX11__)
  return static_cast<uint64_t>(::wall_clock64());
#else
  return static_cast<uint64_t>(::clock64());
#endif
}
HIPIFY_PTX_FN uint32_t clock() { return static_cast<uint32_t>(clock64()); }
HIPIFY_PTX_FN uint32_t clock_hi() { return static_cast<uint32_t>(clock64() >> 32); }

// How many nanoseconds a tick of AMD's constant clock takes: 40 on MI50 to MI200, 10 since; 0 where no manual says it.
#if defined(__gfx906__) || defined(__gfx908__) || defined(__gfx90a__)
#define HIPIFY_PTX_TICK 40
#elif defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__) || defined(__gfx950__) || \
    defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#define HIPIFY_PTX_TICK 10
#else
#define HIPIFY_PTX_TICK 0
#endif

// %globaltimer: time in nanoseconds, from no particular beginning.
template <unsigned Tick = HIPIFY_PTX_TICK>
HIPIFY_PTX_FN uint64_t globaltimer() {
#if HIPIFY_PTX_ON_AMD
#if defined(__HIP_DEVICE_COMPILE__)
  static_assert(Tick != 0, "%globaltimer: the rate of this GPU's clock is not known");
#endif
  return static_cast<uint64_t>(wall_clock64()) * Tick;
#else
  uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
#endif
}
template <unsigned Tick = HIPIFY_PTX_TICK>
HIPIFY_PTX_FN uint32_t globaltimer_lo() {
  return static_cast<uint32_t>(globaltimer<Tick>());
}
template <unsigned Tick = HIPIFY_PTX_TICK>
HIPIFY_PTX_FN uint32_t globaltimer_hi() {
  return static_cast<uint32_t>(globaltimer<Tick>() >> 32);
}

// %smid: which processor runs this now. The numbers of AMD's compute units have gaps.
HIPIFY_PTX_FN uint32_t smid() {
#if HIPIFY_PTX_ON_AMD
  return __smid();
#else
  uint32_t id;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
#endif
}

// %total_smem_size, %aggr_smem_size: how much shared memory the block has. It stands in the packet of the launch, 28
// bytes behind the beginning. AMD's driver reserves none.
HIPIFY_PTX_FN uint32_t total_smem_size() {
#if HIPIFY_PTX_ON_AMD
  using bytes = const __attribute__((address_space(4))) char*;
  return *(const __attribute__((address_space(4))) uint32_t*)((bytes)__builtin_amdgcn_dispatch_ptr() + 28);
#else
  uint32_t size;
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(size));
  return size;
#endif
}
HIPIFY_PTX_FN uint32_t aggr_smem_size() { return total_smem_size(); }

// %dynamic_smem_size: what lies behind the memory that the compiler laid out, where all dynamic memory begins.
HIPIFY_PTX_FN uint32_t dynamic_smem_size() {
#if HIPIFY_PTX_ON_AMD
  extern __shared__ char dynamic_smem[];
  return total_smem_size() - static_cast<uint32_t>(cvta_generic_to_shared(dynamic_smem));
#else
  uint32_t size;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(size));
  return size;
#endif
}

// %reserved_smem_offset_1: where CUDA's cooperative groups have 288 bytes for tiles of several warps, which may hold
// anything at the beginning.
HIPIFY_PTX_FN uint32_t reserved_smem_offset_1() {
  __shared__ uint64_t reserved[36];
  return static_cast<uint32_t>(cvta_generic_to_shared(reserved));
}
