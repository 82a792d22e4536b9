"""`CUDA_R_32F` under `--target roc`: rocBLAS and rocSPARSE have an enumeration each for the one of CUDA.

Where a data type is an argument of a function of cuSPARSE, or the file names no other library that takes data types, it
is rocSPARSE's.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.tables.model import Policy, Resolution

# Names of these libraries, also of a file that was converted before; no headers.
_NAME = pattern(rb"\b(cu|roc)(sparse|blas|solver)\w*(?![\w./])")
_SPARSE = b"sparse"


class DataTypes:
    """Which library the data types of a file are for."""

    def __init__(self, reading: Reading, policy: Policy) -> None:
        self._reading = reading
        self._policy = policy

    def at(self, resolution: Resolution, place: int) -> Resolution:
        """What becomes of a name: another thing than usually if it is a data type of rocSPARSE's."""
        sparse = self._policy.for_rocsparse(resolution.entry)
        is_sparse = sparse is not None and (self._is_all_sparse or self._library_at(place) == _SPARSE)
        return sparse if sparse is not None and is_sparse else resolution

    def is_unclear(self, resolution: Resolution, place: int) -> bool:
        """Whether it is a data type that either library may get."""
        is_type = self._policy.for_rocsparse(resolution.entry) is not None
        return is_type and len(self._libraries) > 1 and _SPARSE in self._libraries and not self._library_at(place)

    @property
    def _is_all_sparse(self) -> bool:
        return self._libraries == {_SPARSE}

    @cached_property
    def _libraries(self) -> set[bytes]:
        """The libraries that the file names, or else those whose headers it includes."""
        named = {found[2] for found in self._names}
        headers = b" ".join(header.name for _directive, header in self._reading.headers)
        return named or {library for library in (_SPARSE, b"blas", b"solver") if library in headers}

    def _library_at(self, place: int) -> bytes:
        """The library of the call whose argument stands at a place; nothing where there is no such call."""
        index = bisect_left(self._calls, (place,)) - 1
        return self._calls[index][2] if index >= 0 and place < self._calls[index][1] else b""

    @cached_property
    def _calls(self) -> list[tuple[int, int, bytes]]:
        """The argument lists of calls of these libraries, in order."""
        openings = ((self._reading.skip_blank(found.end()), found[2]) for found in self._names)
        closers = self._reading.closers
        return [(opening, closers[opening], library) for opening, library in openings if opening in closers]

    @cached_property
    def _names(self) -> list[re.Match[bytes]]:
        return list(_NAME.finditer(self._reading.code))
