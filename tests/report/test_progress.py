"""What is fixed and what is new since an earlier report."""

from __future__ import annotations

from dataclasses import replace

from hipify_py.report.model import Earlier, Past, Report
from hipify_py.report.progress import progress
from hipify_py.report.text import closing_lines
from hipify_py.rules.model import Catalogue

COUNTS = {"error": 2, "warning": 1, "info": 0}
PATH = "100% odd/ä,b:c.cu"
SAME = Past(PATH, 5, "PTX003", "error", "PTX 'a|b', with \"quotes\": 100%", "f1")
EDITED = Past(PATH, 9, "API036", "warning", "`__syncwarp` means less", "of another line")
GONE = Past(PATH, 30, "PTX003", "error", "gone", "f7")
UNREAD = Past("elsewhere.cu", 30, "PTX003", "error", "gone", "f8")


def _earlier(*findings: Past, name: str = "old.json") -> Earlier:
    return Earlier(name, COUNTS, 10, 5, 2, 2, findings)


def test_findings_are_paired(report: Report, catalogue: Catalogue) -> None:
    found = progress(replace(report, earlier=(_earlier(SAME, EDITED, GONE, UNREAD),)), catalogue)
    assert found is not None
    assert [(each.finding, each.is_read) for each in found.fixed] == [(GONE, True), (UNREAD, False)]
    assert [report.remarks[number].rule for number in found.new] == ["TOOL009"]
    assert found.same == 2


def test_one_of_two_equal_ones_is_fixed(report: Report, catalogue: Catalogue) -> None:
    found = progress(replace(report, earlier=(_earlier(SAME, SAME),)), catalogue)
    assert found is not None
    assert [each.finding for each in found.fixed] == [SAME]


def test_the_trend_ends_today(report: Report, catalogue: Catalogue) -> None:
    found = progress(replace(report, earlier=(_earlier(name="a.json"), _earlier(SAME))), catalogue)
    assert found is not None
    assert [(each.name, each.lines_left, each.counts["error"]) for each in found.trend] == [
        ("a.json", 5, 2),
        ("old.json", 5, 2),
        ("this report", 1, 1),
    ]


def test_nothing_to_compare_with(report: Report, catalogue: Catalogue) -> None:
    assert progress(report, catalogue) is None
    assert not any(".json" in line for line in closing_lines(report))


def test_it_is_told(report: Report) -> None:
    lines = list(closing_lines(replace(report, earlier=(_earlier(GONE),))))
    assert lines[-1] == "  since old.json: 1 finding fixed, 3 new"
