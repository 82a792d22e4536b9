"""The tests of barriers: threads of a block wait for each other in all the ways that kernels do.

Each becomes a struct whose `run` is the kernel of a block of 256 threads. What threads read too early, or twice, is
counted as wrong; what they compute goes into a sum that is the same whenever they meet. Warps are delayed by chance.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

ROUNDS = 60


@dataclass(frozen=True)
class Meeting:
    name: str
    body: str

    def kernel(self) -> str:
        return _MEETING.format(name=self.name, body=self.body.strip("\n"), rounds=ROUNDS)


_MEETING = """struct {name} {{
  static __device__ void run(const unsigned* input, unsigned* copy, unsigned long long* sum, unsigned* wrong) {{
    constexpr unsigned rounds = {rounds};
    [[maybe_unused]] const unsigned me = threadIdx.x, warp = me / 32;
    unsigned long long mine = 0;
    unsigned bad = 0;
{body}
    atomicAdd(sum, mine);
    if (bad) atomicAdd(wrong, bad);
  }}
}};
"""

# What the kernels below are made of. A delay is the same for the lanes of a warp.
FUNCTIONS = r"""
__device__ __forceinline__ void delay(unsigned seed) {
  const unsigned time = mixed(seed + threadIdx.x / 32 * 977 + blockIdx.x * 31) % 4;
  for (volatile unsigned i = 0; i < time * 20; i = i + 1) {
  }
}
__device__ __forceinline__ void init(unsigned bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(bar), "r"(count) : "memory");
}
__device__ __forceinline__ void wait(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n\t.reg .pred P1;\n\tLAB_WAIT:\n\tmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n\t"
      "@P1 bra DONE;\n\tbra LAB_WAIT;\n\tDONE:\n\t}" :: "r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ bool is_over(unsigned bar, unsigned long long state) {
  unsigned over;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(over) : "r"(bar), "l"(state) : "memory");
  return over != 0;
}
__device__ __forceinline__ unsigned long long arrive(unsigned bar) {
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(bar) : "memory");
  return state;
}
"""

_BARRIERS = """
    __shared__ unsigned long long barriers[8];
    const unsigned bars = shared_address(barriers);
    if (me == 0) {{
      for (unsigned i = 0; i < 8; i++) init(bars + 8 * i, {count});
      asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }}
    __syncthreads();
"""

MEETINGS = (
    Meeting(
        "pairs_of_warps",
        """
    __shared__ unsigned values[256];
    const unsigned bar = 1 + warp / 2;
    for (unsigned round = 0; round < rounds; round++) {
      delay(round);
      values[me] = round * 256 + me;
      asm volatile("bar.sync %0, 64;" :: "r"(bar) : "memory");
      bad += values[me ^ 32] != round * 256 + (me ^ 32);
      mine += values[me ^ 32];
      asm volatile("bar.sync %0, %1;" :: "r"(bar + 4), "r"(64) : "memory");
    }
""",
    ),
    Meeting(
        "full_and_empty",
        """
    __shared__ unsigned values[2][64];
    const unsigned pair = warp / 4, place = me % 64;
    for (unsigned round = 0; round < rounds; round++) {
      delay(round);
      if (warp / 2 % 2 == 0) {
        asm volatile("bar.sync %0, 128;" :: "r"(1 + pair) : "memory");
        bad += values[pair][63 - place] != round * 64 + 63 - place;
        mine += values[pair][63 - place];
        asm volatile("bar.arrive %0, 128;" :: "r"(3 + pair) : "memory");
      } else {
        if (round > 0) asm volatile("bar.sync %0, 128;" :: "r"(3 + pair) : "memory");
        values[pair][place] = round * 64 + place;
        asm volatile("bar.arrive %0, 128;" :: "r"(1 + pair) : "memory");
      }
    }
    if (warp / 2 % 2 != 0) asm volatile("bar.sync %0, 128;" :: "r"(3 + pair) : "memory");
""",
    ),
    Meeting(
        "numbers_in_turn",
        """
    __shared__ unsigned values[256];
    for (unsigned round = 0; round < rounds; round++) {
      delay(round);
      values[me] = round * 256 + me;
      asm volatile("bar.sync %0;" :: "r"(round % 16) : "memory");
      bad += values[255 - me] != round * 256 + 255 - me;
      mine += values[255 - me];
      asm volatile("barrier.sync %0;" :: "r"((round + 7) % 16) : "memory");
      asm volatile("barrier.cta.sync.aligned 15, 256;" ::: "memory");
    }
""",
    ),
    Meeting(
        "votes",
        """
    const unsigned half = warp / 4;
    for (unsigned round = 0; round < rounds; round++) {
      delay(round);
      const unsigned chance = mixed(me + round * 256);
      unsigned count, all, any, expected = 0;
      asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 1000000000; bar.red.popc.u32 %0, %2, 128, p; }"
                   : "=r"(count) : "r"(chance), "r"(2 + half) : "memory");
      for (unsigned i = 0; i < 128; i++) expected += mixed(half * 128 + i + round * 256) < 1000000000;
      bad += count != expected;
      const unsigned odd = round % 3 == 0 ? 256 : round % 256;
      asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %2, %3; bar.red.and.pred q, 7, p; selp.u32 %0, 1, 0, q;"
                   " barrier.red.or.pred q, 8, 256, !p; selp.u32 %1, 1, 0, q; }"
                   : "=r"(all), "=r"(any) : "r"(me), "r"(odd) : "memory");
      bad += all != (odd == 256) || any != (odd != 256);
      mine += count + 2 * all + any;
    }
