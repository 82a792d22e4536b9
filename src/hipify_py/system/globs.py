"""Patterns of paths as in .gitignore, as git itself reads them.

Whoever wrote a pattern, matching takes no more than the length of the path times that of what could match it: all ways
of matching are followed at once, as the bits of one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto
from functools import cache

from hipify_py.records import dataclass
from hipify_py.texts import to_bytes

_SLASH, _ESCAPE, _STAR, _ANY, _OPENS = b"/\\*?["
# No path has as many bytes, not even with each of them escaped.
_LONGEST = 16_000
_WILDCARDS = frozenset(b"*?[\\")
_NO_SLASH = frozenset(range(256)) - {_SLASH}


class PatternError(ValueError):
    """A pattern that no path could ever match."""


class _Wildcard(Enum):
    TEXT = auto()  # `*`
    PATH = auto()  # `**`
    FOLDERS = auto()  # `**/`: this, `PATH` and the slash, or nothing of the three


_Part = frozenset[int] | _Wildcard


class _Wild:
    """What a pattern with wildcards matches, one byte at a time for all of its parts together."""

    def __init__(self, parts: list[_Part]) -> None:
        self._least = sum(isinstance(part, frozenset) for part in parts) - parts.count(_Wildcard.FOLDERS)
        self._by_byte: dict[int, int] = {}
        wildcards = dict.fromkeys(_Wildcard, 0)
        for place, part in enumerate(parts):
            if isinstance(part, _Wildcard):
                wildcards[part] |= 1 << place
            else:
                for code in part:
                    self._by_byte[code] = self._by_byte.get(code, 0) | 1 << place
        self._folders, self._stays_at_slash = wildcards[_Wildcard.FOLDERS], wildcards[_Wildcard.PATH]
        self._stays = wildcards[_Wildcard.TEXT] | self._stays_at_slash
        self._skips = self._stays | self._folders
        self._end = 1 << len(parts)

    def fits(self, text: bytes) -> bool:
        if len(text) < self._least:
            return False
        places = self._reached(1)
        for code in text:
            stays = self._stays_at_slash if code == _SLASH else self._stays
            places = self._reached((places & self._by_byte.get(code, 0)) << 1 | places & stays)
            if not places:
                return False
        return bool(places & self._end)

    def _reached(self, places: int) -> int:
        """These places, and those behind them that nothing has to be read for."""
        while True:
            more = places | (places & self._skips) << 1 | (places & self._folders) << 3
            if more == places:
                return places
            places = more


@dataclass(frozen=True)
class _Pattern:
    """One line: whether it takes back what others say, whether it is about directories, about whole paths, and what
    the path or the name must be: a text, anything that ends in one, or what its wildcards say."""

    says: bool
    directories_only: bool
    is_path: bool
    text: bytes
    is_suffix: bool = False
    wild: _Wild | None = None

    def fits(self, path: bytes, name: bytes, is_directory: bool) -> bool:
        if self.directories_only and not is_directory:
            return False
        text = path if self.is_path else name
        if self.wild is not None:
            return self.wild.fits(text)
        return text.endswith(self.text) if self.is_suffix else text == self.text


@dataclass(frozen=True)
class Globs:
    """Patterns of which the last one that fits decides."""

    _patterns: tuple[_Pattern, ...]

    @classmethod
    def of(cls, lines: Iterable[str]) -> Globs:
        """Of patterns that somebody wrote down one by one: a PatternError tells of one that means nothing."""
        return cls(tuple(map(_meant, lines)))

    @classmethod
    def of_file(cls, text: str) -> Globs:
        """Of the lines of a file; git passes over those that are no patterns."""
        return cls(tuple(_usable(text.split("\n"))))

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def verdict(self, path: str, *, is_directory: bool) -> bool | None:
        """What is said of this very path: yes, no with a leading `!`, or nothing."""
        return self._verdict(to_bytes(path), is_directory)

    def covers(self, path: str, *, is_directory: bool = False) -> bool:
        """Whether a path is meant, or a directory that it lies in and nothing after that takes it back."""
        whole, found, end = to_bytes(path), False, -1
        while (end := whole.find(b"/", end + 1)) >= 0:
            found = self._or(self._verdict(whole[:end], True), found)
        return self._or(self._verdict(whole, is_directory), found)

    def _verdict(self, path: bytes, is_directory: bool) -> bool | None:
        name = path[path.rfind(b"/") + 1 :]
        for pattern in reversed(self._patterns):
            if pattern.fits(path, name, is_directory):
                return pattern.says
        return None

    @staticmethod
    def _or(said: bool | None, before: bool) -> bool:
        return before if said is None else said


def _meant(line: str) -> _Pattern:
    try:
        return _pattern(to_bytes(line))
    except PatternError as error:
        raise PatternError(f"{line!r} is not a valid .gitignore pattern: {error}") from error


def _usable(lines: Iterable[str]) -> Iterator[_Pattern]:
    for line in lines:
        if not line.startswith("#"):
            try:
                yield _pattern(to_bytes(line.removesuffix("\r")))
            except PatternError:
                continue


def _pattern(line: bytes) -> _Pattern:
    text = _without_trailing_blanks(line)
    says = not text.startswith(b"!")
    text = text if says else text[1:]
    directories_only = text.endswith(b"/")
    text = text.removesuffix(b"/")
    is_path = b"/" in text
    text = text.removeprefix(b"/")
    if not text or len(text) > _LONGEST:
        raise PatternError("it is longer than any path" if text else "it is empty")
    parts = list(_parts(text))
    exact = _exact(parts)
    if exact is not None:
        return _Pattern(says, directories_only, is_path, exact)
    suffix = _exact(parts[1:]) if parts[0] is _Wildcard.TEXT else None
    if suffix is not None and not is_path:
        return _Pattern(says, directories_only, is_path, suffix, is_suffix=True)
    return _Pattern(says, directories_only, is_path, text, wild=_Wild(parts))


def _without_trailing_blanks(line: bytes) -> bytes:
    """Blanks at the end do not count, unless a backslash stands before them."""
    text = line.rstrip(b" ")
    backslashes = len(text) - len(text.rstrip(b"\\"))
    return text + b" " if backslashes % 2 and len(text) < len(line) else text


def _exact(parts: list[_Part]) -> bytes | None:
    """The text that alone fits, where there is no wildcard."""
    codes = [next(iter(part)) for part in parts if isinstance(part, frozenset) and len(part) == 1]
    return bytes(codes) if len(codes) == len(parts) else None


def _parts(text: bytes) -> Iterator[_Part]:
    place = 0
    while place < len(text):
        code = text[place]
        if code == _STAR:
            kind, place = _stars(text, place)
            # `**/**/` says no more than `**/`.
            while kind is _Wildcard.FOLDERS and _stars(text, place + 1)[0] is _Wildcard.FOLDERS:
                place = _stars(text, place + 1)[1]
            yield kind
            if kind is _Wildcard.FOLDERS:
                yield _Wildcard.PATH
        elif code == _OPENS:
            codes, place = _bracketed(text, place + 1)
            yield codes
        else:
            place += code == _ESCAPE
            if place == len(text):
                raise PatternError("it ends with a backslash")
            yield _NO_SLASH if code == _ANY else frozenset((text[place],))
            place += 1


def _stars(text: bytes, place: int) -> tuple[_Wildcard, int]:
    """What the stars are that begin at a place, and where they end."""
    end = place
    while end < len(text) and text[end] == _STAR:
        end += 1
    # Git compares the text before the first wildcard by itself, and for the rest knows no more what stood before it.
    begins = text[place - 1 : place] in (b"", b"/") or not _WILDCARDS.intersection(text[:place])
    behind = text[end : end + 2]
    if end - place > 1 and begins and behind.startswith(b"/"):
        return _Wildcard.FOLDERS, end
    crosses = end - place > 1 and begins and behind in (b"", b"\\/")
    return _Wildcard.PATH if crosses else _Wildcard.TEXT, end


def _bracketed(text: bytes, place: int) -> tuple[frozenset[int], int]:
    """`[a-z]`, `[!a]`, `[[:alpha:]_]`: never a slash. `place` is behind the bracket."""
    is_negated = text[place : place + 1] in (b"!", b"^")
    place += is_negated
    found: set[int] = set()
    before = 0
    first = True
    while first or text[place : place + 1] != b"]":
        first = False
        before, place = _member(text, place, before, found)
    codes = _NO_SLASH - found if is_negated else _NO_SLASH & found
    if not codes:
        raise PatternError("its brackets are empty")
    return codes, place + 1


def _member(text: bytes, place: int, before: int, found: set[int]) -> tuple[int, int]:
    """Read one member of a class; the code that a range may begin with, and where the member ends."""
    code = _code(text, place)
    if code == ord("-") and before and text[place + 1 : place + 2] not in (b"", b"]"):
        place += 1
        last = _code(text, place)
        if last == _ESCAPE:
            place += 1
            last = _code(text, place)
        found.update(range(before, last + 1))
        return 0, place + 1
    if text[place : place + 2] == b"[:":
        end = text.find(b"]", place + 2)
        if end < 0:
            raise PatternError("a bracket is not closed")
        if end > place + 2 and text[end - 1] == ord(":"):
            name = text[place + 2 : end - 1]
            classes = _classes()
            if name not in classes:
                raise PatternError(f"unknown character class {name.decode(errors='replace')!r}")
            found |= classes[name]
            return 0, end + 1
    if code == _ESCAPE:
        place += 1
        code = _code(text, place)
    found.add(code)
    return code, place + 1


@cache
def _classes() -> dict[bytes, frozenset[int]]:
    import string  # few patterns name a class

    signs: dict[bytes, Iterable[str]] = {
        b"alnum": string.ascii_letters + string.digits,
        b"alpha": string.ascii_letters,
        b"blank": " \t",
        b"cntrl": map(chr, (*range(32), 127)),
        b"digit": string.digits,
        b"graph": map(chr, range(33, 127)),
        b"lower": string.ascii_lowercase,
        b"print": map(chr, range(32, 127)),
        b"punct": string.punctuation,
        b"space": string.whitespace,
        b"upper": string.ascii_uppercase,
        b"xdigit": string.hexdigits,
    }
    return {name: frozenset(map(ord, each)) for name, each in signs.items()}


def _code(text: bytes, place: int) -> int:
    if place >= len(text):
        raise PatternError("a bracket is not closed")
    return text[place]
