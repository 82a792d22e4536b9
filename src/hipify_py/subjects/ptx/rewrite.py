"""Inline PTX becomes C++: beside the original, in a `#if` that the platform decides, or in its place.

A statement that no build for AMD reads stays as it is. What becomes of the others is an outcome of its own, from which
the rules report.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from hipify_py.edits import Edit, in_order
from hipify_py.file.assembler import KEYWORDS, Statement, variant
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors, Judged
from hipify_py.file.unread import Unread
from hipify_py.findings import Tally
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch, Chain
from hipify_py.records import dataclass
from hipify_py.subjects.ptx import choice, findings, translate
from hipify_py.subjects.ptx.beginnings import beginnings
from hipify_py.subjects.ptx.definitions import Definitions
from hipify_py.subjects.ptx.dialect import Dialect, Where, dialect_of, where
from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.macro_texts import MacroTexts, Versions
from hipify_py.subjects.ptx.program import Wishes
from hipify_py.subjects.ptx.result import Outcome, Refusal, Translation, split
from hipify_py.subjects.ptx.roles import hanging
from hipify_py.subjects.ptx.side_by_side import Line, Place, Version, line_of
from hipify_py.subjects.ptx.variables import Variable, variable_at
from hipify_py.texts import to_text

_WORD = pattern(r"[A-Za-z_]\w*")
# So much may stand between a call and the statement in its arguments.


# Macros of files out of sight that stand for the keyword are told by how they are called.
ANCHORS = Anchors(KEYWORDS, signs=(b"ASM",), assembler=True)


def judge(facts: Facts, edits: tuple[Edit, ...]) -> Judged:
    """`edits` are those of the proposals: they decide what a build for AMD reads."""
    if not facts.assembler:
        return Judged(edits)
    ported = port(facts, edits)
    tallies = [Tally(outcome.kind.value) for outcome in ported.outcomes.values()]
    said = findings.said(facts, ported.outcomes, ported.settled)
    return Judged(in_order((*edits, *ported.edits)), (*said, *tallies))


class Ported(NamedTuple):
    """What becomes of the assembler of a file: outcomes by the start of their statements, and the edits. Some of the
    statements are `settled`: all of their text is known where AMD's compiler reads them."""

    outcomes: Mapping[int, Outcome]
    edits: Sequence[Edit]
    settled: Mapping[int, Statement]


def port(facts: Facts, edits: Sequence[Edit]) -> Ported:
    if facts.style.ptx == "off":
        return Ported({}, [], {})
    unread = Unread(facts, edits)

    def is_left_out(offset: int) -> bool:
        """So where an earlier run has been, or where only NVIDIA's compiler comes. A branch for HIP is read."""
        return facts.is_for_nvidia(offset) or bool(unread.guard(offset))

    statements = [
        found
        for found in facts.assembler
        if not (is_left_out(found.start) or facts.is_argument_of_function(found.start))
    ]
    definitions = Definitions(facts.reading, unread.on_device.is_dead)
    settled = {found.start: definitions.settled(found) for found in statements if found.unknown}
    statements = [settled.get(found.start, found) for found in statements]
    texts = MacroTexts(facts.reading, statements, is_left_out, definitions)
    read = [versions for versions in map(texts.versions, statements) if _is_ptx(facts, versions)]
    porter = _Porter(facts, any(translate.reads_carry(found) for versions in read for found in versions.statements))
    results: dict[int, _Made | Refusal] = {versions.original.start: porter.port(versions) for versions in read}
    results |= dict(_refused(facts, results, [versions.original for versions in read]))
    outcomes = {start: result.said if isinstance(result, _Made) else result for start, result in results.items()}
    made = [result for result in results.values() if isinstance(result, _Made)]
    replaced = facts.style.replaces_ptx or (not facts.asks_for_hip and all(each.is_trap for each in made))
    made = made if replaced else list(_in_rows(made))
    begun = [found for found in statements if _is_begun(outcomes.get(found.start))]
    begin = beginnings(facts, begun, is_left_out)
    said = {start: _unseen(outcome) if start in begin.unseen else outcome for start, outcome in outcomes.items()}
    new = [*begin.edits, *(each.place.edit(each.versions, is_replaced=replaced) for each in made)]
    return Ported(said, new, settled)


