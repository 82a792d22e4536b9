"""The rules on inline PTX: each instruction goes to the first rule that knows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

from hipify_py.file.assembler import HOLE, Instruction, Statement
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.thread_values import WAVE, differ_within, values_by_shape
from hipify_py.findings import NEARLY_TRANSLATED, TRANSLATED, Finding, Severity, as_phrase
from hipify_py.patterns import pattern
from hipify_py.reading.conditions import conditions_of
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.scopes import Kind
from hipify_py.rules.detect import Hit, finding
from hipify_py.rules.load import load
from hipify_py.rules.model import Rule
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.dialect import Dialect, Where, dialect_of, where
from hipify_py.subjects.ptx.result import Class, Outcome, Refusal, Translation
from hipify_py.texts import to_text

INLINE_PTX = "PTX001"
CONSTRAINT = "PTX023"
IN_MACRO = "PTX024"
UNUSED = "PTX026"
EMPTY = "PTX022"
HOST = "PTX028"
WAITS = "PTX030"
UNSEEN = "PTX031"

# The letters that stand for registers on NVIDIA's side only; `r` and `n` pass on AMD's.
_LETTER = pattern(r"[=+&]*([hlfdqC])$")
# One at which those meet that come to it, by a number that is the same for all.
_NUMBERED_BARRIER = pattern(r"(?:bar|barrier)(?:\.cta)?\.(?:sync|red)[.\w]*\s+(?:[%\w]+\s*,\s*)?\d{1,2}\s*,")
_MOST_SHOWN = 60
_CONDITION = pattern(rb"\b(?:if|while|for|switch)\b[^;{}]{0,300}\Z")
# How conditions are written that not all threads of a wave meet.
_PART_OF_WAVE = pattern(r"(?i)threadIdx|lane|warp|elect|leader|\btid\b|thread|producer|consumer|role")


class _Known(NamedTuple):
    rule: Rule
    pattern: re.Pattern[str]
    spec: Mapping[str, Any]


def said(
    facts: Facts, outcomes: Mapping[int, Outcome], settled: Mapping[int, Statement] = MappingProxyType({})
) -> Iterator[Finding]:
    """The findings on the assembler of a file; `outcomes` are what became of statements, by their starts, and `settled`
    are those of which more is known than the file says at their places."""
    rules = load().rules
    for found in _said(facts, outcomes, settled):
        if rules[found.rule].concerns(facts.policy.rocm, facts.policy.archs):
            yield found


def _said(facts: Facts, outcomes: Mapping[int, Outcome], settled: Mapping[int, Statement]) -> Iterator[Finding]:
    statements = [
        settled.get(statement.start, statement)
        for statement in facts.assembler
        if statement.start in outcomes or not facts.is_left_alone(statement.start)
    ]
    rules = load().rules
    if statements:
        uses = _Uses(facts, statements)
        reported: set[int] = set()  # functions and macros: each once
        for statement in statements:
            for found in _findings(facts, statement, uses, outcomes.get(statement.start)):
                if found.rule == UNSEEN:
                    yield from [found] if found.start not in reported else []
                    reported.add(found.start)
                    continue
                is_only_in_use, extent = not _letters(statement), (statement.start, statement.end)
                joined = _joined(facts, statement) if rules[found.rule].per_function else ""
                yield replace(found, extent=extent, is_only_in_use=is_only_in_use, joined=joined)


def _joined(facts: Facts, statement: Statement) -> str:
    """The function around a statement, or the macro."""
    if statement.macro is not None:
        return f"{to_text(statement.macro.name)}@{statement.macro.name_start}"
    function = facts.functions.around(statement.start)
    return f"{to_text(function.name)}@{function.start}" if function is not None and function.name else ""


class _Uses:
    """Where the macros and functions around the statements are used, all looked up together."""

    def __init__(self, facts: Facts, statements: list[Statement]) -> None:
        self._functions = {
            found.start: function
            for found in statements
            if found.macro is None and (function := facts.functions.around(found.start)) is not None
        }
        names = {function.name for function in self._functions.values() if function.is_local and function.name}
        names.update(found.macro.name for found in statements if found.macro is not None)
        self._reading, self._facts = facts.reading, facts
        self._may_be_pasted = bool(facts.macros.pastes)
        self._places: dict[bytes, list[int]] = {}
        for name in facts.reading.names(names):
            self._places.setdefault(name.text, []).append(name.start)

    def of_macro(self, macro: Macro) -> int:
        return sum(map(self._is_use, self._places.get(macro.name, ())))

    def is_in_device_code(self, macro: Macro) -> bool:
        """Whether a function for devices alone uses it."""
        sides = map(self._facts.functions.side_at, self._places.get(macro.name, ()))
        return self._facts.is_for_cuda(macro.body) and any(side in (Side.KERNEL, Side.DEVICE) for side in sides)

    def _is_use(self, place: int) -> bool:
        """Not so where a directive defines the name, takes it back or asks for it."""
        directive = self._reading.directive_at(place)
        return directive is None or bool(self._reading.code[directive.body : place].strip())

    def unused_function(self, statement: Statement) -> str:
        """The function around a statement, if it is emitted only where it is called, and nothing here calls it."""
        function = self._functions.get(statement.start)
        if function is None or function.name not in self._places or self._may_be_pasted:
            return ""
        places = self._places[function.name]
        is_called = places[0] < function.start or places[-1] >= function.end
        return "" if is_called else to_text(function.name)


def _findings(facts: Facts, statement: Statement, uses: _Uses, outcome: Outcome | None) -> Iterator[Finding]:
    if isinstance(outcome, Translation):
        yield _translated(statement, outcome)
        if statement.macro is not None or not uses.unused_function(statement):
            yield from _to_review(facts, statement, outcome)
        return
    found, letters = dialect_of(facts, statement), _letters(statement)
    if found in (Dialect.PTX, Dialect.UNKNOWN):
        name = uses.unused_function(statement) if statement.macro is None and not letters else ""
        for item in _about_ptx(facts, statement, letters):  # what nothing calls is not assembled
            is_for_gpus = statement.macro is not None and uses.is_in_device_code(statement.macro)
            said = item if is_for_gpus else _or_of_host(facts, statement, found, item)
            said = _with_reason(said, outcome)
            yield replace(said, severity=Severity.INFO) if name else said
        if statement.macro is not None:
            yield _in_macro(statement.macro, uses)
        elif name:
            yield _say(UNUSED, statement, name)
    elif found is Dialect.EMPTY:
        is_host = where(facts, statement) is Where.HOST
        yield _say(EMPTY, statement, "asm") if is_host or not letters else _say(CONSTRAINT, statement, letters[0])
    elif found is Dialect.HOST:
        yield _say(HOST, statement, "asm")


def _or_of_host(facts: Facts, statement: Statement, dialect: Dialect, found: Finding) -> Finding:
    """What is no PTX that anybody knows, where a host might run it."""
    if dialect is Dialect.PTX or found.rule != INLINE_PTX or where(facts, statement) is Where.DEVICE:
        return found
    message = f"inline assembly ('{_first(statement)}') that is neither known PTX nor known to be for a CPU"
    return replace(found, message=message, severity=Severity.WARNING)


def _letters(statement: Statement) -> list[str]:
    """The constraints that AMD's compiler rejects where they stand, in code that is used or not."""
    return sorted({match[1] for text in statement.constraints if (match := _LETTER.match(text))})


