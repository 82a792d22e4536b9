"""Comments held against findings: which are covered, and which comments are of no use."""

from __future__ import annotations

from hipify_py.findings import Severity
from hipify_py.rules.load import load
from hipify_py.run.outcome import Remark, Silence
from hipify_py.run.triage.silences import Silenced
from hipify_py.source import Position


def _silence(first: int, last: int, *names: str, is_region: bool = False) -> Silence:
    return Silence((first, last), names, is_region, Position(first, 1), Position(first, 9), "// hipify: …")


def _remark(rule: str, first: int, last: int) -> Remark:
    return Remark("a.cu", Position(first, 1), Position(last, 2), rule, Severity.ERROR, "…")


def _silenced(*silences: Silence) -> Silenced:
    return Silenced("a.cu", silences, load())


def test_the_first_and_the_last_line_of_a_finding_count() -> None:
    for line, covered in ((1, False), (2, True), (3, False), (4, True), (5, False)):
        assert _silenced(_silence(line, line)).covers(_remark("PTX001", 2, 4)) is covered


def test_regions_have_no_gaps() -> None:
    silenced = _silenced(_silence(2, 4, is_region=True), _silence(8, 9, is_region=True))
    assert [line for line in range(1, 12) if silenced.covers(_remark("API001", line, line))] == [2, 3, 4, 8, 9]
    assert not list(silenced.unused(load().rules))


def test_what_concerns_a_whole_file_is_not_silenced_by_a_line() -> None:
    silenced = _silenced(_silence(1, 1), _silence(1, 9, is_region=True))
    assert not any(silenced.covers(_remark(rule, 1, 1)) for rule in ("TOOL008", "VFY001", "VFY002"))


def test_only_what_was_of_no_use_is_named() -> None:
    silenced = _silenced(_silence(1, 1, "PTX", "api001", "API002", "NOPE"))
    assert silenced.covers(_remark("PTX001", 1, 1))
    assert [found.subject for found in silenced.unused(load().rules)] == ["NOPE", "API001, API002"]
    assert [found.subject for found in silenced.unused({"API002"})] == ["NOPE", "API002"]
    assert [found.subject for found in silenced.unused(())] == ["NOPE"]
