"""The statements: what each module lists, written from the PTX manual and not from the tables of the tool."""

from __future__ import annotations

from benchmarks.ptx_second.cases import conversions, floats, integers, memory, programs, warps
from benchmarks.ptx_second.model import Case


def all_cases() -> list[Case]:
    """All statements, each text once, with a name each."""
    cases = [case for module in (integers, floats, conversions, memory, programs, warps) for case in module.cases()]
    by_text = {case.text: case for case in reversed(cases)}
    return [case for case in cases if by_text[case.text] is case]
