"""What this file's macros do to names: `##` makes new ones, `#` turns them into strings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hipify_py.syntax.preprocessor import Macro
from hipify_py.syntax.reading import Reading
from hipify_py.syntax.tokens import Name

_OPERATOR_OR_WORD = re.compile(rb"##|#|[A-Za-z_$][\w$]*|\d[\w$]*|[^\s\\\w$#]")
_BLANKS = rb"(?:[ \t]|\\\r?\n)*"
_PASTE_CHAIN = re.compile(rb"[\w$]+(?:" + _BLANKS + rb"##" + _BLANKS + rb"[\w$]+)+")
_WORD = re.compile(rb"[\w$]+")


@dataclass(frozen=True, slots=True)
class Paste:
    """`part ## part ## …` in a macro body."""

    macro: Macro
    parts: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A call of one of the file's macros: where each argument stands."""

    macro: Macro
    arguments: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class MacroUses:
    reading: Reading

    @cached_property
    def operating(self) -> list[Macro]:
        """The function-like macros that paste or quote."""
        code = self.reading.code
        return [m for m in self.reading.macros if m.parameters is not None and b"#" in code[m.body : m.end]]

    @cached_property
    def pastes(self) -> list[Paste]:
        return [
            Paste(macro, tuple(_names(self.reading.code, *chain.span())))
            for macro in self.reading.macros
            for chain in _PASTE_CHAIN.finditer(self.reading.code, macro.body, macro.end)
        ]

    @cached_property
    def uses(self) -> dict[bytes, list[Use]]:
        """The calls of each pasting or quoting macro."""
        by_name = {macro.name: macro for macro in self.operating}
        found: dict[bytes, list[Use]] = {name: [] for name in by_name}
        definitions = {macro.name_start for macro in self.reading.macros}
        for name in self.reading.names(by_name):
            opening = self.reading.neighbours(name).after
            if name.start in definitions or self.reading.code[opening : opening + 1] != b"(":
                continue
            arguments = self.reading.arguments(opening)
            if arguments is not None:
                found[name.text].append(Use(by_name[name.text], tuple(arguments)))
        return found

    @cached_property
    def untouchable(self) -> frozenset[int]:
        """Where names stand that exist only for the preprocessor: parts of pastes, and arguments that a macro of this
        file pastes or quotes and never uses as they are."""
        offsets = {part.start for paste in self.pastes for part in paste.parts}
        code = self.reading.code
        for macro in self.operating:
            consumed = _consumed_parameters(code, macro)
            if not consumed:
                continue
            for use in self.uses[macro.name]:
                for index in consumed:
                    if index < len(use.arguments):
                        offsets.update(_single_word(code, *use.arguments[index]))
        return frozenset(offsets)


def _names(code: bytes, start: int, end: int) -> Iterator[Name]:
    for match in _WORD.finditer(code, start, end):
        yield Name(match.start(), match.end(), match.group())


def _single_word(code: bytes, start: int, end: int) -> Iterator[int]:
    """The offset of the word, if the span is one word and nothing else."""
    words = list(_OPERATOR_OR_WORD.finditer(code, start, end))
    if len(words) == 1:
        yield words[0].start()


def _consumed_parameters(code: bytes, macro: Macro) -> list[int]:
    """The parameters that the body only ever pastes or quotes."""
    tokens = [match.group() for match in _OPERATOR_OR_WORD.finditer(code, macro.body, macro.end)]
    plain: set[bytes] = set()
    operated: set[bytes] = set()
    for before, token, after in zip([b"", *tokens], tokens, [*tokens[1:], b""], strict=False):
        (operated if before in (b"#", b"##") or after == b"##" else plain).add(token)
    parameters = macro.parameters or ()
    return [i for i, parameter in enumerate(parameters) if parameter in operated and parameter not in plain]
