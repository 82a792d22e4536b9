"""A question as a unified diff: how it is shown, and what an editor makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.records import dataclass
from hipify_py.run.deliver.hunks import Hunks
from hipify_py.run.review.pieces import Lines, Piece, split

_CONTEXT = 3
_NO_NEWLINE = b"\\ No newline at end of file\n"


class EditError(Exception):
    """What came back from the editor cannot be applied, in one line."""


@dataclass(frozen=True)
class _Section:
    """What stands below one `@@`: the lines `first:last` of the old text, and what they become."""

    first: int
    last: int
    old: tuple[bytes, ...]
    new: tuple[bytes, ...]
    shift: int

    @property
    def head(self) -> bytes:
        old, new = _range(self.first, len(self.old)), _range(self.first + self.shift, len(self.new))
        return b"@@ -%b +%b @@\n" % (old, new)

    def lines(self) -> Iterator[bytes]:
        for tag, i1, i2, j1, j2 in Hunks(self.old, self.new).get_opcodes():
            for line in self.old[i1:i2]:
                yield from _signed(b" " if tag == "equal" else b"-", line)
            for line in self.new[j1:j2] if tag != "equal" else ():
                yield from _signed(b"+", line)


def patch_of(data: bytes, pieces: Sequence[Piece]) -> list[bytes]:
    """The sections of a unified diff, without the names of files above them."""
    return [line for section in _sections(data, pieces) for line in (section.head, *section.lines())]


def edited(data: bytes, pieces: Sequence[Piece], text: bytes, others: Sequence[Piece]) -> list[Piece]:
    """The pieces that an edited patch asks for instead; none where nothing is left of it. They have to keep away from
    `others`, of which each is asked for by itself."""
    lines = Lines(data)
    sections, said = _sections(data, pieces), _said(text)
    if not any(said):
        return []
    if len(said) != len(sections):
        raise EditError("the lines with @@ have to stay")
    made = [piece for section, part in zip(sections, said, strict=True) for piece in _made(lines, section, part)]
    if any(_meet(piece, other) for piece in made for other in others):
        raise EditError("it changes lines of another hunk; edit them there")
    return made


def _sections(data: bytes, pieces: Sequence[Piece]) -> list[_Section]:
    lines = Lines(data)
    groups: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda each: (each.start, each.end)):
        near = groups and lines.number(piece.start) - _behind(lines, groups[-1][-1]) <= 2 * _CONTEXT
        if near:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    sections: list[_Section] = []
    shift = 0
    for group in groups:
        first, last = max(lines.number(group[0].start) - _CONTEXT, 0), _behind(lines, group[-1]) + _CONTEXT
        start, end = lines.start(first), lines.start(last)
        old, new = split(data[start:end]), split(_with(data, start, end, group))
        sections.append(_Section(first, last, tuple(old), tuple(new), shift))
        shift += len(new) - len(old)
    return sections


def _behind(lines: Lines, piece: Piece) -> int:
    """The line behind a piece."""
    return lines.number(piece.end) if piece.end == lines.start(lines.number(piece.end)) else lines.number(piece.end) + 1


def _with(data: bytes, start: int, end: int, pieces: Sequence[Piece]) -> bytes:
    parts, at = list[bytes](), start
    for piece in pieces:
        parts += (data[at : piece.start], piece.new)
        at = piece.end
    return b"".join((*parts, data[at:end]))


def _said(text: bytes) -> list[list[bytes]]:
    """The lines below each `@@` of a patch, without comments. A blank one may have lost its sign to an editor."""
    sections: list[list[bytes]] = []
    for line in split(text):
        if line.startswith(b"@@"):
            sections.append([])
        elif sections and not line.startswith((b"#", b"\\")):
            sections[-1].append(b" " + line if line in (b"\n", b"\r\n") else line)
    return sections


def _made(lines: Lines, section: _Section, said: Sequence[bytes]) -> Iterator[Piece]:
    if bad := next((line for line in said if line[:1] not in (b" ", b"-", b"+")), None):
        raise EditError(f"a line begins with {bad[:1].decode('ascii', 'replace')!r} instead of a blank, - or +")
    old = [line[1:] for line in said if line[:1] in (b" ", b"-")]
    if [_bare(line) for line in old] != [_bare(line) for line in section.old]:
        raise EditError("lines with a blank or - have to be those of the file")
    ends = b"\r\n" if section.old and section.old[0].endswith(b"\r\n") else b"\n"
    kept = iter(section.old)
    new: list[bytes] = []
    for line in said:
        if line[:1] == b"+":
            new.append(_bare(line[1:]) + ends)
        else:
            same = next(kept)
            new += [same] if line[:1] == b" " else []
    if new and section.new and not section.new[-1].endswith(b"\n"):
        new[-1] = _bare(new[-1])
    yield from _changed(lines, section, new)


def _changed(lines: Lines, section: _Section, new: Sequence[bytes]) -> Iterator[Piece]:
    """Only the lines that change, as others may stand beside them."""
    for tag, i1, i2, j1, j2 in Hunks(section.old, new).get_opcodes():
        if tag != "equal":
            start, end = lines.start(section.first + i1), lines.start(section.first + i2)
            yield Piece(start, end, b"".join(new[j1:j2]))


def _meet(one: Piece, other: Piece) -> bool:
    return (one.start < other.end and other.start < one.end) or one.start == one.end == other.start == other.end


def _bare(line: bytes) -> bytes:
    return line.rstrip(b"\r\n")


def _range(first: int, count: int) -> bytes:
    if count == 1:
        return b"%d" % (first + 1)
    return b"%d,%d" % (first + 1 if count else first, count)


def _signed(sign: bytes, line: bytes) -> Iterator[bytes]:
    yield sign + line if line.endswith(b"\n") else sign + line + b"\n"
    if not line.endswith(b"\n"):
        yield _NO_NEWLINE
