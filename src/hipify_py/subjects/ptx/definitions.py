"""Macros in templates that a file defines several times, in branches of `#if`: which text they stand for on AMD."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from hipify_py.file.assembler import HOLE, Statement, spelled, variant
from hipify_py.once import cached_property
from hipify_py.reading.expansion import Expansion
from hipify_py.reading.expressions import asked_in
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Reading
from hipify_py.records import dataclass
from hipify_py.texts import to_bytes

Texts = Mapping[bytes, str]
# With more no hand writes them.
_MOST_VERSIONS = 8


@dataclass(frozen=True)
class Definitions:
    """Definitions in branches that AMD's compiler for device code does not read are left out."""

    reading: Reading
    is_left_out: Callable[[int], bool]

    def settled(self, statement: Statement) -> Statement:
        """The statement with the texts of macros that have one on AMD."""
        names = _open_names(statement)
        live = {name: self._live(name) for name in names}
        if not any(len(macros) == 1 for macros in live.values()):
            return statement
        return variant(self.reading, statement, expansion=self._expansion(live))

    def versions(self, statement: Statement) -> Iterator[tuple[Statement, Texts]]:
        """The statement with each text that its macros may have, and these; nothing if they are none of ours."""
        names = _open_names(statement)
        live = [self._live(name) for name in names]
        if not names or len(names) < len({each.name for each in statement.unknown}) or not all(live):
            return
        for count, chosen in enumerate(product(*live)):
            if count >= _MOST_VERSIONS or any(macro.parameters is not None for macro in chosen):
                return
            expansion = self._expansion({macro.name: [macro] for macro in chosen})
            texts = {macro.name: spelled(expansion.expand(macro.name)) for macro in chosen}
            if any(HOLE in text or not text.isascii() for text in texts.values()):
                return
            yield variant(self.reading, statement, expansion=expansion), texts

    def may_be_given(self, names: Sequence[bytes]) -> bool:
        """Whether who compiles the file may define one of some macros: `#ifndef NAME`, `#define NAME`."""
        return any(self._may_be_given(macro) for name in names for macro in self.reading.macros_called.get(name, ()))

    def _may_be_given(self, macro: Macro) -> bool:
        around = self.reading.conditionals.around(macro.name_start)
        lines = (branch.chain.branches[0].directive for branch in around)
        return any(macro.name in asked_in(self.reading.code[line.body : line.end]) for line in lines)

    def _live(self, name: bytes) -> list[Macro]:
        if name not in self._known:
            macros = self.reading.macros_called.get(name, ())
            self._known[name] = [macro for macro in macros if not self.is_left_out(macro.name_start)]
        return self._known[name]

    @cached_property
    def _known(self) -> dict[bytes, list[Macro]]:
        return {}

    def _expansion(self, chosen: Mapping[bytes, list[Macro]]) -> Expansion:
        expansion = Expansion(self.reading)
        expansion.definitions = {**expansion.definitions, **{name: macros for name, macros in chosen.items() if macros}}
        return expansion


def _open_names(statement: Statement) -> list[bytes]:
    """The macros of a template of which several definitions are known."""
    return list(dict.fromkeys(to_bytes(each.name) for each in statement.unknown if each.is_defined))