def _translated(statement: Statement, outcome: Translation) -> Finding:
    rule = NEARLY_TRANSLATED if outcome.kind is Class.APPROXIMATE else TRANSLATED
    found = _say(rule, statement, _first(statement))
    notes = "; ".join(map(as_phrase, outcome.notes))
    said = f"{found.message} ({outcome.kind.value})"
    return replace(found, message=f"{said}: {notes}" if notes else said)


def _to_review(facts: Facts, statement: Statement, outcome: Translation) -> Iterator[Finding]:
    """What the program around a translation has to see to."""
    if outcome.waits:
        yield from _waits(facts, statement)
    if outcome.unseen and (place := _name_around(facts, statement)) is not None:
        yield finding(load().rules[UNSEEN], place, _first(statement))


def _waits(facts: Facts, statement: Statement) -> Iterator[Finding]:
    """What waits, and the condition on lanes or warps that it stands under in its function."""
    waiting = [each for each in statement.instructions if any(form.waits for form in forms.find(each.opcode))]
    if all(_NUMBERED_BARRIER.match(each.text) for each in waiting) and _is_for_whole_waves(facts, statement):
        return
    scopes, code = facts.reading.scopes, facts.reading.code
    heads = (code[scope.head : scope.start] for scope in scopes.around(statement.start) if scope.kind is Kind.BLOCK)
    conditions = (" ".join(to_text(match[0]).split()) for head in heads if (match := _CONDITION.search(head)))
    under = next((f", under '{_shown(text)}'" for text in conditions if _PART_OF_WAVE.search(text)), "")
    for instruction in islice(waiting, 1):
        hit = Hit(instruction.start, instruction.end, {"under": under})
        yield finding(load().rules[WAITS], hit, _shown(instruction.opcode))


