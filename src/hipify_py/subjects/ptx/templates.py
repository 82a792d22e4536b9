"""Reads the text of an assembler template as PTX."""

from __future__ import annotations

from hipify_py.file.assembler import HOLE
from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.grammar import Block, Call, Item, NotUnderstood, Operand, Parameter, Part, Predicate
from hipify_py.subjects.ptx.statements import StatementParser, StatementReader
from hipify_py.subjects.ptx.tokens import Tokens

_PART = pattern(r"\.(?:h[01]|b[0-3])")
_SPACES = ("const", "param", "local", "shared", "global", "tex")
_IGNORED = ("pragma", "loc", "file", "section")
_MOST_REGISTERS = 1024


class _TemplateParser(StatementParser):
    _whole = "the template"

    def _word(self) -> str:
        if self._kind() != "word":
            raise self._error("the template cannot be parsed as an instruction")
        return self._taken().replace("%%", "%")

    def _parameter(self) -> Operand:
        parameter = Parameter(self._taken().strip("%[] \t"))
        is_part = self._is_dotted() and _PART.fullmatch(self._spelled()) is not None
        return Part(parameter, self._taken()[1:]) if is_part else parameter

    def _label(self) -> str:
        label = self._word()
        if "." in label:
            raise self._error(f"'{label}' is no label")
        return label

    def _call(self, word: str, predicate: Predicate | None, start: int) -> Call:  # noqa: ARG002
        raise self._error(f"'{word}' calls a function by its name in PTX")

    def _end_statement(self) -> None:
        if self._token() is not None and self._sign() != "}":
            self._expect(";")

    def _directive(self, word: str) -> Item | None:
        name = word[1:].partition(".")[0]
        if name in _IGNORED:
            while self._token() is not None and not self._take(";"):
                self._taken()
            return None
        if name != "reg":
            what = f"declares its own variable (.{name})" if name in _SPACES else f"contains .{name}"
            raise self._error(f"the template {what}")
        return super()._directive(word)


class _TemplateReader(StatementReader):
    _parser = _TemplateParser


def parse(template: str) -> Block:
    """The statements of a template. Raises NotUnderstood for what is no PTX that we know how to read."""
    if HOLE in template:
        raise NotUnderstood("a part of its text is unknown in this file", template.index(HOLE))
    # `%=` is another number in every copy of the statement; nothing here is copied.
    text = template.replace("%=", "__")
    try:
        return Block(_TemplateReader(text, 0, len(text), _MOST_REGISTERS).items())
    except NotUnderstood:
        Tokens(text).check()  # what no word of PTX begins with is worth saying first
        raise
