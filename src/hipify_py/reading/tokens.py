"""The byte-exact token scan: what is code, what is a name.

`code_only` blanks comments and the insides of literals and keeps every offset, so that whoever looks for a name, a
bracket or a directive afterwards can use plain regular expressions and never meets a string. It cannot fail: whatever
is unterminated ends at the line (strings) or at the file (comments, raw strings).
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Sequence, Set
from functools import lru_cache, partial
from typing import NamedTuple, cast

from hipify_py.patterns import pattern


def compile_linear(text: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Compile a pattern written with possessive repeats.

    They keep memory constant on literals with millions of escapes; Python 3.10 lacks them and matches the same
    texts without.
    """
    if sys.version_info < (3, 11):
        text = text.replace(b"*+", b"*")
    return pattern(text, flags)


# A digit separator is an apostrophe between hexadecimal digits, unless what stands before it is the prefix u8 or a
# keyword that can precede a character.
_NOT_A_DIGIT_SEPARATOR = (
    rb"(?:(?<![0-9A-Fa-f]')|(?<=u8')|(?<=case')|(?<=else')|(?<=sizeof')|(?<=and')|(?<=yield')|(?![0-9A-Fa-f]))"
)
_OPAQUE = compile_linear(
    rb"""
      //[^\\\r\n]*+(?:\\(?:[ \t]*+\r?\n)?[^\\\r\n]*+)*+
    | /\*(?:.*?\*/|.*)
    | "(?:(?<=(?<![\w$])R")|(?<=(?<![\w$])[uUL]R")|(?<=(?<![\w$])u8R"))([^ ()\\\s]{0,16})\((?:.*?\)\1"|.*)
    | "[^"\\\r\n]*+(?:\\(?:[ \t]*+\r?\n|.)[^"\\\r\n]*+)*+"?
    | '"""
    + _NOT_A_DIGIT_SEPARATOR
    + rb"""[^'\\\r\n]*+(?:\\(?:[ \t]*+\r?\n|.)[^'\\\r\n]*+)*+'?""",
    re.DOTALL | re.VERBOSE,
)
_LONE_CARRIAGE_RETURN = pattern(rb"\r(?!\n)")

