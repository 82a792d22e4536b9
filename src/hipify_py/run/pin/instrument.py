"""Calls that record what they read and write, put around the calls of a source: a pure function of its text.

Only text is inserted, and no line is added but the include of the header, so that places stay what they are. What each
piece does at run time stands in helpers/pin.hpp.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit, Span, in_order, splice
from hipify_py.file.functions import ON_DEVICE, Functions, Side
from hipify_py.file.include_lines import first_line
from hipify_py.file.launches import OPENING, Launch, configuration_of, is_statement, kernel_of, launch_at
from hipify_py.file.usage import BEFORE_VALUES
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import Name
from hipify_py.run.pin.calls import CONFIGURATION, Recorded, recorded
from hipify_py.source import Source, why_not_text
from hipify_py.texts import to_bytes, to_text

_LAUNCH_MACRO = b"hipLaunchKernelGGL"
# What is passed as it is: a literal and a constant mean the same in both programs, and 0 may become a pointer only
# where it stands; a list in braces has no type.
_CONSTANT = pattern(rb"[-+]?[\d.]|[A-Z_][A-Z0-9_]*$|(?:nullptr|true|false)$|\{|[\"']|[LuUR]\d?[\"']")
_CAST = pattern(rb"\(\s*void\s*\*\s*\*\s*\)\s*|reinterpret_cast\s*<\s*void\s*\*\s*\*\s*>\s*(?P<opening>\()")
_LIST = pattern(rb"\{")
# The roles in which a constant may be a value like others.
_NUMBERS = frozenset(("grid", "block", "shared", "bytes"))
_PACK = pattern(
    rb"(?P<pattern>(?P<name>[A-Za-z_]\w*)|(?:std\s*::\s*)?forward\s*<[^<>()]*>\s*\(\s*(?P<forwarded>[A-Za-z_]\w*)\s*\))"
    rb"\s*\.\.\."
)
_BEFORE_CALLS = BEFORE_VALUES | {b"and", b"or", b"not"}
# What stands in the parentheses of these is never called, and may hold no lambda before C++20.
_UNEVALUATED = pattern(rb"\b(?:sizeof|(?:__)?(?:decltype|typeof|alignof)(?:__)?|noexcept|typeid|static_assert)\s*$")
_LONGEST_OPERATOR = 40
_LONGEST_EXPRESSION = 400
# What a kernel's name may stand in or behind.
_BESIDE_NAME = pattern(rb"\bHIP_KERNEL_NAME\b|\(|\bthis\s*->|\btemplate\b")
# Of names of files. A macro may make its argument's text a format, in which `%` is none of the program's; of bytes that
# are no UTF-8, Python makes surrogates.
_ESCAPED = pattern(r'["\\\n\r%\udc80-\udcff]')


class Place(NamedTuple):
    """A call that is not recorded, and why."""

    line: int
    name: str
    why: str


class Instrumented(NamedTuple):
    """`data` is the source as it was where nothing in it is recorded."""

    data: bytes
    recorded: Counter[str]  # by kind
    left: tuple[Place, ...]


class _Value(NamedTuple):
    """A value that is passed through, and what it is to the call.

    `pack` is the parameter pack in it, of which the first value is argument `number`.
    """

    span: Span
    role: str
    pack: str = ""
    number: int = 0


class _Call(NamedTuple):
    """A call that is recorded."""

    start: int
    end: int
    name: str  # in quotes, or a macro's parameter
    kind: str
    values: Sequence[_Value]
    is_statement: bool = False
    returns: bool = False


def instrument(data: bytes, path: str, header: str, *, is_cuda: bool) -> Instrumented:
    """`path` is what records call the file, `header` how it includes ours."""
    source = Source(path, data)
    if why_not_text(data):
        return Instrumented(data, Counter(), ())
    if b"HIPIFY_PIN_SITE" in data:
        return Instrumented(data, Counter(), (Place(1, "the file", "it is instrumented already"),))
    found = _Calls(Reading(source, is_cuda))
    calls = found.outermost
    if not calls:
        return Instrumented(data, Counter(), tuple(found.left))
    edits = [edit for call, nth in _numbered(calls) for edit in _edits(source, path, call, nth)]
    edits.append(_include(found.reading, header, calls))
    return Instrumented(splice(data, in_order(edits)), Counter(call.kind for call in calls), tuple(found.left))


def _numbered(calls: Sequence[_Call]) -> Iterator[tuple[_Call, int]]:
    """Each with its number among those of its name, which a conversion keeps as it keeps their order. Macros that are
    passed the kernel may all be passed the same one, whatever they call it."""
    seen = Counter[str]()
    for call in calls:
        name = call.name[:1] if call.name.startswith("#") else call.name
        yield call, seen[name]
        seen[name] += 1


class _Calls:
    """What is recorded of a file, and what is `left`."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.left: list[Place] = []
        self._functions = Functions(reading)
        self._recorded = recorded()

    @cached_property
    def outermost(self) -> list[_Call]:
        """In order. A call among the arguments of another one is not recorded itself."""
        found: list[_Call] = []
        for call in sorted((*self._launches(), *self._macros(), *self._of_functions()), key=lambda call: call.start):
            if found and call.start < found[-1].end:
                self._leave(call.start, call.name, "it is an argument of another call")
            else:
                found.append(call)
        return found

    def _leave(self, offset: int, name: str, why: str) -> None:
        self.left.append(Place(self.reading.source.position(offset).line, name.strip('"#'), why))

    def _is_on_host(self, offset: int) -> bool:
        side = self._functions.side_at(offset)
        return side is Side.MACRO or side not in ON_DEVICE | {Side.FILE}

    def _launches(self) -> Iterator[_Call]:
        behind = 0
        for sign in OPENING.finditer(self.reading.code):
            launch = launch_at(self.reading, Span(*sign.span())) if sign.start() >= behind else None
            if sign.start() < behind or not self._is_on_host(sign.start()):
                continue
            call = self._launch(launch, behind) if launch else None
            if call is None:
                self._leave(sign.start(), "<<<", "its parts cannot be determined")
            else:
                yield call
            behind = launch.end + 1 if launch else behind

    def _launch(self, launch: Launch, behind: int) -> _Call | None:
        kernel, configuration = kernel_of(self.reading, launch, behind), configuration_of(self.reading, launch)
        if kernel is None or configuration is None or launch.arguments is None or launch.holds_launch:
            return None
        values = [*self._configured(configuration), *self._values(launch.arguments)]
        return _Call(kernel.start, launch.arguments.end + 1, self._kernel_name(kernel), "launch", values)

    def _configured(self, parts: Sequence[Span]) -> Iterator[_Value]:
        return self._passed_through(zip(parts, CONFIGURATION, strict=False))

    def _passed_through(self, values: Iterable[tuple[Span, str]]) -> Iterator[_Value]:
        for span, role in values:
            if role == "out":  # in a cast, what the memory is for is still known
                span = self._within_cast(span)
            if not (_CONSTANT if role not in _NUMBERS else _LIST).match(self._text(span)):
                yield _Value(span, role)

    def _within_cast(self, span: Span) -> Span:
        cast = _CAST.match(self.reading.code, span.start, span.end)
        if cast is None:
            return span
        if cast["opening"] is None:
            return Span(cast.end(), span.end)
        is_whole = self.reading.closers.get(cast.end() - 1) == span.end - 1
        return Span(*self.reading.stripped(cast.end(), span.end - 1)) if is_whole else span

    def _text(self, span: Span) -> bytes:
        return self.reading.source.text[span.start : span.end]

    def _values(self, arguments: Span, first: int = 0) -> Iterator[_Value]:
        """The arguments that are looked at, with their numbers."""
        for number, part in enumerate(self.reading.split(*arguments)[first:]):
            span = Span(*self.reading.stripped(*part))
            text = self._text(span)
            if text.endswith(b"..."):
                yield from self._pack(span, text, number)
            elif text and b"__VA_ARGS__" not in text and not _CONSTANT.match(text):
                yield _Value(span, f"arg<{number}>")

    def _pack(self, span: Span, text: bytes, number: int) -> Iterator[_Value]:
        pack = _PACK.fullmatch(text)
        if pack is None:
            self._leave(span.start, text.decode("utf-8", "replace"), "it is more than the name of a parameter pack")
            return
        name = pack["name"] or pack["forwarded"]
        yield _Value(Span(span.start, span.start + pack.end("pattern")), "passed", to_text(name), number)

    def _kernel_name(self, kernel: Span) -> str:
        """A kernel's name without template arguments; of a macro's parameter what is passed."""
        macro = self.reading.macro_at(kernel.start)
        text = b"".join(_BESIDE_NAME.sub(b"", self.reading.code[kernel.start : kernel.end]).split()).rstrip(b")")
        if macro is not None and text in (macro.parameters or ()):
            return f"#{to_text(text)}"
        return _quoted(text.partition(b"<")[0].rstrip(b")").decode("utf-8", "replace"))

    def _macros(self) -> Iterator[_Call]:
        """Launches by hipLaunchKernelGGL, which is a statement."""
        for name in self.reading.names((_LAUNCH_MACRO,)):
            arguments = self._arguments(name)
            if arguments is None or not self._is_on_host(name.start) or self._is_defined_at(name):
                continue
            parts = [Span(*self.reading.stripped(*part)) for part in self.reading.split(*arguments)]
            is_alone = is_statement(self.reading, Span(name.start, arguments.end + 1))
            if len(parts) < 5 or not is_alone:
                why = "its parts cannot be determined" if is_alone else "it is no statement of its own"
                self._leave(name.start, to_text(name.text), why)
                continue
            values = [*self._configured(parts[1:5]), *self._values(arguments, 5)]
            kernel = self._kernel_name(parts[0])
            yield _Call(name.start, arguments.end + 1, kernel, "launch", values, is_statement=True)

    def _of_functions(self) -> Iterator[_Call]:
        for name in self.reading.names(self._recorded):
            arguments, function = self._arguments(name), self._recorded[name.text]
            if not self._is_on_host(name.start) or self._is_defined_at(name) or (start := self._start(name)) is None:
                continue
            why = self._why_not(name, start, arguments)
            if arguments is None or why:
                if why:
                    self._leave(name.start, to_text(name.text), why)
                continue
            parts = [Span(*self.reading.stripped(*part)) for part in self.reading.split(*arguments)]
            if not _is_meant(function, parts):
                self._leave(name.start, to_text(name.text), "its arguments are not those of the function")
                continue
            values = self._of_roles(function, parts)
            if function.has_rest:
                taken = {value.span for value in values}
                values += (value for value in self._values(arguments) if value.span not in taken)
            called = self._called(function, parts)
            yield _Call(start, arguments.end + 1, called, function.kind, values, returns=True)

    def _of_roles(self, function: Recorded, parts: Sequence[Span]) -> list[_Value]:
        known = ((parts[position], role) for position, role in function.roles.items() if position < len(parts))
        return list(self._passed_through((part, role) for part, role in known if role != "kernel"))

    def _called(self, function: Recorded, parts: Sequence[Span]) -> str:
        kernel = next((position for position, role in function.roles.items() if role == "kernel"), None)
        if kernel is None:
            return _quoted(function.name)
        return _quoted(
            _last_name(self.reading.code[parts[kernel].start : parts[kernel].end]).decode("utf-8", "replace")
        )

    def _arguments(self, name: Name) -> Span | None:
        opening = self.reading.neighbours(name).after
        if self.reading.code[opening : opening + 1] == b"<":  # `cudaMalloc<float>(…)`
            opening = self.reading.behind_template_arguments(opening) or len(self.reading.code)
        if self.reading.code[opening : opening + 1] != b"(" or self.reading.arguments(opening) is None:
            return None
        return Span(opening + 1, self.reading.closers[opening])

    def _is_defined_at(self, name: Name) -> bool:
        """Whether a name is that of a macro where it is defined."""
        macro = self.reading.macro_at(name.start)
        return macro is not None and name.start < macro.body

    def _why_not(self, name: Name, start: int, arguments: Span | None) -> str:
        if arguments is None:
            is_called = self.reading.neighbours(name).sign_after == b"("
            return "its arguments cannot be determined" if is_called else ""
        if any(macro.parameters is not None for macro in self.reading.macros_called.get(name.text, ())):
            return "the file defines a macro by that name"
        return "it is not evaluated" if self._is_unevaluated(start) else ""

    def _is_unevaluated(self, offset: int) -> bool:
        code, low, _high = self.reading.surroundings(offset)
        low = max(low, offset - _LONGEST_EXPRESSION)
        while (opening := self.reading.bracket_around(code, offset, low)) is not None and code[opening] != 0x7B:
            if _UNEVALUATED.search(code, max(low, opening - _LONGEST_OPERATOR), opening):
                return True
            offset = opening
        return False

    def _start(self, name: Name) -> int | None:
        """Where the call begins; None where it is a declaration, a member or somebody else's function."""
        around = self.reading.neighbours(name)
        before = around.before
        if around.sign_before in (b".", b"~", b"#") or around.preceded_by(b"->"):
            return None
        start = name.start
        if (colons := around.colons_before(before)) is not None:
            start, before = colons, around.rskip_blank(colons)
        word = tokens.word_before(around.code, before, around.low)
        if word is not None and word.text not in _BEFORE_CALLS:
            return None
        is_pointed = around.code[before - 1 : before] in (b"*", b"&") and tokens.word_before(
            around.code, around.rskip_blank(before - 1), around.low
        )
        return None if is_pointed else start


