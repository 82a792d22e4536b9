"""What the parameters of a kernel are: which bytes of them are addresses, which integers, which floats.

PTX has no types of parameters that say it. What is loaded from a parameter is followed through the registers: what ends
in brackets is an address. Where it goes through a call or memory it is lost, and 64 bits become an integer.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from benchmarks.ptx_modules.ptx_text import Function, Parameter

_STATEMENT = re.compile(
    r"(?:^|[;{}:])\s*(?:@!?%\w+\s+)?([a-z][\w.:]*)\s+([^;{}]*(?:\{[^}]*\}[^;{}]*)*)(?=;)", re.MULTILINE
)
_PLACE = re.compile(r"^\s*\.loc\b.*$", re.MULTILINE)
_REGISTER = re.compile(r"%[\w$]+")
_IN_BRACKETS = re.compile(r"\[\s*([\w$%.]+)\s*(?:\+\s*(-?\d+))?\s*\]")
_PASSES_ON = re.compile(r"(?:mov|cvta|add|sub|selp|or|max|min)\.|mad\.wide|mad\.lo\.[su]64|fma\.")
_USES_MEMORY = re.compile(r"(?:ld|st|atom|red|ldu|prefetch|cp|ldmatrix|stmatrix)\b")
_LOADS = re.compile(r"ld\.(?!param)(?:\w+(?:::\w+)?\.)*?(?:v[248]\.)?([a-z]+\d+)$")
_NARROW = {"8": 1, "16": 2}

_READS_TEXTURE = re.compile(r"tex\.(1d|2d|3d|a2d)\.v4\.([usf]32)\.(s32|f32)$")
_TEXTURE = re.compile(r"\[\s*(%[\w$]+)\s*,")

POINTER, INTEGER, FLOAT, DOUBLE, TEXTURE = "p", "i", "f", "d", "t"
# What the driver makes textures by: tens for the shape, 0 for what is fetched by index; ones for integers.
_SHAPES = {"1d": 10, "2d": 20, "3d": 30, "a2d": 40}


class Field(NamedTuple):
    """Bytes of a parameter: their offset in it, their number and what they are. Of a texture, the number says which."""

    offset: int
    size: int
    kind: str


class _Source(NamedTuple):
    """A place in a parameter that is loaded."""

    parameter: str
    offset: int
    type: str


class _Statement(NamedTuple):
    opcode: str
    operands: str


def fields(kernel: Function) -> list[list[Field]]:
    """For each parameter what is in it; bytes that nothing is known of are left out."""
    found = _Flow(kernel)
    return [_of(parameter, found) for parameter in kernel.parameters]


def narrow_elements(kernel: Function) -> str:
    """For each address among the fields a digit: how many bytes the integers have that are loaded from it, if these are
    narrow; 0 if not. Empty if all are."""
    flow = _Flow(kernel)
    known = {(each.parameter, each.offset): bytes_ for each, bytes_ in flow.narrow.items()}
    found = [
        known.get((parameter.name, each.offset), 0)
        for parameter in kernel.parameters
        for each in _of(parameter, flow)
        if each.kind == POINTER
    ]
    return "".join(map(str, found)) if any(found) else ""


def loaded_types(kernel: Function) -> set[str]:
    """The types that the kernel loads from memory."""
    found = (_LOADS.match(opcode) for opcode in re.findall(r"\bld\.[\w.:]+", kernel.body))
    return {each[1] for each in found if each}


def _of(parameter: Parameter, flow: _Flow) -> list[Field]:
    known = {}
    for source in flow.sources:
        if source.parameter == parameter.name:
            size = int(re.sub(r"\D", "", source.type) or 4) // 8 or 1
            known[source.offset] = Field(source.offset, flow.textures.get(source, size), flow.kind(source))
    if not known and parameter.type != "b8":
        known[0] = Field(0, parameter.size, POINTER if parameter.size == 8 else INTEGER)
    return [known[offset] for offset in sorted(known)]


class _Flow:
    """Where what is loaded from parameters goes."""

    def __init__(self, kernel: Function) -> None:
        self._names = {parameter.name for parameter in kernel.parameters}
        self._statements = list(_statements(kernel.body))
        self._places = dict(self._addresses())
        self._of: dict[str, set[_Source]] = defaultdict(set)
        for register, source in self._loads():
            self._of[register].add(source)
        self.sources = {source for found in self._of.values() for source in found}
        for _ in range(8):
            if not self._pass_on():
                break
        self._sure = self._flowing_into(r"cvta\.to\.")
        self._addressed = self._in_brackets()
        self.narrow = self._narrow()
        self.textures = self._textures()
        self._given = self._flowing_into(r"st\.param\.") - self._flowing_into(r"(?:setp|mul|div|rem|shl|shr|cvt)\.")
        self._floats = self._flowing_into(r"[\w.]+\.f32\b")
        self._pointers = self._sure | self._addressed | self._given
        self._doubles = self._flowing_into(r"[\w.]+\.f64\b")

    def kind(self, source: _Source) -> str:
        if source in self.textures:
            return TEXTURE
        if source.type == "f32" or (source.type.endswith("32") and source in self._floats):
            return FLOAT
        if source.type == "f64" or (source.type.endswith("64") and source in self._doubles - self._pointers):
            return DOUBLE
        return POINTER if source.type.endswith("64") and source in self._pointers else INTEGER

    def _addresses(self) -> Iterator[tuple[str, tuple[str, int]]]:
        """Registers that hold the address of a parameter."""
        for opcode, operands in self._statements:
            target, _, value = (part.strip() for part in operands.partition(","))
            if opcode.startswith(("mov.", "cvta.param")) and value in self._names:
                yield target, (value, 0)

    def _loads(self) -> Iterator[tuple[str, _Source]]:
        for opcode, operands in self._statements:
            place = _IN_BRACKETS.search(operands) if opcode.startswith("ld.param") else None
            if place:
                name, start = self._places.get(place[1], (place[1], 0))
                type_ = opcode.rpartition(".")[2]
                size = int(re.sub(r"\D", "", type_) or 8) // 8 or 1
                targets = _REGISTER.findall(operands[: place.start()])
                for at, register in enumerate(targets if name in self._names else ()):
                    yield register, _Source(name, start + int(place[2] or 0) + at * size, type_)

    def _pass_on(self) -> bool:
        changed = False
        for opcode, operands in self._statements:
            for target, sources in _passed(opcode, operands):
                new = set().union(*(self._of[each] for each in sources if each in self._of)) - self._of[target]
                self._of[target] |= new
                changed |= bool(new)
        return changed

    def _in_brackets(self) -> set[_Source]:
        found: set[_Source] = set()
        for opcode, operands in self._statements:
            if _USES_MEMORY.match(opcode) and ".param" not in opcode:
                for place in _IN_BRACKETS.finditer(operands):
                    tokens = self._of.get(place[1], set())
                    found |= (tokens & self._sure) or tokens
        return found

    def _narrow(self) -> dict[_Source, int]:
        """Addresses that integers of 8 or 16 bits are loaded from, and how many bytes these have."""
        found: dict[_Source, int] = {}
        for opcode, operands in self._statements:
            loaded = _LOADS.match(opcode)
            size = _NARROW.get(loaded[1].lstrip("busf")) if loaded else None
            for place in _IN_BRACKETS.finditer(operands) if size else ():
                tokens = self._of.get(place[1], set())
                found |= dict.fromkeys((tokens & self._sure) or tokens, size or 0)
        return found

    def _textures(self) -> dict[_Source, int]:
        found: dict[_Source, int] = {}
        for opcode, operands in self._statements:
            read = _READS_TEXTURE.match(opcode)
            place = _TEXTURE.search(operands) if read else None
            if read and place:
                shape = 0 if read[3] == "s32" else _SHAPES[read[1]]
                found |= dict.fromkeys(self._of.get(place[1], ()), shape + (read[2] != "f32"))
        return found

    def _flowing_into(self, pattern: str) -> set[_Source]:
        matching = re.compile(pattern)
        used = (operands for opcode, operands in self._statements if matching.match(opcode))
        return {
            source for operands in used for each in _REGISTER.findall(operands) for source in self._of.get(each, ())
        }


def _statements(body: str) -> Iterator[_Statement]:
    for found in _STATEMENT.finditer(_PLACE.sub("", body)):
        yield _Statement(found[1], found[2])


def _passed(opcode: str, operands: str) -> Iterable[tuple[str, list[str]]]:
    """Which register, or slot of the stack, gets what is in which others."""
    slot = re.search(r"\[(%SPL?(?:\+\d+)?)\]", operands)
    if slot and opcode.startswith("st.") and "param" not in opcode:
        return [(slot[1], _REGISTER.findall(operands[slot.end() :]))]
    if slot and opcode.startswith("ld.") and "param" not in opcode:
        return [(register, [slot[1]]) for register in _REGISTER.findall(operands[: slot.start()])]
    if _PASSES_ON.match(opcode):
        registers = _REGISTER.findall(operands)
        return [(registers[0], registers[-1:] if opcode.startswith("mad") else registers[1:])] if registers else []
    return []


def described(found: Mapping[int, list[Field]] | list[list[Field]], kernel: Function) -> str:
    """For the driver: `8:0p8;32:0p8,8i4` are the sizes of parameters, and of each the fields."""
    parts = []
    for at, parameter in enumerate(kernel.parameters):
        parts.append(f"{parameter.size}:" + ",".join(f"{each.offset}{each.kind}{each.size}" for each in found[at]))
    return ";".join(parts)