def _refused(
    facts: Facts, results: Mapping[int, _Made | Refusal], statements: Sequence[Statement]
) -> Iterator[tuple[int, Refusal]]:
    """Barriers that would never be left."""
    waiting = [each for each in statements if isinstance(made := results[each.start], _Made) and made.said.begun]
    reasons = hanging(facts, waiting) if waiting else {}
    return ((start, Refusal(reason, start)) for start, reason in reasons.items())


def _is_begun(outcome: Outcome | None) -> bool:
    return isinstance(outcome, Translation) and outcome.begun


def _unseen(outcome: Outcome) -> Outcome:
    return replace(outcome, unseen=True) if isinstance(outcome, Translation) else outcome


def translated(facts: Facts, statements: Sequence[Statement], edits: Sequence[Edit] = ()) -> bool:
    """Whether all statements would be translated where AMD reads them."""
    definitions = Definitions(facts.reading, Unread(facts, edits).on_device.is_dead)
    statements = [definitions.settled(found) if found.unknown else found for found in statements]
    texts = MacroTexts(facts.reading, statements, lambda _offset: False, definitions)
    porter = _Porter(facts, False)
    return all(
        _is_ptx(facts, versions) and isinstance(porter.port(versions), _Made)
        for versions in map(texts.versions, statements)
    )


def _is_ptx(facts: Facts, versions: Versions) -> bool:
    """An instruction that arguments of a macro say may show only in the versions."""
    found = versions.original
    dialect = dialect_of(facts, found)
    if dialect is Dialect.EMPTY:
        return where(facts, found) is not Where.HOST and translate.kept_in_registers(found) is not None
    if dialect in (Dialect.PTX, Dialect.UNKNOWN):
        return True
    return bool(versions.statements) and all(dialect_of(facts, found) is Dialect.PTX for found in versions.statements)


@dataclass(frozen=True)
class _Made:
    place: Place
    versions: list[Version]
    said: Translation

    @property
    def is_trap(self) -> bool:
        """Whether it is no more than `asm("trap;")`, of which nobody needs a version for NVIDIA beside no other one."""
        return self.said.lines in (("__builtin_trap();",), ("__builtin_trap()",))

    def with_next(self, other: _Made) -> _Made | None:
        """Both as one, if nothing stands between them and neither has conditions of its own."""
        (first, *conditional), (second, *more) = self.versions, other.versions
        if conditional or more or first.condition or second.condition or not self.place.goes_on_in(other.place):
            return None
        together = [Version([*first.lines, *second.lines])]
        place = replace(self.place, end=other.place.end, takes=(*self.place.takes, *other.place.takes))
        return replace(self, place=place, versions=together)


def _start(chain: Chain) -> int:
    return chain.branches[0].directive.start


def _in_rows(made: Iterable[_Made]) -> Iterator[_Made]:
    """Statements that follow each other share one condition."""
    row: _Made | None = None
    for each in made:
        together = row.with_next(each) if row is not None else None
        if row is not None and together is None:
            yield row
        row = together or each
    if row is not None:
        yield row


