"""Reads declarations of modules: variables, parameters, what stands before the body of a function, and what stands
beside instructions."""

from __future__ import annotations

from typing import get_args

from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.grammar import Item
from hipify_py.subjects.ptx.module.syntax import Linkage, Signature, Space, Targets, Variable
from hipify_py.subjects.ptx.statements import StatementParser

SPACES: dict[str, Space] = {space: space for space in get_args(Space)}
LINKAGES: dict[str, Linkage] = {linkage: linkage for linkage in get_args(Linkage) if linkage}
# How many numbers directives have at most that say how a function is compiled or launched.
_DIRECTIVES = {
    "maxntid": 3,
    "reqntid": 3,
    "minnctapersm": 1,
    "maxnctapersm": 1,
    "maxnreg": 1,
    "noreturn": 0,
    "abi_preserve": 1,
    "abi_preserve_control": 1,
    "reqnctapercluster": 3,
    "explicitcluster": 0,
    "maxclusterrank": 1,
    "blocksareclusters": 0,
}
_TYPE = pattern(r"[busf](?:8|16|32|64|128)(?:x2)?|bf16(?:x2)?|pred|(?:tex|sampler|surf)ref")
_LANES = {"v2": 2, "v4": 4, "v8": 8}
_LARGEST = 1 << 62
_MOST_ALIGNED = 1 << 20


@dataclass
class Modifiers:
    """What stands before the name of a variable or parameter."""

    space: Space | None = None
    type: str = ""
    lanes: int = 0
    align: int = 0
    linkage: Linkage = ""
    is_managed: bool = False
    pointer_space: str = ""
    pointer_align: int = 0

    def variable(self, name: str, dimensions: tuple[int, ...] | None, offset: int) -> Variable:
        return Variable(
            self.space or "param",
            self.type,
            name,
            self.lanes,
            dimensions,
            self.align,
            self.linkage,
            None,
            self.is_managed,
            self.pointer_space,
            self.pointer_align,
            offset,
        )


@dataclass
class Header:
    """What stands before the body of a function."""

    signature: Signature
    is_kernel: bool
    linkage: Linkage
    directives: dict[str, tuple[int, ...]]


class DeclarationParser(StatementParser):
    def declares_function(self) -> bool:
        ahead = 0
        while self._kind(ahead) == "word" and (word := self._spelled(ahead)).startswith("."):
            if word in (".entry", ".func"):
                return True
            ahead += 1
        return False

    def variable(self, modifiers: Modifiers) -> Variable:
        """A name and what stands behind it."""
        offset, name = self.position, self._name()
        dimensions: tuple[int, ...] = ()
        is_array = False
        while self._take("["):
            size = 0 if self._sign() == "]" else self._count()
            if not size and is_array:
                raise self._error("an array has no size")
            dimensions, is_array = (*dimensions, size), True
            self._expect("]")
        return modifiers.variable(name, dimensions if is_array else None, offset)

    def modifiers(self) -> Modifiers:
        found = Modifiers()
        while self._is_dotted():
            for word in self._word()[1:].split("."):
                self._modify(found, word)
        if not found.space or not found.type:
            raise self._error(f"{self._whole} declares something of an unknown type")
        return found

    def header(self) -> Header:
        """From the linkage of a function to its last directive."""
        linkage, kind = "", ""
        directives: dict[str, tuple[int, ...]] = {}
        while self._is_dotted():
            word = self._word()[1:]
            if word in ("entry", "func") and not kind:
                kind = word
            elif word in LINKAGES and not linkage:
                linkage = word
            elif word == "attribute":
                self._attributes()
            else:
                self._directive_of_function(word, directives)
        signature = self._signature(directives)
        return Header(signature, kind == "entry", LINKAGES.get(linkage, ""), directives)

    def _modify(self, found: Modifiers, word: str) -> None:
        is_pointer = bool(found.pointer_space)
        if word == "align":
            if is_pointer:
                found.pointer_align = self._alignment()
            else:
                found.align = self._alignment()
        elif word == "ptr" and not is_pointer:
            found.pointer_space = "generic"
        elif word == "attribute":
            found.is_managed = "managed" in self._attributes()
        elif word in SPACES and is_pointer:
            found.pointer_space = word
        elif word in SPACES and not found.space:
            found.space = SPACES[word]
        elif word in LINKAGES and not found.linkage:
            found.linkage = LINKAGES[word]
        elif word in _LANES and not found.lanes:
            found.lanes = _LANES[word]
        elif _TYPE.fullmatch(word) and not found.type:
            found.type = word
        else:
            raise self._error(f"{self._whole} contains .{word}")

    def _attributes(self) -> list[str]:
        """`.attribute(.managed)`, `.attribute(.unified(19, 95))`"""
        self._expect("(")
        found = [self._word()[1:]]
        while not self._take(")"):
            if self._take("("):
                self._counts()
                self._expect(")")
            else:
                self._expect(",")
                found.append(self._word()[1:])
        return found

    def _alignment(self) -> int:
        found = self._count()
        if not 0 < found <= _MOST_ALIGNED or found & (found - 1):
            raise self._error(f"{found} is no alignment")
        return found

    def _signature(self, directives: dict[str, tuple[int, ...]]) -> Signature:
        returns = self._parameters()
        name = self._name()
        parameters = self._parameters()
        while self._is_dotted():
            self._directive_of_function(self._word()[1:], directives)
        is_variadic = bool(parameters) and (parameters[-1].dimensions or (1,))[0] == 0
        return Signature(name, returns, parameters, "noreturn" in directives, is_variadic)

    def _parameters(self) -> tuple[Variable, ...]:
        if not self._take("(") or self._take(")"):
            return ()
        found = [self.variable(self.modifiers())]
        while self._take(","):
            found.append(self.variable(self.modifiers()))
        self._expect(")")
        return tuple(found)

    def _directive_of_function(self, word: str, found: dict[str, tuple[int, ...]]) -> None:
        if word == "pragma":
            self._pragma()
            return
        if word not in _DIRECTIVES:
            raise self._error(f"{self._whole} contains .{word}")
        numbers = self._counts() if self._kind() == "number" else ()
        if len(numbers) > _DIRECTIVES[word] or len(numbers) < min(_DIRECTIVES[word], 1):
            raise self._error(f".{word} has {len(numbers)} numbers")
        found[word] = numbers

    def _directive(self, word: str) -> Item | None:
        """What stands beside instructions in a body."""
        if word in (".branchtargets", ".calltargets"):
            names = self._names()
            self._expect(";")
            return Targets("", names)
        if word == ".callprototype":
            signature = self._signature({})
            self._expect(";")
            return signature
        if word == ".pragma":
            self._pragma()
            return None
        return super()._directive(word)

    def _pragma(self) -> None:
        while self._kind() == "text":
            self._taken()
            self._take(",")
        self._expect(";")

    def _names(self) -> tuple[str, ...]:
        found = [self._name()]
        while self._take(","):
            found.append(self._name())
        return tuple(found)

    def _count(self) -> int:
        number = self._integer()
        if not 0 <= number <= _LARGEST:
            raise self._error("a number is out of range")
        return number

    def _counts(self) -> tuple[int, ...]:
        found = [self._count()]
        while self._take(","):
            found.append(self._count())
        return tuple(found)
