"""Typedefs by names that the headers of HIP declare as other types, or those of the C library that these bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import Name

# Integers and pointers to structures of CUDA that become other pointers in HIP.
HANDLES = frozenset(
    b"CUdeviceptr CUdeviceptr_v2 CUtexObject CUtexObject_v1 CUsurfObject CUsurfObject_v1 cudaTextureObject_t "
    b"cudaSurfaceObject_t CUmemGenericAllocationHandle CUmemGenericAllocationHandle_v1 CUlibrary cudaLibrary_t "
    b"CUkernel cudaKernel_t CUgraphicsResource cudaGraphicsResource_t CUexternalMemory cudaExternalMemory_t "
    b"CUexternalSemaphore cudaExternalSemaphore_t".split()
)
# Of stdint.h, which the headers of CUDA do not include.
INTEGERS = frozenset(sign + b"int%s_t" % size for sign in (b"", b"u") for size in b"8 16 32 64 max ptr".split())
# Of hip_cooperative_groups.h, outside of any namespace.
OF_GROUPS = frozenset((b"lane_mask",))
_GROUPS = b"cooperative_groups.h"
_INTEGER = pattern(rb"(u?)int(\w+)_t")
_SIZES = {b"8": b"char", b"16": b"short", b"32": b"int"}

_TYPEDEF = pattern(
    rb"\btypedef\s+((?:unsigned|signed|long|int|short|char)\b[\w\s]{0,40}?|struct\s+\w+\s*\*\s*)\b(\w+)\s*;"
    rb"|\busing\s+(\w+)\s*=\s*((?:unsigned|signed|long|int|short|char)\b[\w\s]{0,40}?)\s*;"
)


class Typedef(NamedTuple):
    """`typedef type name;`"""

    name: Name
    start: int
    end: int
    type: bytes

    @property
    def is_of_the_size(self) -> bool:
        """Whether an integer is one of the size and the sign that its name tells."""
        sign, size = _of_type(self.type)
        wanted_sign, wanted_size = _of_type(self.type_of_library)
        return sign == wanted_sign and size.replace(b"long long", b"long") == wanted_size

    @property
    def type_of_library(self) -> bytes:
        """What the C library has by the name of an integer; nothing for other names."""
        if self.name.text in OF_GROUPS:
            return b"unsigned long long"
        found = _INTEGER.fullmatch(self.name.text)
        if found is None:
            return b""
        size = _SIZES.get(found[2], b"long")
        return b"unsigned " + size if found[1] else b"signed " + size

    @property
    def clashes(self) -> bool:
        """Whether the headers of HIP have another type by the name that they have for it."""
        return self.name.text in HANDLES or _of_type(self.type) != _of_type(self.type_of_library)


def typedefs(reading: Reading) -> Iterator[Typedef]:
    """Those of names that the headers of HIP declare."""
    for found in _TYPEDEF.finditer(reading.plain):
        which = 2 if found[2] else 3
        is_of_groups = found[which] in OF_GROUPS and _GROUPS in reading.source.text
        if found[which] in HANDLES or found[which] in INTEGERS or is_of_groups:
            yield Typedef(Name(*found.span(which), found[which]), *found.span(), found[1] or found[4])


def _of_type(text: bytes) -> tuple[bytes, bytes]:
    """The sign of an integer type, and its size without it; that of `char` has none of both."""
    words = text.split()
    size = (
        b"char" if b"char" in words else b"short" if b"short" in words else b" ".join([b"long"] * words.count(b"long"))
    )
    is_signed = b"signed" in words and size == b"char"
    return b"unsigned" if b"unsigned" in words else b"signed" * is_signed, size or b"int"
