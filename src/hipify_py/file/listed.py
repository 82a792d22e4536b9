"""What becomes of each listed identifier of a file: one verdict, on which all passes agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from functools import lru_cache
from typing import Any, NamedTuple

from hipify_py.file.usage import Usage
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass
from hipify_py.tables.model import TYPED, Policy, Resolution, Version

_ARITY_PART = pattern(r"(\d+)(?:-(\d+))?")
NULLS = (b"nullptr", b"NULL", b"0")

Change = Mapping[str, Any]


class Listed(NamedTuple):
    """An identifier that the tables know, with what becomes of it and what stands around it."""

    name: Name
    resolution: Resolution
    around: Neighbours
    usage: Usage

    @property
    def library(self) -> str:
        return self.resolution.entry.library


class Decision(Enum):
    NO_NAME = auto()  # a member, a label, a part of a paste, a name of a library that is a copy here
    OWN = auto()  # the file defines it
    OWN_SCOPE = auto()  # `mine::name`
    OWN_TARGET = auto()  # the file defines what it would become
    LEFT = auto()  # HIP has nothing for it
    LEGACY = auto()  # an older API of that name is meant
    CONVERTED = auto()


@dataclass(eq=False)  # one is made of each converted name: frozen ones cost three times as much
class Call:
    """A converted name as a call: target, argument changes and what is wrong may depend on how many arguments there
    are, and of which types. `opening` is where its parenthesis stands, where there is one."""

    reading: Reading
    policy: Policy
    item: Listed
    fits: Callable[[Call, Change], bool]  # whether a change is for arguments of these types
    defined: frozenset[str] = frozenset()  # the macros in `unless` that are defined before the library's header

    @cached_property
    def opening(self) -> int | None:
        """Where the argument list opens, explicit template arguments skipped; no call goes on behind a directive, nor
        is the head of a macro by that name one."""
        around = self.item.around
        opening = around.after if around.sign_after == b"(" else None
        if around.sign_after == b"<":
            opening = self.reading.behind_template_arguments(around.after)
        if opening is None or self.heads_macro or self.reading.is_interrupted(self._start, opening):
            return None
        return opening

    @property
    def heads_macro(self) -> bool:
        """Whether a macro is defined by the name."""
        macro = self.reading.macro_at(self.item.name.start)
        return macro is not None and macro.name_start == self.item.name.start

    @property
    def _start(self) -> int:
        colons = self.item.around.colons_before(self.item.around.before)
        return self.item.name.start if colons is None else colons

    @cached_property
    def count(self) -> int | None:
        """How many arguments the call passes, where that can be told and matters."""
        expression = self.item.resolution.expression
        if self.opening is None or not (self._listed_changes or self._arity or expression):
            return None
        return self.reading.argument_count(self.opening)

    @cached_property
    def arguments(self) -> list[tuple[int, int]]:
        """The spans of the arguments, blanks around them left out; none where they cannot be told apart."""
        if self.opening is None or self.reading.argument_count(self.opening) is None:
            return []
        return [self.reading.stripped(*span) for span in self.reading.arguments(self.opening) or []]

    @cached_property
    def target(self) -> str:
        target = self.item.resolution.target or ""
        if not self._listed_changes:  # as of most
            return target
        renames = (change for change in self._listed_changes if "rename" in change)
        by_count = next((str(change["rename"]) for change in renames if self._is_for(change)), "")
        return by_count or target

    @cached_property
    def changes(self) -> list[Change]:
        """The argument changes that this call needs, as its table lists them."""
        listed = self._listed_changes
        return [change for change in listed if "rename" not in change and self._is_for(change)] if listed else []

    @property
    def wrong_count(self) -> str:
        """The number of arguments that the target takes, where this call passes another."""
        if self.count is None or self.target != self.item.resolution.target:
            return ""
        count = self.count + sum(_added(change) for change in self.changes)
        return "" if self.takes(count) else self._arity.replace("|", " or ")

    def takes(self, count: int) -> bool:
        """Whether the target takes so many arguments, as far as is known."""
        ranges = _ranges(self._arity)
        return not ranges or any(count in each for each in ranges)

    @cached_property
    def _listed_changes(self) -> list[dict[str, Any]]:
        return self.policy.argument_changes(self.item.resolution.entry)

    @property
    def _arity(self) -> str:
        return self.item.resolution.entry.get("arity") or ""

    def _is_for(self, change: Change) -> bool:
        """Whether a change is for such arguments, and for the release."""
        rocm = self.policy.rocm
        is_old = "until" not in change or rocm < Version.parse(change["until"])
        is_new = "since" not in change or rocm >= Version.parse(change["since"])
        is_asked = is_old and is_new and change.get("unless") not in self.defined
        is_asked = is_asked and all(self._passes_null(int(index)) for index in change.get("nulls", ()))
        is_asked = is_asked and not (change.get("uncalled") and self.opening is not None)
        is_asked = is_asked and ("when" not in change or int(change["when"]) == self.count)
        return is_asked and (TYPED.isdisjoint(change) or self.fits(self, change))

    def _passes_null(self, index: int) -> bool:
        """Whether an argument is a null pointer without a type."""
        return index < len(self.arguments) and self.reading.code[slice(*self.arguments[index])] in NULLS


@lru_cache(maxsize=1 << 10)
def _ranges(arity: str) -> tuple[range, ...]:
    """The numbers of arguments that a table says: `3`, `2-4`, `1|3`."""
    return tuple(range(int(low), int(high or low) + 1) for low, high in _ARITY_PART.findall(arity))


def _added(change: Change) -> int:
    """By how many arguments a change makes a call longer."""
    return int("insert" in change or "copy" in change) - int(change.get("count", 1)) * int("remove" in change)
