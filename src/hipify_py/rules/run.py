"""All rules over one file, and one list of what they and the passes have found."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from operator import itemgetter

from hipify_py.edits import Edit, Replaced, Span
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.assertions import is_expected
from hipify_py.file.facts import Facts
from hipify_py.file.fallbacks import Fallbacks
from hipify_py.file.platform import FOR_AMD_DEVICES
from hipify_py.file.same_code import reads_as_newest
from hipify_py.file.unread import Unread
from hipify_py.findings import (
    DEVICE_ARCHITECTURE,
    MERGED_OVERLOAD,
    NEEDS_NEWER_ROCM,
    UNKNOWN_NAME,
    UNSUPPORTED,
    Finding,
    Severity,
)
from hipify_py.reading.budget import limited
from hipify_py.reading.conditionals import CONDITIONS
from hipify_py.reading.expressions import with_signs
from hipify_py.reading.preprocessor import INCLUDES, Directive
from hipify_py.rules import detect, headers
from hipify_py.rules.load import load
from hipify_py.rules.model import Rule

# The rules that speak of a name because it is missing on AMD.
_ABOUT_NAMES = frozenset((UNSUPPORTED, NEEDS_NEWER_ROCM, DEVICE_ARCHITECTURE, UNKNOWN_NAME, "ARC001", "ARC006"))
_OF_MISSING_NAMES = (NEEDS_NEWER_ROCM, UNSUPPORTED)
_VERSION = "ARC006"
_ATOMIC = "ATM006"
_ERROR_ON_AMD = "ARC012"
_FOR_AMD = b"defined(__HIP_PLATFORM_AMD__)"
_VERSIONS = (_VERSION, "ARC009")


def findings(facts: Facts, edits: Sequence[Edit], found_by_rewrites: Iterable[Finding]) -> list[Finding]:
    """What is to be said about a file in the end."""
    unread = Unread(facts, edits)
    own = _still_needed(facts, found_by_rewrites, edits)
    said = [*limited((*own, *limited(_detected(facts, edits))))]
    kept = [item for item in (_in_condition(facts, unread.amd, each) for each in said) if item is not None]
    found = list(_once_a_condition(facts, _once_a_statement(facts, _settled(kept))))
    found = [_as_text(facts, item) for item in found]
    found = [
        replace(item, guard=guard) if (guard := _guard(unread, item, facts.policy.archs)) else item for item in found
    ]
    found = _once_a_file(list(_without_implied(facts, edits, found)), facts.policy.archs)
    return _covered(facts, _of_fallbacks(facts, unread.amd, found))


def _still_needed(facts: Facts, found: Iterable[Finding], edits: Sequence[Edit]) -> Iterator[Finding]:
    """Without names that HIP or a release lacks where a rewrite replaces them, and without comparisons that AMD is no
    longer asked."""
    found = list(found)
    replaced = Replaced(edits) if any(item.rule in _OF_MISSING_NAMES for item in found) else None
    decided = {edit.start for edit in edits if edit.new and edit.start == edit.end and _names_amd(edit.new)}
    for item in found:
        if replaced is not None and item.rule in _OF_MISSING_NAMES and replaced.holds(item.start, item.end):
            continue
        line = facts.reading.directive_at(item.start) if decided and item.rule == DEVICE_ARCHITECTURE else None
        if line is None or not any(line.body <= place < line.end for place in decided):
            yield item


def _without_implied(facts: Facts, edits: Sequence[Edit], found: list[Finding]) -> Iterator[Finding]:
    """Without versions in conditions that conversion answers for AMD, errors that it so keeps from AMD, and constants
    in the call of an atomic builtin, which is reported itself."""
    answers = (edit.start for edit in edits if isinstance(edit.new, bytes) and _FOR_AMD in edit.new)
    lines = {line.start for place in answers if (line := facts.reading.directive_at(place)) is not None}
    openings = [facts.reading.skip_blank(item.end) for item in found if item.rule == _ATOMIC]
    calls = [(at, facts.reading.closers.get(at, at)) for at in openings if facts.reading.plain[at : at + 1] == b"("]
    for item in found:
        if item.rule == _ATOMIC and any(start < item.start < end for start, end in calls):
            continue
        line = facts.reading.directive_at(item.start) if lines and item.rule == _VERSION else None
        if not (item.guard and item.rule == _ERROR_ON_AMD) and (line is None or line.start not in lines):
            yield item


def _names_amd(text: bytes | tuple[bytes | Span, ...]) -> bool:
    return isinstance(text, bytes) and text.lstrip(b"!").startswith(FOR_AMD_DEVICES)


def _covered(facts: Facts, found: list[Finding]) -> list[Finding]:
    """What is about a file that has to be replaced anyway is worth knowing, and no more."""
    rules, archs = load().rules, facts.policy.archs
    covering = {item.rule for item in found if rules[item.rule].covers and severity(item, archs) is Severity.ERROR}
    for rule in map(rules.__getitem__, sorted(covering)):
        spans = _inside(facts, rule.inside) if rule.inside else []
        found = [_under(rule, spans, item) if severity(item, archs) is not Severity.INFO else item for item in found]
    return found


def _inside(facts: Facts, namespaces: Sequence[str]) -> list[tuple[int, int]]:
    """Where code of some namespaces stands, in order; they nest in nothing of theirs."""
    heads = detect.compiled(rf"\bnamespace\s+(?:{'|'.join(namespaces)})\s*(?:::[\w\s:]{{0,200}})?(?=\{{)")
    opened = (head.end() for head in heads.finditer(facts.reading.plain))
    spans = [(start, facts.reading.closers[start]) for start in opened if start in facts.reading.closers]
    return [span for number, span in enumerate(spans) if number == 0 or span[0] > spans[number - 1][1]]


def _under(rule: Rule, spans: Sequence[tuple[int, int]], item: Finding) -> Finding:
    number = bisect_right(spans, item.start, key=itemgetter(0)) - 1
    is_inside = number >= 0 and item.start < spans[number][1]
    covers = (*rule.covers, *rule.covers_inside) if is_inside else rule.covers
    if not any(fnmatchcase(item.rule, pattern) for pattern in covers):
        return item
    help = item.help or load().rules[item.rule].help
    return replace(item, severity=Severity.INFO, help=f"{rule.reason}; if it stays: {help}")


def _of_fallbacks(facts: Facts, amd: AmdBranches, found: list[Finding]) -> list[Finding]:
    """A comparison that AMD answers as old GPUs do is worth knowing, and no more, where these have code of their
    own that nothing else is said of."""
    if all(item.rule != DEVICE_ARCHITECTURE for item in found):
        return found
    worse = (item.start for item in found if severity(item, facts.policy.archs) is not Severity.INFO)
    return Fallbacks(facts, amd).applied(found, worse)


def _guard(unread: Unread, found: Finding, archs: tuple[str, ...]) -> str:
    """What keeps a finding from AMD. A compiler minds most errors also in a function that is never called."""
    if guard := unread.guard(found.start):
        return guard
    if found.rule != MERGED_OVERLOAD and (guard := unread.kept_for_others(found.start)):  # which says that it is put
        return guard
    is_error = severity(found, archs) is Severity.ERROR and not found.is_only_in_use
    return "" if is_error else unread.uncalled(found.start)


def _in_condition(facts: Facts, amd: AmdBranches, found: Finding) -> Finding | None:
    """A name that is not defined is 0 in `#if`: what it guards vanishes silently, which is no error to a compiler; and
    nothing is lost where the newest CUDA would answer alike, which is worth knowing at most."""
    line = facts.reading.directive_at(found.start) if found.rule in _ABOUT_NAMES else None
    if line is None or line.keyword not in CONDITIONS:
        return found
    if found.rule in (_VERSION, UNSUPPORTED) and _includes_if_missing(facts, line):
        return None
    if amd.is_answered_as_by_newest(line):
        return found if found.severity is Severity.INFO else None
    if found.rule in (_VERSION, UNSUPPORTED) and reads_as_newest(amd, line):
        return None
    return replace(found, severity=Severity.WARNING)


def _as_text(facts: Facts, found: Finding) -> Finding:
    """A version that macros only quote goes into a text, and decides nothing; nor does a text that a test expects."""
    is_quoted = found.rule in _VERSIONS and not facts.macros.pastes and found.start in facts.macros.untouchable
    return replace(found, severity=Severity.INFO) if is_quoted or is_expected(facts, found.start) else found


def _once_a_statement(facts: Facts, found: list[Finding]) -> list[Finding]:
    """Where a rule speaks of a statement for all names of a namespace, the general ones are silent about these."""
    rules, start = load().rules, facts.reading.statement_start
    spoken = {(rule.speaks_for, start(item.start)) for item in found if (rule := rules[item.rule]).speaks_for}
    namespaces = {namespace for namespace, _start in spoken}
    return [
        item
        for item in found
        if not rules[item.rule].generic
        or not any(
            f"{item.subject}::".startswith(f"{each}::") and (each, start(item.start)) in spoken for each in namespaces
        )
    ]


def _once_a_condition(facts: Facts, found: list[Finding]) -> Iterator[Finding]:
    """A condition on three parts of a version is one place to decide about."""
    seen: set[int] = set()
    for item in found:
        line = facts.reading.directive_at(item.start) if item.rule == _VERSION else None
        if line is None or line.keyword not in CONDITIONS:
            yield item
        elif line.start not in seen:
            seen.add(line.start)
            yield item


def _once_a_file(found: list[Finding], archs: tuple[str, ...]) -> list[Finding]:
    """Of the findings that are said once for a file, the first of the worst ones, with how many there are."""
    places, first = dict[tuple[str, str], list[int]](), dict[tuple[str, str], Finding]()
    for item in found:
        if (said := _said_once(item)) is not None:
            places.setdefault(said, []).append(item.start)
            if said not in first or severity(first[said], archs) < severity(item, archs):
                first[said] = item
    kept = [(item, _said_once(item)) for item in found]
    return [
        item if said is None else _with_places(item, places[said])
        for item, said in kept
        if said is None or first[said] is item
    ]


def _said_once(item: Finding) -> tuple[str, str] | None:
    """What a finding has in common with those that are said together with it."""
    rule = load().rules[item.rule]
    return (item.rule, item.message if rule.once_each else "") if rule.once or rule.once_each else None


def _with_places(item: Finding, places: Sequence[int]) -> Finding:
    if len(places) == 1:
        return item
    return replace(item, also=tuple(place for place in places if place != item.start))


def _includes_if_missing(facts: Facts, line: Directive) -> bool:
    """`#ifndef CUDA_VERSION`, `#include <cuda.h>`: a header that defines it is included, as is right on AMD."""
    branch = facts.reading.conditionals.opened_by(line)
    if branch is None or len(branch.chain.branches) > 1:
        return False
    asked = b"".join(with_signs(facts.reading.code[line.body : line.end]).split())
    is_missing = line.keyword == b"ifndef" or (asked.startswith(b"!defined") and not (b"&" in asked or b"|" in asked))
    keywords = facts.reading.only_keywords(branch)
    return is_missing and bool(keywords) and keywords.issubset(INCLUDES)


def severity(found: Finding, archs: tuple[str, ...]) -> Severity:
    """How bad a finding is: what no build for AMD reads is worth knowing, and no more."""
    if found.guard:
        return Severity.INFO
    return found.severity or load().rules[found.rule].severity_on(archs)


def failing(found: Iterable[Finding], archs: tuple[str, ...]) -> list[Finding]:
    """The findings that keep the code from building or running on AMD."""
    return [item for item in found if severity(item, archs) is Severity.ERROR]


def _detected(facts: Facts, edits: Sequence[Edit]) -> Iterator[Finding]:
    starts = [edit.start for edit in edits]
    includes_known = any(headers.is_known(name) for name in facts.included)
    for detector, hit in (*detect.detect(facts, includes_known=includes_known), *headers.detect(facts)):
        if detector.stays or not detect.is_touched(hit, edits, starts):
            text = facts.reading.source.text[hit.start : hit.end].decode("utf-8", "replace")
            yield detect.finding(detector.rule, hit, " ".join(text.split()), detector.spec, facts.policy.archs)


def _settled(found: list[Finding]) -> list[Finding]:
    """Each thing said once: where a rule of its own speaks of a place, the general ones are silent."""
    rules = load().rules
    unique = {(item.start, item.end, item.rule): item for item in _without_outranked(found, rules)}
    by_place: dict[tuple[int, int], list[Finding]] = {}
    for item in unique.values():
        by_place.setdefault((item.start, item.end), []).append(item)
    settled: list[Finding] = []
    for place in by_place.values():
        settled += _without_general(place, rules)
    return sorted(settled, key=lambda item: (item.start, item.rule))


def _without_outranked(found: list[Finding], rules: Mapping[str, Rule]) -> Iterator[Finding]:
    """What begins at one place is said by the rule that knows more of it."""
    outranked = {(item.start, rule) for item in found for rule in rules[item.rule].outranks}
    return (item for item in found if (item.start, item.rule) not in outranked)


def _without_general(place: list[Finding], rules: Mapping[str, Rule]) -> list[Finding]:
    """What a general rule says of the very name is kept under the id of the rule that knows what the name is for."""
    general = [item for item in place if rules[item.rule].generic]
    special = [item for item in place if not rules[item.rule].generic]
    if not general or not special:
        return place[:1] if len(general) > 1 and not special else place
    first = general[0]
    worst = max(item.severity or rules[item.rule].severity for item in (first, special[0]))
    if first.rule == UNKNOWN_NAME:  # the special rule knows more
        return [replace(special[0], severity=worst), *special[1:]]
    help = first.help or special[0].help
    return [replace(special[0], message=first.message, help=help, severity=worst, fix=first.fix), *special[1:]]
