"""What is declined for good: `// hipify: off` above it and `// hipify: on` below."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.run.review.pieces import Piece, made, split

_INDENT = pattern(rb"[ \t]*")


def kept(
    data: bytes, pieces: Iterable[Piece], convert: Callable[[bytes], bytes], others: Iterable[Piece] = ()
) -> list[Piece] | None:
    """The pieces that put comments around the old text of others; None where a comment cannot stand there, or would
    not be enough when `others` are made, too."""
    between = [_between(data, start, end) for start, end in _joined(pieces)]
    is_same = bool(between) and _code(made(data, between)) == _code(data)
    again = convert(made(data, [*others, *between])) if is_same else b""
    return between if all(piece.new in again for piece in between) and again else None


def _joined(pieces: Iterable[Piece]) -> list[tuple[int, int]]:
    """The lines of pieces, those that follow each other as one."""
    spans: list[tuple[int, int]] = []
    for piece in sorted(piece for piece in pieces if piece.start < piece.end):
        follows = bool(spans) and spans[-1][1] == piece.start
        spans.append((spans.pop()[0] if follows else piece.start, piece.end))
    return spans


def _between(data: bytes, start: int, stop: int) -> Piece:
    old = data[start:stop]
    first = split(old)[0]
    indent = _INDENT.match(first)
    blank = indent[0] if indent else b""
    end = b"\r\n" if first.endswith(b"\r\n") else b"\n"
    gap = b"" if old.endswith(b"\n") else end
    return Piece(start, stop, b"%b// hipify: off%b%b%b%b// hipify: on%b" % (blank, end, old, gap, blank, end))


def _code(text: bytes) -> bytes:
    """What a compiler reads, but for blanks."""
    return b"".join(tokens.code_only(text).split())
