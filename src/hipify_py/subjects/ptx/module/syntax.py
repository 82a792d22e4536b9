"""A module of PTX as its text says it: variables, functions, and what stands in their bodies beside instructions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from hipify_py.once import cached_property
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import Item, Meaning, expected
from hipify_py.subjects.ptx.types import CppType, cpp_type

Space = Literal["global", "const", "shared", "local", "param", "reg", "tex"]
Linkage = Literal["", "visible", "weak", "extern", "common"]


@dataclass(frozen=True)
class Symbol:
    """The address of a variable or a function in an initializer: `generic(x) + 8`, `mask(0xff00, x)`."""

    name: str
    offset: int = 0
    is_generic: bool = False
    mask: int | None = None


Initial = Number | Symbol


@dataclass(frozen=True)
class Variable(Meaning, Item):
    """A declared variable or parameter. `dimensions` is None for a scalar; 0 stands for `[]`. `lanes` is 2 or 4 for a
    vector. `initial` has the elements of nested braces one after the other, with zeros where inner braces have too few;
    at its end elements may be missing, which are zeros, too. It is None where nothing is said."""

    space: Space
    type: str  # without its dot: `b8`, `texref`
    name: str
    lanes: int = 0
    dimensions: tuple[int, ...] | None = None
    align: int = 0
    linkage: Linkage = ""
    initial: tuple[Initial, ...] | None = None
    is_managed: bool = False
    pointer_space: str = ""  # of a parameter that is declared as `.ptr .global`; `generic` for `.ptr` alone
    pointer_align: int = 0
    offset: int = 0  # in the text of the module, as all offsets here

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """What it holds the addresses of."""
        return tuple(each for each in self.initial or () if isinstance(each, Symbol))


@dataclass(frozen=True)
class Signature(Item):
    """What a function returns and takes. `name` is the label of a `.callprototype`."""

    name: str
    returns: tuple[Variable, ...]
    parameters: tuple[Variable, ...]
    is_noreturn: bool = False
    is_variadic: bool = False


@dataclass(frozen=True)
class Targets(Item):
    """`label: .branchtargets a, b;`, and `.calltargets`."""

    label: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Function:
    """A kernel or a function; `body` is where its text stands between the braces, None for a mere declaration.
    `directives` are those for performance, with their numbers: `{"maxntid": (256, 1, 1)}`."""

    signature: Signature
    is_kernel: bool
    linkage: Linkage
    directives: Mapping[str, tuple[int, ...]]
    body: tuple[int, int] | None
    offset: int

    @property
    def name(self) -> str:
        return self.signature.name


@dataclass(frozen=True)
class Alias:
    name: str
    target: str
    offset: int


@dataclass(frozen=True)
class Problem:
    """What is not understood outside of functions."""

    reason: str
    offset: int


@dataclass
class Module:
    """The whole text, whose functions are read when they are asked for."""

    text: str
    version: tuple[int, int] = (0, 0)
    targets: tuple[str, ...] = ()
    address_size: int = 32
    variables: list[Variable] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    aliases: list[Alias] = field(default_factory=list)
    files: dict[int, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_debug(self) -> bool:
        return "debug" in self.targets


def known_type(type: str) -> CppType:
    """What holds a type of PTX; raises NotUnderstood for what is none."""
    return expected(CppType, cpp_type(type), f"type .{type} has no counterpart")
