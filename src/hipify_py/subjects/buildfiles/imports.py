"""Imports of modules for NVIDIA's GPUs in Python that are no work of their own: Numba's `cuda` where nothing uses it,
and a package where the function has been left already if it is missing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.absent import Block, blocks_of, forgives, text_of
from hipify_py.subjects.buildfiles.branches import LEAVES
from hipify_py.subjects.buildfiles.python import Line, Python

# Numba itself is for CPUs as well: that it is there says nothing of its `cuda`.
_OF_NVIDIA = pattern(
    rb"(?:import|from)[ \t]+(?P<package>pycuda|skcuda|cuda|cuquantum|tensorrt|nvmath|pynvml|nvidia_smi|cutlass)\b"
)
_OF_NUMBA = pattern(rb"from[ \t]+numba[ \t]+import\b[^\n]*?\bcuda\b(?:[ \t]+as[ \t]+(?P<alias>\w+))?")
_NAME = pattern(rb"(?<![\w.])\w+")
# Names that strings use: those of f-strings, and what `eval` gets.
_IN_STRING = pattern(rb"(?<![\w.])(\w+)(?:\.\w|[\[(}])")


def unused(name: str, python: Python) -> Iterator[tuple[int, int, str]]:
    """`from numba import cuda`, which does no harm without a GPU, in a file that does not use it. Other files may
    import it of a package or of what has `__all__`."""
    if name == "__init__.py" or b"numba" not in python.code or b"__all__" in python.code:
        return
    lines = ((line, _OF_NUMBA.match(python.skeleton, line.head, line.end)) for line in python.lines)
    found = [(line, each["alias"] or b"cuda") for line, each in lines if each]
    if not found:
        return
    imports = {line.head for line, _name in found}
    used = {name for line in python.lines if line.head not in imports for name in _used_in(python, line)}
    for line, word in found:
        if word not in used:
            yield line.head, line.end, f"no use of '{word.decode('utf-8', 'replace')}' in this file"


def _used_in(python: Python, line: Line) -> Iterator[bytes]:
    yield from _NAME.findall(python.skeleton, line.head, line.end)
    yield from _IN_STRING.findall(python.code, line.head, line.end)


def behind_tries(python: Python) -> Iterator[tuple[int, int, str]]:
    """What a function imports of a package behind `try: import package`, `except ImportError: return`."""
    left = _left_without(python)
    missing: dict[bytes, tuple[int, str]] = {}
    for line in python.lines if left else ():
        known = {**missing, **left.get(line.start, {})}
        missing = {package: (indent, why) for package, (indent, why) in known.items() if indent <= line.indent}
        found = _OF_NVIDIA.match(python.code, line.head, line.end)
        if found and found["package"] in missing:
            yield line.head, line.end, missing[found["package"]][1]


def _left_without(python: Python) -> Mapping[int, Mapping[bytes, tuple[int, str]]]:
    """The packages without which nothing behind a `try` is run, by its end: with its indent and the import in it. What
    stands at the top of a file may be run by anybody."""
    found: dict[int, dict[bytes, tuple[int, str]]] = {}
    if b"except" not in python.code or not _OF_NVIDIA.search(python.code):
        return found
    for block in blocks_of(python):
        if block.word == b"try" and block.head.indent and _is_left(python, block):
            for line in _lines_of(python, block):
                if each := _OF_NVIDIA.match(python.code, line.head, line.end):
                    why = f"try: {text_of(python.code[line.head : line.end])}"
                    found.setdefault(block.chain[-1].end, {})[each["package"]] = block.head.indent, why
    return found


def _is_left(python: Python, block: Block) -> bool:
    """Whether the first handler that takes the error of an import leaves what is around it."""
    handlers = (each for each in block.chain if each.word == b"except" and forgives(python, each))
    if (handler := next(handlers, None)) is None:
        return False
    lines = _lines_of(python, handler)
    last = next((line.head for line in reversed(lines) if line.indent == lines[0].indent), handler.start)
    return LEAVES.match(python.code[last : handler.end].lstrip()) is not None


def _lines_of(python: Python, block: Block) -> Sequence[Line]:
    first = bisect_left(python.lines, block.start, key=attrgetter("head"))
    return python.lines[first : bisect_left(python.lines, block.end, key=attrgetter("head"))]
