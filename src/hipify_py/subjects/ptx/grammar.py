"""Statements of PTX as their text says them: instructions, declarations, labels, and what they are applied to."""

from __future__ import annotations

from typing import TypeVar

from hipify_py.records import dataclass
from hipify_py.subjects.ptx.constants import Number

_Kind = TypeVar("_Kind")


class Meaning:
    """What a name stands for: a register, a special one, memory, a function."""

    __slots__ = ()


@dataclass(frozen=True)
class Parameter:
    """`%0`, `%[name]`: an operand of the statement."""

    name: str


@dataclass(frozen=True)
class Register:
    """A name: a register that the template declares, or a special one."""

    name: str


@dataclass(frozen=True)
class Vector:
    parts: tuple[Operand, ...]


@dataclass(frozen=True)
class Address:
    base: Operand
    offset: int = 0
    constant: Operand | None = None  # what is added beside the offset


@dataclass(frozen=True)
class AddressOfParts:
    """`[tex, {%f1, %f2}]`: what is looked up, and where in it."""

    parts: tuple[Operand, ...]


@dataclass(frozen=True)
class Displaced:
    """`coef+4` without brackets: the address of a variable, and what is added."""

    base: Operand
    offset: int


@dataclass(frozen=True)
class Not:
    operand: Operand


@dataclass(frozen=True)
class Pair:
    first: Operand
    second: Operand


@dataclass(frozen=True)
class Part:
    """`%1.h0`, `%1.b3`: a half or a byte of a register, for video instructions."""

    operand: Operand
    which: str


@dataclass(frozen=True)
class Nowhere:
    """`_`: a result that nobody wants."""


# As a text says them; once names are resolved, meanings stand for them.
Operand = (
    Parameter
    | Register
    | Number
    | Vector
    | Address
    | Not
    | Pair
    | Part
    | Nowhere
    | AddressOfParts
    | Displaced
    | Meaning
)


class Item:
    """A statement, or what else stands in a body."""

    __slots__ = ()


@dataclass(frozen=True)
class Predicate:
    operand: Operand
    negated: bool


@dataclass(frozen=True)
class Instruction(Item):
    opcode: str
    operands: tuple[Operand, ...]
    predicate: Predicate | None
    text: str
    offset: int  # in the text


@dataclass(frozen=True)
class Call(Item):
    """`call (results), target, (arguments), prototype;`, in modules; the target is a name, be it that of a function or
    of a register that holds its address."""

    returns: tuple[Operand, ...]
    target: Operand
    arguments: tuple[Operand, ...]
    prototype: str  # or the label of a `.calltargets`
    predicate: Predicate | None
    text: str
    offset: int


@dataclass(frozen=True)
class Declaration(Item):
    """Registers; `lanes` is the number of those that each name stands for, in a declaration of vectors."""

    type: str
    names: tuple[str, ...]
    lanes: int = 0


@dataclass(frozen=True)
class Label(Item):
    name: str


@dataclass(frozen=True)
class Block(Item):
    """`{` … `}` around statements."""

    items: tuple[Item, ...]


@dataclass(frozen=True)
class Location(Item):
    """`.loc`: the line of a source that what follows was made from."""

    file: int
    line: int
    column: int = 0


class NotUnderstood(Exception):  # noqa: N818
    """What is in the way, for people, and where in the text."""

    def __init__(self, reason: str, offset: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


def expected(kind: type[_Kind], value: object, reason: str = "an operand has an unexpected form") -> _Kind:
    """A value that is of this kind in all that compilers write; raises NotUnderstood for another one."""
    if not isinstance(value, kind):
        raise NotUnderstood(reason)
    return value
