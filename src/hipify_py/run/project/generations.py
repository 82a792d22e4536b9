"""Macros that the build of a tree defines only where it compiles for one generation of NVIDIA's GPUs:
`if arch == "90a": flags.append("-DMINE_SM90_ENABLED")`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from hipify_py.patterns import pattern
from hipify_py.run.project.paths import kind_of
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.blanks import blanked
from hipify_py.subjects.buildfiles.branches import chains_of
from hipify_py.subjects.buildfiles.expected import expected
from hipify_py.subjects.buildfiles.python import Python

# Code for older ones is what AMD GPUs run instead of that for newer ones.
_NAME = pattern(rb"(?:[A-Z0-9_]{1,60}_)?SM_?(?P<number>9\d|1\d\d)[AF]?(?:_[A-Z0-9_]{1,60})?")
# What a condition on one generation has not.
_IS_WIDER = pattern(rb"[<>!|]|\b(?i:not|or|greater|less|greater_equal|less_equal|version_\w{1,20})\b")
# Each is looked for in all build files.
_MOST_NAMES = 50


class Generations:
    """`texts` is what build files and the like hold, by their paths."""

    def __init__(self, texts: Callable[[], Iterator[tuple[str, bytes]]]) -> None:
        self._texts = texts
        self._known: dict[bytes, bool] = {}

    def __contains__(self, name: bytes) -> bool:
        named = _NAME.fullmatch(name)
        if named and name not in self._known and len(self._known) < _MOST_NAMES:
            self._known[name] = self._is_for_one(name, named["number"])
        return self._known.get(name, False)

    def _is_for_one(self, name: bytes, number: bytes) -> bool:
        word = re.compile(rb"(?<![A-Za-z0-9_])D?" + name + rb"\b")
        found = [_are_in_branches(path, text, word, number) for path, text in self._texts() if name in text]
        return True in found and False not in found


def _are_in_branches(path: str, text: bytes, word: re.Pattern[bytes], number: bytes) -> bool | None:
    """Whether all mentions of a build file stand behind conditions on the number; None where it mentions nothing."""
    kind = kind_of(path)
    if kind not in ("cmake", "python"):
        return False
    python = Python(text) if kind == "python" else None
    code = python.code if python else cmake.without_comments(text)
    code = blanked(code, [*python.texts(), *expected(python)] if python else [*cmake.texts(code)])
    asked = re.compile(rb"(?<![\d.])(?:" + number + rb"|" + number[:-1] + rb"\." + number[-1:] + rb")[af]?(?![\d.])")
    if not word.search(code):
        return None
    branches = (each for chain in chains_of(kind, code, python) for each in chain.branches)
    meant = [each for each in branches if asked.search(each.condition) and not _IS_WIDER.search(each.condition)]
    return word.search(blanked(code, [(each.start, each.end) for each in meant])) is None