class _Porter:
    def __init__(self, facts: Facts, passes_carry: bool) -> None:
        self._reading = facts.reading
        tangled = (pair for pair in pairwise(facts.assembler) if pair[1].start < pair[0].end)
        self._tangled = {found.start for pair in tangled for found in pair}
        self._style = facts.style
        macros = facts.reading.macros
        code = facts.reading.code
        acting = frozenset(macro.name for macro in macros if Expression(code[macro.body : macro.end]).acts)
        self._macros = frozenset(to_text(macro.name) for macro in macros)
        style = facts.style
        self._wishes = Wishes(
            style.ptx == "approx", facts.reading.words, passes_carry, acting, style.translates_matrices
        )
        self._chains = sorted(facts.reading.conditionals.chains, key=_start)
        self._chain_starts = [_start(chain) for chain in self._chains]

    def port(self, versions: Versions) -> _Made | Refusal:
        found = versions.original
        if found.start in self._tangled:
            return Refusal("it is nested in another statement", found.start)
        place = Place.of(self._reading, found)
        first, last = bisect_right(self._chain_starts, found.start), bisect_left(self._chain_starts, found.end)
        chains = self._chains[first:last]
        if problem := place.problem or (self._problem(chains, place) if chains else ""):
            return Refusal(problem, found.start)
        if chains:
            return self._in_branches(found, place, chains[0].branches)
        is_choice = found.splices or len(versions.statements) > 1
        result = self._chosen(versions) if is_choice else self._lifted(versions.original)
        if isinstance(result, Refusal):
            return result
        if not place.has_semicolon:
            result = _without_semicolon(result)
        return _Made(place, [Version(self._lines(found, result))], result)

    def _problem(self, chains: Sequence[object], place: Place) -> str:
        if len(chains) > 1:
            return "the statement contains several #if conditions"
        return "the macro contains an #if condition" if place.is_selected else ""

    def _lifted(self, found: Statement) -> Outcome:
        if found.is_empty and (kept := translate.kept_in_registers(found)) is not None:
            return kept
        expressions = [self._reading.source.text[item.start : item.end] for item in found.operands]
        result = translate.translate(found, expressions, self._wishes, self._variables_in(found, expressions))
        if isinstance(result, Translation) and (taken := self._taken(found, result)):
            return Refusal(f"its translation uses '{taken}', which is a macro or macro parameter here", found.start)
        return result

    def _variables_in(self, found: Statement, expressions: Sequence[bytes]) -> Mapping[bytes, Variable]:
        """What the names among the operands are; in a macro nobody knows."""
        if found.macro is not None:
            return {}
        names = {text.strip() for text in expressions if _WORD.fullmatch(to_text(text.strip()))}
        known = ((name, variable_at(self._reading, name, found.start)) for name in names)
        return {name: variable for name, variable in known if variable is not None}

    def _taken(self, found: Statement, result: Translation) -> str:
        """A word of the translation's own that the preprocessor would take for something else."""
        parameters = (found.macro.parameters if found.macro is not None else None) or ()
        words = {word for line in result.lines for word in _WORD.findall(line)}
        taken = words & self._macros | words.intersection(to_text(name) for name in parameters)
        return min(taken, default="")

    def _chosen(self, versions: Versions) -> Outcome:
        """A choice between the translations for all uses of the macro; if one of them has none, so has the macro."""
        if problem := versions.problem or choice.problem(versions.statements):
            return Refusal(problem, versions.original.start)
        results = []
        for found, texts in zip(versions.statements, versions.texts, strict=True):
            result = self._lifted(found)
            if isinstance(result, Refusal):
                uses = ", ".join(f"{to_text(splice)} is '{text}'" for splice, text in texts.items())
                return replace(result, reason=f"{result.reason}, where {uses}")
            results.append(result)
        if versions.is_complete and len({result.lines for result in results}) == 1:
            return reduce(_both, results)
        return replace(reduce(_both, results), lines=choice.lines(versions.statements, versions.texts, results))

    def _lines(self, found: Statement, result: Translation) -> list[Line]:
        spans = [self._reading.stripped(item.start, item.end) for item in found.operands]
        return [line_of(split(line), spans) for line in result.lines]

    def _in_branches(self, found: Statement, place: Place, branches: list[Branch]) -> _Made | Refusal:
        """One translation for each branch, under the same conditions."""
        closing = self._reading.directive_at(branches[-1].end)
        start, end = branches[0].directive.start, closing.end if closing else branches[-1].end
        versions, results = [], []
        for branch in [*branches, *([] if branches[-1].directive.keyword == b"else" else [None])]:
            left_out = [(start, branch.start), (branch.end, end)] if branch else [(start, end)]
            read = variant(self._reading, found, left_out)
            result = self._lifted(read)
            if isinstance(result, Refusal):
                return result
            results.append(result)
            condition = self._reading.source.text[branch.directive.start : branch.directive.end] if branch else b"#else"
            versions.append(Version(self._lines(read, result), condition.strip()))
        return _Made(place, versions, reduce(_both, results))


def _both(left: Translation, right: Translation) -> Translation:
    """What is to be said of two versions of one statement."""
    return replace(
        left,
        kind=left.kind.worse(right.kind),
        notes=tuple(dict.fromkeys((*left.notes, *right.notes))),
        waits=left.waits or right.waits,
        begun=left.begun or right.begun,
    )


def _without_semicolon(result: Translation) -> Translation:
    """Who uses a macro writes the semicolon that its body lacks."""
    if result.is_block:
        return replace(result, lines=("do {", *result.lines[1:-1], "} while (0)"))
    return replace(result, lines=tuple(line.removesuffix(";") for line in result.lines))
