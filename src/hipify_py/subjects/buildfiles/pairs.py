"""What a code base has for AMD beside what it has for CUDA, told by names: functions in Python, and whole files."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.kinds import kind_of
from hipify_py.subjects.buildfiles.python import Line, Python
from hipify_py.texts import to_bytes

_FUNCTION = pattern(rb"(?:async[ \t]+)?def[ \t]+(\w+)")
_HAS_ONE = pattern(rb"\bdef[ \t]{1,20}\w{0,60}cuda\w{0,60}[ \t]{0,20}\(")
_CUDA = pattern(r"(?i)(?:\A|(?<=[_.-]))cuda(?=\Z|[_.-])")
_FOR_AMD = ("rocm", "hip")
_DOCKER = pattern(r"(?i)(?:\A|[_.-])(?:rocm|hip)(?:\Z|[_.-])")


class _Function(NamedTuple):
    """`home` is where the class or function begins that it stands in; -1 in a file."""

    name: str
    home: int
    start: int
    end: int


def paired(python: Python) -> Iterator[tuple[int, int, str]]:
    """Functions for CUDA beside ones for AMD, which do not call them: `forward_cuda` and `forward_hip`."""
    if not _HAS_ONE.search(python.code):
        return
    found = {(each.home, each.name): each for each in _functions(python)}
    for (home, name), function in found.items():
        for other in (found[home, each] for each in _names_for_amd(name) if (home, each) in found):
            if to_bytes(name) not in python.code[other.start : other.end]:
                yield function.start, function.end, f"{other.name} is beside {name}"


def _functions(python: Python) -> Iterator[_Function]:
    around: list[Line] = []
    for line in python.lines:
        while around and line.indent <= around[-1].indent:
            yield from _function(python, around, line.start)
            around.pop()
        if line.colon >= 0:
            around.append(line)
    while around:
        yield from _function(python, around, len(python.code))
        around.pop()


def _function(python: Python, around: list[Line], end: int) -> Iterator[_Function]:
    if found := _FUNCTION.match(python.skeleton, around[-1].head):
        home = around[-2].start if len(around) > 1 else -1
        yield _Function(found[1].decode("utf-8", "replace"), home, around[-1].start, end)


def counterpart(name: str, beside: Collection[str]) -> str:
    """The build file for AMD beside one of that name for CUDA: `rocm.py` beside `cuda.py`, and `Dockerfile.rocm` beside
    any other."""
    kind = kind_of(name)
    if kind == "docker" and not _DOCKER.search(name):
        return next((each for each in sorted(beside) if kind_of(each) == kind and _DOCKER.search(each)), "")
    if kind == "python":
        return next((each for each in _names_for_amd(name) if each in beside), "")
    return ""


def _names_for_amd(name: str) -> list[str]:
    return [_CUDA.sub(each, name) for each in _FOR_AMD] if _CUDA.search(name) else []
