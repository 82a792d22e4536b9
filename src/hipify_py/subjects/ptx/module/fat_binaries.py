"""The modules that nvcc packs into programs, libraries and objects.

What it makes for GPUs lies there in fat binaries: a header, and of each module an entry that says what it is, for which
GPU, and how it is compressed. They are found by the first bytes of the header, so that it makes no difference of what
format the file around them is.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.patterns import pattern

if TYPE_CHECKING:
    import mmap

MAGIC = b"\x50\xed\x55\xba"
# Files in which fat binaries lie: of Linux, of Windows, an archive, and one by itself.
_FORMATS = (b"\x7fELF", b"MZ", b"!<arch>\n", MAGIC)
_HEADER = struct.Struct("<4sHHQ")  # magic, version, its size, size of what follows
# Kind, version, size of the entry, of its data, of these before they were padded, options, version, GPU, the name of a
# file, flags, nothing, and the size of the data when they were not compressed.
_ENTRY = struct.Struct("<HHIQIIHHIIIQQQ")
_PTX, _MACHINE_CODE = 1, 2
_BY_LZ4, _BY_ZSTD = 0x2000, 0x8000
_LARGEST = 100_000_000
_KERNEL = pattern(rb"\.entry\s+([\w$%]+)")
_MISSING = "it is compressed by {}: install hipify-py[binaries]"


class Packed(NamedTuple):
    """A module for a GPU of this number. The text is that of PTX; where it cannot be had, `problem` says why."""

    is_ptx: bool
    gpu: int
    text: bytes = b""
    problem: str = ""

    @property
    def kernels(self) -> list[str]:
        return [name.decode("ascii", "replace") for name in _KERNEL.findall(self.text)]


def may_have_modules(beginning: bytes) -> bool:
    """Whether a file that begins so may be a program, a library, an object or a fat binary."""
    return beginning.startswith(_FORMATS)


def packed_modules(data: bytes | mmap.mmap) -> Iterator[Packed]:
    """The modules of a file, in their order."""
    place = data.find(MAGIC)
    while place >= 0:
        end = place + len(MAGIC)
        if place + _HEADER.size <= len(data):
            _magic, version, size, length = _HEADER.unpack(data[place : place + _HEADER.size])
            if version == 1 and size >= _HEADER.size and place + size + length <= len(data):
                yield from _entries(data, place + size, place + size + length)
                end = place + size + length
        place = data.find(MAGIC, end)


def _entries(data: bytes | mmap.mmap, place: int, end: int) -> Iterator[Packed]:
    while place + _ENTRY.size <= end:
        kind, _version, size, length, used, *_others, gpu, _name, _of_name, flags, _none, full = _ENTRY.unpack(
            data[place : place + _ENTRY.size]
        )
        start = place + size
        if size < _ENTRY.size or start + length > end:
            return
        if kind == _PTX:
            yield _ptx(gpu, data[start : start + (used or length)], flags, full)
        elif kind == _MACHINE_CODE:
            yield Packed(is_ptx=False, gpu=gpu)
        place = start + length


def _ptx(gpu: int, data: bytes, flags: int, full: int) -> Packed:
    if max(full, len(data)) > _LARGEST:
        return Packed(is_ptx=True, gpu=gpu, problem=f"it is larger than {_LARGEST // 1_000_000} MB")
    try:
        if flags & _BY_ZSTD:
            data = _zstd()(data, full)
        elif flags & _BY_LZ4:
            data = _lz4()(data, full)
    except ImportError:
        name = "Zstandard" if flags & _BY_ZSTD else "LZ4"
        return Packed(is_ptx=True, gpu=gpu, problem=_MISSING.format(name))
    except Exception:  # each library has errors of its own
        return Packed(is_ptx=True, gpu=gpu, problem="it is damaged")
    return Packed(is_ptx=True, gpu=gpu, text=data.strip(b"\0\n"))


def _zstd() -> Callable[[bytes, int], bytes]:
    import zstandard

    return lambda data, full: zstandard.ZstdDecompressor().stream_reader(data).read(full)


def _lz4() -> Callable[[bytes, int], bytes]:
    import lz4.block

    return lambda data, full: lz4.block.decompress(data, uncompressed_size=full)
