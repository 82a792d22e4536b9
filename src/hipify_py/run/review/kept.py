"""What is declined for good: `// hipify: off` above it and `// hipify: on` below."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.run.review.pieces import Piece, made, split

_INDENT = pattern(rb"[ \t]*")


def kept(data: bytes, pieces: Iterable[Piece], convert: Callable[[bytes], bytes]) -> list[Piece] | None:
    """The pieces that put comments around the old text of others; None where a comment cannot stand there, or would
    not be enough."""
    between = [_between(data, piece) for piece in pieces if piece.start < piece.end]
    text = made(data, between)
    again = convert(text) if between and _code(text) == _code(data) else b""
    return between if all(piece.new in again for piece in between) and again else None


def _between(data: bytes, piece: Piece) -> Piece:
    old = data[piece.start : piece.end]
    first = split(old)[0]
    indent = _INDENT.match(first)
    blank = indent[0] if indent else b""
    end = b"\r\n" if first.endswith(b"\r\n") else b"\n"
    gap = b"" if old.endswith(b"\n") else end
    return Piece(
        piece.start, piece.end, b"%b// hipify: off%b%b%b%b// hipify: on%b" % (blank, end, old, gap, blank, end)
    )


def _code(text: bytes) -> bytes:
    """What a compiler reads, but for blanks."""
    return b"".join(tokens.code_only(text).split())
