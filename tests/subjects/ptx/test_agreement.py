"""`hipify-py ptx` and conversion say the same of every instruction, wherever it stands, and neither is silent."""

from __future__ import annotations

from collections import defaultdict

import pytest

from hipify_py import api
from hipify_py.report.translation import answers
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.dialect import UNTRANSLATED
from tests.subjects.ptx.test_translate import Written

# Where a statement may stand, as one line.
PLACES = {
    "function": "__device__ void f{number}() {{ {statement} }}",
    "for both sides": "__host__ __device__ void f{number}() {{ {statement} }}",
    "marked by another file": "MY_DEVICE void f{number}() {{ {statement} }}",
    "macro": "#define F{number}() {statement}",
    "template": "template <class T> __device__ void f{number}() {{ {statement} }}",
    "lambda": "void f{number}() {{ run([=] __device__ {{ {statement} }}); }}",
    "method": "struct S{number} {{ MY_DEVICE void operator()(int i) const {{ {statement} }} }};",
}
REFUSED = [f"{head}{modifiers}" for head in sorted(UNTRANSLATED) for modifiers in ("", ".sync.aligned.u32 %0, %1")]
UNKNOWN = ["frob.u32 %0, %1", "frob %0", "frob", "add .u32 %0, 1", "mov.u32 %0 %1", "bra L", "@%p1 exit", "L:", "}"]


def _in_all_rows() -> list[str]:
    """A statement for each row of the tables, of its first form and of its last."""
    rows = [list(forms.of_row(row)) for row in forms.rows()]
    return [
        Written(form).statement() for row in rows for form in {row[0].opcode: row[0], row[-1].opcode: row[-1]}.values()
    ]


def _said(statements: list[str], place: str) -> dict[int, set[str]]:
    """The rules that speak of each statement, by its number."""
    code = "#include <cuda_runtime.h>\n" + "".join(
        PLACES[place].format(number=number, statement=statement) + "\n" for number, statement in enumerate(statements)
    )
    result = api.convert(code.encode(), api.policy(), path="x.cuh")
    said = defaultdict[int, set[str]](set)
    for found in result.findings:
        said[result.source.line(found.start) - 2].add(found.rule)
    return said


@pytest.mark.parametrize("place", PLACES)
def test_every_row(place: str) -> None:
    statements = _in_all_rows()
    said = _said(statements, place)
    for number, statement in enumerate(statements):
        (answer,) = answers(statement)
        assert answer.is_translated, statement
        assert said[number] & {"CNV001", "CNV002"}, statement


@pytest.mark.parametrize("place", PLACES)
def test_what_is_refused_is_reported(place: str) -> None:
    statements = [f'asm volatile("{template};" : "=r"(a) : "r"(b));' for template in (*REFUSED, *UNKNOWN)]
    said = _said(statements, place)
    for number, statement in enumerate(statements):
        (answer,) = answers(statement)
        is_translated = bool(said[number] & {"CNV001", "CNV002"})
        assert answer.is_translated is is_translated, statement
        assert is_translated or any(rule.startswith("PTX") for rule in said[number] - {"PTX022", "PTX028"}), statement
