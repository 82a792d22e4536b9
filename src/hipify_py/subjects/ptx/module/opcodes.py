"""What an opcode says of itself, which is read once: a module has some hundred of them, and a million instructions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.forms import SPACES

_KEPT = 4_096  # a text may have any number of opcodes that do not exist


def opcodes(expected: re.Pattern[str]) -> Callable[[str], re.Match[str] | None]:
    """What matches whole opcodes."""

    @lru_cache(_KEPT)
    def match(opcode: str) -> re.Match[str] | None:
        return expected.fullmatch(opcode)

    return match


SCALED = opcodes(pattern(r"(mul\.wide|shl|mul\.lo)\.([bsu])(32|64)"))
WIDE = opcodes(pattern(r"mad\.wide\.([su])32"))
SUM = opcodes(pattern(r"(add|sub)\.[su](32|64)"))
COMPARISON = opcodes(pattern(r"setp\.(\w+)(?:\.(and|or|xor))?\.([bus]\d+|f32|f64)"))
SHIFT = opcodes(pattern(r"(shl|shr)\.([bus])(16|32|64)"))
# What `tex1Dfetch`, `tex1D` … `tex2DLayered` of CUDA become; there are others, whose coordinates are no floats.
FETCH = opcodes(pattern(r"tex\.(1d|2d|3d|a2d)\.v4\.([usf]32)\.(s32|f32)"))
_PLAIN_ACCESS = pattern(
    r"(?:ld|st)(?:\.weak)?(?:\.(?:global|shared|shared::cta|local|const))?(?:\.nc)?(?:\.v[24])?\.([busf])(8|16|32|64)"
)
_PARAMETER_ACCESS = pattern(r"(?:ld|st)\.param(?:::\w+)?(?:\.v[24])?\.([busf])(8|16|32|64)")
_NEUTRAL = pattern(r"(?:mov|selp|ld|st|ldu|cvta)\..*")
_WEAK = pattern(r"(?:add|sub|mad\.lo|mul\.lo|and|or|xor|not|shl|neg)\..*")
_LETTERS = {"b": "u", "u": "u", "s": "s", "f": "f"}


@lru_cache(_KEPT)
def element(opcode: str) -> tuple[str, int] | None:
    """What a plain access reads or writes: its type as `f32`, and its bytes."""
    found = _PLAIN_ACCESS.fullmatch(opcode)
    return (f"{_LETTERS[found[1]]}{found[2]}", int(found[2]) // 8) if found else None


@lru_cache(_KEPT)
def is_in_shared_memory(opcode: str, number: int) -> bool:
    """Whether an address of an instruction is one within shared memory: those of copies are of one space each, and an
    mbarrier that counts their bytes stands behind them."""
    spaces = [word for word in opcode.split(".") if word in SPACES or word.startswith("mbarrier::")]
    return bool(spaces) and spaces[min(number, len(spaces) - 1)].startswith(("shared", "mbarrier::"))


def parameter_type(opcode: str) -> str | None:
    """The type that `ld.param`, `st.param` read and write."""
    found = _PARAMETER_ACCESS.fullmatch(opcode)
    return f"{found[1]}{found[2]}" if found else None


@lru_cache(_KEPT)
def weight(opcode: str) -> int:
    """How much an instruction says about the types of its operands: nothing, if it moves bits of any type."""
    is_float = opcode.endswith(("f32", "f64"))
    if _NEUTRAL.fullmatch(opcode):
        return 3 if is_float else 0
    return 1 if _WEAK.fullmatch(opcode) and not is_float else 3
