"""Reads modules of PTX: what stands outside of functions at once, the body of a function when it is asked for."""

from __future__ import annotations

import re
from dataclasses import replace

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.grammar import Item, Label, NotUnderstood
from hipify_py.subjects.ptx.module.declarations import SPACES, DeclarationParser
from hipify_py.subjects.ptx.module.initial import variables
from hipify_py.subjects.ptx.module.marks import COMMENT, closing, next_mark
from hipify_py.subjects.ptx.module.syntax import Alias, Function, Module, Problem, Signature, Targets
from hipify_py.subjects.ptx.statements import StatementReader
from hipify_py.subjects.ptx.tokens import skipped

_WORD = pattern(r"[.@]*\w+")
# Between the words of a directive.
_GAP = r"(?:\s|//[^\n]*\n|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)*"
# When the file was changed, and how long it is.
_FILE_DETAILS = rf"(?:{_GAP},{_GAP}\d+{_GAP},{_GAP}\d+)?"
_VERSION = pattern(rf"\.version\b{_GAP}(\d{{1,4}})\.(\d{{1,4}})\b")
_TARGET = pattern(rf"\.target\b{_GAP}(\w+(?:{_GAP},{_GAP}\w+)*)")
_ADDRESS_SIZE = pattern(rf"\.address_size\b{_GAP}(32|64)\b")
_FILE = pattern(rf'\.file\b{_GAP}(\d{{1,9}}){_GAP}"([^"\n]*)"(?:{_GAP}"([^"\n]*)")?{_FILE_DETAILS}')
_SECTION = pattern(rf"\.section\b{_GAP}[.\w]+{_GAP}\{{")
_ALIAS = pattern(rf"\.alias\b{_GAP}([\w$%]+){_GAP},{_GAP}([\w$%]+){_GAP};")
_PRAGMA = pattern(rf'\.pragma\b{_GAP}"[^"]*"(?:{_GAP},{_GAP}"[^"]*")*{_GAP};')
_NAME = pattern(r"\w+")
# Registers that a function may declare beside one for each byte of it.
_MOST_REGISTERS = 4096
_MOST_PROBLEMS = 100
_LONGEST_REASON = 200
_VARIABLES = tuple(f".{space}" for space in SPACES if space != "reg")
# Directives that no `;` ends.
_LINES = (".version", ".target", ".address_size", ".file")
_BEGIN = "\ufeff"
_BEHIND_END = "\0"


def read(text: str) -> Module:
    """The module; what is not understood of it is among its problems."""
    module = Module(text)
    _Reader(module).read()
    return module


def body(module: Module, function: Function) -> tuple[Item, ...]:
    """What stands between the braces of a function. Raises NotUnderstood with an offset in the module's text."""
    if function.body is None:
        return ()
    start, end = function.body
    return _Body(module.text, start, end, _MOST_REGISTERS + end - start).items()