SPLICE = rb"\\[ \t]*\r?\n"
_SPLICE = pattern(SPLICE)
_SPLICE_BEFORE_WORD = pattern(SPLICE + rb"[\w$\x80-\xff]")
_PASTE = pattern(rb"##+")
# Identifiers may hold `$` and non-ASCII letters, and may be cut by a backslash at the end of a line.
_NAME = pattern(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")
_WORD = pattern(rb"[\w$\x80-\xff]+")
_SPLICED_WORD = pattern(rb"[\w$\x80-\xff]+(?:(?:" + SPLICE + rb")+[\w$\x80-\xff]+)+")
WORD_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$" + bytes(range(128, 256)))
_OF_WORDS = bytes(WORD_BYTES)
# Few words are longer.
_USUAL_LENGTH = 40
_BEFORE_NO_NAME = WORD_BYTES | frozenset(b"'")
_WORDS_ONLY = bytes(byte if byte in WORD_BYTES else 0x20 for byte in range(256))
_BLANKS = b" \t\r\n\f\v"
_BEGIN_BLANK = frozenset(_BLANKS + b"\\")
_SPACE = 0x20
_BLANK = compile_linear(rb"(?:\s|\\[ \t]*\r?\n)*+")


# Up to so many words are found faster by a search for them than among all identifiers; one after the other, if they
# stand further apart than so many bytes.
_FEW, _SPARSE = 6, 100


class Name(NamedTuple):
    start: int
    end: int
    text: bytes


# As `Name(…)`, without the call that a named tuple makes of it: most of what is made of a file are names.
_name = cast("Callable[[tuple[int, int, bytes]], Name]", partial(tuple.__new__, Name))


def code_only(text: bytes) -> bytes:
    """The text with comments and the insides of literals blanked, offset for offset; a lone CR becomes a line end."""
    code = _OPAQUE.sub(_blank, text)
    if b"\r" in code:
        code = _LONE_CARRIAGE_RETURN.sub(b"\n", code)
    return code


def comments(text: bytes) -> Iterator[tuple[int, int]]:
    """Where comments begin and end."""
    return (match.span() for match in _OPAQUE.finditer(text) if text[match.start()] == 0x2F)


def without_comments(text: bytes) -> bytes:
    """The text with comments blanked, offset for offset."""
    return _OPAQUE.sub(lambda match: b" " * len(match.group()) if match.group()[0] == 0x2F else match.group(), text)


def words(text: bytes) -> list[bytes]:
    """Every word as written, in any context: a fast upper bound of the names of a file."""
    return text.translate(_WORDS_ONLY).split()


def names(code: bytes, wanted: frozenset[bytes]) -> list[Name]:
    """The wanted identifiers of blanked code, in order; line splices are part of a name's span and not of its text."""
    hits = [match for match in _search_for(wanted).finditer(code) if match.group() in wanted]
    # One object a text: a file of a million calls holds a handful of names.
    texts: dict[bytes, bytes] = {}
    found = [_name((*match.span(), texts.setdefault(match.group(), match.group()))) for match in hits]
    if may_cut_names(code):
        found = _with_spliced(code, found, wanted)
    # What follows a digit, or the quote between digits, is the rest of a number; what follows a literal is its suffix.
    return [name for name in found if name.start == 0 or code[name.start - 1] not in _BEFORE_NO_NAME]


def places(code: bytes, wanted: Set[bytes], listed: Sequence[bytes] = ()) -> dict[bytes, list[Name]]:
    """Where wanted words stand in blanked code that cuts none, of which all may be `listed`. A few rare ones are found
    without a list of all."""
    if len(wanted) <= _FEW and sum(map(code.count, wanted)) * _SPARSE < len(code):
        return {word: list(_places_of_word(word, code)) for word in wanted}
    return places_among(listed or words(code), code, wanted)


def _places_of_word(word: bytes, code: bytes) -> Iterator[Name]:
    for start in places_of(word, code):
        end = start + len(word)
        begins = start == 0 or code[start - 1] not in _BEFORE_NO_NAME
        if begins and (end == len(code) or code[end] not in WORD_BYTES):
            yield _name((start, end, word))


def places_among(listed: Iterable[bytes], code: bytes, wanted: Set[bytes]) -> dict[bytes, list[Name]]:
    """The same where all words are at hand: each is looked for behind the one before, which costs what the wanted ones
    do and not what all identifiers would."""
    found: dict[bytes, list[Name]] = {word: [] for word in wanted}
    find, size, position = code.find, len(code), 0
    for word in filter(found.__contains__, listed):
        start = find(word, position)
        end = start + len(word)
        while (start and code[start - 1] in WORD_BYTES) or (end < size and code[end] in WORD_BYTES):
            start = find(word, start + 1)
            end = start + len(word)
        position = end
        if not (start and code[start - 1] == 0x27):
            found[word].append(_name((start, end, word)))
    return found


def places_of(sign: bytes, code: bytes) -> Iterator[int]:
    """Where a sign begins, each place."""
    place = code.find(sign)
    while place >= 0:
        yield place
        place = code.find(sign, place + 1)


def starts(code: bytes) -> dict[bytes, array[int]]:
    """Where every word of blanked code that cuts none stands: much less is kept of each than of a Name."""
    found: dict[bytes, array[int]] = {word: array("l") for word in words(code)}
    for match in _WORD.finditer(code):
        if not (match.start() and code[match.start() - 1] == 0x27):
            found[match.group()].append(match.start())
    return found


def identifiers(text: bytes) -> Iterator[bytes]:
    """Every identifier as written, in any context, one after the other."""
    return (match.group() for match in _NAME.finditer(text))


@lru_cache(maxsize=1 << 12)
def _search_for(wanted: frozenset[bytes]) -> re.Pattern[bytes]:
    """What finds the wanted words: them alone, if they are few, or any word."""
    if not 0 < len(wanted) <= _FEW:
        return _WORD
    alternatives = b"|".join(map(re.escape, sorted(wanted)))
    return re.compile(rb"(?<![\w$\x80-\xff])(?:" + alternatives + rb")(?![\w$\x80-\xff])")


def may_cut_names(text: bytes) -> bool:
    """Whether some line splice is followed by a word at once, as in a name that goes on on the next line."""
    return _SPLICE_BEFORE_WORD.search(text) is not None


def paste_heads(text: bytes) -> set[bytes]:
    """The words that stand before a `##`."""
    ends = (rskip_blank(text, match.start(), 0) for match in _PASTE.finditer(text))
    return {word.text for end in ends if (word := word_before(text, end, 0)) is not None}


def _with_spliced(code: bytes, found: list[Name], wanted: Container[bytes]) -> list[Name]:
    pieces: set[int] = set()
    spliced = []
    for match in _spliced_words(code):
        pieces.add(match.start())
        pieces.update(match.start() + cut.end() for cut in _SPLICE.finditer(match.group()))
        text = join_lines(match.group())
        if text in wanted:
            spliced.append(Name(*match.span(), text))
    return sorted([name for name in found if name.start not in pieces] + spliced)


def _spliced_words(code: bytes) -> Iterator[re.Match[bytes]]:
    """Names and numbers that go on on the next line."""
    done = 0
    for cut in _SPLICE_BEFORE_WORD.finditer(code):
        first = word_before(code, _before_splices(code, cut.start(), done), done)
        if first is not None and (match := _SPLICED_WORD.match(code, first.start)) is not None:
            done = match.end()
            yield match


def _before_splices(code: bytes, position: int, limit: int) -> int:
    """Where the line splices begin that end at a place, one right behind the other; the place itself without any."""
    while position > limit and code[position - 1] == 0x0A:
        backslash = code.rfind(b"\\", limit, position)
        if backslash < 0 or not _SPLICE.fullmatch(code, backslash, position):
            break
        position = backslash
    return position


def join_lines(text: bytes) -> bytes:
    return _SPLICE.sub(b"", text)


def splices(text: bytes) -> bytes:
    """The line splices of a text, one after the other."""
    return b"".join(_SPLICE.findall(text))


def skip_blank(code: bytes, position: int, limit: int) -> int:
    """The offset of the first byte at or after `position` that is neither blank nor a line splice."""
    if position < limit and code[position] not in _BEGIN_BLANK:
        return position
    if position + 1 < limit and code[position] == _SPACE and code[position + 1] not in _BEGIN_BLANK:
        return position + 1  # one blank, which is the usual case
    found = _BLANK.match(code, position, limit)
    return found.end() if found else position


def rskip_blank(code: bytes, position: int, limit: int) -> int:
    """The offset just after the last byte before `position` that is neither blank nor a line splice."""
    if position - 1 > limit and code[position - 1] == _SPACE and code[position - 2] not in _BEGIN_BLANK:
        return position - 1  # one blank, which is the usual case
    while position > limit and code[position - 1] in _BEGIN_BLANK:
        piece = code[max(limit, position - _USUAL_LENGTH) : position]
        blanks = len(piece) - len(piece.rstrip(_BLANKS))
        if not blanks and not _SPLICE.match(code, position - 1):
            break
        position -= blanks or 1
    return position


def word_before(code: bytes, end: int, limit: int) -> Name | None:
    """The identifier or number that ends at `end`."""
    start = word_start(code, end, limit)
    return Name(start, end, code[start:end]) if start < end else None


def word_start(code: bytes, end: int, limit: int) -> int:
    """Where the identifier or number begins that ends at `end`; there, if none does."""
    start = end
    while start > limit and code[start - 1] in WORD_BYTES:
        piece = code[max(limit, start - _USUAL_LENGTH) : start]
        start -= len(piece) - len(piece.rstrip(_OF_WORDS))
    return start


def behind_last(text: bytes, signs: bytes) -> int:
    """Where what stands behind the last of some bytes begins."""
    return max(map(text.rfind, signs)) + 1


def unterminated(text: bytes, code: bytes) -> int | None:
    """Where the comment or raw string begins that swallows the end of the file, if one does."""
    end = len(code.rstrip())
    is_literal = code.endswith(b'"')
    if end == len(text.rstrip()) and not is_literal:
        return None
    last = None
    # Behind the last code there are only comments; where a literal begins that ends the code, only a look at all tells.
    for match in _OPAQUE.finditer(text, 0 if is_literal else end):
        last = match
    return last.start() if last is not None and last.end() == len(text) and _is_open(last) else None


def _is_open(literal: re.Match[bytes]) -> bool:
    body, delimiter = literal.group(0, 1)
    if delimiter is not None:
        return not body.endswith(b")" + delimiter + b'"')
    return body.startswith(b"/*") and (len(body) < 4 or not body.endswith(b"*/"))


def _blank(match: re.Match[bytes]) -> bytes:
    """Spaces for a comment; for a literal its quotes with spaces between them, so that it stays one operand."""
    text = match.group()
    if text[0] == 0x2F:
        return b" " * len(text)
    return text[:1] + b" " * (len(text) - 2) + text[:1] if len(text) > 1 else b" "
