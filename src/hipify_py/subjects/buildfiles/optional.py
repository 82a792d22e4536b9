"""Modules that a Python file does without: `try: import pycuda`, `except ImportError: pycuda = None`, what stands
behind `if pycuda is not None:`, and the conditions by which tests are skipped without one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Set
from operator import attrgetter

from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.absent import Block, blocks_of, condition_of, forgives, text_of
from hipify_py.subjects.buildfiles.python import Python

# Numba itself is for CPUs as well.
_FOR_NVIDIA = rb"(?:pycuda|skcuda|numba\.cuda|cuda|cuquantum|tensorrt|nvmath|pynvml|nvidia_smi|cutlass)\b"
_IMPORTS = pattern(
    rb"(?m)^[ \t]*(?:(?:import|from)[ \t]+" + _FOR_NVIDIA + rb"|from[ \t]+numba[ \t]+import\b[^\n]*\bcuda\b)"
)
_ASSIGNMENT = pattern(rb"(\w+)[ \t]*(?::[ \t]*\w+[ \t]*)?=(?!=)")
_NOTHING = (b"None", b"False")
# `from arrays import numba`: who asks whether that is None knows that it may be.
_FROM_OTHERS = pattern(rb"from[ \t]+(?!(?:pycuda|skcuda|numba|cuda|cuquantum|tensorrt|nvmath)\b)[\w.]+[ \t]+import\b")
_MODULE = pattern(rb"\b(?:pycuda|skcuda|numba|cuquantum|tensorrt|nvmath|pynvml)\b(?![ \t]+as\b)")
_OR, _AND = pattern(rb"\bor\b"), pattern(rb"\band\b")
_IS_MISSING = pattern(rb"\s*(?:not[ \t]+(\w+)|(\w+)[ \t]+is[ \t]+None)\s*")
_IS_THERE = pattern(rb"\s*(\w+)(?:[ \t]+is[ \t]+not[ \t]+None)?\s*")


@dataclass(frozen=True)
class Optional:
    """The names of a file that are None or False without a module for NVIDIA's GPUs."""

    names: Set[bytes]

    def are_missed(self, condition: bytes) -> bool:
        """Whether a condition holds without the modules, whatever else does."""
        found = (_IS_MISSING.fullmatch(part) for part in _OR.split(condition))
        return b"(" not in condition and any(each is not None and (each[1] or each[2]) in self.names for each in found)

    def are_needed(self, condition: bytes) -> bool:
        """Whether a condition holds with the modules alone."""
        if b"(" in condition or _OR.search(condition):
            return False
        found = (_IS_THERE.fullmatch(part) for part in _AND.split(condition))
        return any(each is not None and each[1] in self.names for each in found)


def optional(python: Python) -> Optional:
    """What may be missing, by the file itself or by another one that it imports a module from."""
    return Optional(frozenset((*_set_without(python), *_of_others(python))))


def without(python: Python) -> Iterator[tuple[int, int, str]]:
    """The branches that need such a module, each with its condition."""
    known = Optional(frozenset(_set_without(python)))
    for block in blocks_of(python) if known.names else ():
        condition = condition_of(python, block)
        if block.word in (b"if", b"elif") and known.are_needed(condition):
            yield block.start, block.end, f"if {text_of(condition)}"


def _set_without(python: Python) -> Set[bytes]:
    """What is None or False where an import fails: set so there, or True only where it does not."""
    if b"except" not in python.code or not _IMPORTS.search(python.code):
        return frozenset()
    tries = [block for block in blocks_of(python) if block.word == b"try" and not block.head.indent]
    parts = [each for block in tries if _may_fail(python, block) for each in block.chain]
    found: set[bytes] = set()
    others: set[bytes] = set()
    for place, name, value in _assignments(python) if parts else ():
        number = bisect_right(parts, place, key=attrgetter("start")) - 1
        part = parts[number] if number >= 0 and place < parts[number].end else None
        if part is None:
            others |= set() if value in _NOTHING else {name}
        elif (value in _NOTHING) if part.word == b"except" else (value == b"True"):
            found.add(name)
    return found - others


def _may_fail(python: Python, block: Block) -> bool:
    handlers = (each for each in block.chain if each.word == b"except")
    may_fail = any(forgives(python, each) for each in handlers)
    return may_fail and _IMPORTS.search(python.code, block.start, block.end) is not None


def _assignments(python: Python) -> Iterator[tuple[int, bytes, bytes]]:
    for line in python.lines:
        if found := _ASSIGNMENT.match(python.code, line.head, line.end):
            yield line.head, found[1], python.code[found.end() : line.end].strip()


def _of_others(python: Python) -> Iterator[bytes]:
    for line in python.lines:
        if not line.indent and (found := _FROM_OTHERS.match(python.code, line.head, line.end)):
            yield from _MODULE.findall(python.code, found.end(), line.end)
