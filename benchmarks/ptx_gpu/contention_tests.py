"""The tests of contention: which atomics, how data is handed over, how blocks lock each other out, what is seen whole.

Each becomes a struct of functions with the statements that are tested; contention.cu has the kernels that call these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_C = {"u32": "uint32_t", "s32": "int32_t", "b32": "uint32_t", "u64": "uint64_t", "s64": "int64_t", "b64": "uint64_t"}
_FLOATS = {
    "f32": "float",
    "f64": "double",
    "noftz.f16x2": "uint32_t",
    "noftz.bf16x2": "uint32_t",
    "noftz.f16": "uint16_t",
}
_ONES = {
    "f32": "1.0f",
    "f64": "1.0",
    "noftz.f16x2": "0x3c003c00u",
    "noftz.bf16x2": "0x3f803f80u",
    "noftz.f16": "0x3c00",
}
_LETTERS = {"float": "f", "double": "d", "uint16_t": "h"}
_RETURNED_SUM = ("inc", "dec")  # the values that these go through are the same ones in any order


@dataclass(frozen=True)
class Atomic:
    """`atom` or `red` with one operation. What is returned is summed up where that sum is the same in any order
    (`sums`), or is so together with what remains (`conserves`)."""

    opcode: str
    type: str
    value: str
    first: str = "0"
    sums: bool = False
    conserves: bool = False

    @property
    def name(self) -> str:
        return re.sub(r"\W+", "_", self.opcode) + ("_returned" if self.sums or self.conserves else "")

    @property
    def is_shared(self) -> bool:
        return ".shared" in self.opcode

    def kernel(self) -> str:
        return _ATOMIC.format(
            conserves=str(self.conserves).lower(),
            name=self.name,
            type=self.type,
            value=self.value,
            first=self.first,
            statement=self._statement(),
            kept="old" if self.sums or self.conserves else "0",
            begins=_SHARED_BEGINS if self.is_shared else "",
            ends=_SHARED_ENDS if self.is_shared else "",
            cells="" if self.is_shared else " cells",
        )

    def _statement(self) -> str:
        letter = _LETTERS.get(self.type, "l" if "64" in self.type else "r")
        pointer = '"r"(shared_address(cells + which))' if self.is_shared else '"l"(cells + which)'
        if self.opcode.startswith("red"):
            return f'asm volatile("{self.opcode} [%0], %1;" :: {pointer}, "{letter}"(value) : "memory");'
        output = f'"={letter}"(old)'
        if ".cas." in self.opcode:
            operands = f'{output} : {pointer}, "{letter}"(seen), "{letter}"(next)'
            return _SWAP.format(statement=f'asm volatile("{self.opcode} %0, [%1], %2, %3;" : {operands} : "memory");')
        return f'asm volatile("{self.opcode} %0, [%1], %2;" : {output} : {pointer}, "{letter}"(value) : "memory");'


# A block has cells of its own in shared memory, whose values it adds to the others'.
_SHARED_BEGINS = """    __shared__ T cells[4];
    if (threadIdx.x < 4) cells[threadIdx.x] = first();
    __syncthreads();
"""
_SHARED_ENDS = """    __syncthreads();
    if (threadIdx.x < 4) add_bits(sum + 1 + threadIdx.x, cells[threadIdx.x]);
