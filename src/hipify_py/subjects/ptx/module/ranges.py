"""Which numbers a register can hold, as far as few instructions show it: how large an index may get."""

from __future__ import annotations

from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import Operand
from hipify_py.subjects.ptx.operations import Op
from hipify_py.subjects.ptx.registers import Reg, SpecialRegister

# What CUDA allows for blocks; of a grid nothing is said here.
_THREADS = 1024
_DEEPEST = 6
_UNSIGNED = {16: (0, (1 << 16) - 1), 32: (0, (1 << 32) - 1), 64: (0, (1 << 64) - 1)}
Range = tuple[int, int]


def of(operand: Operand, depth: int = 0) -> Range | None:
    """The least and the greatest value of an operand as a number with a sign; None for any."""
    if isinstance(operand, Number):
        return (operand.value, operand.value) if isinstance(operand.value, int) and not operand.width else None
    if isinstance(operand, SpecialRegister):
        name = operand.name.partition(".")[0]
        return (0, _THREADS) if name in ("tid", "ntid") else (0, 31) if name == "laneid" else None
    if not isinstance(operand, Reg) or not operand.is_single or operand.definition is None or depth > _DEEPEST:
        return None
    return _result(operand.definition, operand, depth + 1)


def fits(bounds: Range | None, scale: int, width: int) -> bool:
    """Whether a number times a scale is one of so many bits, with a sign."""
    limit = 1 << (width - 1)
    return bounds is not None and -limit <= bounds[0] * scale and bounds[1] * scale < limit


def _result(op: Op, register: Reg, depth: int) -> Range | None:
    head, _dot, rest = op.opcode.partition(".")
    operands = op.operands
    if head == "mov" and len(operands) == 2:
        return of(operands[1], depth)
    if head == "and" and len(operands) == 3:
        return _masked(of(operands[1], depth), of(operands[2], depth))
    if head in ("add", "sub", "mul", "shl", "shr", "mad", "min", "rem") and len(operands) >= 3:
        return _computed(op, head, rest, depth, register.cpp_type.width)
    if head == "cvt" and rest in ("s64.s32", "u64.u32", "u32.u16", "s32.s16", "u32.u8"):
        inner = of(operands[1], depth)
        if inner is not None and (inner[0] >= 0 or rest[0] == "s"):
            return inner
        return _UNSIGNED[32] if rest == "u64.u32" else _signed(32) if rest == "s64.s32" else None
    return None


def _signed(width: int) -> Range:
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


def _masked(first: Range | None, second: Range | None) -> Range | None:
    limits = [each[1] for each in (first, second) if each is not None and each[0] >= 0]
    return (0, min(limits)) if limits else None


def _computed(op: Op, head: str, rest: str, depth: int, width: int) -> Range | None:
    left, right = of(op.operands[1], depth), of(op.operands[2], depth)
    if head == "shr":
        return _shifted(left, right, rest, width)
    if head == "rem":
        return (0, right[1] - 1) if right is not None and right[0] > 0 and rest.startswith("u") else None
    if left is None or right is None:
        return None
    third = of(op.operands[3], depth) if head == "mad" else (0, 0)
    if third is None or (head in ("mul", "mad") and not rest.startswith(("lo", "wide"))):
        return None
    if head == "shl":
        if right[0] != right[1] or not 0 <= right[0] < width:
            return None
        left, right, head = left, (1 << right[0], 1 << right[0]), "mul"
    if head == "min":
        return min(left[0], right[0]), min(left[1], right[1])
    if head == "add":
        found = left[0] + right[0], left[1] + right[1]
    elif head == "sub":
        found = left[0] - right[1], left[1] - right[0]
    else:
        corners = [one * other for one in left for other in right]
        found = min(corners) + third[0], max(corners) + third[1]
    return found if fits(found, 1, width) else None


def _shifted(left: Range | None, right: Range | None, rest: str, width: int) -> Range | None:
    if right is None or right[0] != right[1] or not 0 < right[0] < width:
        return None
    if left is not None and left[0] >= 0:
        return left[0] >> right[0], left[1] >> right[0]
    return (0, (1 << (width - right[0])) - 1) if rest.startswith(("u", "b")) else None
