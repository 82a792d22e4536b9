"""Reads variables and what they are initialized with: numbers and addresses, often a great many."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import Item, NotUnderstood
from hipify_py.subjects.ptx.module.braces import COMMENT, closing
from hipify_py.subjects.ptx.module.declarations import SPACES, DeclarationParser
from hipify_py.subjects.ptx.module.syntax import Initial, Symbol, Variable
from hipify_py.subjects.ptx.tokens import quick_number

# A list without inner ones, which data is written as.
_FLAT = pattern(r"[\w\s,.+$-]*")
_PIECE = pattern(r"([^{},]*)([{},])")
_DECLARING = tuple(space for space in SPACES if space != "reg")
_OPAQUE = ("texref", "samplerref", "surfref")
_ZERO = Number("0", 0)
_MOST_CACHED = 1 << 14
_MAX_DEPTH = 50
_CHUNK = 1 << 16
# How many zeros are put in for elements that are not said, beside some for each byte.
_MOST_ZEROS, _ZEROS_PER_BYTE = 1024, 4


class VariableParser(DeclarationParser):
    """Also of what variables are initialized with."""

    def statements(self) -> Sequence[Item]:
        is_variable = self._is_dotted() and self._spelled().split(".")[1] in _DECLARING
        return self.variables() if is_variable else super().statements()

    def variables(self) -> list[Variable]:
        """Those of one declaration."""
        modifiers, found = self.modifiers(), list[Variable]()
        while not found or self._take(","):
            variable = self.variable(modifiers)
            if self._take("="):
                variable = replace(variable, initial=self._initial(variable))
            found.append(variable)
        self._expect(";")
        return found

    def _initial(self, variable: Variable) -> tuple[Initial, ...]:
        if self._sign() != "{":
            return (self._element(),)
        start, stop = self._block()
        inside = self._text[start:stop]
        if "/" in inside:
            inside = COMMENT.sub(_blanked, inside)
        if variable.type in _OPAQUE:
            return ()
        shape = (*(variable.dimensions or ()), *((variable.lanes,) if variable.lanes else ()))
        found = _flat(inside, start) if _FLAT.fullmatch(inside) else _Nested(inside, start, shape).elements()
        if 0 not in shape and len(found) > math.prod(shape):
            raise NotUnderstood("an initializer has too many elements", start - 1)
        return found

    def _block(self) -> tuple[int, int]:
        """What stands between braces."""
        if self._sign() != "{":
            raise self._error("'{' is missing")
        start = self.position + 1
        stop = closing(self._text, start, self._end)
        self.go_on(stop + 1)
        return start, stop

    def element(self) -> Initial:
        """The text is that of one element."""
        found = self._element()
        self.finished()
        return found

    def _element(self) -> Initial:
        if not self._begins_number():
            return self._symbol(None)
        number = self.constant()
        if not self._take("("):
            return number
        if not isinstance(number.value, int) or number.width:
            raise self._error(f"{number.text} is no mask")
        found = self._symbol(number.value)
        self._expect(")")
        return found

    def _symbol(self, mask: int | None) -> Symbol:
        name = self._name()
        is_generic = name == "generic" and self._take("(")
        offset = 0
        if is_generic:
            name, offset = self._name(), self._offsets()
            self._expect(")")
        return Symbol(name, offset + self._offsets(), is_generic, mask)


def _blanked(comment: re.Match[str]) -> str:
    return " " * len(comment[0])


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
                raise NotUnderstood("an initializer cannot be parsed", self._start + position)
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
            raise NotUnderstood("a list of an initializer is not one of the array's", self._start + position)

    def _fill(self, begins: list[int], position: int) -> None:
        depth = len(begins) - 1
        if not depth:
            return
        missing = begins[-1] + self._size(depth) - len(self._found)
        self._most_zeros -= max(missing, 0)
        if missing < 0 or self._most_zeros < 0:
            what = "many" if missing < 0 else "few"
            raise NotUnderstood(f"an initializer has too {what} elements", self._start + position)
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
    return quick_number(text.strip()) or VariableParser(text).element()