class _Reader:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._text = module.text
        self._end = len(module.text.rstrip(_BEHIND_END))  # as strings in programs end
        self._reached = 0  # where the head of the last function ends
        self._directives = {
            ".version": self._version,
            ".target": self._target,
            ".address_size": self._address_size,
            ".file": self._file,
            ".section": self._section,
            ".alias": self._alias,
            ".pragma": self._pragma,
            ".entry": self._declaration,
            ".func": self._declaration,
            ".visible": self._declaration,
            ".extern": self._declaration,
            ".weak": self._declaration,
            ".common": self._declaration,
            **{f".{space}": self._declaration for space in SPACES},
        }

    def read(self) -> None:
        position = len(_BEGIN) if self._text.startswith(_BEGIN) else 0
        try:
            while (position := skipped(self._text, position, self._end)) < self._end:
                position = self._any(position)
        except NotUnderstood as error:
            self._report(error)

    def _any(self, position: int) -> int:
        """Where what begins at the position ends."""
        if self._text[position] == ";":
            return position + 1
        if self._text.startswith("/*", position):
            self._report(NotUnderstood("a comment has no end", position))
            return self._end
        word = self._word(position)
        directive = self._directives.get(word)
        if not directive:
            if not word.startswith("@@"):  # how debug information was said once
                self._report(NotUnderstood(f"unexpected '{word}'", position))
            return self._line_end(position)
        try:
            return directive(position)
        except NotUnderstood as error:
            self._report(error)
        return self._line_end(position) if word in _LINES else self._behind_statement(max(position, self._reached))

    def _word(self, position: int) -> str:
        found = _WORD.match(self._text, position, self._end)
        return found[0] if found else self._text[position]

    def _report(self, error: NotUnderstood) -> None:
        problem = Problem(error.reason[:_LONGEST_REASON], min(error.offset, max(self._end - 1, 0)))
        if len(self._module.problems) < _MOST_PROBLEMS and problem not in self._module.problems[-1:]:
            self._module.problems.append(problem)

    def _line_end(self, position: int) -> int:
        end = self._text.find("\n", position, self._end)
        return self._end if end < 0 else end

    def _behind_statement(self, position: int) -> int:
        """Behind the `;` or the body that comes next."""
        while (position := next_mark(self._text, position, self._end)) < self._end:
            sign = self._text[position]
            position += 1
            if sign == "{":
                return closing(self._text, position, self._end) + 1
            if sign != "=":
                return position
        return self._end

    def _known(self, found: re.Match[str] | None, position: int) -> re.Match[str]:
        if found is None:
            raise NotUnderstood(f"{self._word(position)} cannot be parsed", position)
        return found

    def _version(self, position: int) -> int:
        found = self._known(_VERSION.match(self._text, position, self._end), position)
        if self._module.version != (0, 0):
            raise NotUnderstood("a second module begins", position)
        self._module.version = int(found[1]), int(found[2])
        return found.end()

    def _target(self, position: int) -> int:
        found = self._known(_TARGET.match(self._text, position, self._end), position)
        self._module.targets += tuple(_NAME.findall(COMMENT.sub(" ", found[1])))
        return found.end()

    def _address_size(self, position: int) -> int:
        found = self._known(_ADDRESS_SIZE.match(self._text, position, self._end), position)
        self._module.address_size = int(found[1])
        return found.end()

    def _file(self, position: int) -> int:
        found = self._known(_FILE.match(self._text, position, self._end), position)
        self._module.files[int(found[1])] = f"{found[2]}/{found[3]}" if found[3] else found[2]
        return found.end()

    def _section(self, position: int) -> int:
        return (
            closing(self._text, self._known(_SECTION.match(self._text, position, self._end), position).end(), self._end)
            + 1
        )

    def _alias(self, position: int) -> int:
        found = self._known(_ALIAS.match(self._text, position, self._end), position)
        self._module.aliases.append(Alias(found[1], found[2], position))
        return found.end()

    def _pragma(self, position: int) -> int:
        return self._known(_PRAGMA.match(self._text, position, self._end), position).end()

    def _declaration(self, position: int) -> int:
        stop = self._reached = self._head_end(position)
        parser = DeclarationParser(self._text, position, stop)
        if parser.declares_function():
            return self._function(parser, position, stop)
        found, stop = variables(self._text, position, self._end)
        self._module.variables += found
        return stop

    def _head_end(self, position: int) -> int:
        """Where a body begins, or a declaration ends; a string before `;` is that of a `.pragma`."""
        stop = next_mark(self._text, position, self._end)
        while self._text.startswith('";', stop - 1) and self._text.find(".pragma", position, stop) >= 0:
            position, stop = stop, next_mark(self._text, stop + 1, self._end)
        return stop

    def _function(self, parser: DeclarationParser, position: int, stop: int) -> int:
        header = parser.header()
        parser.finished()
        if stop >= self._end or self._text[stop] not in ";{":
            raise NotUnderstood("a function has no body", position)
        within, end = None, stop
        if self._text[stop] == "{":
            end = closing(self._text, stop + 1, self._end)
            within = stop + 1, end
        function = Function(header.signature, header.is_kernel, header.linkage, header.directives, within, position)
        self._module.functions.append(function)
        return end + 1


class _Body(StatementReader):
    _parser = DeclarationParser

    def _statement(self) -> None:
        word = _WORD.match(self._text, self._position, self._end)
        if word and word[0] in _VARIABLES:
            found, self._position = variables(self._text, self._position, self._end)
            self._blocks[-1] += found
        else:
            super()._statement()

    def _add(self, item: Item) -> None:
        if isinstance(item, (Targets, Signature)):  # the label stands before it as before an instruction
            label = self._blocks[-1].pop() if self._blocks[-1] else None
            if not isinstance(label, Label):
                raise NotUnderstood("a list of targets or a prototype has no label", self._position)
            item = replace(item, label=label.name) if isinstance(item, Targets) else replace(item, name=label.name)
        super()._add(item)
