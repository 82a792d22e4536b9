"""The report for people, as a whole and where it is cut short."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hipify_py.findings import Severity
from hipify_py.report.formats import full, render
from hipify_py.report.model import FileReport, Report
from hipify_py.report.overview import group_lines, readiness_lines
from hipify_py.rules.model import Catalogue

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

  left                        error  warning  info
  PTX   Inline PTX                1        -     -
  API   Runtime and driver        -        1     -
  TOOL  Files and conversion      -        -     1
  total                           1        1     1

  port readiness      lines     names   kernels  left
  total           90% of 10  75% of 8  50% of 2  API 1, PTX 1

scanned 2 files in 0.25 s
  3 names: runtime 3
  left: 1 error, 1 warning, 1 info
  most of them: cp.async 1
  not among them: 2 suppressed, 1 known from the baseline
  fixed since the baseline: 1
  1 path failed
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
        assert "    only for builds that AMD never sees: #if defined(__CUDA_ARCH__)" in lines[lines.index(shown) :]


def test_the_same_in_one_file_is_told_once(report: Report, catalogue: Catalogue) -> None:
    lines = _text(replace(report, remarks=report.remarks[:1] * 4), catalogue)
    assert [line for line in lines if "PTX003" in line] == [
        f"{ODD}:7:10: error PTX003 PTX 'a|b', with \"quotes\": 100% (and 3 more places in this file)"
    ]


@pytest.mark.parametrize(("verbose", "shown"), [(False, 10), (True, 12)])
def test_many_of_a_rule_are_cut_short(report: Report, catalogue: Catalogue, verbose: bool, shown: int) -> None:
    remarks = tuple(replace(report.remarks[1], subject=f"name{number}") for number in range(12))
    lines = _text(replace(report, remarks=remarks), catalogue, verbose=verbose)
    assert sum(line.startswith(f"{ODD}:9:3: ") for line in lines) == shown
    assert (f"{ODD}: 2 more names with API036 (-v shows them)" in lines) == (not verbose)


def test_statistics(report: Report, catalogue: Catalogue) -> None:
    counted = replace(report, remarks=(*report.remarks, report.remarks[1]))
    lines = [line.plain().split() for line in full.statistics_of(counted, catalogue)]
    assert lines == [
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
    assert [line.split()[0] for line in lines[1:13]] == [f"d{number:02}" for number in range(19, 7, -1)]
    assert lines[13].split()[0] == "total"
    assert "8 more directories" in lines[14]
