"""Registers: those that a text declares, operands of a statement, and the special ones of PTX with the C++ that reads
the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import Meaning
from hipify_py.subjects.ptx.result import Class
from hipify_py.subjects.ptx.types import UNTYPED, CppType

if TYPE_CHECKING:
    from hipify_py.subjects.ptx.operations import Op

# The names of all special registers, with a counterpart and without one.
SPECIAL = pattern(
    r"%%?(?:laneid|warpid|nwarpid|smid|nsmid|gridid|lanemask_\w\w|clock(?:_hi|64)?|globaltimer\w*|(?:n?tid|n?ctaid)\.[xyz]|"
    r"(?:n?clusterid|cluster_n?cta\w+)|envreg\d+|pm\d|dynamic_smem_size|total_smem_size|aggr_smem_size|is_explicit_cluster|"
    r"current_graph_exec|reserved_smem\w*)"
)


class Reg(Meaning):
    """A register: how C++ holds it, and who reads and writes it."""

    __slots__ = ("cpp_type", "definition", "is_guarded", "name", "reads", "writes")

    def __init__(self, name: str, kind: CppType) -> None:
        self.name = name
        self.cpp_type = kind
        self.reads = 0
        self.writes = 0
        self.is_guarded = False  # whether anything is written to it under a condition
        self.definition: Op | None = None  # the last one

    def __repr__(self) -> str:
        return self.name

    @property
    def is_single(self) -> bool:
        """Whether it has one value in each turn: it is written at one place, whatever the condition."""
        return self.writes == 1 and not self.is_guarded


class BoundRegister(Reg):
    """An operand of a statement: the expression of the user's that is bound to it, by its index."""

    __slots__ = ("index", "initial", "is_output", "number")

    def __init__(self, name: str, kind: CppType, index: int, *, is_output: bool) -> None:
        super().__init__(name, kind)
        self.index = index
        self.is_output = is_output
        self.initial: int | None = None  # the operand whose value it has at the beginning
        self.number: Number | None = None  # what it is, where that is a number in the source

    @property
    def is_constant(self) -> bool:
        return self.cpp_type is UNTYPED


@dataclass(frozen=True)
class SpecialRegister(Meaning):
    """A register that the hardware fills. `name` is without `%`, `type` one of PTX, `code` an expression of C++."""

    name: str
    type: str
    code: str
    kind: Class = Class.EXACT
    note: str = ""


# Why some have none, where that is worth saying.
_WITHOUT = (
    (
        pattern(r"envreg[12]"),
        "the driver puts there what a cooperative launch shares, for `grid.sync()` in the headers of CUDA",
    ),
    (pattern(r"reserved_smem\w*"), "it is about shared memory of the driver's, and no manual says what is there"),
)
_WARP = "A warp is half of a 64-lane wavefront, so lanes are counted from 0 to 31."
_WARP_ID = "The number of the warp in its block; on NVIDIA GPUs a hardware slot, mostly with the same number."
_CLOCK = "Counts at another rate than on NVIDIA GPUs; on RDNA 3 it counts time, as the cycle counter has 20 bits."
_TIMER = "Nanoseconds in steps of 10 or 40. Does not compile for GPUs whose clock rate AMD does not document."
_SIZE = "In bytes, which NVIDIA GPUs round up to 128 or 256."
_DYNAMIC = "What the launch asked for, behind the shared memory that AMD's compiler laid out."
_SCRATCH = (
    "288 bytes of the kernel's shared memory, which CUDA's cooperative groups expect there for tiles of several warps. "
    "Two warps of a 64-lane wavefront cannot wait for each other."
)
_PROCESSOR = "The number of a CU. There are gaps, and numbers above the number of CUs, as PTX allows."


def find(name: str) -> SpecialRegister | None:
    """The register of a name without `%`; None for one without a counterpart."""
    return _REGISTERS.get(name)


def refusal(name: str) -> str:
    """What is said of a register without a counterpart."""
    why = next((f": {reason}" for names, reason in _WITHOUT if names.fullmatch(name.lstrip("%"))), "")
    return f"'{name}' has no counterpart{why}"


def every() -> Iterator[SpecialRegister]:
    """All of them, in the order of the manual."""
    yield from _REGISTERS.values()


def _exact() -> Iterator[SpecialRegister]:
    for name, variable in (("tid", "threadIdx"), ("ntid", "blockDim"), ("ctaid", "blockIdx"), ("nctaid", "gridDim")):
        for axis in "xyz":
            yield SpecialRegister(f"{name}.{axis}", "u32", f"{variable}.{axis}")


def _equivalent(names: str, type: str, note: str) -> Iterator[SpecialRegister]:
    for name in names.split():
        yield SpecialRegister(name, type, f"hipify_ptx::{name}()", Class.EQUIVALENT, note)


_REGISTERS = {
    register.name: register
    for group in (
        _exact(),
        _equivalent("laneid", "u32", _WARP),
        _equivalent("lanemask_eq lanemask_lt lanemask_le lanemask_gt lanemask_ge", "u32", _WARP),
        _equivalent("warpid", "u32", _WARP_ID),
        _equivalent("smid", "u32", _PROCESSOR),
        _equivalent("clock clock_hi", "u32", _CLOCK),
        _equivalent("clock64", "u64", _CLOCK),
        _equivalent("globaltimer", "u64", _TIMER),
        _equivalent("globaltimer_lo globaltimer_hi", "u32", _TIMER),
        _equivalent("total_smem_size aggr_smem_size", "u32", _SIZE),
        _equivalent("dynamic_smem_size", "u32", _DYNAMIC),
        _equivalent("reserved_smem_offset_1", "u32", _SCRATCH),
    )
    for register in group
}