""",
    ),
    Meeting(
        "states",
        _BARRIERS.format(count=256)
        + """
    __shared__ unsigned values[2][256];
    for (unsigned round = 0; round < rounds; round++) {
      delay(round);
      values[round % 2][me] = round * 256 + me;
      const unsigned long long state = arrive(bars);
      while (!is_over(bars, state)) {
      }
      bad += values[round % 2][255 - me] != round * 256 + 255 - me;
      mine += values[round % 2][255 - me];
    }
""",
    ),
    Meeting(
        "parities_and_counts",
        _BARRIERS.format(count=8)
        + """
    __shared__ unsigned values[2][256];
    for (unsigned round = 0; round < rounds; round++) {
      delay(round);
      values[round % 2][me] = round * 256 + me;
      asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
      if (me % 32 == 0 && warp < 6) {
        asm volatile("{ .reg .b64 s; mbarrier.arrive.release.cta.shared::cta.b64 s, [%0]; }" :: "r"(bars) : "memory");
      } else if (me % 32 == 0 && warp == 6) {
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 48;" :: "r"(bars) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], 16;" :: "r"(bars) : "memory");
      } else if (me % 32 == 0) {
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0], 1; }" :: "r"(bars) : "memory");
        asm volatile("fence.acq_rel.cta;" ::: "memory");
        asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 64;" :: "r"(bars) : "memory");
      }
      wait(bars, round & 1);
      bad += values[round % 2][255 - me] != round * 256 + 255 - me;
      mine += values[round % 2][255 - me];
    }
""",
    ),
    Meeting(
        "drops",
        _BARRIERS.format(count=256)
        + """
    __shared__ unsigned here;
    if (me == 0) here = 0;
    __syncthreads();
    for (unsigned round = 0; round < rounds; round++) {
      delay(round);
      atomicAdd(&here, 1);
      if (me % rounds == round) {
        unsigned long long state;
        asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(bars) : "memory");
        break;
      }
      arrive(bars);
      wait(bars, round & 1);
      const unsigned found = *(volatile unsigned*)&here;
      unsigned expected = 0;
      for (unsigned i = 0; i < 256; i++) expected += (i % rounds < round ? i % rounds : round) + 1;
      bad += found < expected;
      mine += round;
    }
""",
    ),
    Meeting(
        "bulk_pipeline",
        _BARRIERS.format(count="i < 4 ? 1 : 224")
        + """
    __shared__ __align__(128) unsigned stages[4][64];
    for (unsigned round = 0; round < rounds; round++) {
      const unsigned stage = round % 4, full = bars + 8 * stage, empty = full + 32;
      delay(round);
      if (warp == 7) {
        if (me % 32 == 0) {
          wait(empty, (round / 4 + 1) & 1);
          const unsigned* from = input + round * 64 % 1024;
          asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(full), "r"(256) : "memory");
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                       :: "r"(shared_address(stages[stage])), "l"(from), "r"(256), "r"(full) : "memory");
        }
      } else {
        wait(full, round / 4 & 1);
        const unsigned found = stages[stage][me % 64];
        bad += found != input[round * 64 % 1024 + me % 64];
        mine += found;
        arrive(empty);
      }
    }
""",
    ),
    Meeting(
        "bulk_store",
        """
    __shared__ __align__(128) unsigned tile[256];
    for (unsigned round = 0; round < rounds; round++) {
      tile[me] = round * 256 + me;
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      __syncthreads();
      if (me == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                     :: "l"(copy), "r"(shared_address(tile)), "r"(1024) : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
      }
      __syncthreads();
      bad += *(volatile unsigned*)(copy + 255 - me) != round * 256 + 255 - me;
      mine += copy[255 - me];
      __syncthreads();
    }
""",
    ),
    Meeting(
        "copies_that_arrive",
        _BARRIERS.format(count=256)
        + """
    __shared__ __align__(16) unsigned tile[2][1024];
    for (unsigned round = 0; round < rounds; round++) {
      delay(round);
      const unsigned to = shared_address(tile[round % 2] + 4 * me);
      const unsigned* from = input + (me * 4 + round * 32) % 1024;
      asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(to), "l"(from) : "memory");
      if (round % 2 == 0) {
        asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" :: "r"(bars) : "memory");
      } else {
        asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" :: "r"(bars) : "memory");
        arrive(bars);
      }
      wait(bars, round & 1);
      const unsigned found = tile[round % 2][1023 - me];
      bad += found != input[(1023 - me + round * 32) % 1024];
      mine += found;
    }
""",
    ),
)


# Those that see it when nobody waits; for the others, something else waits as well.
SEE_WAITS = (
    *("pairs_of_warps", "full_and_empty", "numbers_in_turn", "states", "parities_and_counts", "drops"),
    *("bulk_pipeline", "copies_that_arrive"),
)
_WAITS = re.compile(r"hipify_ptx::barrier_sync<\w+>\([^;]*\);")
_ASKS = re.compile(r"hipify_ptx::mbarrier_test_wait(?:_parity)?<[^>]*>\([^()]*\)")


def without_waits(converted: str) -> str:
    """The translation as it must not be: whoever waits goes on at once."""
    text, waits = _WAITS.subn(";", converted)
    text, asks = _ASKS.subn("true", text)
    if not waits or not asks:
        raise ValueError("nothing waits in the tests of barriers")
    return text
