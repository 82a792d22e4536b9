"""Reads modules of PTX: what stands outside of functions at once, the body of a function when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from hipify_py.patterns import pattern
from hipify_py.reading.numbers import whole
from hipify_py.subjects.ptx.grammar import Item, Label, NotUnderstood
from hipify_py.subjects.ptx.module.braces import closing, next_mark
from hipify_py.subjects.ptx.module.declarations import LINKAGES, SPACES
from hipify_py.subjects.ptx.module.initial import VariableParser
from hipify_py.subjects.ptx.module.syntax import Alias, Function, Module, Problem, Signature, Targets
from hipify_py.subjects.ptx.statements import StatementReader
from hipify_py.subjects.ptx.tokens import skipped

_WORD = pattern(r"[.@]*\w+")
# Registers that a function may declare beside one for each byte of it.
_MOST_REGISTERS = 4096
_MOST_PROBLEMS = 100
_LONGEST_REASON = 200
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


class _DirectiveParser(VariableParser):
    """Of one directive outside of functions, which is put into the module."""

    @property
    def behind(self) -> int:
        """Where what has been read ends."""
        return self._last

    def version(self, module: Module) -> None:
        start, _word = self.position, self._word()
        if module.version != (0, 0):
            raise NotUnderstood("a second module begins", start)
        numbers = self._taken().split(".")
        if len(numbers) != 2 or not all(map(str.isdecimal, numbers)):
            raise self._error("a version is two numbers")
        module.version = int(numbers[0]), int(numbers[1])

    def target(self, module: Module) -> None:
        self._word()
        module.targets += self._names()

    def address_size(self, module: Module) -> None:
        self._word()
        module.address_size = self._digits()

    def file(self, module: Module) -> None:
        self._word()
        number, texts = self._digits(), [self._string()]
        while self._kind() == "text":
            texts.append(self._string())
        if self._take(","):  # when it was changed, and how long it is
            self._counts()
        module.files[number] = "/".join(texts)

    def _digits(self) -> int:
        """A number that ends the directive, behind which anything may begin."""
        text = self._taken()
        if not text.isdecimal():
            raise self._error("a number is missing")
        return whole(text)

    def _string(self) -> str:
        if self._kind() != "text":
            raise self._error("a name is missing")
        return self._taken()[1:-1]

    def section(self, _module: Module) -> None:
        self._word()
        self._word()
        self._block()

    def alias(self, module: Module) -> None:
        start, _word = self.position, self._word()
        name = self._name()
        self._expect(",")
        module.aliases.append(Alias(name, self._name(), start))
        self._expect(";")

    def pragma(self, _module: Module) -> None:
        self._word()
        self._pragma()

    def declaration(self, module: Module) -> None:
        """A function, or variables."""
        start = self.position
        if not self.declares_function():
            module.variables += self.variables()
            return
        header, within = self.header(), None
        if self._sign() == "{":
            within = self._block()
        elif self._token() is None:
            raise NotUnderstood("a function has no body", start)
        else:
            self._expect(";")
        module.functions.append(
            Function(header.signature, header.is_kernel, header.linkage, header.directives, within, start)
        )


_DIRECTIVES: Mapping[str, Callable[[_DirectiveParser, Module], None]] = {
    ".version": _DirectiveParser.version,
    ".target": _DirectiveParser.target,
    ".address_size": _DirectiveParser.address_size,
    ".file": _DirectiveParser.file,
    ".section": _DirectiveParser.section,
    ".alias": _DirectiveParser.alias,
    ".pragma": _DirectiveParser.pragma,
    **{f".{word}": _DirectiveParser.declaration for word in ("entry", "func", *LINKAGES, *SPACES)},
}


class _Reader:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._text = module.text
        self._end = len(module.text.rstrip(_BEHIND_END))  # as strings in programs end

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
        found = _WORD.match(self._text, position, self._end)
        word = found[0] if found else self._text[position]
        read = _DIRECTIVES.get(word)
        if read is None:
            if not word.startswith("@@"):  # how debug information was said once
                self._report(NotUnderstood(f"unexpected '{word}'", position))
            return self._line_end(position)
        parser = _DirectiveParser(self._text, position, self._end)
        try:
            read(parser, self._module)
        except NotUnderstood as error:
            self._report(error)
            is_line = word in _LINES
            return self._line_end(position) if is_line else self._behind_statement(max(position, parser.behind))
        return parser.behind

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


class _Body(StatementReader):
    _parser = VariableParser

    def _add(self, item: Item) -> None:
        if isinstance(item, (Targets, Signature)):  # the label stands before it as before an instruction
            label = self._blocks[-1].pop() if self._blocks[-1] else None
            if not isinstance(label, Label):
                raise NotUnderstood("a list of targets or a prototype has no label", self._position)
            item = replace(item, label=label.name) if isinstance(item, Targets) else replace(item, name=label.name)
        super()._add(item)
