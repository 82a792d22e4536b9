"""Directives: where they stand, how far they reach, what `#define` and `#include` say."""

from __future__ import annotations

from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.tokens import SPLICE, compile_linear, join_lines, skip_blank

_DIRECTIVE = pattern(rb"#(?:[ \t\f\v]|" + SPLICE + rb")*([A-Za-z_]\w*)")
_LINE_END = compile_linear(rb"[^\\\n]*+(?:\\(?:[ \t]*+\r?\n)?[^\\\n]*+)*+")
_DEFINE = compile_linear(rb"(?:\s|" + SPLICE + rb")*+([A-Za-z_$][\w$]*)(\(([^()]*)\))?")
_HEADER = pattern(rb"""<[ \t]*([^<>\s]+(?:[ \t]+[^<>\s]+)*)[ \t]*>|"([^"\r\n]*)\"""")

INCLUDES = (b"include", b"include_next", b"import")
# An include wherever it stands, also in comments and strings; what stands before the name is a comment at most.
_INCLUDED = pattern(
    rb"\#(?:[ \t\f\v]|" + SPLICE + rb")*(?:" + b"|".join(sorted(INCLUDES)) + rb")\b"
    rb'(?:[^"<\n#]|(?<=\\)\n|(?<=\\\r)\n)*(?:"|<)[ \t]*([^"<>\r\n]+)'
)


class Directive(NamedTuple):
    """`#keyword rest`: `start` is at the `#`'s line, `body` after the keyword, `end` before the line end."""

    keyword: bytes
    start: int
    body: int
    end: int


class Macro(NamedTuple):
    """A `#define`. `parameters` is None for an object-like macro; `body:end` is the replacement text."""

    name: bytes
    name_start: int
    parameters: tuple[bytes, ...] | None
    body: int
    end: int

    @property
    def name_end(self) -> int:
        return self.name_start + len(self.name)


class Header(NamedTuple):
    """The name in an `#include`, without its quotes, and whether those are double quotes. They stand at `opening` and
    before `behind`: blanks may stand between angle brackets and the name."""

    name: bytes
    start: int
    end: int
    quoted: bool
    opening: int
    behind: int


def directives(code: bytes) -> list[Directive]:
    """All directives of blanked code, in order."""
    found: list[Directive] = []
    code = code.replace(b"%:", b" #")  # the digraph, which code without literals has nowhere else
    place, end = -1, 0
    while (place := code.find(b"#", max(place + 1, end))) >= 0:  # behind the last one: not `#x` in a macro
        start = code.rfind(b"\n", 0, place) + 1
        match = _DIRECTIVE.match(code, place)
        if match is None or code[start:place].strip(b" \t\f\v"):
            continue
        line = _LINE_END.match(code, match.end())
        end = line.end() if line else match.end()
        if end > match.end() and code[end - 1] == 0x0D:
            end -= 1
        found.append(Directive(match.group(1), start, match.end(), end))
    return found


def included_names(data: bytes) -> set[bytes]:
    """The names of all headers that a file may include, and maybe more: a look at bytes that nobody has read yet."""
    return {name.rstrip() for name in _INCLUDED.findall(data)}


def macro(code: bytes, directive: Directive) -> Macro | None:
    """The macro that a `#define` directive defines; None for any other directive or a malformed one."""
    if directive.keyword != b"define":
        return None
    match = _DEFINE.match(code, directive.body, directive.end)
    if match is None:
        return None
    listed = match.group(3)
    parameters = None if match.group(2) is None else _parameters(listed)
    return Macro(match.group(1), match.start(1), parameters, match.end(), directive.end)


def header(text: bytes, code: bytes, directive: Directive) -> Header | None:
    """The header that an `#include` names in the original text; None where a macro names it."""
    if directive.keyword not in INCLUDES:
        return None
    return header_at(text, skip_blank(code, directive.body, directive.end))


def header_at(text: bytes, offset: int) -> Header | None:
    """The header name in quotes or angle brackets that begins at an offset."""
    match = _HEADER.match(text, offset)
    if match is None:
        return None
    group = 1 if match.group(1) is not None else 2
    return Header(match.group(group), match.start(group), match.end(group), group == 2, *match.span())


def _parameters(listed: bytes) -> tuple[bytes, ...]:
    names = (name.strip() for name in join_lines(listed).split(b","))
    return tuple(b"__VA_ARGS__" if name == b"..." else name.removesuffix(b"...").strip() for name in names if name)