def _last_name(text: bytes) -> bytes:
    """The name of a kernel behind casts and before template arguments."""
    end = len(text.rstrip(b") \t\r\n"))
    depth = 0
    while text[end - 1 : end] == b">" or depth:
        depth += {b">": 1, b"<": -1}.get(text[end - 1 : end], 0)
        end -= 1
        if end == 0:
            break
    start = end
    while start > 0 and (text[start - 1 : start].isalnum() or text[start - 1 : start] in b"_:"):
        start -= 1
    return text[start:end]


def _is_meant(function: Recorded, parts: Sequence[Span]) -> bool:
    if any(part.start == part.end for part in parts):
        return False
    if function.arities is not None:
        return len(parts) in function.arities
    needed = (position for position, role in function.roles.items() if role not in CONFIGURATION)
    return len(parts) > max(needed, default=-1)


def _edits(source: Source, path: str, call: _Call, nth: int) -> Iterator[Edit]:
    """`(begin(…), call with its values passed through, end())`."""
    packs = [value for value in call.values if value.pack]
    counts = [str(sum(_is_awaited(call, value) for value in call.values) - len(packs))]
    counts += (f"sizeof...({value.pack})" for value in packs)
    line = source.position(call.start).line
    site = f'HIPIFY_PIN_SITE("{call.kind}", {_quoted(path)}, {line}, {call.name}, {nth})'
    first = [f"hipify_pin_begin({site}, {' + '.join(counts)})"]
    first += (f"hipify_pin_pack<{value.number}>({value.pack}...)" for value in packs)
    before, after = _around(call, ", ".join(first))
    yield _insertion(call.start, before)
    for value in call.values:
        yield _insertion(value.span.start, f"hipify_pin_{value.role}(")
        yield _insertion(value.span.end, ")")
    yield _insertion(call.end, after)


