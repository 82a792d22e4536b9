"""The pieces of hipify_ptx.hpp: what stands between two blank lines in it, and what each needs of the others.

A piece needs all pieces that define a name which it says anywhere, be that the name of an argument: that is a little
more than the compiler asks for, never less, and can be read off a header that an earlier run has written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hipify_py.patterns import pattern

_GUARD = "HIPIFY_PTX_HAS_"
_OPENING = "namespace hipify_ptx {\n\n"
_SECTION, _SUBSECTION = "// ---", "// -- "
_COMMENT = pattern(r'//[^\n]*|"[^"\n]*"')
_MACRO = pattern(r"#define (\w+)\(([^()\n]*)\)([^\n]*)")
_DEFINED, _UNDEFINED = pattern(r"#define (\w+)"), pattern(r"#undef (\w+)")
_DIRECTIVE = pattern(r"#[^\n]*")
_WORD = pattern(r"[A-Za-z_]\w*")
_TEMPLATE = pattern(r"template\s*<(?:[^<>]|<[^<>]*>)*>")
_BRACE = pattern(r"([{}])")
_PASTE = pattern(r" ?## ?")


class Piece(NamedTuple):
    """Definitions that belong together, with their comment. A heading defines nothing."""

    text: str
    names: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    guard: str = ""


@cache
def of(body: str) -> tuple[Piece, ...]:
    """The pieces of the header's text, the first of which is what all others stand on."""
    beginning, _, rest = body.partition(_OPENING)
    pieces, guards = [Piece(beginning + _OPENING.rstrip())], Counter[str]()
    for text in _texts(rest):
        code = _COMMENT.sub("", text).replace("\\\n", " ")
        expanded = _expanded(code)
        gone = set(_UNDEFINED.findall(code))
        defined = (name for name in (*_DEFINED.findall(code), *_names(expanded)) if name not in gone)
        names = tuple(dict.fromkeys(defined))
        guard = _GUARD + names[0].upper() if names else ""
        guards[guard] += 1
        guard += f"_{guards[guard]}" if guard and guards[guard] > 1 else ""
        pieces.append(Piece(text, names, frozenset(_WORD.findall(code + expanded)), guard))
    return tuple(pieces)


def needed(pieces: Sequence[Piece], names: Collection[str]) -> list[Piece]:
    """The pieces that define these names and all that they need, in the order of the header, with their headings."""
    by_name: dict[str, list[Piece]] = {}
    for piece in pieces:
        for name in piece.names:
            by_name.setdefault(name, []).append(piece)
    found, asked = set[Piece](), set[str]()
    names = set(names)
    while names:
        asked |= names
        new = {piece for name in names for piece in by_name[name]} - found
        found |= new
        names = {word for piece in new for word in piece.words if word in by_name} - asked
    return [piece for index, piece in enumerate(pieces) if piece in found or index == 0 or _heads(pieces, index, found)]


def words_of(code: str) -> list[str]:
    """What is said in code, outside of comments and texts."""
    return _WORD.findall(_COMMENT.sub("", code))


def joined(pieces: Sequence[Piece]) -> str:
    """The text that a compiler may read several times, and beside another selection of the same pieces."""
    return "\n\n".join(_guarded(piece) if piece.guard else piece.text for piece in pieces) + "\n"


def _guarded(piece: Piece) -> str:
    return f"#ifndef {piece.guard}\n#define {piece.guard}\n{piece.text}\n#endif"


def _heads(pieces: Sequence[Piece], index: int, kept: Collection[Piece]) -> bool:
    """Whether a piece is the heading of one that is kept."""
    if pieces[index].names:
        return False
    ends = (_SECTION,) if pieces[index].text.startswith(_SECTION) else (_SECTION, _SUBSECTION)
    for piece in pieces[index + 1 :]:
        if piece in kept:
            return True
        if not piece.names and piece.text.startswith(ends):
            return False
    return False


def _texts(body: str) -> Iterator[str]:
    """What stands between blank lines outside of all braces, conditions, and the lives of macros that are undefined."""
    passing, lines = set(_UNDEFINED.findall(body)), list[str]()
    depth, alive = 0, set[str]()
    for line in (*body.split("\n"), ""):
        if line or depth or alive:
            lines.append(line)
        elif lines:
            yield "\n".join(lines)
            lines = []
        code = _COMMENT.sub("", line)
        depth += code.count("{") - code.count("}") + code.startswith("#if") - code.startswith("#endif")
        alive |= passing.intersection(_DEFINED.findall(code))
        alive.difference_update(_UNDEFINED.findall(code))


def _expanded(code: str) -> str:
    """The code of a piece, with what its own macros make at the outermost level: of their first arguments alone, which
    are the names that they paste."""
    macros = [(name, _listed(parameters), body) for name, parameters, body in _MACRO.findall(code)]
    code = todo = _DIRECTIVE.sub("", code)
    while todo:
        made = []
        for name, parameters, body in macros:
            for use in _outermost(todo).split(name + "(")[1:]:
                arguments = _listed(use.partition(")")[0].partition("(")[0])
                made.append(_PASTE.sub("", _replaced(body, dict(zip(parameters, arguments, strict=False)))))
        todo = ";".join(made)
        code += ";" + todo
    return code


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _replaced(body: str, given: Mapping[str, str]) -> str:
    return _WORD.sub(lambda word: given.get(word[0], word[0]), body)


def _outermost(code: str) -> str:
    """What stands outside of all braces, with a semicolon for each block of them."""
    kept, depth = [], 0
    for piece in _BRACE.split(code):
        depth += (piece == "{") - (piece == "}")
        if depth == 0:
            kept.append(";" if piece == "}" else piece)
    return "".join(kept)


def _names(code: str) -> Iterator[str]:
    """What each declaration declares: the last word before its parameters or its value."""
    for declaration in _outermost(_TEMPLATE.sub("", code)).split(";"):
        head = declaration.partition("(")[0].partition("=")[0].rstrip()
        words = _WORD.findall(head.rpartition("<")[0] if head.endswith(">") else head)
        yield from words[-1:]
