"""What conversion leaves without content goes as well: the blocks of CMake files and makefiles whose commands all go,
and lines of makefiles that add nothing to a variable any more. Where only what stands behind `else()` stays in a CMake
file, the condition is turned."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.blanks import blanked
from hipify_py.subjects.buildfiles.make_lines import ASSIGNED, lines_of
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement
from hipify_py.subjects.buildfiles.unclosed import OF_OTHERS
from hipify_py.subjects.buildfiles.words_of_options import GROUP

Items = list[Edit | Finding]
_Role = Literal["opens", "turns", "closes", "stays", "goes"]
_Span = tuple[int, int]

# Functions may be called whatever they do, and loops with `while` may be there to wait.
_ROLES: dict[bytes, _Role] = {
    b"if": "opens", b"foreach": "opens", b"elseif": "turns", b"else": "turns", b"endif": "closes",
    b"endforeach": "closes",
}  # fmt: skip
_CONDITIONAL = pattern(rb"[ \t]*(?:(?P<opens>ifn?(?:eq|def))|(?P<turns>else)|(?P<closes>endif))\b")
_SET_ONCE = pattern(rb"(?m)^[ \t]*(?:export[ \t]+)?(?P<name>[\w.]+)[ \t]*\?=")


# What binds less than `NOT` in a condition, or may not be all of it.
_LOOSE = frozenset((b"AND", b"OR", b"NOT", b"(", b")"))


class _Part(NamedTuple):
    """A command or a line, or what stands between commands."""

    role: _Role
    start: int
    end: int
    command: Statement | None = None

    @property
    def name(self) -> bytes:
        return self.command.name if self.command else b""


def in_cmake(code: bytes, data: bytes, items: Items) -> Items:
    """The items for a CMake file, with edits of blocks that keep nothing in place of what stands in these."""
    gone = _gone(items)
    if not gone:
        return items
    blocks = list(_blocks(_commands(code, blanked(data, gone), gone)))
    turned = [edit for block in blocks if block.is_turned for edit in _turned(block)]
    gone = _gone(turned)
    added = [edit for edit in turned if edit.new]
    return [*_without(items, (*_going(blocks), *gone)), *added]


def in_make(name: str, code: bytes, data: bytes, items: Items) -> Items:
    """The same for a makefile, and for lines that would add nothing."""
    gone = _gone(items)
    if not gone or name.endswith(OF_OTHERS):
        return items
    lines = list(_lines(code, blanked(data, gone)))
    alone = ((each.start, each.end) for each in lines if each.role == "goes")
    return _without(items, (*_going(_blocks(lines)), *alone))


def _gone(items: Sequence[Edit | Finding]) -> list[_Span]:
    return sorted(
        (each.start, each.end) for each in items if isinstance(each, Edit) and each.end > each.start and not each.new
    )


def _without(items: Items, spans: Iterable[_Span]) -> Items:
    outermost: list[_Span] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not outermost or end > outermost[-1][1]:
            outermost.append((start, end))
    kept = [each for each in items if not _is_within(outermost, each.start, each.end)]
    return [*kept, *(Edit(start, end, b"", "", GROUP) for start, end in outermost)]


def _is_within(spans: Sequence[_Span], start: int, end: int) -> bool:
    """Whether one of the spans, which do not overlap, reaches over a place."""
    number = bisect_right(spans, start, key=lambda span: span[0]) - 1
    return number >= 0 and end <= spans[number][1] and start < spans[number][1]


class _Block:
    """What begins each of its parts and ends it, and whether in them something stays, and something goes."""

    def __init__(self, head: _Part) -> None:
        self.heads: list[_Part] = []
        self._stays: list[bool] = []
        self._goes: list[bool] = []
        self.turn(head)

    def turn(self, head: _Part) -> None:
        self.heads.append(head)
        self._stays.append(False)
        self._goes.append(False)

    def note(self, *, stays: bool) -> None:
        (self._stays if stays else self._goes)[-1] = True

    def close(self, last: _Part) -> None:
        self.last = last

    @property
    def is_gone(self) -> bool:
        return self.going is not None and not any(self._stays)

    @property
    def going(self) -> _Span | None:
        """All of it, or the parts before its end, if there was something in them."""
        first = max((number + 1 for number, stays in enumerate(self._stays) if stays), default=0)
        if not any(self._goes[first:]):
            return None
        return self.heads[first].start, self.last.start if first else self.last.end

    @property
    def is_turned(self) -> bool:
        """Whether of `if` and `else` only the latter has something left."""
        names = [head.name for head in self.heads]
        is_asked = self.heads[0].command is not None and len(self.heads[0].command.arguments) > 0
        return is_asked and names == [b"if", b"else"] and self._goes[0] and self._stays == [False, True]


def _blocks(parts: Iterable[_Part]) -> Iterator[_Block]:
    """Those that are closed, inner ones first."""
    opened: list[_Block] = []
    for part in parts:
        if part.role == "opens":
            opened.append(_Block(part))
        elif opened and part.role == "turns":
            opened[-1].turn(part)
        elif opened and part.role == "closes":
            block = opened.pop()
            block.close(part)
            yield block
            if opened:
                opened[-1].note(stays=not block.is_gone)
        elif opened:
            opened[-1].note(stays=part.role == "stays")


def _going(blocks: Iterable[_Block]) -> Iterator[_Span]:
    """The blocks, and the last parts of blocks, that lose all that they have."""
    return (block.going for block in blocks if block.going is not None)


def _turned(block: _Block) -> Iterator[Edit]:
    """`if(A)` with `else()` becomes `if(NOT A)`, and what `endif` repeats of the condition goes."""
    asked = block.heads[0].command
    assert asked is not None
    words, why = asked.words, b" ".join(asked.words).decode("utf-8", "replace")
    starts = [each.start - each.is_quoted for each in asked.arguments]
    is_not = words[0] == b"NOT"
    is_one = not any(
        each.text in _LOOSE or (b"$" in each.text and not each.is_quoted) for each in asked.arguments[is_not:]
    )
    if is_not and is_one:
        yield Edit(starts[0], starts[1], b"", why, GROUP)
    elif is_one:
        yield Edit(starts[0], starts[0], b"NOT ", why, GROUP)
    else:
        end = asked.arguments[-1].end + asked.arguments[-1].is_quoted
        yield Edit(starts[0], starts[0], b"NOT (", why, GROUP)
        yield Edit(end, end, b")", why, GROUP)
    yield Edit(block.heads[0].end, block.heads[1].end, b"", why, GROUP)
    if block.last.command and block.last.command.arguments:
        yield Edit(block.last.command.opened + 1, block.last.command.end - 1, b"", why, GROUP)


def _commands(code: bytes, rest: bytes, gone: Sequence[_Span]) -> Iterator[_Part]:
    """The commands of a CMake file, and the comments between them. The `rest` has blanks for what goes."""
    end = 0
    for each in CMakeFile(code).statements:
        if rest[end : each.start].strip():
            yield _Part("stays", end, each.start)
        end = each.end
        is_gone = _is_within(gone, each.start, each.end)
        role = _ROLES.get(each.name) or ("goes" if is_gone else "stays")
        yield _Part(role, *_with_line(rest, each.start, each.end), each)


def _with_line(rest: bytes, start: int, end: int) -> _Span:
    """A place, with its lines if nothing else stands there."""
    line_start = rest.rfind(b"\n", 0, start) + 1
    line_end = rest.find(b"\n", end) + 1 or len(rest)
    is_alone = not (rest[line_start:start].strip() or rest[end:line_end].strip())
    return (line_start, line_end) if is_alone else (start, end)


def _lines(code: bytes, rest: bytes) -> Iterator[_Part]:
    """The lines of a makefile that are not blank in the `rest`, which has blanks for what goes."""
    once = {each["name"] for each in _SET_ONCE.finditer(code)}
    for line in lines_of(code):
        start, end = line.start, min(line.end + 1, len(code))
        is_text = line.is_recipe or line.is_defined
        role: _Role = "stays"
        if not is_text and (found := _CONDITIONAL.match(code, start, end)):
            role = next(role for role in ("opens", "turns", "closes") if found[role])
        elif not is_text and _adds_nothing(code, rest, start, end, once):
            role = "goes"
        if rest[start:end].strip():
            yield _Part(role, start, end)


def _adds_nothing(code: bytes, rest: bytes, start: int, end: int, once: set[bytes]) -> bool:
    """Whether nothing is left of what is added to a variable, of which nobody asks whether it is set."""
    found = ASSIGNED.match(code, start, end)
    if found is None or found["name"] in once or not found[0].rstrip().endswith(b"+="):
        return False
    value = slice(found.end(), end)
    return bool(code[value].strip()) and not rest[value].replace(b"\\", b"").strip()