def _is_for_whole_waves(facts: Facts, statement: Statement) -> bool:
    """Whether a statement of a kernel surely stands where all threads of a wavefront come, or none."""
    if statement.macro is not None or facts.functions.side_at(statement.start) is not Side.KERNEL:
        return False
    conditions = conditions_of(facts.reading, statement.start)
    values = [value for each in conditions or () for value in values_by_shape(facts, each.start, each.end)]
    return conditions is not None and all(each is not None and not differ_within(each, WAVE) for each in values)


def _name_around(facts: Facts, statement: Statement) -> Hit | None:
    """The name of the function or macro that a statement stands in."""
    if statement.macro is not None:
        return Hit(statement.macro.name_start, statement.macro.name_end)
    function = facts.functions.around(statement.start)
    start = facts.reading.code.find(function.name, function.start) if function is not None and function.name else -1
    return Hit(start, start + len(function.name)) if function is not None and start >= 0 else None


def _with_reason(found: Finding, outcome: Outcome | None) -> Finding:
    """Why the statement is left to a human, in the words of who tried to translate it."""
    if not isinstance(outcome, Refusal) or _says_nothing_new(found, outcome):
        return found
    if outcome.kind is Class.APPROXIMATE:
        return replace(
            found, message=f"{found.message} ({outcome.reason})", help=f"--ptx=approx translates it; or: {found.help}"
        )
    return replace(found, message=f"{found.message} (not translated: {outcome.reason})")


def _says_nothing_new(found: Finding, refusal: Refusal) -> bool:
    return refusal.reason.startswith(f"'{found.subject.rstrip('…')}") and refusal.reason.endswith(
        "' has no translation"
    )


def _about_ptx(facts: Facts, statement: Statement, letters: list[str]) -> Iterator[Finding]:
    """Each rule speaks once of a statement; once for each branch, where `#if` stands in it."""
    known: dict[tuple[str, int], tuple[_Known, Instruction]] = {}
    for instruction in statement.instructions:
        for rule in _rules():
            if rule.pattern.search(instruction.text):
                known.setdefault((rule.rule.id, _branch(facts, instruction)), (rule, instruction))
                break
    for rule, instruction in known.values():
        hit = Hit(instruction.start, instruction.end, {"opcode": _shown(instruction.opcode)})
        yield replace(finding(rule.rule, hit, _shown(instruction.text), rule.spec), subject=_shown(instruction.opcode))
    if known:
        return
    if letters:
        yield _say(CONSTRAINT, statement, letters[0])
    else:
        yield _say(INLINE_PTX, statement, _first(statement))


def _branch(facts: Facts, instruction: Instruction) -> int:
    branch = facts.reading.conditionals.at(instruction.start)
    return branch.start if branch is not None else 0


def _first(statement: Statement) -> str:
    plain = [found for found in statement.instructions if not found.opcode.startswith(".")]
    return _shown(plain[0].opcode) if plain else "asm"


def _say(rule: str, statement: Statement, text: str) -> Finding:
    return finding(load().rules[rule], Hit(statement.keyword.start, statement.keyword.end), text)


def _in_macro(macro: Macro, uses: _Uses) -> Finding:
    count = uses.of_macro(macro)
    text = f"used at {count} place{'s'[: count != 1]} in this file" if count else "not used in this file"
    hit = Hit(macro.name_start, macro.name_end, {"uses": text})
    return finding(load().rules[IN_MACRO], hit, to_text(macro.name))


def _shown(text: str) -> str:
    """An instruction as a message may quote it; what is not known stands as three dots."""
    text = " ".join(text.replace(HOLE, "…").split())
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"


@cache
def _rules() -> tuple[_Known, ...]:
    """The rules that know instructions, the narrower ones first."""
    found = [
        (spec.get("rank", 50), rule.id, _Known(rule, re.compile(spec["ptx"], re.VERBOSE), spec))
        for rule in load().rules.values()
        for spec in rule.detect
        if "ptx" in spec
    ]
    return tuple(known for _rank, _id, known in sorted(found, key=lambda item: item[:2]))
