"""What there is to say of what the mouse points at: a name of CUDA, a statement of PTX, a rule in a comment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading import suppressions, tokens
from hipify_py.reading.suppressions import Suppression
from hipify_py.report import mapping, translation
from hipify_py.report.lines import printable
from hipify_py.rules.model import Catalogue, Rule
from hipify_py.tables.model import Policy
from hipify_py.texts import to_text

_NAME = pattern(rb"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
_WORD = pattern(rb"[A-Za-z_][\w-]*")
_INCLUDE = pattern(rb'[ \t]*#[ \t]*include[ \t]*(?P<header>["<][^">\r\n]+[">])')


_Find = Callable[[bytes], list[Suppression]]


class Hover(NamedTuple):
    """Markdown about the bytes `start:end`."""

    text: str
    start: int
    end: int


def hover(data: bytes, offset: int, policy: Policy, catalogue: Catalogue, *, is_source: bool) -> Hover | None:
    """What there is to say of a place, if anything."""
    if is_source:
        return _of_rule(data, offset, catalogue, suppressions.in_source) or _of_code(data, offset, policy)
    return _of_rule(data, offset, catalogue, suppressions.in_build_file) or _of_words(data, offset, policy)


def _of_code(data: bytes, offset: int, policy: Policy) -> Hover | None:
    if (header := _header(data, offset)) is not None:
        return _of_name(data, *header, policy)
    if found := translation.answer_at(data, offset):
        answer, start, end = found
        name = _of_words(data, offset, policy) if _is_code(data, offset) else None
        return name or Hover(_code(answer.text, "cuda" if answer.is_translated else "text"), start, end)
    return _of_words(data, offset, policy) if _is_code(data, offset) else None


def _of_words(data: bytes, offset: int, policy: Policy) -> Hover | None:
    """Of a name with its namespaces, or of its last part."""
    for start, end in _names(data, offset):
        if found := _of_name(data, start, end, policy):
            return found
    return None


def _of_name(data: bytes, start: int, end: int, policy: Policy) -> Hover | None:
    answer = mapping.answer_if_known(data[start:end].decode("utf-8", "replace"), policy)
    return None if answer is None else Hover(_code(answer.text, "text"), start, end)


def _names(data: bytes, offset: int) -> Iterator[tuple[int, int]]:
    start, end = _line(data, offset)
    for found in _NAME.finditer(data, start, end):
        if found.start() <= offset <= found.end():
            yield found.span()
            behind = found.start()
            for part in found[0].split(b"::"):
                if behind <= offset <= behind + len(part):
                    yield behind, behind + len(part)
                behind += len(part) + 2


def _header(data: bytes, offset: int) -> tuple[int, int] | None:
    start, end = _line(data, offset)
    found = _INCLUDE.match(data, start, end)
    is_there = found is not None and found.start("header") <= offset <= found.end("header")
    return found.span("header") if found is not None and is_there else None


def _of_rule(data: bytes, offset: int, catalogue: Catalogue, find: _Find) -> Hover | None:
    for order in find(data):
        if order.start <= offset <= order.end:
            for found in _WORD.finditer(data, order.start, order.end):
                if found.start() <= offset <= found.end() and (text := _about(to_text(found[0]), catalogue)):
                    return Hover(text, *found.span())
    return None


def _about(name: str, catalogue: Catalogue) -> str:
    if (rule := catalogue.find(name)) is not None:
        return _rule(rule)
    title = catalogue.groups.get(name.upper(), "")
    return f"**{name.upper()}** {title}" if title else ""


def _rule(rule: Rule) -> str:
    parts = (f"**{rule.id}** `{rule.name}` ({rule.severity})", rule.summary, rule.why, rule.remedy)
    return "\n\n".join(part.strip() for part in parts if part.strip())


def _is_code(data: bytes, offset: int) -> bool:
    """Whether a place is neither in a comment nor in a literal."""
    code = tokens.code_only(data)
    return code[offset : offset + 1].strip() != b"" or code[max(offset - 1, 0) : offset].strip() != b""


def _line(data: bytes, offset: int) -> tuple[int, int]:
    start = max(data.rfind(b"\n", 0, offset), data.rfind(b"\r", 0, offset)) + 1
    ends = (end for end in (data.find(b"\n", offset), data.find(b"\r", offset)) if end >= 0)
    return start, min(ends, default=len(data))


def _code(text: str, language: str) -> str:
    """A block that nothing in the text ends, so that no source writes links into what is shown of it."""
    fence = "```"
    while fence in text:
        fence += "`"
    lines = "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))
    return f"{fence}{language}\n{lines}\n{fence}"
