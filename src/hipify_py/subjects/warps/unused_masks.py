"""Variables that held masks which conversion drops: `unsigned mask = __activemask();` goes if nothing else says `mask`.

Only what is certainly a local variable, initialized by something that nobody misses, and certainly not used any more.
Macros and constants of a file go, too, where the tree shows that no other file sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from hipify_py.edits import Edit, Span, in_order
from hipify_py.file.effects import acts_beyond_lanes
from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import SHUFFLES
from hipify_py.file.rewrites import Anchors, Judged
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import INCLUDES
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name, rskip_blank, words
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset(name + b"_sync" for name in SHUFFLES) | {b"__syncwarp"}, tells=False)
_TYPE = pattern(
    rb"(?:(?:const|constexpr|unsigned|signed|int|long|auto|uint|(?:std\s*::\s*)?u?int(?:32|64)_t|size_t)\b\s*){1,6}"
)
_CONSTANT = pattern(rb"(?:static\b\s*)?(?:const|constexpr)\s+" + _TYPE.pattern)
_NUMBER = pattern(rb"~?(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*|\(?\s{0,9}unsigned\s{0,9}\)?\s{0,9}-\s{0,9}1")
_CALL = pattern(rb"\b([A-Za-z_]\w*)\s*\(")
# A macro of another file may mean the variables of its callers.
_MACRO_CALL = pattern(rb"\b([A-Z][A-Z0-9_]+)\s*\(")
_LONGEST = 300
# Each variable is compared with all edits: of a file with more masks, they stay.
_MOST_MASKS = 200


class _Variable(NamedTuple):
    """A local variable, or a macro: its statement or line, and where its name means it no longer."""

    name: Name
    start: int
    end: int
    last: int


class _Edits(NamedTuple):
    """The edits of a file, where they begin, and what they write."""

    all: Sequence[Edit]
    starts: Set[int]
    says: Set[bytes]


def judge(facts: Facts, edits: tuple[Edit, ...]) -> Judged:
    dropped = list(_dropped_masks(edits))
    if not dropped or len(dropped) > _MOST_MASKS or facts.style.for_shim:
        return Judged(edits)
    new = (piece for edit in edits for piece in edit.parts if isinstance(piece, bytes))
    others = _Edits(edits, {edit.start for edit in edits}, {word for piece in new for word in words(piece)})
    unused: list[_Variable] = []
    while found := [each for each in _variables(facts, others, dropped) if each not in unused]:
        unused += found
        dropped += [Span(each.start, each.end) for each in found]  # what only initialized these is next
    removals = [_removal(facts, group) for group in _in_lines(facts, sorted(unused, key=lambda each: each.start))]
    rest = (edit for edit in edits if not any(each.start <= edit.start < edit.end <= each.end for each in removals))
    return Judged(in_order((*rest, *removals)) if removals else edits)


def _dropped_masks(edits: Sequence[Edit]) -> Iterator[Span]:
    for edit in edits:
        if edit.group == "warps":
            yield from (part for part in edit.takes or () if isinstance(part, Span))


def _variables(facts: Facts, edits: _Edits, dropped: Sequence[Span]) -> Iterator[_Variable]:
    """The variables that nothing names any more but what is dropped."""
    code = facts.reading.code
    said = {word for span in dropped for word in words(code[span.start : span.end])}
    for name in facts.reading.names(said):
        variable = None if _is_within(name, dropped) else _declared(facts, edits, name) or _defined(facts, name)
        if variable is not None and _is_unused(facts, edits, variable, dropped):
            yield variable


def _is_within(name: Name, spans: Sequence[Span]) -> bool:
    return any(span.start <= name.start and name.end <= span.end for span in spans)


def _declared(facts: Facts, edits: _Edits, name: Name) -> _Variable | None:
    """The variable that a name declares, in a statement of its own that does nothing else."""
    reading, code = facts.reading, facts.reading.code
    block = reading.scopes.at(name.start)
    is_local = block is not None and block.kind is Kind.BLOCK
    if not (is_local or (block is None and _is_private(facts, name))) or reading.directive_at(name.start) is not None:
        return None
    last = block.end if block is not None else len(code)
    line = reading.directive_before(name.start)
    start = reading.skip_blank(max(reading.scopes.statement_at(name.start), line.end if line is not None else 0))
    end = code.find(b";", name.end, min(last, name.end + _LONGEST))
    before = reading.conditionals.at(block.start) if block is not None else None
    is_plain = not reading.directives_between(start, end) and reading.conditionals.at(start) is before
    if end < 0 or not is_plain or facts.is_left_alone(start):
        return None
    if is_local and code[rskip_blank(code, start, 0) - 1 : start].strip()[:1] not in (b";", b"{", b"}"):
        return None
    kind = (_TYPE if is_local else _CONSTANT).fullmatch(code, start, name.start)
    if kind is None or not _is_harmless(facts, edits, name.end, end):
        return None
    return _Variable(name, start, end + 1, last)


def _defined(facts: Facts, name: Name) -> _Variable | None:
    """The macro that a name defines, as a number, where no other file and no condition has to do with it."""
    reading = facts.reading
    macro = reading.macro_at(name.start)
    if macro is None or macro.name_start != name.start or macro.parameters is not None:
        return None
    value = reading.code[macro.body : macro.end].strip(b" \t()")
    is_alone = reading.conditionals.at(name.start) is None and len(reading.macros_called[name.text]) == 1
    if not (is_alone and _NUMBER.fullmatch(value) and _is_private(facts, name)) or facts.is_left_alone(name.start):
        return None
    line = reading.directive_at(name.start)
    return None if line is None else _Variable(name, line.start, line.end, len(reading.code))


def _is_private(facts: Facts, name: Name) -> bool:
    """Whether no other file sees what stands here: none that includes this one, and none that it includes below."""
    below = facts.reading.directives_between(name.end, len(facts.reading.code))
    return facts.surroundings.is_never_included and not any(line.keyword in INCLUDES for line in below)


def _is_harmless(facts: Facts, edits: _Edits, start: int, end: int) -> bool:
    """Whether what stands between the name and the end of the statement initializes it, and does nothing beside."""
    start = facts.reading.skip_blank(start)
    value = facts.reading.code[start:end]
    if value[:1] not in (b"=", b"{") or len(facts.reading.split(start + 1, end)) != 1:
        return False
    value = value[1:].strip()
    called = {found.start() + start for found in _CALL.finditer(facts.reading.code[start:end])}
    return bool(value) and b"[" not in value and not acts_beyond_lanes(value) and called <= edits.starts


def _is_unused(facts: Facts, edits: _Edits, variable: _Variable, dropped: Sequence[Span]) -> bool:
    reading, text = facts.reading, variable.name.text
    for name in reading.names([text]):
        macro = reading.macro_at(name.start)
        is_there = variable.end <= name.start < variable.last
        is_parameter = macro is not None and text in (macro.parameters or ())
        is_in_macro = macro is not None and not is_parameter and name != variable.name
        if (is_there or is_in_macro) and not _is_within(name, dropped):
            return False
    called = (found[1] for found in _MACRO_CALL.finditer(reading.plain, variable.end, variable.last))
    if any(name not in reading.macros_called for name in called):
        return False
    return text not in edits.says and not _is_cut(edits.all, variable)


def _is_cut(edits: Sequence[Edit], variable: _Variable) -> bool:
    """Whether another edit takes a part of the statement, or all of it."""
    for edit in edits:
        is_apart = edit.end <= variable.start or variable.end <= edit.start
        is_inside = variable.start <= edit.start and edit.end <= variable.end
        if not (is_apart or is_inside):
            spans = (part for part in edit.parts if isinstance(part, Span))
            if not any(part.start <= variable.start and variable.end <= part.end for part in spans):
                return True
    return False


def _in_lines(facts: Facts, variables: Sequence[_Variable]) -> Iterator[list[_Variable]]:
    """The variables, those together that stand one behind the other in a line."""
    group: list[_Variable] = []
    for variable in variables:
        between = facts.reading.source.text[group[-1].end : variable.start] if group else b""
        if group and (between.strip() or b"\n" in between):
            yield group
            group = []
        group.append(variable)
    if group:
        yield group


def _removal(facts: Facts, group: Sequence[_Variable]) -> Edit:
    """The statements go with their line, if it holds nothing else but a comment behind them."""
    reading, text = facts.reading, facts.reading.source.text
    start, end = group[0].start, group[-1].end
    first, stop = reading.line_start(start), reading.line_stop(end)
    has_line_before = not text[first:start].strip()
    has_line_behind = not reading.code[end:stop].strip() and b"\n" not in text[end:stop].rstrip(b"\r\n")
    if has_line_before and has_line_behind and reading.begins_line(stop):
        start, end = first, stop
    elif has_line_behind:
        start = rskip_blank(reading.code, start, first)
    else:
        end = min(reading.skip_blank(end), stop)
    why = to_text(group[0].name.text)
    return Edit(start, end, b"", f"variable {why}", "warps", (text[start:end],))
