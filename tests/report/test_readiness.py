"""What converts, of a hundred."""

from __future__ import annotations

import pytest

from hipify_py.report.model import Report
from hipify_py.report.readiness import Share, readiness
from hipify_py.rules.model import Catalogue


@pytest.mark.parametrize(
    ("total", "left", "percent"),
    [(0, 0, 100.0), (4, 0, 100.0), (4, 4, 0.0), (4, 1, 75.0), (3, 1, 66.7), (100_000, 1, 99.9), (100_000, 99_999, 0.1)],
)
def test_percent(total: int, left: int, percent: float) -> None:
    assert Share(total, left).percent == percent


def test_directories(report: Report, catalogue: Catalogue) -> None:
    overview = readiness(report, catalogue)
    assert [(each.directory, each.files, each.lines, dict(each.left)) for each in overview.directories] == [
        ("100% odd", 1, Share(10, 1), {"PTX": 1, "API": 1}),
        ("lib", 1, Share(0, 0), {}),
    ]
    assert (overview.total.files, overview.total.names, overview.total.kernels) == (2, Share(8, 2), Share(2, 1))
    assert [each.has_cuda for each in overview.directories] == [True, False]


def test_what_is_known_of_no_file_counts_where_it_lies(empty: Report, report: Report, catalogue: Catalogue) -> None:
    orphan = Report("scan", "7.1", remarks=report.remarks[:1])
    assert [each.directory for each in readiness(orphan, catalogue).directories] == ["src/100% odd"]
    assert readiness(empty, catalogue).directories == ()
