"""Which findings are one cause, and what is to be done next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hipify_py.findings import Severity
from hipify_py.report.causes import cause_ids, causes_of
from hipify_py.report.model import Call, FileReport, Report
from hipify_py.report.next_steps import MOST, next_steps
from hipify_py.rules.model import Catalogue, CauseKind, Rule
from hipify_py.run.outcome import Remark
from hipify_py.source import Position


def _rule(id: str, cause: CauseKind = "remedy", next: str = "") -> Rule:
    return Rule(id, id.lower(), Severity.ERROR, f"A thing of {id}.", "", f"Mend {id}.\n\nMore.", cause=cause, next=next)


def _remark(rule: str, subject: str = "", help: str = "", severity: Severity = Severity.ERROR, line: int = 1) -> Remark:
    return Remark("a.cu", Position(line, 1), Position(line, 2), rule, severity, f"no '{subject}'", help, subject)


def _catalogue(*rules: Rule) -> Catalogue:
    return Catalogue({rule.id: rule for rule in rules}, {})


@pytest.mark.parametrize(("kind", "count"), [("remedy", 2), ("rule", 1), ("name", 3)])
def test_what_findings_of_a_cause_have_in_common(kind: CauseKind, count: int) -> None:
    remarks = [_remark("API001", "a", "use x"), _remark("API001", "b", "use x"), _remark("API001", "c", "use y")]
    assert len(causes_of(remarks, _catalogue(_rule("API001", kind)))) == count


def test_what_hip_has_for_a_name_is_no_remedy_of_its_own() -> None:
    remarks = [_remark("API034", name, f"HIP has '{name}'") for name in ("hipFree", "hipMalloc")]
    (cause,) = causes_of(remarks, _catalogue(_rule("API034")))
    assert (cause.title, cause.help) == ("A thing of API034", "mend API034")


def test_each_library_of_a_cause_has_its_own_help() -> None:
    libraries = _rule("BLD006", "rule")._replace(detect=({"build": "x", "counterparts": {}},))
    remarks = [_remark("BLD006", name, f"link `hip{name}`") for name in ("blas", "fft", "blas")]
    assert causes_of(remarks, _catalogue(libraries))[0].help == "link `hipblas`, link `hipfft`"
    (cause,) = causes_of([*remarks, _remark("BLD006", "npp", "mend BLD006")], _catalogue(libraries))
    assert cause.help == "mend BLD006"


def test_the_worst_comes_first() -> None:
    few, many = [_remark("API001")], [_remark("API002", severity=Severity.WARNING, line=line) for line in (1, 2)]
    more = [_remark("API003", line=line) for line in (1, 2)]
    found = causes_of([*few, *many, *more], _catalogue())
    assert [cause.rule.id for cause in found] == ["API003", "API001", "API002"]


def test_the_example_is_the_first_of_the_worst() -> None:
    warning, *errors = (
        _remark("API001", severity=Severity.WARNING),
        _remark("API001", line=2),
        _remark("API001", line=3),
    )
    (cause,) = causes_of([warning, *errors], _catalogue())
    assert (cause.example, cause.severity) == (errors[0], Severity.ERROR)
    assert cause.places == (*errors, warning)


def test_what_is_only_worth_knowing_is_no_place_of_an_error() -> None:
    known = _remark("API001", severity=Severity.INFO)
    assert [len(cause.places) for cause in causes_of([known, _remark("API001")], _catalogue())] == [1, 1]


def test_the_id_is_that_of_another_run() -> None:
    """As baselines and dashboards may hold it: of the rule and the remedy, not of the places."""
    rules = _catalogue(_rule("API001"))
    here = [_remark("API001", "a", "use x"), _remark("API001", "b", "use y")]
    there = [replace(_remark("API001", "c", "use x", line=9), path="/elsewhere/b.cu", message="other")]
    first, second = cause_ids(here, rules)
    assert [first] == [*cause_ids(there, rules)] == ["API001-38f138df96"]
    assert first != second


def _report(*remarks: Remark, **more: object) -> Report:
    return replace(Report("scan", "6.4", remarks=remarks), **more)  # type: ignore[arg-type]


def test_nothing_to_do_is_not_said() -> None:
    assert next_steps(_report(), _catalogue()) == []
    assert next_steps(_report(_remark("API001")), _catalogue()) == []  # a rule of another release


def test_decisions_come_first_and_once(report: Report) -> None:
    rules = _catalogue(_rule("BLD001", next="move the build"), _rule("BLD002", next="move the build"), _rule("API001"))
    remarks = (_remark("BLD001"), _remark("BLD002"), _remark("BLD002", line=2), _remark("API001"))
    call = Call(("no such folder",), ("--rocm=6.4",), flags={"cublas": "-DX"})
    file = FileReport(
        "a.cu",
        "a.cu",
        report.files[0].measure,
        converted={"cublas": 2},
        change="would convert",
        headers={"hipify_ptx.hpp": ("shl",), "hipify_compat.hpp": ("ballot_sync",)},
    )
    assert next_steps(_report(*remarks, files=(file,), call=call), rules) == [
        "move the build: 3 places in 1 file, see `hipify-py explain BLD002 BLD001`",
        "mend API001: 1 place in 1 file, see `hipify-py explain API001`",
        "compile as C++17 or later: hipify_ptx.hpp, included by 1 file",
        "compile with -DX for cublas on ROCm 6.4: 2 changes",
        "convert: hipify-py --rocm=6.4 'no such folder' (add --verify on a machine with hipcc)",
    ]


def test_what_may_hang_comes_first() -> None:
    rules = [_rule("API001"), _rule("WRP016")._replace(risk="hangs"), _rule("WRP023")._replace(risk="differs")]
    remarks = [_remark(rule.id, severity=Severity.WARNING) for rule in rules[1:]] + [_remark("API001")] * 3
    steps = next_steps(_report(*remarks), _catalogue(*rules))
    assert [step.partition(":")[0] for step in steps] == ["mend WRP016", "mend WRP023", "mend API001"]


def test_there_are_never_too_many() -> None:
    rules = [_rule(f"API{number:03}", next=f"do {number}") for number in range(20)]
    remarks = [_remark(rule.id) for rule in rules]
    steps = next_steps(_report(*remarks), _catalogue(*rules))
    assert len(steps) == MOST
    assert steps[-1] == "fix the other 14 causes, worst first: 14 places"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (Call(("src",)), "on a machine with hipcc, check: hipify-py --check --verify src"),
        (Call(("src",), output="out"), "on a machine with hipcc, check: hipify-py --verify src -o out"),
        (Call(("src",), verified=True), None),
        (Call(), None),
        (Call(("a.cu", "b.cu", "c.cu", "d.cu")), None),
    ],
)
def test_what_was_written_is_to_be_verified(report: Report, call: Call, expected: str | None) -> None:
    file = FileReport("a.cu", "a.cu", report.files[0].measure, "converted", converted={"runtime": 1})
    steps = next_steps(_report(command="convert", files=(file,), call=call), _catalogue())
    assert steps == ([expected] if expected else [])


def test_the_reason_that_all_give_is_said() -> None:
    texts = ["'a' has no counterpart (not translated: 'X' is unknown)", "'b' has none (not translated: 'Y' is unknown)"]
    remarks = [replace(_remark("PTX001", line=line), message=text) for line, text in enumerate(texts, 1)]
    (cause,) = causes_of(remarks, _catalogue(_rule("PTX001")))
    assert cause.title == "A thing of PTX001 (not translated: 'X' is unknown, and others alike)"
    (cause,) = causes_of([*remarks, _remark("PTX001", line=3)], _catalogue(_rule("PTX001")))
    assert cause.title == "A thing of PTX001"
