"""The report for people, as a whole and where it is cut short."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hipify_py.findings import Severity
from hipify_py.report.formats import full, render
from hipify_py.report.model import FileReport, Report
from hipify_py.report.overview import group_lines, readiness_lines
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark
from hipify_py.source import Position

ODD = "src/100% odd/ä,b:c.cu"
TEXT = f"""\
{ODD}:7:10: error PTX003 PTX 'a|b', with "quotes": 100%
  7 |     f("漢é");asm("cp");
    |              ^^^^^^^^^
    help: copy <it> & wait
    fix (unsafe): call the loop: copy
{ODD}:9:3: warning API036 `__syncwarp` means less
  9 |   call(a,
    |   ^^^^^^^

  port readiness      lines     names   kernels  findings
  total           90% of 10  75% of 8  50% of 2  API 1, PTX 1

scanned 2 files in 0.25 s
  sources: 3 changes: runtime 3
  findings: 1 error, 1 warning, 1 info (use -v to show info)
  not reported: 2 suppressed, 1 recorded in the baseline
  fixed since the baseline: 1
  1 path failed

next:
  copy with a loop: 1 place in 1 file, see `hipify-py explain PTX003`
  rename needs care: read it: 1 place in 1 file, see `hipify-py explain API036`
"""


def _text(report: Report, catalogue: Catalogue, **options: bool | Severity) -> list[str]:
    given = {"verbose": False, "least": Severity.WARNING, "statistics": False, **options}
    return [line.plain().rstrip() for line in full.lines(report, catalogue, **given)]  # type: ignore[arg-type]


def test_all_of_it(report: Report, catalogue: Catalogue) -> None:
    assert render("full", report, catalogue) == TEXT


def test_info_is_shown_on_demand(report: Report, catalogue: Catalogue) -> None:
    shown = f"{ODD}:20:1: info TOOL009 left alone"
    assert shown not in _text(report, catalogue)
    for lines in (_text(report, catalogue, verbose=True), _text(report, catalogue, least=Severity.INFO)):
        assert "    not compiled for AMD, because of: #if defined(__CUDA_ARCH__)" in lines[lines.index(shown) :]
        assert "  findings: 1 error, 1 warning, 1 info" in lines


def _places(remark: Remark, *places: tuple[str, int]) -> tuple[Remark, ...]:
    """The same finding at other places."""
    return tuple(replace(remark, path=path, start=Position(line, 1), end=Position(line, 2)) for path, line in places)


def test_findings_of_one_cause_are_told_once(report: Report, catalogue: Catalogue) -> None:
    places = _places(report.remarks[0], ("a.cu", 3), ("b.cu", 1), ("b.cu", 5), (ODD, 9), ("a.cu", 7))
    report = replace(report, remarks=places)
    assert _text(report, catalogue)[:6] == [
        "a.cu:3:1: error PTX003 PTX 'a|b', with \"quotes\": 100%: 5 places in 3 files",
        '  3 |     f("漢é");asm("cp");',
        "    | ^^^^",
        "    help: copy <it> & wait",
        "    fix (unsafe): call the loop: copy",
        "    also: line 7; b.cu 2, 100% odd/ä,b:c.cu",
    ]
    lines = _text(report, catalogue, verbose=True)
    assert lines[5:10] == [f"    {each.path}:{each.line}:1" for each in places]


def test_places_that_one_finding_stands_for(report: Report, catalogue: Catalogue) -> None:
    one = replace(report.remarks[1], path="a.cu", also=(9, 12, 15))
    report = replace(report, remarks=(one, replace(one, path="b.cu", also=())))
    lines = _text(report, catalogue)
    assert lines[0].endswith("`__syncwarp` means less: 5 places in 2 files")
    assert lines[3] == "    also: lines 12, 15; b.cu"
    assert "  rename needs care: read it: 5 places in 2 files, see `hipify-py explain API036`" in lines
    lines = _text(report, catalogue, verbose=True)
    assert lines[3:7] == ["    a.cu:9:3 (2 places)", "    a.cu:12", "    a.cu:15", "    b.cu:9:3"]


def test_names_of_a_cause_are_counted(report: Report, catalogue: Catalogue) -> None:
    names = ("cudaFoo", "cudaBar", "cudaFoo", "x" * 200)
    remarks = tuple(replace(report.remarks[1], subject=name, message=f"'{name}'") for name in names)
    lines = _text(replace(report, remarks=remarks), catalogue)
    assert lines[0] == f"{ODD}:9:3: warning API036 A name that means less: 4 places in 1 file"
    assert f"    names: cudaFoo 2, cudaBar, {'x' * 39}…" in lines
    assert "    also: the same line" in lines


def test_what_a_program_wrote_is_named(report: Report, catalogue: Catalogue) -> None:
    files = tuple(FileReport(f"{name}.cu", f"{name}.cu", report.files[1].measure, generator="gen.py") for name in "ab")
    places = _places(report.remarks[0], ("a.cu", 3), ("b.cu", 1), ("c.cu", 5))
    assert "    generated: 2 of 3 files, by gen.py" in _text(replace(report, files=files, remarks=places), catalogue)


@pytest.mark.parametrize(("verbose", "shown"), [(False, 25), (True, 30)])
def test_many_causes_are_cut_short(report: Report, catalogue: Catalogue, verbose: bool, shown: int) -> None:
    remarks = tuple(replace(report.remarks[1], help=f"do {number}") for number in range(30))
    lines = _text(replace(report, remarks=(*remarks, remarks[-1])), catalogue, verbose=verbose)
    assert sum(line.startswith(f"{ODD}:9:3: ") for line in lines) == shown
    assert ("5 more causes with 5 places (use -v to show all)" in lines) == (not verbose)
    assert lines[0].endswith(": 2 places in 1 file")


def test_statistics(report: Report, catalogue: Catalogue) -> None:
    counted = replace(report, remarks=(*report.remarks, report.remarks[1]))
    lines = [line.plain().split() for line in full.statistics_of(counted, catalogue)]
    assert [line[0] for line in lines[:5]] == ["findings", "PTX", "API", "TOOL", "total"]
    assert lines[6:] == [
        ["2", "API036", "warning", "rename-needs-care"],
        ["1", "PTX003", "error", "ptx-cp-async"],
        ["1", "TOOL009", "info", "shim-header"],
        ["1", "PTX003", "cp.async"],
    ]


def test_a_conversion_that_leaves_nothing_has_no_tables(report: Report, catalogue: Catalogue) -> None:
    clean = replace(report, command="convert", remarks=())
    assert [*group_lines(clean, catalogue), *readiness_lines(clean, catalogue)] == []


def test_the_worst_directories_come_first(report: Report, catalogue: Catalogue) -> None:
    measure = report.files[0].measure
    files = tuple(
        FileReport(f"d{number:02}/a.cu", f"d{number:02}/a.cu", measure._replace(cuda_lines=100, lines_left=number))
        for number in range(20)
    )
    lines = [line.plain() for line in readiness_lines(replace(report, files=files, remarks=()), catalogue)]
    assert [line.split()[0] for line in lines[1:9]] == [f"d{number:02}" for number in range(19, 11, -1)]
    assert lines[9].split()[0] == "total"
    assert "12 more directories" in lines[10]


@pytest.mark.parametrize(("groups", "last"), [(5, "WRP 1"), (6, "other 2")])
def test_the_rest_of_the_kinds_is_summed_up_if_there_are_several(
    report: Report, catalogue: Catalogue, groups: int, last: str
) -> None:
    ids = ("API001", "BLD001", "LIB001", "PTX001", "WRP001", "XYZ001")[:groups]
    remarks = tuple(replace(report.remarks[0], rule=rule) for rule in ids)
    total = [*readiness_lines(replace(report, remarks=remarks), catalogue)][-1].plain()
    assert total.endswith(f"API 1, BLD 1, LIB 1, PTX 1, {last}")
