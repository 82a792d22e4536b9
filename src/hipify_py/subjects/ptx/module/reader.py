"""Reads modules of PTX: what stands outside of functions at once, the body of a function when it is asked for."""

from __future__ import annotations

import re
import sys
from dataclasses import replace

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.grammar import Declaration, Label, skipped
from hipify_py.subjects.ptx.module import quick
from hipify_py.subjects.ptx.module.declarations import SPACES, DeclarationParser
from hipify_py.subjects.ptx.module.initial import variables
from hipify_py.subjects.ptx.module.marks import COMMENT, closing, next_mark, statement_end
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
_MAX_DEPTH = 50
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


def body(module: Module, function: Function) -> tuple[BodyItem, ...]:
    """What stands between the braces of a function. Raises NotUnderstood with an offset in the module's text."""
    return _Body(module.text, *function.body).items() if function.body else ()


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
        if printed := quick.quick_other(self._text, start, self._end):
            item, self._position = printed
            self._blocks[-1].append(self._affordable(item, start))
        elif (word := _WORD.match(self._text, start, self._end)) and word[0] in _VARIABLES:
            found, self._position = variables(self._text, start, self._end)
            self._blocks[-1] += found
        else:
            self._parsed(start)

    def _parsed(self, start: int) -> None:
        end = min(statement_end(self._text, start, self._end) + 1, self._end)
        parser = StatementParser(self._text, start, end, most_registers=self._most_registers)
        item = parser.statement()
        self._position = parser.position
        if isinstance(item, (Targets, Signature)):
            item = self._labelled(item, start)
        if item is not None:
            self._blocks[-1].append(self._affordable(item, start))

    def _affordable(self, item: BodyItem, start: int) -> BodyItem:
        if isinstance(item, Declaration):
            self._most_registers -= len(item.names)
            if self._most_registers < 0:
                raise NotUnderstood("the module declares too many registers", start)
        return item

    def _labelled(self, item: Targets | Signature, start: int) -> Targets | Signature:
        """The label stands before it as before an instruction."""
        label = self._blocks[-1].pop() if self._blocks[-1] else None
        if not isinstance(label, Label):
            raise NotUnderstood("a list of targets or a prototype has no label", start)
        return replace(item, label=label.name) if isinstance(item, Targets) else replace(item, name=label.name)
