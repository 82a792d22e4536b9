"""Macros that a file defines where it is compiled for newer GPUs of NVIDIA's: `#if __CUDA_ARCH__ >= 800`, then
`#define MINE_SM80_ENABLED`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Reading

_MACRO = rb"__CUDA_ARCH__"
_IS_DEFINED = rb"defined\s{0,9}(?:\(\s{0,9}__CUDA_ARCH__\s{0,9}\)|\s__CUDA_ARCH__)"
_IS_NEWER = rb"\(?\s{0,9}__CUDA_ARCH__\s{0,9}>=?\s{0,9}\(?\s{0,9}\d{3,4}\s{0,9}\)?\s{0,9}\)?"
_IS_OLDER = rb"\(?\s{0,9}__CUDA_ARCH__\s{0,9}<=?\s{0,9}\d{3,4}\s{0,9}\)?"
# `__CUDA_ARCH__ >= 800`, `defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)`: what holds for all newer GPUs.
FOR_NEWER = pattern(rb"\s{0,40}(?:%s\s{0,40}&&\s{0,40})?%s\s{0,40}" % (_IS_DEFINED, _IS_NEWER))
# `__CUDA_ARCH__ < 800`, before an `#else`.
FOR_OLDER = pattern(rb"\s{0,40}%s\s{0,40}" % _IS_OLDER)
# Whatever else is asked: one of the questions must be for a newer GPU.
_ASKS_FOR_NEWER = pattern(rb"__CUDA_ARCH__\s{0,9}>=?\s{0,9}\(?\s{0,9}\d{3,4}|\d{3,4}\s{0,9}<=?\s{0,9}__CUDA_ARCH__")
_MOST = 50
_FLAGS = (b"", b"0", b"1", b"true", b"false")


def is_for_newer(reading: Reading, name: bytes) -> bool:
    """Whether all definitions of a macro that say something stand where newer GPUs come alone."""
    macros = reading.macros_called.get(name, ())
    told = [macro for macro in macros if not _is_no(reading, macro)]
    return bool(told) and len(macros) <= _MOST and all(_is_told_by_architecture(reading, macro) for macro in told)


def is_flag_for_newer(reading: Reading, name: bytes) -> bool:
    """Whether a macro for newer GPUs is set beside nothing but flags: a size for them would have to go with it."""
    around = (branch for macro in reading.macros_called.get(name, ()) for branch in _asking(reading, macro))
    return is_for_newer(reading, name) and all(
        sets_flags(reading, each) for branch in around for each in branch.chain.branches
    )


def sets_flags(reading: Reading, branch: Branch) -> bool:
    """Whether a branch defines flags alone, which conditions ask for and no code uses."""
    if reading.plain[branch.start : branch.end].strip():
        return False
    return all(
        macro.parameters is None
        and reading.code[macro.body : macro.end].strip() in _FLAGS
        and not any(reading.names_in_code((macro.name,)))
        for macro in reading.macros
        if branch.start <= macro.name_start < branch.end
    )


def _is_no(reading: Reading, macro: Macro) -> bool:
    """`#define MINE_SM80_ENABLED 0`, in the other branch."""
    is_zero = macro.parameters is None and reading.code[macro.body : macro.end].strip() == b"0"
    branches = reading.conditionals.around(macro.name_start) if is_zero else []
    return any(_asks(reading, other) for branch in branches for other in branch.chain.branches)


def _is_told_by_architecture(reading: Reading, macro: Macro) -> bool:
    if macro.parameters is not None:
        return False
    if FOR_NEWER.fullmatch(reading.code, macro.body, macro.end):
        return True
    return any(_asking(reading, macro))


def _asking(reading: Reading, macro: Macro) -> Iterator[Branch]:
    """The branches around a definition that newer GPUs take."""
    return (branch for branch in reading.conditionals.around(macro.name_start) if _asks(reading, branch))


def _asks(reading: Reading, branch: Branch) -> bool:
    line = branch.directive
    is_asked = line.keyword in (b"if", b"elif") and b"||" not in reading.code[line.body : line.end]
    return is_asked and _ASKS_FOR_NEWER.search(reading.code, line.body, line.end) is not None
