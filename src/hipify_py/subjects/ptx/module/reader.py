"""Reads modules of PTX: what stands outside of functions at once, the body of a function when it is asked for."""

from __future__ import annotations

import re
import sys
from dataclasses import replace

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.grammar import Label, skipped
from hipify_py.subjects.ptx.module import quick
from hipify_py.subjects.ptx.module.declarations import SPACES, DeclarationParser
from hipify_py.subjects.ptx.module.initial import variables
from hipify_py.subjects.ptx.module.marks import closing, next_mark, statement_end
from hipify_py.subjects.ptx.module.statements import StatementParser
from hipify_py.subjects.ptx.module.syntax import (
    Alias,
    Block,
    BodyItem,
    Function,
    Location,
    Module,
    NotUnderstood,
    Problem,
    Signature,
    Targets,
)

_WORD = pattern(r"[.@]*\w+")
_VERSION = pattern(r"\.version\s+(\d{1,4})\.(\d{1,4})\b")
_TARGET = pattern(r"\.target\s+(\w+(?:\s*,\s*\w+)*)")
_ADDRESS_SIZE = pattern(r"\.address_size\s+(32|64)\b")
_FILE = pattern(r'\.file\s+(\d{1,9})\s+"([^"\n]*)"(?:\s+"([^"\n]*)")?(?:\s*,\s*\d+\s*,\s*\d+)?')
_SECTION = pattern(r"\.section\s+[.\w]+\s*\{")
_ALIAS = pattern(r"\.alias\s+([\w$%]+)\s*,\s*([\w$%]+)\s*;")
_PRAGMA = pattern(r'\.pragma\s+"[^"]*"(?:\s*,\s*"[^"]*")*\s*;')
_MAX_DEPTH = 50
# Registers that a function may declare beside one for each byte of it.
_MOST_REGISTERS = 4096
_MOST_PROBLEMS = 100
_BEGIN = "\ufeff"
_BEHIND_END = "\0"


def read(text: str) -> Module:
    """The module; what is not understood of it is among its problems."""
    module = Module(text)
    _Reader(module).read()
    return module


def body(module: Module, function: Function) -> tuple[BodyItem, ...]:
    """What stands between the braces of a function. Raises NotUnderstood with an offset in the module's text."""
    return _Body(module.text, *function.body).items() if function.body else ()


class _Reader:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._text = module.text
        self._end = len(module.text.rstrip(_BEHIND_END))  # as strings in programs end
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
        word = _WORD.match(self._text, position, self._end)
        directive = self._directives.get(word[0]) if word else None
        if not directive:
            if not word or not word[0].startswith("@@"):  # how debug information was said once
                what = word[0] if word else self._text[position]
                self._report(NotUnderstood(f"unexpected '{what}'", position))
            return self._line_end(position)
        try:
            return directive(position)
        except NotUnderstood as error:
            self._report(error)
        return self._behind_statement(position)

    def _report(self, error: NotUnderstood) -> None:
        if len(self._module.problems) < _MOST_PROBLEMS:
            self._module.problems.append(Problem(error.reason, error.offset))

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

    def _matched(self, expression: re.Pattern[str], position: int) -> re.Match[str]:
        found = expression.match(self._text, position, self._end)
        if found is None:
            word = _WORD.match(self._text, position, self._end)
            raise NotUnderstood(f"{word[0] if word else 'it'} cannot be parsed", position)
        return found

    def _version(self, position: int) -> int:
        found = self._matched(_VERSION, position)
        if self._module.version != (0, 0):
            raise NotUnderstood("a second module begins", position)
        self._module.version = int(found[1]), int(found[2])
        return found.end()

    def _target(self, position: int) -> int:
        found = self._matched(_TARGET, position)
        self._module.targets += tuple(target.strip() for target in found[1].split(","))
        return found.end()

    def _address_size(self, position: int) -> int:
        found = self._matched(_ADDRESS_SIZE, position)
        self._module.address_size = int(found[1])
        return found.end()

    def _file(self, position: int) -> int:
        found = self._matched(_FILE, position)
        self._module.files[int(found[1])] = f"{found[2]}/{found[3]}" if found[3] else found[2]
        return found.end()

    def _section(self, position: int) -> int:
        return closing(self._text, self._matched(_SECTION, position).end(), self._end) + 1

    def _alias(self, position: int) -> int:
        found = self._matched(_ALIAS, position)
        self._module.aliases.append(Alias(found[1], found[2], position))
        return found.end()

    def _pragma(self, position: int) -> int:
        return self._matched(_PRAGMA, position).end()

    def _declaration(self, position: int) -> int:
        stop = self._head_end(position)
        parser = DeclarationParser(self._text, position, stop)
        if parser.declares_function():
            return self._function(parser, position, stop)
        found, stop = variables(self._text, position, self._end)
        self._module.variables += found
        return stop

    def _head_end(self, position: int) -> int:
        """Where a body begins, or a declaration ends; a string before `;` is that of a `.pragma`."""
        stop = next_mark(self._text, position, self._end)
        while stop < self._end and self._text[stop] == ";" and self._text[stop - 1] == '"':
            stop = next_mark(self._text, stop + 1, self._end)
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