def _around(call: _Call, begin: str) -> tuple[str, str]:
    if call.is_statement:
        return f"do {{ {begin}; ", "; hipify_pin_end(); } while (0)"
    if call.returns:
        return f"({begin}, hipify_pin_returned(", "))"
    return f"({begin}, ", ", hipify_pin_end())"


def _is_awaited(call: _Call, value: _Value) -> bool:
    """Whether a call is complete only with this value. The configuration of a launch comes before its arguments; what
    a function is given may come in any order."""
    return value.role not in CONFIGURATION or (value.role == "stream" and call.kind != "launch")


def _insertion(at: int, text: str) -> Edit:
    return Edit(at, at, to_bytes(text), "", "pin")


def _quoted(text: str) -> str:
    return '"' + _ESCAPED.sub(lambda found: _escape(found[0]), text) + '"'


def _escape(sign: str) -> str:
    return f"\\{sign}" if sign in '"\\' else f"\\{ord(sign) & 0xFF:03o}"


def _include(reading: Reading, header: str, calls: Sequence[_Call]) -> Edit:
    """Behind the last include before the first call that stands in no condition and no braces: what the file defines
    for headers of others is defined by then. A macro that calls is used behind all of them, as a rule."""
    first = next((call.start for call in calls if reading.macro_at(call.start) is None), calls[0].start)
    lines = [line for line, _name in reading.headers if line.end <= first and _is_at_top(reading, line.start)]
    at = reading.line_stop(lines[-1].start) if lines else first_line(reading)
    text = b'#include "' + to_bytes(header) + b'"' + reading.line_end
    return Edit(at, at, text if reading.begins_line(at) else reading.line_end + text, "", "pin")


def _is_at_top(reading: Reading, offset: int) -> bool:
    around = reading.conditionals.around(offset)
    return reading.scopes.at(offset) is None and all(branch.chain.is_guard for branch in around)