"""
_SWAP = """for (T seen = first();; seen = old) {{
        const T next = static_cast<T>(seen + value);
        {statement}
        if (old == seen) break;
      }}"""
_ATOMIC = """struct {name} {{
  using T = {type};
  static constexpr bool conserves = {conserves};
  __host__ __device__ static T first() {{ return static_cast<T>({first}); }}
  static __device__ void run(T*{cells}, unsigned long long* sum) {{
{begins}    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long returned = 0;
    for (unsigned round = 0; round < 8; round++) {{
      const unsigned which = (i + round) & 3;
      [[maybe_unused]] const unsigned long long chance = mixed(i * 8 + round);
      const T value = static_cast<T>({value});
      [[maybe_unused]] T old{{}};
      {statement}
      returned += static_cast<unsigned long long>({kept});
    }}
    atomicAdd(sum, returned);
{ends}  }}
}};
"""


def atomics() -> Iterator[Atomic]:
    """Every operation on every type, with orders of memory and spaces of which not all are tried with all."""
    for kind in ("atom", "red"):
        for op, types, value, first in _OPERATIONS:
            for number, type_ in enumerate(types.split()):
                c = _C.get(type_) or _FLOATS[type_]
                sums = kind == "atom" and op in _RETURNED_SUM
                for middle in _MIDDLES[kind] if number == 0 else (".global", ".shared"):
                    yield Atomic(f"{kind}{middle}.{op}.{type_}", c, _ONES.get(type_, value), first, sums)
    for type_ in ("u32", "u64"):
        yield Atomic(f"atom.global.add.{type_}", _C[type_], "1", "0", sums=True)
    for type_ in ("b32", "b64"):
        yield Atomic(f"atom.global.exch.{type_}", _C[type_], "chance & 0xffff", "0", conserves=True)
    for opcode in ("atom.global.cas.b32", "atom.acq_rel.gpu.cas.b32", "atom.shared.cas.b32", "atom.shared.cas.b64"):
        yield Atomic(opcode, _C[opcode[-3:]], "1", "0", sums=True)
    yield Atomic("atom.global.cas.b64", "uint64_t", "1", "0", sums=True)
    yield Atomic("atom.global.cas.b16", "uint16_t", "1", "0", sums=True)


_OPERATIONS = (
    ("add", "u32 s32 u64 f32 f64 noftz.f16x2 noftz.bf16x2 noftz.f16", "chance", "5"),
    ("min", "u32 s32 u64 s64", "(chance * 2654435761ull << 13)", "0x7fffffff"),
    ("max", "s32 u32 u64 s64", "(chance * 2654435761ull << 13)", "-1000"),
    ("and", "b32 b64", "~(1ull << (chance & 31))", "-1"),
    ("or", "b32 b64", "1ull << (chance & 31)", "0"),
    ("xor", "b32 b64", "chance", "77"),
    ("inc", "u32", "1000", "3"),
    ("dec", "u32", "1000", "3"),
)
_MIDDLES = {
    "atom": (
        "",
        ".global",
        ".shared",
        ".relaxed.gpu.global",
        ".acq_rel.sys.global",
        ".acquire.gpu",
        ".release.cta.shared",
    ),
    "red": ("", ".global", ".shared", ".relaxed.gpu.global", ".release.sys.global", ".relaxed.cta.shared"),
}


@dataclass(frozen=True)
class HandOver:
    """How a flag is set after data was written, and how it is read before the data is."""

    name: str
    publish: str
    poll: str
    is_shared: bool = False

    def kernel(self) -> str:
        base = _SHARED_FLAG if self.is_shared else _GLOBAL_FLAG
        return base.format(name=self.name, publish=self.publish, poll=self.poll)


_GLOBAL_FLAG = """struct {name} {{
  static constexpr bool in_block = false;
  static __device__ void publish(unsigned* flag, unsigned value) {{
    [[maybe_unused]] unsigned old = 0;
    {publish}
  }}
  static __device__ unsigned poll(unsigned* flag) {{
    unsigned found = 0;
    {poll}
    return found;
  }}
}};
"""
_SHARED_FLAG = """struct {name} {{
  static constexpr bool in_block = true;
  static __device__ void publish(unsigned* pointer, unsigned value) {{
    const unsigned flag = shared_address(pointer);
    {publish}
  }}
  static __device__ unsigned poll(unsigned* pointer) {{
    const unsigned flag = shared_address(pointer);
    unsigned found = 0;
    {poll}
    return found;
  }}
}};
"""


def _stores(text: str, letter: str = "l") -> str:
    return f'asm volatile("{text}" :: "{letter}"(flag), "r"(value) : "memory");'


def _loads(text: str, letter: str = "l") -> str:
    return f'asm volatile("{text}" : "=r"(found) : "{letter}"(flag) : "memory");'


def _swaps(text: str) -> str:
    return f'asm volatile("{text}" : "=r"(old) : "l"(flag), "r"(value) : "memory");'


_FENCE = 'asm volatile("fence.{}.gpu;" ::: "memory");'
_MEMBAR = 'asm volatile("membar.{};" ::: "memory");'
HAND_OVERS = (
    HandOver(
        "release_acquire", _stores("st.release.gpu.global.u32 [%0], %1;"), _loads("ld.acquire.gpu.global.u32 %0, [%1];")
    ),
    HandOver("release_acquire_sys", _stores("st.release.sys.u32 [%0], %1;"), _loads("ld.acquire.sys.u32 %0, [%1];")),
    HandOver(
        "membar_volatile",
        _MEMBAR.format("gl") + _stores("st.volatile.global.u32 [%0], %1;"),
        _loads("ld.volatile.global.u32 %0, [%1];") + _MEMBAR.format("gl"),
    ),
    HandOver(
        "membar_inside", _stores("membar.gl; st.volatile.u32 [%0], %1;"), _loads("ld.volatile.u32 %0, [%1]; membar.gl;")
    ),
    HandOver(
        "fence_relaxed",
        _FENCE.format("acq_rel") + _stores("st.relaxed.gpu.global.u32 [%0], %1;"),
        _loads("ld.relaxed.gpu.global.u32 %0, [%1];") + _FENCE.format("acq_rel"),
    ),
    HandOver(
        "fence_sc_volatile",
        _FENCE.format("sc") + _stores("st.volatile.global.u32 [%0], %1;"),
        _loads("ld.volatile.global.u32 %0, [%1];") + _FENCE.format("sc"),
    ),
    HandOver("red_max", _stores("red.release.gpu.global.max.u32 [%0], %1;"), _loads("ld.acquire.gpu.u32 %0, [%1];")),
    HandOver(
        "exchange", _swaps("atom.release.gpu.exch.b32 %0, [%1], %2;"), _loads("atom.acquire.gpu.or.b32 %0, [%1], 0;")
    ),
    HandOver(
        "of_threads",
        _stores("st.release.cta.shared.u32 [%0], %1;", "r"),
        _loads("ld.acquire.cta.shared.u32 %0, [%1];", "r"),
        True,
    ),
    HandOver(
        "of_threads_volatile",
        _MEMBAR.format("cta") + _stores("st.volatile.shared.u32 [%0], %1;", "r"),
        _loads("ld.volatile.shared.u32 %0, [%1];", "r") + _MEMBAR.format("cta"),
        True,
    ),
)


@dataclass(frozen=True)
class Lock:
    """How a lock is tried, and how it is given back."""

    name: str
    attempt: str
    release: str

    def kernel(self) -> str:
        return _LOCK.format(name=self.name, attempt=self.attempt, release=self.release)


_LOCK = """struct {name} {{
  static __device__ bool attempt(unsigned* lock) {{
    [[maybe_unused]] unsigned old = 0;
    {attempt}
    return old == 0;
  }}
  static __device__ void release(unsigned* lock) {{
    [[maybe_unused]] unsigned old = 0;
    {release}
  }}
}};
"""
_TRIES = 'asm volatile("{}" : "=r"(old) : "l"(lock) : "memory");'
_FREES = 'asm volatile("{}" :: "l"(lock) : "memory");'
LOCKS = (
    Lock(
        "cas_acquire",
        _TRIES.format("atom.acquire.gpu.global.cas.b32 %0, [%1], 0, 1;"),
        _FREES.format("st.release.gpu.global.u32 [%0], 0;"),
    ),
    Lock(
        "exchange_membar",
        _TRIES.format("atom.exch.b32 %0, [%1], 1; membar.gl;"),
        _FREES.format("membar.gl; st.volatile.u32 [%0], 0;"),
    ),
    Lock(
        "cas_fence",
        _TRIES.format("atom.relaxed.gpu.cas.b32 %0, [%1], 0, 1;\\n\\tfence.acq_rel.gpu;"),
        _TRIES.format("fence.acq_rel.gpu; atom.relaxed.gpu.exch.b32 %0, [%1], 0;"),
    ),
    Lock(
        "spins_inside",
        _TRIES.format(
            "{ .reg .pred p; SPIN: atom.acquire.gpu.global.cas.b32 %0, [%1], 0, 1; setp.ne.u32 p, %0, 0; @p bra SPIN; }"
        ),
        _FREES.format("red.release.gpu.global.and.b32 [%0], 0;"),
    ),
)


@dataclass(frozen=True)
class Whole:
    """How 16 bytes are written and read at once: who reads sees both halves of one writer."""

    name: str
    store: str
    load: str

    def kernel(self) -> str:
        return _WHOLE.format(name=self.name, store=_moves(self.store), load=_moves(self.load))


_WHOLE = """struct {name} {{
  static __device__ void store(void* at, unsigned long long a, unsigned long long b) {{
    [[maybe_unused]] const unsigned words[] = {{unsigned(a), unsigned(a >> 32), unsigned(b), unsigned(b >> 32)}};
    {store}
  }}
  static __device__ void load(const void* at, unsigned long long& a, unsigned long long& b) {{
    [[maybe_unused]] unsigned words[4];
    {load}
  }}
}};
"""
_HALVES = '"{}l"(a), "{}l"(b)'
_QUARTERS = ", ".join(f'"{{0}}r"(words[{number}])' for number in range(4))


def _moves(opcode: str) -> str:
    """A store or a load with that opcode."""
    is_store, is_halves = opcode.startswith("st"), ".v2." in opcode
    count, first = 2 if is_halves else 4, int(is_store)
    registers = f"{{{', '.join(f'%{first + number}' for number in range(count))}}}"
    place = f"[%{0 if is_store else count}]"
    values = (_HALVES if is_halves else _QUARTERS).format(*["" if is_store else "="] * 2)
    if is_store:
        return f'asm volatile("{opcode} {place}, {registers};" :: "l"(at), {values} : "memory");'
    taken = "" if is_halves else " a = words[0] | (unsigned long long)words[1] << 32;"
    taken += "" if is_halves else " b = words[2] | (unsigned long long)words[3] << 32;"
    return f'asm volatile("{opcode} {registers}, {place};" : {values} : "l"(at) : "memory");{taken}'


WHOLES = (
    Whole("relaxed", "st.relaxed.gpu.v2.u64", "ld.relaxed.gpu.v2.u64"),
    Whole("relaxed_global", "st.relaxed.gpu.global.v4.u32", "ld.relaxed.gpu.global.v4.u32"),
    Whole("ordered", "st.release.gpu.global.v2.b64", "ld.acquire.gpu.global.v2.b64"),
    Whole("of_the_system", "st.release.sys.v4.b32", "ld.acquire.sys.v4.b32"),
    Whole("volatile_global", "st.volatile.global.v2.u64", "ld.volatile.global.v2.u64"),
    Whole("through_caches", "st.global.wt.v4.u32", "ld.global.cv.v4.u32"),
    Whole("in_the_second_cache", "st.global.cg.v2.s64", "ld.global.cg.v2.s64"),
)
# A translation that writes one half after the other: the test has to see it.
TORN = """struct torn {
  static __device__ void store(void* at, unsigned long long a, unsigned long long b) {
    static_cast<volatile unsigned long long*>(at)[0] = a;
    static_cast<volatile unsigned long long*>(at)[1] = b;
  }
  static __device__ void load(const void* at, unsigned long long& a, unsigned long long& b) {
    a = static_cast<const volatile unsigned long long*>(at)[0];
    b = static_cast<const volatile unsigned long long*>(at)[1];
  }
};
"""
