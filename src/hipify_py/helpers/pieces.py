"""The pieces of a helper header: what stands between two blank lines in it, and what each needs of the others.

A piece needs those that define the names which it refers to: what it calls, what stands before `<` or `::`, and what it
does not declare itself as an argument, a variable or a member. The text in the style of these headers tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hipify_py.patterns import pattern

_GUARD = "{}_HAS_"
_OPENING = pattern(r"namespace (\w+) \{\n(?:using [^\n]*\n)?\n")
_SECTION, _SUBSECTION = "// ---", "// -- "
_COMMENT = pattern(r'//[^\n]*|"[^"\n]*"')
_MACRO = pattern(r"#define (\w+)\(([^()\n]*)\)([^\n]*)")
_DEFINED, _UNDEFINED = pattern(r"#define (\w+)"), pattern(r"#undef (\w+)")
_DIRECTIVE = pattern(r"#[^\n]*")
_WORD = pattern(r"[A-Za-z_]\w*")
# A word that is no member, nor of a namespace or class but ours, with what stands behind it.
_REFERENCE = pattern(r"(?<![.\w:])(?:hipify_\w+::)?([A-Za-z_]\w*)(<|(?:::\w+)?)")
_DECLARES = pattern(
    r"(?:(?:[\w*&]|(?<!-)>)[ \n]+(?<!\breturn )(?<!\belse )(?<!\bcase )|, (?=\w+ = ))"
    r"[*&]{0,3}([A-Za-z_]\w*)(?=[,);=\[{]|[ ]*[=:](?!:)|[ ]\{)"
)
_NAMESPACE = pattern(r"namespace (\w+) \{(?=\n)")
_TEMPLATE = pattern(r"template\s*<(?:[^<>]|<[^<>]*>)*>")
_ARGUMENTS = pattern(r"<[^<>;]*>")
_ATTRIBUTE = pattern(r"\b(?:__attribute__|alignas)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
_BRACE = pattern(r"([{}])")
_PASTE = pattern(r" ?## ?")


class Piece(NamedTuple):
    """Definitions that belong together, with their comment. A heading defines nothing."""

    text: str
    names: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    guard: str = ""


class _Macro(NamedTuple):
    name: str
    parameters: list[str]
    body: str


@cache
def of(body: str) -> tuple[Piece, ...]:
    """The pieces of the header's text, the first of which is what all others stand on."""
    opening = _OPENING.search(body)
    assert opening is not None
    pieces, guards = [Piece(body[: opening.end()].rstrip())], Counter[str]()
    lasting = _lasting_macros(body)
    for text in _texts(body[opening.end() :]):
        code = _bare(text)
        expanded = _expanded(code, lasting)
        gone = {*_UNDEFINED.findall(code), *(macro.name for macro in lasting)}
        made = (name for name in _names(expanded) if name not in gone)
        defined = (*(name for name in _DEFINED.findall(code) if name not in _UNDEFINED.findall(code)), *made)
        names = tuple(dict.fromkeys(defined))
        guard = (_GUARD.format(opening[1]) + names[0]).upper() if names else ""
        guards[guard] += 1
        guard += f"_{guards[guard]}" if guard and guards[guard] > 1 else ""
        pieces.append(Piece(text, names, _references(code + expanded), guard))
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
        names = among((word for piece in new for word in piece.words), by_name) - asked
    return [piece for index, piece in enumerate(pieces) if piece in found or index == 0 or _heads(pieces, index, found)]


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


def _bare(text: str) -> str:
    """Code without comments, each directive on one line."""
    return _COMMENT.sub("", text).replace("\\\n", " ")


def _macros(code: str) -> list[_Macro]:
    return [_Macro(name, _listed(parameters), body) for name, parameters, body in _MACRO.findall(code)]


def _lasting_macros(body: str) -> list[_Macro]:
    """Those that are never undefined: any piece may use them."""
    passing = set(_UNDEFINED.findall(body))
    return [macro for macro in _macros(_bare(body)) if macro.name not in passing]


def _expanded(code: str, lasting: Sequence[_Macro]) -> str:
    """The code of a piece, with what macros make at the outermost level: of their first arguments alone, which are the
    names that they paste."""
    macros = [*_macros(code), *(macro for macro in lasting if f"define {macro.name}(" not in code)]
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
    """What each declaration declares: the last word before its parameters or its value. Of a namespace its members,
    too."""
    if namespace := _NAMESPACE.search(code):
        yield namespace[1]
        yield from (f"{namespace[1]}::{name}" for name in _names(code[namespace.end() :].rpartition("}")[0]))
        return
    for declaration in _outermost(_ATTRIBUTE.sub("", _TEMPLATE.sub("", code))).split(";"):
        head = declaration.partition("=")[0].partition(" : ")[0]
        while (plain := _ARGUMENTS.sub("", head)) != head:
            head = plain
        yield from _WORD.findall(head.partition("(")[0])[-1:]


def _references(code: str) -> frozenset[str]:
    """What code refers to: `name`, or `name::member`, whatever the name is."""
    own = set(_DECLARES.findall(code))
    own.update(name for macro in _macros(code) for name in macro.parameters)
    found = _REFERENCE.findall(code)
    return frozenset(name + behind.strip("<") for name, behind in found if behind or name not in own)


def among(words: Iterable[str], names: Collection[str]) -> set[str]:
    """The names that words refer to: those of members of a namespace, where these are names."""
    return {word if word in names else word.partition("::")[0] for word in words}.intersection(names)
