"""Reads variables and what they are initialised with: numbers and addresses, often a great many."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import lru_cache

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.module.declarations import DeclarationParser, Modifiers
from hipify_py.subjects.ptx.module.literals import quick_number
from hipify_py.subjects.ptx.module.marks import COMMENT, closing, initial_end, next_mark
from hipify_py.subjects.ptx.module.syntax import Initial, Setting, Symbol, Variable
from hipify_py.subjects.ptx.tokens import skipped

# A list without inner ones, which data is written as.
_FLAT = pattern(r"[\w\s,.+$-]*")
_PIECE = pattern(r"([^{},]*)([{},])")
_SETTING = pattern(r"\s*(\w+)\s*=\s*(\w+)\s*")
_OPAQUE = ("texref", "samplerref", "surfref")
_ZERO = Number("0", 0)
_MOST_CACHED = 1 << 14
_MAX_DEPTH = 50
_CHUNK = 1 << 16
# How many zeros are put in for elements that are not said, beside some for each byte.
_MOST_ZEROS, _ZEROS_PER_BYTE = 1024, 4


def variables(text: str, position: int, end: int) -> tuple[list[Variable], int]:
    """Those of one declaration, and where that ends."""
    found: list[Variable] = []
    modifiers: Modifiers | None = None
    while True:
        stop = next_mark(text, position, end)
        parser = DeclarationParser(text, position, stop)
        modifiers = modifiers or parser.modifiers()
        found.append(parser.variable(modifiers))
        while parser.take_comma():
            found.append(parser.variable(modifiers))
        parser.finished()
        if stop < end and text[stop] == "=":
            initial, stop = _initialised(found[-1], text, stop + 1, end)
            found[-1] = replace(found[-1], initial=initial)
        if stop >= end or text[stop] not in ",;":
            raise NotUnderstood("';' is missing", min(stop, end - 1))
        position = stop + 1
        if text[stop] == ";":
            return found, position


def _initialised(variable: Variable, text: str, start: int, end: int) -> tuple[tuple[Initial, ...], int]:
    """What stands behind `=`, and where it ends."""
    start = skipped(text, start, end)
    if not text.startswith("{", start, end):
        stop = initial_end(text, start, end)
        return (_at(text[start:stop], start),), stop
    stop = closing(text, start + 1, end)
    inside = text[start + 1 : stop]
    if "/" in inside:
        inside = COMMENT.sub(_blanked, inside)
    shape = (*(variable.dimensions or ()), *((variable.lanes,) if variable.lanes else ()))
    if variable.type in _OPAQUE:
        return _settings(inside, start + 1), skipped(text, stop + 1, end)
    found = _flat(inside, start + 1) if _FLAT.fullmatch(inside) else _Nested(inside, start + 1, shape).elements()
    if 0 not in shape and len(found) > math.prod(shape):
        raise NotUnderstood("an initialiser has too many elements", start)
    return found, skipped(text, stop + 1, end)


def _blanked(comment: re.Match[str]) -> str:
    return " " * len(comment[0])


def _settings(inside: str, start: int) -> tuple[Initial, ...]:
    found = [_SETTING.fullmatch(piece) for piece in inside.split(",")] if inside.strip() else []
    if None in found:
        raise NotUnderstood("an initialiser cannot be parsed", start)
    return tuple(Setting(setting[1], setting[2]) for setting in found if setting)


def _flat(inside: str, start: int) -> tuple[Initial, ...]:
    if not inside.strip():
        return ()
    found: list[Initial] = []
    position = 0
    while 0 <= position <= len(inside):
        stop = inside.find(",", position + _CHUNK)
        stop = len(inside) if stop < 0 else stop
        pieces = inside[position:stop].split(",")
        try:
            found.extend(map(_element, pieces))
        except NotUnderstood:
            for piece in pieces:  # one of them is at fault
                _at(piece, start + position)
                position += len(piece) + 1
            raise
        position = stop + 1
    return tuple(found)


class _Nested:
    """Lists in lists."""

    def __init__(self, inside: str, start: int, shape: tuple[int, ...]) -> None:
        self._inside = inside + "}"
        self._start = start
        self._shape = shape
        self._found: list[Initial] = []
        self._most_zeros = _MOST_ZEROS + _ZEROS_PER_BYTE * len(inside)

    def elements(self) -> tuple[Initial, ...]:
        begins = [0]
        is_behind_list = False
        position = 0
        while begins:
            piece = _PIECE.match(self._inside, position)
            if piece is None:
                raise NotUnderstood("'}' is missing", self._start + position)
            said = bool(piece[1].strip())
            if said == is_behind_list if piece[2] != "{" else said or is_behind_list:
                raise NotUnderstood("an initialiser cannot be parsed", self._start + position)
            if said:
                self._found.append(_at(piece[1], self._start + position))
            position = piece.end()
            if piece[2] == "{":
                begins.append(len(self._found))
                self._check(begins, position)
            elif piece[2] == "}":
                self._fill(begins, position)
                begins.pop()
            is_behind_list = piece[2] == "}"
        return tuple(self._found)

    def _check(self, begins: list[int], position: int) -> None:
        depth = len(begins) - 1
        if depth >= min(max(len(self._shape), 1), _MAX_DEPTH) or begins[-1] % self._size(depth):
            raise NotUnderstood("a list of an initialiser is not one of the array's", self._start + position)

    def _fill(self, begins: list[int], position: int) -> None:
        depth = len(begins) - 1
        if not depth:
            return
        missing = begins[-1] + self._size(depth) - len(self._found)
        self._most_zeros -= max(missing, 0)
        if missing < 0 or self._most_zeros < 0:
            what = "many" if missing < 0 else "few"
            raise NotUnderstood(f"an initialiser has too {what} elements", self._start + position)
        self._found += [_ZERO] * missing

    def _size(self, depth: int) -> int:
        return math.prod(self._shape[depth:])


def _at(text: str, offset: int) -> Initial:
    try:
        return _element(text)
    except NotUnderstood as error:
        raise NotUnderstood(error.reason, offset + error.offset) from None


@lru_cache(_MOST_CACHED)
def _element(text: str) -> Initial:
    return quick_number(text.strip()) or _ElementParser(text).element()


class _ElementParser(DeclarationParser):
    def element(self) -> Initial:
        found: Initial
        if not self._begins_number():
            found = self._symbol(None)
        else:
            number = self.constant()
            found = number
            if self._take("("):
                if not isinstance(number.value, int) or number.width:
                    raise self._error(f"{number.text} is no mask")
                found = self._symbol(number.value)
                self._expect(")")
        self.finished()
        return found

    def _symbol(self, mask: int | None) -> Symbol:
        name = self._name()
        is_generic = name == "generic" and self._take("(")
        offset = 0
        if is_generic:
            name, offset = self._name(), self._offsets()
            self._expect(")")
        return Symbol(name, offset + self._offsets(), is_generic, mask)
