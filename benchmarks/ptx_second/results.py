"""What programs have written, and whether two of them agree."""

from __future__ import annotations

import hashlib
import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.ptx_second.model import Case, Operand

# Of each format: its bits, and those of infinity. A NaN has more than these below its sign.
FORMATS = {"f16": (16, 0x7C00), "bf16": (16, 0x7F80), "f32": (32, 0x7F800000), "f64": (64, 0x7FF0000000000000)}


@dataclass(frozen=True)
class Mismatch:
    """A result that differs: in this thread, of this output."""

    case: Case
    thread: int
    output: int
    expected: int
    found: int
    count: int

    def __str__(self) -> str:
        text = self.case.text.strip().replace("\n", " ")
        values = f"{self.expected:#x} expected, {self.found:#x} found"
        return f"{self.case.name} thread {self.thread} output {self.output}: {values}, {self.count} in all: {text}"


def read(path: Path, cases: Sequence[Case]) -> dict[str, bytes]:
    """The results of each kernel, by its name."""
    by_name = {case.name: case for case in cases}
    content, at, found = path.read_bytes(), 0, dict[str, bytes]()
    while at < len(content):
        end = content.index(b"\n", at)
        name, threads = content[at:end].decode().split()
        size = sum(out.bytes for out in by_name[name].outs) * int(threads)
        found[name] = content[end + 1 : end + 1 + size]
        at = end + 1 + size
    return found


def values(case: Case, results: bytes) -> Iterator[tuple[int, ...]]:
    """The outputs of each thread, as bits."""
    return struct.iter_unpack("<" + "".join({2: "H", 4: "I", 8: "Q"}[out.bytes] for out in case.outs), results)


def compare(case: Case, expected: bytes, found: bytes) -> Mismatch | None:
    """The first result that differs more than it may."""
    if expected == found:
        return None
    first, count = None, 0
    for thread, (left, right) in enumerate(zip(values(case, expected), values(case, found), strict=True)):
        for n, out in enumerate(case.outs):
            if left[n] != right[n] and not agree(out, left[n], right[n]):
                first, count = first or (thread, n, left[n], right[n]), count + 1
    return Mismatch(case, *first, count) if first else None


def agree(out: Operand, expected: int, found: int) -> bool:
    """Are these bits the same result, as the type of the output says?"""
    return all(
        _agree(out, left, right) for left, right in zip(_numbers(out, expected), _numbers(out, found), strict=True)
    )


def _numbers(out: Operand, bits: int) -> list[int]:
    return [bits & 0xFFFF, bits >> 16] if out.type.endswith("x2") else [bits]


def _agree(out: Operand, expected: int, found: int) -> bool:
    name = out.type.removesuffix("x2")
    if expected == found:
        return True
    if name not in FORMATS or out.compare.endswith("!"):
        return False
    if _is_nan(name, expected) or _is_nan(name, found):
        return _is_nan(name, expected) and _is_nan(name, found)
    bounds = [int(bound) for bound in out.compare.split("~")[1:]]
    if not bounds:
        return False
    exact, ours = _number(name, expected), _number(name, found)
    if math.isinf(exact) or math.isinf(ours):
        return exact == ours
    allowed = abs(exact) * 2.0 ** -bounds[0]
    return abs(exact - ours) <= max(allowed, 2.0 ** -bounds[1] if len(bounds) > 1 else 0.0)


def _is_nan(name: str, bits: int) -> bool:
    width, infinity = FORMATS[name]
    return bits & ((1 << (width - 1)) - 1) > infinity


def _number(name: str, bits: int) -> float:
    if name == "bf16":
        return _number("f32", bits << 16)
    code = {"f16": "He", "f32": "If", "f64": "Qd"}[name]
    number: float = struct.unpack(f"<{code[1]}", struct.pack(f"<{code[0]}", bits))[0]
    return number


def is_approximate(case: Case) -> bool:
    """Is a result compared within a bound?"""
    return any("~" in out.compare for out in case.outs)


def digest(case: Case, results: bytes) -> str:
    """A digest that is the same for all results that agree, which approximate ones have not."""
    hashed = hashlib.sha256()
    if not any(out.type.removesuffix("x2") in FORMATS and not out.compare.endswith("!") for out in case.outs):
        hashed.update(results)
        return hashed.hexdigest()[:16]
    for thread in values(case, results):
        for out, bits in zip(case.outs, thread, strict=True):
            hashed.update(b"".join(_plain(out, number).to_bytes(8, "little") for number in _numbers(out, bits)))
    return hashed.hexdigest()[:16]


def _plain(out: Operand, bits: int) -> int:
    name = out.type.removesuffix("x2")
    return -1 % (1 << 64) if name in FORMATS and not out.compare.endswith("!") and _is_nan(name, bits) else bits


def judged(cases: Sequence[Case], expected: Mapping[str, bytes], found: Mapping[str, bytes]) -> list[Mismatch]:
    """All cases of which both have results, and whose results differ."""
    pairs = ((case, expected.get(case.name), found.get(case.name)) for case in cases)
    seen = (compare(case, left, right) for case, left, right in pairs if left is not None and right is not None)
    return [mismatch for mismatch in seen if mismatch]
