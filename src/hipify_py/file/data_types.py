"""`CUDA_R_32F` under `--target roc`: rocBLAS and rocSPARSE have an enumeration each for the one of CUDA, and hipBLASLt
and hipSPARSELt, which ROCm has by HIP's names alone, take HIP's, and its status, too.

Where a name is an argument of a function of a library, or the file names no other library that takes it, it is that
library's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.tables.model import Entry, Policy, Resolution
from hipify_py.texts import to_text

# Names of these libraries, also of a file that was converted before; no headers.
_NAME = pattern(rb"\b(?:cu|roc|hip(?=(?:sparse|blas)Lt))(?:(?:sparse|blas)(Lt)|(sparse|blas|solver))\w*(?![\w./])")
_IN_HEADER = pattern(rb"(?:sparse|blas)([Ll]t)|(sparse|blas|solver)")
_SPARSE, _LT = b"sparse", b"Lt"


class DataTypes:
    """Which library the data types of a file are for."""

    def __init__(self, reading: Reading, policy: Policy) -> None:
        self._reading = reading
        self._policy = policy

    def at(self, resolution: Resolution, place: int) -> Resolution:
        """What becomes of a name: another thing than usually if it is for rocSPARSE or a library of HIP's."""
        if self._policy.target != "roc" or not any(of(resolution.entry) for of in self._others.values()):
            return resolution
        only = next(iter(self._libraries)) if len(self._libraries) == 1 else b""
        of = self._others.get(self._library_at(place) or only)
        return (of(resolution.entry) if of is not None else None) or resolution

    def unclear(self, resolution: Resolution, place: int) -> str:
        """What else a name may have to be, which either of two libraries may get; nothing where that is clear."""
        if self._policy.target != "roc":
            return ""
        others = (of(resolution.entry) for library, of in self._others.items() if library in self._libraries)
        other = next(filter(None, others), None)
        is_clear = other is None or len(self._libraries) == 1 or self._library_at(place)
        return "" if is_clear or other is None else other.target or ""

    @property
    def _others(self) -> Mapping[bytes, Callable[[Entry], Resolution | None]]:
        """By library, what becomes of the names that it shares with rocBLAS."""
        return {_SPARSE: self._policy.for_rocsparse, _LT: self._policy.for_hip_library}

    @cached_property
    def _libraries(self) -> set[bytes]:
        """The libraries that the file names, by what is theirs alone if one is HIP's, or else those whose headers it
        includes."""
        named = {_library(found) for found in self._names}
        if _LT in named:
            named = {_library(found) for found in self._names if not self._is_shared(found[0])}
        headers = b" ".join(header.name for _directive, header in self._reading.headers)
        return named or {_library(found) for found in _IN_HEADER.finditer(headers)}

    def _is_shared(self, name: bytes) -> bool:
        entry = self._policy.tables.entry(to_text(name))
        return entry is not None and self._policy.for_hip_library(entry) is not None

    def _library_at(self, place: int) -> bytes:
        """The library of the call whose argument stands at a place; nothing where there is no such call."""
        index = bisect_left(self._calls, (place,)) - 1
        return self._calls[index][2] if index >= 0 and place < self._calls[index][1] else b""

    @cached_property
    def _calls(self) -> list[tuple[int, int, bytes]]:
        """The argument lists of calls of these libraries, in order."""
        openings = ((self._reading.skip_blank(found.end()), _library(found)) for found in self._names)
        closers = self._reading.closers
        return [(opening, closers[opening], library) for opening, library in openings if opening in closers]

    @cached_property
    def _names(self) -> list[re.Match[bytes]]:
        return list(_NAME.finditer(self._reading.code))


def _library(found: re.Match[bytes]) -> bytes:
    return _LT if found[1] else found[2]
