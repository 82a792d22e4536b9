"""What one build file says of sources, with paths that are absolute."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple, Protocol

from hipify_py.patterns import pattern

# What CMake takes for C++, and compiles as CUDA only where it is told to.
_UNIT = pattern(r"[^\s;\"'*?]+\.(?:c|cc|cpp|cxx|c\+\+|C)")


class Who(Enum):
    """Which builds read a place of a build file, by the conditions around it."""

    CUDA = auto()
    HIP = auto()
    ANY = auto()


class Reach(NamedTuple):
    """Who reads a place, and whether all of them do: nothing else is asked around it."""

    who: Who
    is_sure: bool


ALWAYS, MAYBE = Reach(Who.ANY, is_sure=True), Reach(Who.ANY, is_sure=False)


class Folder(NamedTuple):
    """A directory in which sources look for headers, and whether all builds for CUDA do."""

    path: str
    is_sure: bool = True


class Definition(NamedTuple):
    """A macro with which sources are compiled."""

    name: str
    reach: Reach


class Said(Protocol):
    """`base` is the directory at and below which sources look for headers as a file says. Of the sources with names of
    C++, some are compiled `as_cuda`, and some `as_hip`; in them, `%` stands for anything."""

    @property
    def data(self) -> bytes: ...
    @property
    def base(self) -> str: ...
    @property
    def folders(self) -> Sequence[Folder]: ...
    @property
    def as_cuda(self) -> Sequence[str]: ...
    @property
    def as_hip(self) -> Sequence[str]: ...
    @property
    def definitions(self) -> Sequence[Definition]: ...

    def may_define(self, name: str) -> bool:
        """Whether the file may define a macro in a way that is not understood."""


def is_unit(word: str) -> bool:
    return _UNIT.fullmatch(word) is not None
