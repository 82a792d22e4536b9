"""Which parts of a build file are CUDA's alone because HIP has a branch of its own, and so are no matter of porting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.records import dataclass


class _For(Enum):
    """Whom a branch is built for, by its condition."""

    HIP = auto()
    CUDA = auto()
    NOT_HIP = auto()
    ANYBODY = auto()


class _Branch(NamedTuple):
    who: _For
    start: int
    end: int


@dataclass
class _Open:
    """A conditional that is not closed yet: the branches before the last one, and where that one began."""

    indent: int
    done: list[_Branch]
    who: _For
    start: int

    def turn(self, line: re.Match[bytes], who: _For) -> None:
        self.done.append(_Branch(self.who, self.start, line.start()))
        self.who, self.start = who, line.end()

    def closed(self, end: int) -> list[_Branch]:
        return [*self.done, _Branch(self.who, self.start, end)]


_LINES = {
    "cmake": re.compile(rb"(?im)^[ \t]*(?P<word>if|elseif|else|endif)[ \t]*\((?P<condition>[^\n]*)"),
    "make": re.compile(
        rb"(?m)^[ \t]*(?P<word>else[ \t]+ifn?(?:eq|def)|ifn?(?:eq|def)|else|endif)\b(?P<condition>[^\n]*)"
    ),
    # Every line: Python's blocks end by it.
    "python": re.compile(
        rb"(?m)^(?P<indent>[ \t]*)(?=\S)(?:(?P<word>if|elif|else)\b(?P<condition>[^\n]*):[ \t]*\r?$)?"
    ),
    "meson": re.compile(rb"(?m)^[ \t]*(?P<word>if|elif|else|endif)\b(?P<condition>[^\n]*)"),
    "other": re.compile(rb"(?m)^[ \t]*(?P<word>if|elif|else|fi)\b(?P<condition>[^\n]*)"),
}
_HIP = pattern(rb"(?<![A-Za-z])(?:HIP|ROCM|ROCm|Hip|hip|rocm)(?![a-z])|hipcc|AMDGPU|GPU_AMD")
_CUDA = pattern(rb"(?i)cuda|nvcc|nvidia")
_NOT = pattern(rb"(?i)\bnot\b|!|\bis[ \t]+none\b|==[ \t]*0|\bstrequal[ \t]+\"?cuda")
# What a condition of `make` turns round: being nothing, being something.
_TURNED = {
    b"ifeq": re.compile(rb"[ \t]*\([^,\n]*,[ \t]*(?:(?:0|no|off|false)[ \t]*)?\)"),
    b"ifneq": re.compile(rb"[ \t]*\([^,\n]*,[ \t]*[^ \t)][^)\n]*\)"),
}


def cuda_only(kind: str, code: bytes) -> Iterator[tuple[int, int]]:
    """The spans of branches for CUDA, in a file that has some for HIP."""
    if kind not in _LINES or not _HIP.search(code):
        return
    chains = list(_chains(kind, code))
    knows_hip = any(branch.who in (_For.HIP, _For.NOT_HIP) for chain in chains for branch in chain)
    for chain in chains:
        has_hip = any(branch.who is _For.HIP for branch in chain)
        for branch in chain:
            is_rest = has_hip and branch.who is not _For.HIP
            if is_rest or branch.who is _For.NOT_HIP or (knows_hip and branch.who is _For.CUDA):
                yield branch.start, branch.end


def _chains(kind: str, code: bytes) -> Iterator[list[_Branch]]:
    stack: list[_Open] = []
    for line in _LINES[kind].finditer(code):
        word = (line["word"] or b"").lower()
        indent = len(line["indent"]) if kind == "python" else 0
        while kind == "python" and stack and indent < stack[-1].indent + (not word.startswith(b"el")):
            yield stack.pop().closed(line.start())
        if word.startswith(b"if"):
            stack.append(_Open(indent, [], _who(line), line.end()))
        elif stack and word.startswith(b"el"):
            stack[-1].turn(line, _who(line) if word != b"else" else _For.ANYBODY)
        elif stack and word:
            yield stack.pop().closed(line.start())
    while stack:
        yield stack.pop().closed(len(code))


def _who(line: re.Match[bytes]) -> _For:
    condition = line["condition"]
    hip, cuda = _HIP.search(condition), _CUDA.search(condition)
    word = line["word"].split()[-1]
    turned = word == b"ifndef" or _NOT.search(condition) or (word in _TURNED and _TURNED[word].match(condition))
    if hip:
        return (_For.NOT_HIP if turned else _For.HIP) if not cuda else _For.ANYBODY
    return _For.CUDA if cuda and not turned else _For.ANYBODY
