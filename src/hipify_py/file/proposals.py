"""What several passes propose: to rename a name, to say why it stays, to keep a definition for other compilers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Protocol, TypeVar

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Listed
from hipify_py.findings import NEEDS_CARE, NEEDS_NEWER_ROCM, UNSUPPORTED, Finding, Fix
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import Name, splices
from hipify_py.records import dataclass
from hipify_py.tables.model import Policy, Resolution
from hipify_py.texts import to_bytes


def rename(facts: Facts, item: Listed, target: str) -> Edit:
    """The edit for one occurrence; a name cut by line splices keeps them, behind it, so that lines stay lines."""
    cuts = splices(facts.reading.code[item.name.start : item.name.end])
    new = _encoded(target) + cuts if cuts else _encoded(target)
    return Edit(item.name.start, item.name.end, new, item.resolution.entry.name, item.library)


@cache
def _encoded(target: str) -> bytes:
    """One object a target, however often it is written."""
    return to_bytes(target)


def caution(policy: Policy, resolution: Resolution, start: int, end: int) -> Iterator[Finding]:
    """What a table says about a name that is converted all the same."""
    if text := policy.caution(resolution.entry):
        name = resolution.entry.name
        yield Finding(NEEDS_CARE, start, end, f"'{name}': {text}", subject=name)


def left(resolution: Resolution, start: int, end: int) -> Finding:
    rule = NEEDS_NEWER_ROCM if resolution.reason == "release" else UNSUPPORTED
    name, near = resolution.entry.name, resolution.entry.get("unsafe")
    fix = Fix((Edit(start, end, to_bytes(near), name, resolution.entry.library),), f"write {near}") if near else None
    return Finding(rule, start, end, resolution.message, help=resolution.help, subject=name, fix=fix)


def macro_argument(reading: Reading, value: Span) -> tuple[bytes | Span, ...]:
    """A value as an argument of a macro: to the preprocessor only parentheses hold a comma, and any other one would end
    the value."""
    closers, place = reading.closers, value.start
    while (found := _COMMA.search(reading.code, place, value.end)) is not None:
        if found[0] == b",":
            return b"(", value, b")"
        place = closers.get(found.start(), found.start()) + 1
    return (value,)


FOR_AMD, NOT_FOR_AMD = b"#if defined(__HIP_PLATFORM_AMD__)", b"#if !defined(__HIP_PLATFORM_AMD__)"

_COMMA = pattern(rb"[,(]")
# A line before a declaration that is no part of it: a blank one, or a call of a macro such as BEGIN_NAMESPACE(x).
_NO_HEAD = pattern(rb"[ \t]*(?:[A-Z_][A-Z0-9_]*[ \t]*\([^()\n]*\)[ \t]*)?\r?\n")
_ACCESS = pattern(rb"\s*(?:public|protected|private)\s*:(?!:)")


@dataclass(frozen=True)
class Definition:
    """A function with its body: `start` is where its head begins, `end` behind its body."""

    name: Name
    start: int
    opening: int
    body: int
    end: int


def definition_at(reading: Reading, name: Name, opening: int) -> Definition | None:
    """The definition whose name this is, with its parameters at `opening`."""
    closing = reading.closers.get(opening)
    if closing is None or reading.plain[opening : opening + 1] != b"(":
        return None
    body = reading.skip_blank(closing + 1)
    if reading.plain[body : body + 1] != b"{" or body not in reading.closers:
        return None
    return Definition(name, _head_of(reading, name.start), opening, body, reading.closers[body] + 1)


def _head_of(reading: Reading, offset: int) -> int:
    """Where the declaration that a place stands in begins."""
    code = reading.plain
    start = max(code.rfind(sign, 0, offset) for sign in (b";", b"{", b"}")) + 1
    if (directive := reading.directive_before(offset)) is not None:
        start = max(start, directive.end)
    while (line := _NO_HEAD.match(code, start, offset) or _ACCESS.match(code, start, offset)) is not None:
        start = line.end()
    return start + len(code[start:offset]) - len(code[start:offset].lstrip())


class Extended(Protocol):
    """What begins and ends somewhere in a file."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


_Extended = TypeVar("_Extended", bound=Extended)


def stands_alone(reading: Reading, definition: Extended) -> bool:
    """Whether lines of its own begin and end with the definition, so that directives can stand around it."""
    text = reading.source.text
    before = text[reading.line_start(definition.start) : definition.start]
    behind = text[definition.end : reading.line_stop(definition.end)].strip()
    if before.strip() or (behind and not behind.startswith(b"//")):
        return False
    return reading.holds_whole_branches(definition.start, definition.end)


def for_others_only(facts: Facts, span: Span, why: str, comment: str) -> Edit:
    """The lines of a span are kept out of builds for AMD."""
    line_end = facts.reading.line_end
    start, end = facts.reading.line_start(span.start), facts.reading.line_stop(span.end - 1)
    guard = NOT_FOR_AMD + to_bytes(f"  // {comment}") + line_end
    closing = b"#endif" + line_end if facts.reading.begins_line(end) else line_end + b"#endif"
    return Edit(start, end, (guard, Span(start, end), closing), why, "definitions")


def extent(group: Sequence[Extended]) -> Span:
    return Span(group[0].start, group[-1].end)


def neighbours(code: bytes, definitions: Sequence[_Extended]) -> Iterator[list[_Extended]]:
    """Definitions in groups with nothing but blanks and comments between them."""
    group: list[_Extended] = []
    for definition in definitions:
        if group and code[group[-1].end : definition.start].strip():
            yield group
            group = []
        group.append(definition)
    if group:
        yield group


def own_function(facts: Facts, name: Name) -> Definition | None:
    """The definition whose name this is, if directives can stand around it."""
    reading = facts.reading
    if reading.directive_at(name.start) or not facts.declares(name, reading.neighbours(name)):
        return None
    definition = definition_at(reading, name, reading.skip_blank(name.end))
    return definition if definition and stands_alone(reading, definition) else None


def parameters(facts: Facts, definition: Definition) -> list[tuple[int, int]]:
    """Where the parameters of a definition stand."""
    return facts.reading.arguments(definition.opening) or []
