"""What rules say of several statements of one function."""

from __future__ import annotations

from hipify_py.findings import Severity
from hipify_py.run.outcome import Remark
from hipify_py.run.triage.joined import joined
from hipify_py.source import Position


def _remark(line: int, subject: str, joined: str, severity: Severity = Severity.ERROR) -> Remark:
    place = Position(line, 1)
    return Remark("a.cu", place, place, "PTX006", severity, f"no '{subject}'", subject=subject, joined=joined)


def test_those_of_one_function_are_one() -> None:
    found = joined([_remark(3, "b", "f@0"), _remark(2, "a", "f@0"), _remark(9, "b", "g@7"), _remark(4, "b", "f@0")])
    assert [(each.line, each.message, each.also) for each in found] == [
        (2, "no 'a'; 3 statements in 'f': b (2), a", (3, 4)),
        (9, "no 'b'", ()),
    ]


def test_others_stay_by_themselves() -> None:
    remarks = [_remark(1, "a", ""), _remark(2, "a", ""), _remark(3, "a", "f@0"), _remark(4, "a", "f@0", Severity.INFO)]
    assert joined(remarks) == remarks


def test_no_more_instructions_are_named_than_anybody_reads() -> None:
    (found,) = joined([_remark(line, f"i{line}", "f@0") for line in range(9)])
    assert found.message == "no 'i0'; 9 statements in 'f': i0, i1, i2, i3, i4, i5, 3 more"
