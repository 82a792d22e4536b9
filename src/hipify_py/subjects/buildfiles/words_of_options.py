"""Options of nvcc in build files of any kind: which are meant, what is said of them, and what an edit has to take away
with their words."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from hipify_py.edits import BUILD_FILES, Edit
from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.flags import Option
from hipify_py.texts import to_bytes

GROUP = BUILD_FILES
RULE = "BLD005"
# What most installations have, where nobody says for which GPUs to build.
USUAL_GPUS = ("gfx90a", "gfx942", "gfx1100")
# Options that other compilers have too, by these names.
_SHARED = frozenset(
    ("-c", "-o", "-E", "-g", "-G", "-pg", "-O", "-std", "-m", "-M", "-MM", "-MD", "-MMD", "-MF", "-MP", "-MT", "-MQ",
     "-D", "-U", "-I", "-isystem", "-include", "-L", "-x", "-t", "-v", "-V", "-w", "-h", "-e", "-r", "-Werror", "-W",
     "-shared", "-link", "-lib", "-run", "-time", "-keep", "-restrict", "-dc", "-dw", "-dlink", "-cuda", "-ptx", "-k",
     "-utf-8", "-fmax-errors")
)  # fmt: skip
# Warnings that other compilers do not call so.
_WARNINGS_OF_NVCC = frozenset(
    ("all-warnings", "cross-execution-space-call", "default-stream-launch", "missing-launch-bounds",
     "ext-lambda-captures-this")
)  # fmt: skip


_FOR_CUDA = pattern(r"(?i)cuda|nvcc|cu_?flags")


_NATIVE = pattern(r"--?(?:arch|gpu-architecture)[= ]native(?: .*)?")


def gpus_for(words: Sequence[str], archs: Sequence[str]) -> Sequence[str]:
    """The GPUs that a command of nvcc compiles for: those told, those of the machine, or the usual ones."""
    pairs = (" ".join(words[place : place + 2]) for place in range(len(words)))
    return archs or (("native",) if any(map(_NATIVE.fullmatch, pairs)) else USUAL_GPUS)


class Placed(Protocol):
    """Some text, and where it stands."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def text(self) -> str: ...


class Word(NamedTuple):
    start: int
    end: int
    text: str


def edits_of(code: bytes, words: Sequence[Placed], made: Mapping[int, str], begin: int) -> Iterator[Edit]:
    """The words of one text, of which some get another text or go: with what stands before them, or behind them where
    the text begins. `begin` is from where the first one goes."""
    for is_removed, group in groupby(range(len(words)), key=lambda index: made.get(index) == ""):
        run = list(group)
        first, last = words[run[0]], words[run[-1]]
        if is_removed and run[0] == 0 and begin == first.start:
            end = words[run[-1] + 1].start if run[-1] + 1 < len(words) else last.end
            yield Edit(begin, end, b"", first.text, GROUP)
        elif is_removed:
            before = begin if run[0] == 0 else words[run[0] - 1].end
            behind = words[run[-1] + 1].start if run[-1] + 1 < len(words) else before
            begins_line = b"\n" in code[before : first.start] and b"\n" not in code[first.start : behind]
            start, end = (first.start, behind) if begins_line and behind > before else (before, last.end)
            yield Edit(start, end, b"", first.text, GROUP)
        for index in run if not is_removed else ():
            if index in made:
                new = to_bytes(made[index])
                yield Edit(words[index].start, words[index].end, new, words[index].text, GROUP)


def spans_of(edits: Iterable[Edit]) -> Callable[[int], bool]:
    """Whether a place stands in what edits change that do not overlap."""
    spans = sorted((edit.start, edit.end) for edit in edits)

    def is_taken(place: int) -> bool:
        number = bisect_right(spans, (place, sys.maxsize)) - 1
        return number >= 0 and place < spans[number][1]

    return is_taken


def is_of_others(option: Option) -> bool:
    """Whether it is none: `@ONLY`, or one of Microsoft's compiler, which no build for AMD calls."""
    return option.name.startswith("@") or any(value.startswith("/") and "/" not in value[1:] for value in option.values)


def is_shared(option: Option, spelled: str, named: str) -> bool:
    """Whether other compilers have the option, too, as it is `spelled` in what is `named` so."""
    if spelled == "--restrict" and _FOR_CUDA.search(named):
        return False
    if option.name == "-Werror" and not _WARNINGS_OF_NVCC.isdisjoint(option.values):
        return False
    is_host = option.name in ("-arch", "-code") and not any(value[:2] in ("sm", "co") for value in option.values)
    return option.name in _SHARED or is_host


def without_counterpart(option: Option, place: Sequence[Placed]) -> Finding:
    """What is to be said of an option without a counterpart, or that goes."""
    text = place[0].text
    message = f"'{text}' is an option of nvcc: {option.why}"
    severity = {"dropped": Severity.WARNING, "translated": Severity.INFO}.get(option.fate)
    return Finding(RULE, place[0].start, place[0].end, message, help=option.help, subject=text, severity=severity)
