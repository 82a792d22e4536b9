"""What there is to say of a comparison, in words that all formats use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.report.lines import counted
from hipify_py.run.pin.compare import Comparison, Row, Verdict
from hipify_py.run.pin.differences import Difference
from hipify_py.run.pin.records import Kind, Place, Program

_VERDICTS = {
    Verdict.EQUAL: "all calls that were compared agree",
    Verdict.CALL: (
        "the fault is in this call, or in what it reads without a pointer: its inputs agree, and what it wrote differs"
    ),
    Verdict.HOST_DATA: "this copy brings other data from the host: the fault is in what the host computed before it",
    Verdict.HOST_VALUE: "the host passes another number to this call: the fault is in what it computed before",
    Verdict.UNSEEN: (
        "this call reads memory that differs, although all that recorded calls wrote before agrees: it was written by "
        "a call that is not recorded, by another thread, or by the host"
    ),
    Verdict.ONLY_ONE: "only one run has this call: the host took another way before it",
    Verdict.NOTHING: "the two files have no call in common: were both trees instrumented from the same sources?",
}


class Side(NamedTuple):
    """One of the two runs."""

    name: str
    program: Program | None
    damage: str
    is_complete: bool
    calls: int


class Shown(NamedTuple):
    first: Side
    second: Side
    comparison: Comparison


def verdict(shown: Shown) -> str:
    found = shown.comparison
    text = _VERDICTS[found.verdict]
    empty = [each.name for each in (shown.first, shown.second) if not each.calls]
    if found.verdict is Verdict.NOTHING and empty:
        return f"no calls were recorded in {' and '.join(empty)}"
    if found.verdict is Verdict.EQUAL and not found.buffers:
        return "all calls agree in the numbers that they were passed; no buffers were compared"
    if found.verdict is Verdict.CALL and found.fault and any(row.argument == "status" for row in _of(found.fault)):
        return "this call fails in one run only, although its inputs agree"
    if found.fault and found.fault.found.differences and found.fault.found.is_of_bytes:
        text += "; only bytes differ whose type is not known, so that it may be rounding"
    if found.verdict is Verdict.ONLY_ONE and found.fault:
        side = shown.first if found.fault.first else shown.second
        return f"only {side.name} has this call: the host took another way before it"
    return text


def _of(row: Row) -> tuple[Difference, ...]:
    return row.found.differences


def side(each: Side) -> str:
    """What a run was, in a line."""
    program = each.program
    if program is None:
        return counted(each.calls, "call")
    devices = list(dict.fromkeys(program.devices))
    words = [program.dialect, *(devices or [f"{program.platform} without a device"]), counted(each.calls, "call")]
    if program.rank >= 0:
        words.append(f"rank {program.rank}")
    if program.options:
        words.append(f"HIPIFY_PIN={program.options}")
    return ", ".join(words)


def warnings(shown: Shown) -> Iterator[str]:
    """What makes a comparison less than it could be."""
    for each in (shown.first, shown.second):
        if each.damage:
            yield f"{each.name}: {each.damage}"
        elif not each.is_complete:
            yield f"{each.name}: the program did not end as programs do; what it recorded until then is compared"
    if earlier := shown.comparison.earlier:
        only = shown.first if earlier.first else shown.second
        yield f"before it, only {only.name} has call {earlier.number}: {name(earlier)} ({where(earlier)})"
    yield from _hints(shown.comparison)
    if typed := shown.comparison.typed:
        yield f"the first call where something differs whose type is known is {typed.number}: {name(typed)}"
    yield from shown.comparison.notes


def _hints(found: Comparison) -> Iterator[str]:
    if found.culprit:
        yield (
            f"the first call whose inputs agree and whose outputs differ is {found.culprit.number}: "
            f"{name(found.culprit)} ({where(found.culprit)})"
        )
    if found.graph and found.verdict is Verdict.UNSEEN:
        yield f"what kernels of graphs write is not recorded; call {found.graph.number} launched one before"


def name(row: Row) -> str:
    place = row.place
    ordinal = f" #{place.nth + 1}" if place.nth else ""
    brackets = "<<<>>>" if place.kind is Kind.LAUNCH else ""
    return f"{place.name}{brackets}{ordinal}"


def where(row: Row) -> str:
    """Its places in both trees; once if they are the same."""
    return ", ".join(dict.fromkeys(_where(place) for place in (row.first, row.second) if place))


def _where(place: Place) -> str:
    return f"{place.file}:{place.line}"


def state(row: Row, shown: Shown) -> str:
    if not row.first or not row.second:
        return f"only {(shown.first if row.first else shown.second).name}"
    if row.is_equal:
        return "equal"
    return "output differs" if row.found.has_equal_inputs else "input differs"


def details(row: Row) -> Iterator[tuple[str, str, str]]:
    """What differs in a call: whether it is an input, which argument, and how."""
    for each in row.found.differences:
        yield "input" if each.is_input else "output", each.argument, each.how


def summary(shown: Shown) -> str:
    found = shown.comparison
    only = zip((shown.first, shown.second), found.only, strict=True)
    parts = [
        f"{found.equal:,} equal",
        f"{found.different:,} different",
        *(f"{count:,} only in {each.name}" for each, count in only if count),
    ]
    return f"{counted(found.calls, 'call')}: {', '.join(parts)}; {counted(found.buffers, 'buffer')} compared"


def tolerances(shown: Shown) -> str:
    return ", ".join(f"{kind.name.lower()} {value:g}" for kind, value in shown.comparison.tolerances.items())