class _Body:
    """The items of a body, and of the blocks in it, while they are read."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        self._position = start
        self._end = end
        self._blocks: list[list[BodyItem]] = [[]]
        self._most_registers = _MOST_REGISTERS + end - start

    def items(self) -> tuple[BodyItem, ...]:
        match, text, end = quick.STATEMENT.match, self._text, self._end
        instruction, position = quick.quick_instruction, self._position
        add = self._blocks[-1].append
        while position < end:
            found = match(text, position, end)
            kind = found.lastindex if found else None
            if found and kind in (quick.OPCODE, quick.OPERANDS):
                read = instruction(found, position)
                if read:
                    add(read)
                    position = found.end()
                    continue
                found = None
            self._position = position
            self._other(found)
            position, add = self._position, self._blocks[-1].append
        if len(self._blocks) > 1:
            raise NotUnderstood("a '{' has no matching '}'", end - 1)
        return tuple(self._blocks[0])

    def _other(self, found: re.Match[str] | None) -> None:
        if found is None:
            self._statement()
            return
        self._position = found.end()
        if found.lastindex == quick.LABEL:
            self._blocks[-1].append(Label(sys.intern(found[quick.LABEL])))
        elif found.lastindex == quick.OPENING:
            self._blocks.append([])
            if len(self._blocks) > _MAX_DEPTH:
                raise NotUnderstood("braces are nested too deeply", found.end() - 1)
        elif found.lastindex == quick.CLOSING:
            if len(self._blocks) == 1:
                raise NotUnderstood("a '}' has no matching '{'", found.end() - 1)
            block = Block(tuple(self._blocks.pop()))
            self._blocks[-1].append(block)
        elif found[quick.FILE]:
            file, line, column = found.group(quick.FILE, quick.LINE, quick.COLUMN)
            self._blocks[-1].append(Location(int(file), int(line), int(column or 0)))

    def _statement(self) -> None:
        start = skipped(self._text, self._position, self._end)
        self._position = start
        if start == self._end:
            return
        word = _WORD.match(self._text, start, self._end)
        if word and word[0][1:] in SPACES and word[0] != ".reg" and word[0][0] == ".":
            found, self._position = variables(self._text, start, self._end)
            self._blocks[-1] += found
            return
        end = min(statement_end(self._text, start, self._end) + 1, self._end)
        parser = StatementParser(self._text, start, end, most_registers=self._most_registers)
        item = parser.statement()
        self._position, self._most_registers = parser.position, parser.most_registers
        if isinstance(item, (Targets, Signature)):
            item = self._labelled(item, start)
        if item is not None:
            self._blocks[-1].append(item)

    def _labelled(self, item: Targets | Signature, start: int) -> Targets | Signature:
        """The label stands before it as before an instruction."""
        label = self._blocks[-1].pop() if self._blocks[-1] else None
        if not isinstance(label, Label):
            raise NotUnderstood("a list of targets or a prototype has no label", start)
        return replace(item, label=label.name) if isinstance(item, Targets) else replace(item, name=label.name)
