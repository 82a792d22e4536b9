"""Constants of the classes of a file: `Tuning::kBlocks`, also by way of `using Tuning = Of<1024, 1>;`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping

from hipify_py.file.facts import Facts
from hipify_py.once import cached_property
from hipify_py.patterns import pattern

_MEMBER = pattern(rb"(\w+)\s*::\s*(\w+)")
_ALIAS = pattern(rb"\busing\s+(?P<name>\w+)\s*=\s*(?P<home>\w+)\s*(?:<(?P<arguments>[^<>;]{0,200})>\s*)?;")
# Of a specialization, too.
_CLASS = pattern(
    rb"\b(?:struct|class)\s{1,9}(?P<name>\w{1,100})\s{0,9}(?P<special><[^<>{};]{0,90}>)?\s{0,9}(?:final\s{0,9})?(?::[^{};()]{0,200})?\{"
)
_PARAMETERS = pattern(rb"\btemplate\s*<([^<>{};]*)>\s*")
_MOST_ALIASES = 4


class Members:
    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def value(self, text: bytes) -> bytes:
        """What a member stands for, if one class of the file has it as a constant; the text itself else."""
        found = _MEMBER.fullmatch(text)
        if found is None:
            return text
        home, arguments = self._class_of(found[1])
        head = self._classes.get(home)
        values = self._values(head, found[2]) if head else []
        if head is None or len(values) != 1:
            return text
        given = dict(zip(self._parameters(head), arguments, strict=False))
        return given.get(values[0], values[0])

    def _class_of(self, name: bytes) -> tuple[bytes, list[bytes]]:
        """The class that a name stands for, and the arguments that it is given."""
        arguments: list[bytes] = []
        for _step in range(_MOST_ALIASES):
            alias = self._aliases.get(name)
            if alias is None or arguments:
                break
            name, arguments = alias["home"], _listed(alias["arguments"])
        return name, arguments

    def _values(self, head: re.Match[bytes], name: bytes) -> list[bytes]:
        start = head.end() - 1
        end = self._facts.reading.closers.get(start, start)
        places = self._facts.constants_called.get(name, [])
        first, last = bisect_left(places, (start, 0)), bisect_left(places, (end, 0))
        return [self._facts.value_behind(behind) for _start, behind in places[first : min(last, first + 2)]]

    def _parameters(self, head: re.Match[bytes]) -> list[bytes]:
        found = self._templates.get(head.start())
        return [each.split()[-1] for each in _listed(found[1])] if found else []

    @cached_property
    def _classes(self) -> Mapping[bytes, re.Match[bytes] | None]:
        found: dict[bytes, re.Match[bytes] | None] = {}
        for head in _CLASS.finditer(self._facts.reading.plain):
            found[head["name"]] = None if head["special"] or head["name"] in found else head
        return found

    @cached_property
    def _aliases(self) -> Mapping[bytes, re.Match[bytes] | None]:
        found: dict[bytes, re.Match[bytes] | None] = {}
        for alias in _ALIAS.finditer(self._facts.reading.plain):
            found[alias["name"]] = None if alias["name"] in found else alias
        return found

    @cached_property
    def _templates(self) -> Mapping[int, re.Match[bytes]]:
        """By where they end."""
        return {found.end(): found for found in _PARAMETERS.finditer(self._facts.reading.plain)}


def _listed(text: bytes | None) -> list[bytes]:
    return [each.strip() for each in (text or b"").split(b",") if each.strip()]
