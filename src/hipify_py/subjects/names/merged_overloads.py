"""Overloads that become one function where their types become one: `report(cudaError_t)` and `report(CUresult)`.

All but the first are kept for other compilers, where directives can stand around them. Specializations of templates
that say different things are reported: others may name the one that goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Listed
from hipify_py.file.proposals import Definition, definition_at, extent, for_others_only, parameters, stands_alone
from hipify_py.file.rewrites import LISTED
from hipify_py.findings import MERGED_OVERLOAD, Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Path
from hipify_py.reading.tokens import Name
from hipify_py.texts import to_bytes, to_text

ANCHORS = LISTED
_BEFORE_PARAMETERS = pattern(rb"\b([A-Za-z_]\w*)\s*$")
_WORD = pattern(rb"\w+|[^\w\s]")
_SIGN = pattern(rb"\w+|[^\w\s]|\s+")
_SPECIALIZES = pattern(rb"template\s*<\s*>([^;{}()]*)")
_END_OF_HEAD = pattern(rb"[;{}(]")
_FAR = 400


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    merging = _merging_types(facts)
    yield from _functions(facts, merging)
    yield from _specializations(facts, merging)


def _functions(facts: Facts, merging: list[Listed]) -> Iterator[Edit | Finding]:
    seen: dict[tuple[bytes, bytes, int], tuple[bytes, Definition]] = {}
    for name in _functions_with(facts, merging):
        definition = _defined(facts, name)
        if definition is None:
            continue
        types = [_type_of(facts.reading.plain[slice(*span)]) for span in parameters(facts, definition)]
        new = b",".join(_converted(facts, text) for text in types)
        scope = facts.reading.scopes.at(name.start)
        key = name.text, new, scope.start if scope else -1
        old, first = seen.setdefault(key, (b",".join(types), definition))
        if old == b",".join(types) or _are_alternatives(facts, first.start, definition.start):
            continue
        is_alone = stands_alone(facts.reading, definition)
        yield _merge(name, to_text(old), to_text(b",".join(types)), is_kept=not is_alone)
        if is_alone:
            why = "the same function as another one in HIP"
            yield for_others_only(facts, extent([definition]), to_text(name.text), why)


def _defined(facts: Facts, name: Name) -> Definition | None:
    reading = facts.reading
    if reading.directive_at(name.start) or not facts.declares(name, reading.neighbours(name)):
        return None
    return definition_at(reading, name, reading.skip_blank(name.end))


def _specializations(facts: Facts, merging: list[Listed]) -> Iterator[Edit | Finding]:
    """`template <> struct Traits<CUresult>`, and the same for `cudaError_t` in the same scope: one that says the same
    goes, as both become one."""
    plain = facts.reading.plain
    seen: dict[tuple[Path, bytes], tuple[bytes, Span]] = {}
    for name in (item.name for item in merging):
        start = plain.rfind(b"template", max(0, name.start - _FAR), name.start)
        head = _SPECIALIZES.fullmatch(plain, start, name.start) if start >= 0 else None
        ends = _END_OF_HEAD.search(plain, name.end, name.end + _FAR)
        if head is None or b"<" not in head[1] or ends is None or ends[0] == b";" or facts.is_left_alone(name.start):
            continue
        words = _WORD.findall(plain, start, ends.start())
        key = facts.reading.scopes.path_at(start), b" ".join(_converted(facts, word) for word in words)
        whole = _whole(facts, start, ends.start())
        old, first = seen.setdefault(key, (b" ".join(words), whole))
        if old == b" ".join(words) or _are_alternatives(facts, first.start, start):
            continue
        if _says_the_same(facts, first, whole):
            comment = "the same specialization as another one in HIP"
            yield for_others_only(facts, whole, to_text(name.text), comment)
            continue
        text, line = to_text(name.text), facts.reading.source.position(first.start).line
        message = f"the specialization for '{text}' becomes the same in HIP as that in line {line}: redefinition"
        help = "exclude one of them: `#if !defined(__HIP_PLATFORM_AMD__)`"
        yield Finding(MERGED_OVERLOAD, name.start, name.end, message, severity=Severity.ERROR, help=help, subject=text)


def _whole(facts: Facts, start: int, head: int) -> Span:
    """A specialization from its head to its end; its head alone where it has no body."""
    reading = facts.reading
    opening = reading.plain.find(b"{", head, head + _FAR)
    closing = reading.closers.get(opening) if opening >= 0 else None
    if closing is None or b";" in reading.plain[head:opening]:
        return Span(start, head)
    behind = reading.skip_blank(closing + 1)
    return Span(start, behind + 1 if reading.plain[behind : behind + 1] == b";" else closing + 1)


def _says_the_same(facts: Facts, first: Span, second: Span) -> bool:
    """Whether two specializations are one text once converted, and the lines of the second hold nothing else."""
    text = facts.reading.source.text
    texts = (
        text[facts.reading.line_start(span.start) : facts.reading.line_stop(span.end - 1)] for span in (first, second)
    )
    is_alone = text[facts.reading.line_start(second.start) : facts.reading.line_stop(second.end - 1)].strip()
    if is_alone != text[second.start : second.end] or b"{" not in is_alone:
        return False
    if facts.reading.is_interrupted(second.start, second.end) or facts.reading.is_interrupted(first.start, first.end):
        return False
    return len({_plain_words(facts, each.strip()) for each in texts}) == 1


def _plain_words(facts: Facts, text: bytes) -> tuple[bytes, ...]:
    """All signs and words, those of literals too, as they are converted."""
    return tuple(_converted(facts, word) or word for word in _SIGN.findall(text))


def _merge(name: Name, first: str, second: str, *, is_kept: bool) -> Finding:
    text = to_text(name.text)
    what = "redefinition" if is_kept else "the latter is kept"
    message = f"'{text}({second})' and '{text}({first})' become the same function in HIP; {what}"
    help = "remove it, or merge its body into the other"
    severity = Severity.ERROR if is_kept else None
    return Finding(MERGED_OVERLOAD, name.start, name.end, message, severity=severity, help=help, subject=text)


def _are_alternatives(facts: Facts, left: int, right: int) -> bool:
    """Whether two places stand in different branches of one `#if`."""
    branches = {branch.chain: branch for branch in facts.reading.conditionals.around(left)}
    others = facts.reading.conditionals.around(right)
    return any(branches.get(branch.chain, branch) is not branch for branch in others)


def _merging_types(facts: Facts) -> list[Listed]:
    """The types that share their new name with another type of this file."""
    types = [item for item in facts.listed if item.resolution.entry.section == "types" and item.resolution.target]
    sources: dict[str | None, set[bytes]] = {}
    for item in types:
        sources.setdefault(item.resolution.target, set()).add(item.name.text)
    return [item for item in types if len(sources[item.resolution.target]) > 1]


def _functions_with(facts: Facts, merging: list[Listed]) -> list[Name]:
    """The functions with a parameter of such a type."""
    found = {name.start: name for item in merging if (name := _called_around(facts.reading, item.name.start))}
    return [name for start, name in sorted(found.items()) if not facts.is_left_alone(start)]


def _called_around(reading: Reading, offset: int) -> Name | None:
    """The name before the parentheses that a place stands in directly."""
    scope = reading.scopes.at(offset)
    if scope is None or reading.plain[scope.start : scope.start + 1] != b"(":
        return None
    found = _BEFORE_PARAMETERS.search(reading.plain, max(0, scope.start - 200), scope.start)
    return Name(found.start(1), found.end(1), found[1]) if found else None


def _type_of(parameter: bytes) -> bytes:
    """A parameter without its name and its default."""
    words = parameter.split(b"=")[0].replace(b"&", b" & ").replace(b"*", b" * ").split()
    return b" ".join(words[:-1] if len(words) > 1 and re.fullmatch(rb"\w+", words[-1]) else words)


def _converted(facts: Facts, text: bytes) -> bytes:
    resolutions = ((word, facts.policy.name(to_text(word))) for word in text.split())
    return b" ".join(to_bytes(found.target) if found and found.target else word for word, found in resolutions)
