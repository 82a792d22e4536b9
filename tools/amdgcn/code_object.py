"""A code object for one AMD GPU: its segments, its kernels and its instructions."""

from __future__ import annotations

import functools
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

from tinygrad.renderer.amd import decode_inst

from tools.amdgcn.forms import family_of
from tools.amdgcn.pseudocode import Unknown

_LOAD, _NOTE = 1, 4
_CACHE_CONTROLS = {0xE0AC0000: "BUFFER_GL0_INV", 0xE0B00000: "BUFFER_GL1_INV", 0xE0FC0000: "BUFFER_WBINVL1_VOL"}
_GRID_BARRIER = 0xD93B0000
_MAD, _CUBEID = 0xD1C10000, 0xD1C40000
_MACHINES = {0x3F: "gfx90a", 0x4C: "gfx942", 0x41: "gfx1100"}


class Segment(NamedTuple):
    offset: int
    address: int
    in_file: int
    in_memory: int


class Kernel(NamedTuple):
    name: str
    entry: int
    resources: int
    properties: int
    metadata: dict[str, Any]


class Placed(NamedTuple):
    """An instruction and its address; `instruction` is a name for what only concerns caches, and a grid's barrier."""

    address: int
    size: int
    instruction: Any


class CodeObject:
    def __init__(self, data: bytes) -> None:
        if data[:4] != b"\x7fELF":
            raise Unknown("no code object: it is no ELF file")
        self.data = data
        (flags,) = struct.unpack_from("<I", data, 0x30)
        if flags & 0xFF not in _MACHINES:
            raise Unknown(f"GPU {flags & 0xFF:#x} of the code object")
        self.arch = _MACHINES[flags & 0xFF]
        self.family = family_of(self.arch)
        self.segments = [
            Segment(offset, address, in_file, in_memory)
            for kind, offset, address, in_file, in_memory in self._program_headers()
            if kind == _LOAD
        ]
        self.symbols = dict(self._symbols())
        self.kernels = list(self._kernels())

    def _program_headers(self) -> Iterator[tuple[int, int, int, int, int]]:
        (start,) = struct.unpack_from("<Q", self.data, 0x20)
        size, count = struct.unpack_from("<HH", self.data, 0x36)
        for number in range(count):
            kind, _, offset, address, _, in_file, in_memory, _ = struct.unpack_from(
                "<IIQQQQQQ", self.data, start + size * number
            )
            yield kind, offset, address, in_file, in_memory

    def _sections(self) -> Iterator[tuple[str, int, int, int, int, int]]:
        """The name, type, address, place, size and linked section of each."""
        (start,) = struct.unpack_from("<Q", self.data, 0x28)
        count, names = struct.unpack_from("<HH", self.data, 0x3C)
        rows = [struct.unpack_from("<IIQQQQIIQQ", self.data, start + 64 * number) for number in range(count)]
        for name, kind, _, address, offset, size, link, *_ in rows:
            at = rows[names][4] + name
            yield self.data[at : self.data.index(b"\0", at)].decode(), kind, address, offset, size, link

    def _symbols(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """The address and size of each symbol by its name."""
        sections = list(self._sections())
        for name, _, _, offset, size, link in sections:
            if name != ".dynsym":
                continue
            strings = sections[link][3]
            for at in range(offset, offset + size, 24):
                start, _, _, _, value, length = struct.unpack_from("<IBBHQQ", self.data, at)
                end = self.data.index(b"\0", strings + start)
                yield self.data[strings + start : end].decode(), (value, length)

    def relocations(self) -> Iterator[tuple[int, int]]:
        """Where an address is written when the object is loaded, and what is added to the base."""
        symbols = list(self.symbols.values())
        for name, _, _, offset, size, _ in self._sections():
            if name != ".rela.dyn":
                continue
            for at in range(offset, offset + size, 24):
                place, kind, symbol, added = struct.unpack_from("<QIIq", self.data, at)
                if kind == 13:  # relative
                    yield place, added
                elif kind == 3:  # an address of 64 bits
                    yield place, symbols[symbol][0] + added
                else:
                    raise Unknown(f"relocation {kind}")

    def _kernels(self) -> Iterator[Kernel]:
        for metadata in self._metadata().get("amdhsa.kernels", ()):
            descriptor = self.symbols[metadata[".symbol"]][0]
            at = self._in_file(descriptor)
            (entry,) = struct.unpack_from("<q", self.data, at + 16)
            (resources,) = struct.unpack_from("<I", self.data, at + 52)
            (properties,) = struct.unpack_from("<H", self.data, at + 56)
            yield Kernel(metadata[".name"], descriptor + entry, resources, properties, metadata)

    def formats(self) -> Iterator[tuple[str, str]]:
        """The digest and the text of each constant format that `printf` has."""
        for row in self._metadata().get("amdhsa.printf", ()):
            about, _, text = row.partition(",")
            yield about.rpartition(":")[2], text

    def _in_file(self, address: int) -> int:
        for segment in self.segments:
            if segment.address <= address < segment.address + segment.in_file:
                return address - segment.address + segment.offset
        raise Unknown(f"address {address:#x} is in no segment")

    def _metadata(self) -> dict[str, Any]:
        for kind, offset, *_ in self._program_headers():
            if kind != _NOTE:
                continue
            (name_size,) = struct.unpack_from("<I", self.data, offset)
            value, _ = _message(self.data, offset + 12 + (name_size + 3) // 4 * 4)
            return dict(value)
        return {}

    def instructions(self) -> Iterator[Placed]:
        for name, _, address, offset, size, _ in self._sections():
            if name == ".text":
                yield from self._decoded(address, self.data[offset : offset + size])

    def _decoded(self, address: int, code: bytes) -> Iterator[Placed]:
        at = 0
        while at + 4 <= len(code):
            word = int.from_bytes(code[at : at + 4], "little")
            if word == 0 or word == 0xBF9F0000:  # between functions
                at += 4
                continue
            if word in _CACHE_CONTROLS:
                yield Placed(address + at, 8, _CACHE_CONTROLS[word])
                at += 8
                continue
            if word == _GRID_BARRIER:
                yield Placed(address + at, 8, "DS_GWS_BARRIER")
                at += 8
                continue
            instruction = _instruction(code[at : at + 16], self.family)
            yield Placed(address + at, instruction.size(), instruction)
            at += instruction.size()


@functools.lru_cache(maxsize=100_000)
def _instruction(code: bytes, family: str) -> Any:
    if family == "cdna2" and int.from_bytes(code[2:4], "little") == _MAD >> 16:
        code = code[:2] + (_CUBEID >> 16).to_bytes(2, "little") + code[4:]
    try:
        return decode_inst(code, family.removesuffix("2"))
    except ValueError as error:
        raise Unknown(str(error)) from None


def _message(data: bytes, at: int) -> tuple[Any, int]:
    """A value of MessagePack, and where it ends."""
    byte = data[at]
    if byte < 0x80:
        return byte, at + 1
    if byte >= 0xE0:
        return byte - 256, at + 1
    if byte in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[byte], at + 1
    if 0xCC <= byte <= 0xD3:
        size = 1 << (byte & 3)
        return int.from_bytes(data[at + 1 : at + 1 + size], "big", signed=byte >= 0xD0), at + 1 + size
    if byte >> 5 == 5 or 0xD9 <= byte <= 0xDB:
        count, at = (byte & 31, at + 1) if byte >> 5 == 5 else _count(data, at, 1 << (byte - 0xD9))
        return data[at : at + count].decode(), at + count
    if byte >> 4 == 9 or byte in (0xDC, 0xDD):
        count, at = (byte & 15, at + 1) if byte >> 4 == 9 else _count(data, at, 2 << (byte - 0xDC))
        items = []
        for _ in range(count):
            item, at = _message(data, at)
            items.append(item)
        return items, at
    if byte >> 4 == 8 or byte in (0xDE, 0xDF):
        count, at = (byte & 15, at + 1) if byte >> 4 == 8 else _count(data, at, 2 << (byte - 0xDE))
        pairs = {}
        for _ in range(count):
            key, at = _message(data, at)
            pairs[key], at = _message(data, at)
        return pairs, at
    raise Unknown(f"byte {byte:#x} in the metadata")


def _count(data: bytes, at: int, size: int) -> tuple[int, int]:
    return int.from_bytes(data[at + 1 : at + 1 + size], "big"), at + 1 + size
