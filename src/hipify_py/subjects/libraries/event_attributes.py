"""`nvtxEventAttributes_t a; a.message.ascii = "x"; nvtxRangePushEx(&a);`: ROCTx takes the message alone, which is what
remains: `roctxRangePushA("x");`. Where it is not certain which message a call has, the variable becomes one for it. One
with which anything else is done stays as it is, and LIB002 reports it. LIB031: what the message stood beside."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.effects import acts
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Decision
from hipify_py.file.rewrites import Anchors
from hipify_py.findings import Finding
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name, comments, join_lines, rskip_blank, skip_blank, word_before
from hipify_py.records import dataclass
from hipify_py.subjects.libraries.message_alone import message_alone
from hipify_py.texts import to_text

_TYPE = b"nvtxEventAttributes_t"
ANCHORS = Anchors(frozenset((_TYPE,)), tells=False)

_CALLS = {
    b"nvtxMarkEx": b"roctxMarkA",
    b"nvtxRangePushEx": b"roctxRangePushA",
    b"nvtxRangeStartEx": b"roctxRangeStartA",
}
_MESSAGE, _MESSAGE_TYPE, _ASCII = b"message.ascii", b"messageType", b"NVTX_MESSAGE_TYPE_ASCII"
_FORMAL = frozenset((b"version", b"size", b"reserved0", _MESSAGE_TYPE))
_DROPPED = pattern(rb"category|color(?:Type)?|payload(?:Type|\.(?:ull|ll|d|ui|i|f)Value)")
_ZEROS = pattern(rb"(?:\s|,|0|NVTX_VERSION|NVTX_EVENT_ATTRIB_STRUCT_SIZE)*")
_WHOLE = pattern(rb"sizeof\s{0,9}\(?\s{0,9}\w+\s{0,9}\)?|NVTX_EVENT_ATTRIB_STRUCT_SIZE")
_NAME = pattern(rb"[A-Za-z_]\w*")
_MEMBER = pattern(rb"\w+(?:\s*\.\s*\w+)?")
_LITERAL = pattern(rb'\s*"[^"]*"\s*')
# Between a message and its call, without blanks: what gets the result.
_RECEIVER = pattern(rb"(?:[\w.:*&<>\[\]-]{0,200}(?<![=!<>])=)?(?:return)?(?:\(void\))?(?:::)?")
# Of a variable with more, nothing is asked.
_MOST_USES = 200
_OTHER_WAYS = frozenset((b"goto", b"case", b"default"))


class _Statement(NamedTuple):
    """From its first token to its semicolon."""

    start: int
    end: int
    member: bytes = b""
    value: tuple[int, int] = (0, 0)


class _Call(NamedTuple):
    name: Name
    argument: tuple[int, int]
    end: int


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    left = {item.name.start for item, decision in facts.decisions if decision is Decision.LEFT}
    for name in facts.names(ANCHORS.words):
        variable = _Variable.declared(facts, name, left) if name.start in left else None
        if variable is None or not variable.is_certain:
            continue
        yield from variable.edits()
        if variable.drops:
            yield message_alone(name.start, name.end, _TYPE.decode())


@dataclass(frozen=True)
class _Variable:
    """A variable of a function or of a macro's body, up to the end of its block."""

    facts: Facts
    left: set[int]
    kind: Name
    name: Name
    declaration: _Statement
    end: int

    @classmethod
    def declared(cls, facts: Facts, kind: Name, left: set[int]) -> _Variable | None:
        """The variable that a type's name declares, if its value is nothing but zeros."""
        reading, around = facts.reading, facts.reading.neighbours(kind)
        end = _end_of_block(facts, kind, around)
        found = _NAME.match(around.code, around.after, around.high)
        if end is None or found is None or not _begins_statement(around, kind.start):
            return None
        name = Name(found.start(), found.end(), found[0])
        place = around.token_after(name.end)
        if around.code[place : place + 1] == b"=":
            place = around.token_after(place + 1)
        closing = reading.closers.get(place) if around.code[place : place + 1] == b"{" else None
        if closing is not None:
            if not _ZEROS.fullmatch(join_lines(around.code[place + 1 : closing])):
                return None
            place = around.token_after(closing + 1)
        elif place != around.token_after(name.end):
            return None
        if around.code[place : place + 1] != b";" or place >= end:
            return None
        return cls(facts, left, kind, name, _Statement(kind.start, place + 1), end)

    @cached_property
    def _uses(self) -> list[_Statement | _Call] | None:
        """All that is done with it; None where that is something else than to fill it and to pass it on."""
        found: list[_Statement | _Call] = []
        done = self.declaration.end
        names = self.facts.reading.names([self.name.text])
        names = names[bisect_left(names, (done,)) : bisect_left(names, (self.end,))]
        if len(names) > _MOST_USES:
            return None
        for name in names:
            around = self.facts.reading.neighbours(name)
            is_here = done <= name.start and around.code is self._around.code
            if not is_here or around.sign_before == b"." or around.preceded_by(b"->"):
                continue
            use = self._filled(name, around) or self._passed(name, around)
            if use is None:
                return None
            found.append(use)
            done = use.end
        return found

    @cached_property
    def _around(self) -> Neighbours:
        return self.facts.reading.neighbours(self.kind)

    def _filled(self, name: Name, around: Neighbours) -> _Statement | None:
        """`a.color = 0xff00ff00;`"""
        code = around.code
        path = (
            _MEMBER.match(code, around.token_after(around.after + 1), around.high)
            if around.sign_after == b"."
            else None
        )
        place = around.token_after(path.end()) if path else name.end
        if path is None or code[place : place + 1] != b"=" or code[place + 1 : place + 2] == b"=":
            return None
        end = self._semicolon(place + 1)
        if end is None or not _begins_statement(around, name.start):
            return None
        member = b"".join(join_lines(path[0]).split())
        return _Statement(name.start, end + 1, member, self.facts.reading.stripped(place + 1, end))

    def _semicolon(self, place: int) -> int | None:
        """Where the statement ends that goes on at a place."""
        code, closers = self._around.code, self.facts.reading.closers
        while place < self.end:
            sign = code[place : place + 1]
            if sign == b";":
                return place
            if sign in (b")", b"]", b"}"):
                return None
            place = closers.get(place, self.end) + 1 if sign in (b"(", b"[", b"{") else place + 1
        return None

    def _passed(self, name: Name, around: Neighbours) -> _Statement | _Call | None:
        """`nvtxRangePushEx(&a)`, `memset(&a, 0, sizeof(a));`"""
        opening = around.rskip_blank(around.before - 1) - 1
        if around.sign_before != b"&" or around.code[opening : opening + 1] != b"(":
            return None
        spans = self.facts.reading.arguments(opening)
        called = word_before(around.code, around.rskip_blank(opening), around.low)
        if not spans or called is None:
            return None
        closing = self.facts.reading.closers[opening]
        if self.facts.reading.stripped(*spans[0])[1] != name.end:
            return None
        if called.text in _CALLS and called.start in self.left and len(spans) == 1:
            return _Call(called, spans[0], closing + 1)
        return self._cleared(called, spans, closing, around)

    def _cleared(
        self, called: Name, spans: list[tuple[int, int]], closing: int, around: Neighbours
    ) -> _Statement | None:
        texts = [join_lines(around.code[slice(*span)]).strip() for span in spans[1:]]
        end = around.token_after(closing + 1)
        is_whole = called.text == b"memset" and len(texts) == 2 and texts[0] == b"0" and _WHOLE.fullmatch(texts[1])
        if not is_whole or around.code[end : end + 1] != b";":
            return None
        start = called.start
        if (colons := around.colons_before(start)) is not None:
            scope = word_before(around.code, around.rskip_blank(colons), around.low)
            if scope is None or scope.text != b"std":
                return None
            start = scope.start
        return _Statement(start, end + 1) if _begins_statement(around, start) else None

    @property
    def _statements(self) -> list[_Statement]:
        return [use for use in self._uses or () if isinstance(use, _Statement)]

    @property
    def _messages(self) -> list[_Statement]:
        return [use for use in self._statements if use.member == _MESSAGE]

    @property
    def _calls(self) -> list[_Call]:
        return [use for use in self._uses or () if isinstance(use, _Call)]

    @property
    def drops(self) -> bool:
        return any(_DROPPED.fullmatch(use.member) for use in self._statements)

    @property
    def is_certain(self) -> bool:
        """Whether the messages are texts, and nothing that goes with the rest does anything."""
        if not self._calls:
            return False
        messages, types = self._messages, [use for use in self._statements if use.member == _MESSAGE_TYPE]
        if bool(messages) != bool(types) or any(self._text(use.value) != _ASCII for use in types):
            return False
        clears = [use.start for use in self._statements if not use.member]
        if messages and any(place > messages[0].start for place in clears):
            return False
        return all(self._is_known(use) for use in self._statements)

    def _is_known(self, use: _Statement) -> bool:
        value = self._text(use.value)
        if self.facts.reading.is_interrupted(use.start, use.end):
            return False
        if use.member == _MESSAGE:
            return bool(value) and self.name.text not in _NAME.findall(value)
        is_member = not use.member or use.member in _FORMAL or _DROPPED.fullmatch(use.member) is not None
        return is_member and not acts(value)

    def _text(self, span: tuple[int, int]) -> bytes:
        return join_lines(self._around.code[slice(*span)])

    def edits(self) -> Iterator[Edit]:
        messages = [self._message_of(call) for call in self._calls]
        if any(message is None for message in messages):
            yield from self._as_text()
            return
        yield from self._without((self.declaration, *self._statements))
        for call, message in zip(self._calls, messages, strict=True):
            yield self._call(call, message or b"")

    def _as_text(self) -> Iterator[Edit]:
        """The variable as one for the message."""
        code, name = self._around.code, self.name.text
        start, end = self.declaration.start, self.declaration.end
        new = b"const char* " + name + b' = "";'
        yield Edit(start, end, (new,), _TYPE.decode(), "nvtx", (code[start:end],))
        yield from self._without([use for use in self._statements if use.member != _MESSAGE])
        for use in self._messages:
            behind = rskip_blank(code, code.rindex(b"=", use.start, use.value[0]), use.start)
            yield Edit(use.start, behind, name, _TYPE.decode(), "nvtx", (code[use.start : behind],))
        for call in self._calls:
            yield self._call(call, name)

    def _call(self, call: _Call, message: bytes) -> Edit:
        code = self._around.code
        new = _CALLS[call.name.text] + b"(" + message + b")"
        return Edit(
            call.name.start, call.end, new, to_text(call.name.text), "nvtx", (code[call.name.start : call.end],)
        )

    def _message_of(self, call: _Call) -> bytes | None:
        """The message that a call certainly has, as text that means the same there; None if that is not certain."""
        if not self._messages:
            return b'""'
        reading = self.facts.reading
        index = bisect_right([use.start for use in self._messages], call.name.start) - 1
        message = self._messages[max(index, 0)]
        text = reading.source.text[slice(*message.value)]
        if index < 0 or reading.is_interrupted(message.start, call.end) or b"\n" in text:
            return None
        if self._follows(message, call):
            return text if not self._may_convert(message) else None
        between = self._around.code[message.end : call.name.start]
        if not _LITERAL.fullmatch(self._around.code, *message.value) or _OTHER_WAYS.intersection(
            _NAME.findall(between)
        ):
            return None
        filled, called = self._blocks(message.start), self._blocks(call.name.start)
        is_last = index + 1 == len(self._messages)
        return text if filled[0] == called[0] or (is_last and filled[0] in called) else None

    def _follows(self, message: _Statement, call: _Call) -> bool:
        """Whether nothing is done between a message and its call."""
        code, place, rest = self._around.code, message.end, b""
        for use in self._statements:
            if message.end <= use.start < call.name.start:
                rest += code[place : use.start]
                place = use.end
        left = join_lines(rest + code[place : call.name.start])
        return _RECEIVER.fullmatch(b"".join(left.split())) is not None

    def _may_convert(self, message: _Statement) -> bool:
        """Whether a message has names that conversion may change."""
        listed = self.facts.listed
        index = bisect_left(listed, message.start, key=lambda item: item.name.start)
        return index < len(listed) and listed[index].name.start < message.end

    def _blocks(self, place: int) -> list[int]:
        """Where the braces open around a place of the variable's block, the innermost first; -1 for that block."""
        found = _braces_around(self.facts, self._around.code, self.declaration.end, place)
        return [*found[::-1], -1]

    def _without(self, uses: Sequence[_Statement]) -> Iterator[Edit]:
        """Statements go with their lines, those that follow each other together."""
        reading, code = self.facts.reading, self._around.code
        runs: list[list[_Statement]] = []
        for use in uses:
            behind = runs[-1][-1].end if runs else use.start
            is_next = skip_blank(code, behind, use.start) == use.start and not reading.is_interrupted(behind, use.start)
            if runs and is_next:
                runs[-1].append(use)
            else:
                runs.append([use])
        for run in runs:
            start, end = self._with_lines(run[0].start, run[-1].end)
            takes = tuple(code[use.start : use.end] for use in run)
            yield Edit(start, end, (), _TYPE.decode(), "nvtx", takes)

    def _with_lines(self, start: int, end: int) -> tuple[int, int]:
        """With all of the lines, if nothing else stands there; in a macro with the line ends before."""
        reading, around = self.facts.reading, self._around
        if around.code is not reading.plain:
            return rskip_blank(reading.code, start, around.low), end
        line, stop = reading.line_start(start), reading.line_stop(end)
        if not (reading.code[line:start].strip() or reading.code[end:stop].strip()):
            return (start, end) if any(comments(reading.source.text[line:stop])) else (line, stop)
        before = rskip_blank(reading.code, start, line)
        return (before if before > line else start), end


def _begins_statement(around: Neighbours, start: int) -> bool:
    """Whether what begins at a place is a statement by itself: no branch of an `if` that would be left without one."""
    before = around.rskip_blank(start)
    return before <= around.low or around.code[before - 1 : before] in (b";", b"{", b"}")


def _end_of_block(facts: Facts, kind: Name, around: Neighbours) -> int | None:
    """Where the block ends that a place stands in, in a function or in the body of a macro."""
    reading = facts.reading
    if around.code is reading.plain:
        scope = reading.scopes.at(kind.start)
        return scope.end if scope is not None and scope.kind is Kind.BLOCK else None
    macro = reading.macro_at(kind.start)
    if macro is None or kind.start < macro.body:
        return None
    opened = _braces_around(facts, around.code, macro.body, kind.start)
    return reading.closers[opened[-1]] if opened else around.high


def _braces_around(facts: Facts, code: bytes, start: int, place: int) -> list[int]:
    """Where the braces open between two places that are still open at the second one."""
    found, closers = [], facts.reading.closers
    opening = code.find(b"{", start, place)
    while opening >= 0:
        if closers.get(opening, -1) >= place:
            found.append(opening)
        opening = code.find(b"{", opening + 1, place)
    return found
