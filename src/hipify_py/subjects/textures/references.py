"""`texture<float> t;`, bound to linear memory and read by `tex1Dfetch` alone, becomes a `linear_texture` of
hipify_compat.hpp, whose fetches are loads; TEX002 tells why another reference stays one.

All that is done with it has to be known, so it stands in a source. The functions of hipify_compat.hpp take nothing but
`linear_texture`, and those of HIP do not take it: what a compiler sees of it that is not seen here, it refuses.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Decision
from hipify_py.file.local_uses import UNITS
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_BIND, _UNBIND, _FETCH = b"cudaBindTexture", b"cudaUnbindTexture", b"tex1Dfetch"
# Which argument of a call is the reference.
_PLACES = {_BIND: 1, _UNBIND: 0, _FETCH: 0}
_NAMESPACE = b"hipify_compat::"
_GROUP = "textures"

ANCHORS = Anchors(frozenset((_BIND,)))

_TEXTURE = pattern(rb"(?<![\w:.])(texture\s*<([^<>;{}()]{1,100})>)\s*(\w+)\s*([;,=])")
_NAMED = pattern(rb"(?:&\s{0,9})?(?:\w{0,60}\s{0,9}::\s{0,9}){0,9}(\w{1,60})")
_ONE_DIMENSION = (b"1", b"cudaTextureType1D")
_AS_STORED = b"cudaReadModeElementType"
# What references begin with; `tex1Dfetch` asks for none of it.
_DEFAULT = pattern(
    rb"\s*\.\s*(?:filterMode\s*=\s*cudaFilterModePoint|normalized\s*=\s*(?:0|false)"
    rb"|addressMode\s*\[\s*[012]\s*\]\s*=\s*cudaAddressModeClamp)\s*;"
)
# Memory that a fetch makes floats of.
_HALF = pattern(rb"\bcudaCreateChannelDesc(?:Half[124]?\b|\s*\(\s*16\b)")
_CAPTURES = frozenset((b"cudaStreamBeginCapture", b"cudaGraphLaunch", b"cuStreamBeginCapture", b"cuGraphLaunch"))
_HELP = (
    "it stays a reference, which needs a GPU with textures: {}; create a texture object with "
    "`hipCreateTextureObject`, and pass it to the kernel"
)


class _Declared(NamedTuple):
    """`texture<T, 1> name;`: where that begins, where its template arguments stand, and why it stays, if it does."""

    start: int
    name: Name
    arguments: tuple[int, int]
    why: str


class _References(NamedTuple):
    """The references of a file, the calls with those that change, and settings of these that say nothing."""

    declared: list[_Declared]
    calls: list[Name]
    settings: list[tuple[int, int]]


def propose(facts: Facts) -> Iterator[Edit]:
    found = _references(facts)
    for each in found.declared:
        if not each.why:
            yield _redeclared(facts, each)
    for call in found.calls:
        if call.text == _FETCH:
            yield Edit(call.start, call.end, _NAMESPACE + call.text, to_text(call.text), _GROUP)
        else:  # whose name changes by the tables
            yield Edit(call.start, call.start, _NAMESPACE, to_text(call.text), _GROUP)
    for start, end in found.settings:
        yield Edit(*_line(facts, start, end), (b"",), "texture", _GROUP, takes=(facts.reading.code[start:end],))


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    """TEX002: references that stay, and the calls that bind them."""
    found = _references(facts)
    reasons = {each.start: each.why for each in found.declared}
    for match in _TEXTURE.finditer(facts.reading.code):
        reason = reasons.get(match.start())
        if reason != "":
            yield Hit(*match.span(1), help=_HELP.format(reason) if reason else "")
    changed = {call.start for call in found.calls}
    for name in facts.names(words & {_BIND, _UNBIND}):
        is_function = usage(facts.reading.neighbours(name), is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        if is_function and name.start not in changed:
            yield Hit(name.start, name.end)


def _redeclared(facts: Facts, each: _Declared) -> Edit:
    """In constant memory, as a launch reads it and does not write it."""
    code, end = facts.reading.code, each.arguments[1] + 1
    start = each.start - len(_before(facts, each.start).lstrip())
    first, last = facts.reading.stripped(*facts.reading.split(*each.arguments)[0])
    head = b"static __constant__ " + _NAMESPACE + b"linear_texture<"
    takes = (code[start:first], code[last:end])
    return Edit(start, end, (head, Span(first, last), b">"), "texture", _GROUP, takes)


def _references(facts: Facts) -> _References:
    if _BIND not in facts.reading.words:
        return _References([], [], [])
    declared = list(_declared(facts))
    reasons = {each.name.text: "" for each in declared}
    for each in declared:
        reasons[each.name.text] = reasons[each.name.text] or each.why
    calls, settings = _calls(facts, reasons), dict[Name, tuple[int, int]]()
    places = {each.name.start for each in declared}
    for name in facts.reading.names(reasons):
        if setting := _setting(facts, name):
            settings[name] = setting
        elif not (name.start in places or name in calls or reasons[name.text] or _is_member(facts, name)):
            line = facts.reading.source.line(name.start)
            reasons[name.text] = f"line {line} does more with it than bind linear memory or fetch by `tex1Dfetch`"
    bound = {name.text for name, call in calls.items() if call.text == _BIND}
    for free in reasons.keys() - bound:
        reasons[free] = reasons[free] or "this file does not bind it to linear memory"
    return _References(
        [each._replace(why=reasons[each.name.text]) for each in declared],
        [call for name, call in calls.items() if not reasons[name.text]],
        [setting for name, setting in settings.items() if not reasons[name.text]],
    )


def _declared(facts: Facts) -> Iterator[_Declared]:
    reading, of_file = facts.reading, _why_none(facts)
    for match in _TEXTURE.finditer(reading.plain):
        if not facts.is_left_alone(match.start()):
            why = of_file or _why_not(facts, match.start(), match.span(2), match[4])
            yield _Declared(match.start(), Name(*match.span(3), match[3]), match.span(2), why)


def _why_none(facts: Facts) -> str:
    """What keeps all references of a file."""
    if not facts.reading.source.path.lower().endswith(UNITS) or facts.surroundings.is_fragment:
        return "files that include this one may use it, too"
    if _HALF.search(facts.reading.code):
        return "this file binds memory that may hold half numbers, of which a fetch makes floats"
    if not _CAPTURES.isdisjoint(facts.reading.words):
        return "this file captures launches, which keep what was bound at their capture"
    return ""


def _why_not(facts: Facts, start: int, arguments: tuple[int, int], sign: bytes) -> str:
    before = _before(facts, start).strip()
    is_outside = facts.reading.scopes.kind_at(start) in (Kind.FILE, Kind.NAMESPACE)
    if before not in (b"", b"static") or sign != b";" or not is_outside:
        return "it is not declared alone, outside of classes and functions, and without values"
    _element, *others = (facts.reading.code[slice(*span)].strip() for span in facts.reading.split(*arguments))
    if others[:1] and others[0] not in _ONE_DIMENSION:
        return "it has more than one dimension"
    return "" if others[1:] in ([], [_AS_STORED]) else "it normalizes what it reads"


def _before(facts: Facts, place: int) -> bytes:
    """What of a statement stands before a place."""
    return facts.reading.plain[facts.reading.statement_start(place) : place]


def _calls(facts: Facts, names: Container[bytes]) -> dict[Name, Name]:
    """The references that are arguments, as names, with the functions that take them."""
    found = {}
    for name, around in _functions(facts):
        arguments = facts.reading.arguments(around.after) if around.sign_after == b"(" else None
        place = _PLACES[name.text]
        if arguments and place < len(arguments):
            reference = _NAMED.fullmatch(facts.reading.code, *facts.reading.stripped(*arguments[place]))
            if reference and reference[1] in names:
                found[Name(*reference.span(1), reference[1])] = name
    return found


def _functions(facts: Facts) -> Iterator[tuple[Name, Neighbours]]:
    """CUDA's functions that take references, with what stands around them; the fetch keeps its name in HIP."""
    yield from (
        (item.name, item.around)
        for item, decision in facts.decisions
        if decision is Decision.CONVERTED and item.name.text in _PLACES
    )
    for name in facts.names({_FETCH}):
        around = facts.reading.neighbours(name)
        is_free = usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        if is_free and not facts.introduces(name) and not facts.is_left_alone(name.start):
            yield name, around


def _setting(facts: Facts, name: Name) -> tuple[int, int] | None:
    """`name.normalized = false;`, a statement that stands in a list of some."""
    if facts.reading.neighbours(name).sign_before not in (b";", b"{", b"}"):
        return None
    found = _DEFAULT.match(facts.reading.plain, name.end)
    return (name.start, found.end()) if found else None


def _line(facts: Facts, start: int, end: int) -> tuple[int, int]:
    """The whole line, if a statement has one for itself."""
    text, line, stop = facts.reading.source.text, facts.reading.line_start(start), facts.reading.line_stop(end)
    is_alone = not text[line:start].strip() and not text[end:stop].strip()
    return (line, stop) if is_alone else (start, end)


def _is_member(facts: Facts, name: Name) -> bool:
    return usage(facts.reading.neighbours(name), is_scope=False) is Usage.MEMBER
