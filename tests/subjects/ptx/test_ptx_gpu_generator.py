"""The test of translations on a GPU: what it writes, and that its results speak of the tables as they are."""

from __future__ import annotations

import re
from functools import cache

import pytest

from benchmarks.ptx_gpu import generate, report
from benchmarks.ptx_gpu.__main__ import DOCUMENT, document
from benchmarks.ptx_gpu.cases import cases_of, fingerprint, signature
from benchmarks.ptx_gpu.kernels import Writer
from benchmarks.ptx_gpu.mutants import MUTANTS
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.forms import Form, FormOperand
from hipify_py.subjects.ptx.result import Class

_BFE = Form(
    "bfe.u32",
    (FormOperand("d", "u32"),),
    (FormOperand("a", "u32"), FormOperand("b", "u32"), FormOperand("c", "u32")),
    Class.EXACT,
    call="bfe<uint32_t>",
)


@cache
def _jobs() -> list[generate.Job]:
    return list(generate.jobs(forms.every()))


def test_a_form_becomes_an_asm_and_a_call() -> None:
    pair = Writer(next(cases_of(_BFE))).pair()
    assert 'asm volatile("bfe.u32 %0, %1, %2, %3;" : "=r"(d0)' in pair.original
    assert (
        "hipify_ptx::bfe<uint32_t>(get<uint32_t>(t, 0, i), get<uint32_t>(t, 1, i), get<uint32_t>(t, 2, i))" in pair.ours
    )
    assert (pair.inputs, pair.outputs) == (("i32", "i32", "i32"), ("i32",))


def test_a_predicate_goes_through_a_register() -> None:
    form = Form("not.pred", (FormOperand("d", "pred"),), (FormOperand("a", "pred"),), Class.EXACT, code="!{a}")
    pair = Writer(next(cases_of(form))).pair()
    assert "setp.ne.u32 a0_p, %1, 0; not.pred d0_p, a0_p; selp.u32 %0, 1, 0, d0_p;" in pair.original
    assert "!(get<bool>(t, 0, i))" in pair.ours


def test_a_carry_is_set_before_and_read_after() -> None:
    operands = (FormOperand("a", "u32"), FormOperand("b", "u32"))
    form = Form(
        "addc.cc.u32", (FormOperand("d", "u32"),), operands, Class.EXACT, call="addc_cc<uint32_t>", carry="inout"
    )
    pair = Writer(next(cases_of(form))).pair()
    assert re.search(r"add\.cc\.u32 c, %\d, -1; addc\.cc\.u32 .* addc\.u32 %1, 0, 0;", pair.original)
    assert "add_cc<uint32_t>(get<uint32_t>(t, 2, i), 0xffffffffu, carry_out)" in pair.ours
    assert pair.inputs[-1] == pair.outputs[-1] == "i1"


def test_immediates_and_optional_operands_make_cases() -> None:
    inputs = (FormOperand("a", "b32"), FormOperand("n", "imm"), FormOperand("x", "u32", optional=True))
    form = Form(
        "any.b32",
        (FormOperand("d", "b32"),),
        inputs,
        Class.EXACT,
        call="any",
        pair=FormOperand("p", "pred", optional=True),
    )
    variants = [case.variant for case in cases_of(form)]
    assert "n=0x1" in variants
    assert "n=0x1, with x, with |p" in variants
    assert len(variants) == len(set(variants))


def test_memory_is_compared_around_an_address() -> None:
    form = Form(
        "st.shared.u32",
        (),
        (FormOperand("a", "address"), FormOperand("b", "u32")),
        Class.EXACT,
        call="st",
        test="memory",
    )
    pair = Writer(next(cases_of(form))).pair()
    assert '"st.shared.u32 [%0+32], %1;"' in pair.original
    assert pair.outputs == ("i64",) * 8


@pytest.mark.slow
@pytest.mark.slow
def test_every_form_is_run_or_says_why_not() -> None:
    covered = {fingerprint(job.form) for job in _jobs()}
    assert covered == {fingerprint(form) for form in forms.every()}
    assert all(job.pair or job.reason for job in _jobs())


@pytest.mark.slow
def test_numbers_are_unique() -> None:
    numbers = [job.number for job in _jobs()]
    assert len(numbers) == len(set(numbers))


def test_no_form_stands_in_the_tables_twice() -> None:
    said = [(form.opcode, signature(form)) for form in forms.every()]
    assert len(said) == len(set(said))


@pytest.mark.slow
def test_files_are_small_and_of_one_target() -> None:
    sizes: dict[str, int] = {}
    for job in _jobs():
        if job.file:
            sizes[job.file] = sizes.get(job.file, 0) + 1
    assert max(sizes.values()) <= generate.PER_FILE


@pytest.mark.parametrize("opcode", MUTANTS)
@pytest.mark.slow
def test_every_mutant_is_of_a_form(opcode: str) -> None:
    assert any(job.mutant and job.pair for job in _jobs() if job.form.opcode == opcode)


def _results() -> list[report.Row]:
    return report.load() or pytest.skip("nothing was run yet")


def test_results_show_no_form_that_differs() -> None:
    assert [row["fingerprint"] for row in _results() if row["mismatches"]] == []


def test_results_are_of_the_tables_as_they_are() -> None:
    known = {fingerprint(form) for form in forms.every()}
    assert {row["fingerprint"] for row in _results()} <= known, "results of forms that are in no table any more"


def test_the_documentation_says_what_was_run() -> None:
    """Of forms that nobody has run yet, too: a row may be added without a GPU."""
    assert DOCUMENT.read_text(encoding="utf-8") == document(list(forms.every())), (
        "python -m benchmarks.ptx_gpu report --save"
    )


def test_results_say_why_a_form_was_not_run() -> None:
    assert [row["fingerprint"] for row in _results() if not row["tried"] and not row.get("not_run")] == []


def test_table_folds_forms_of_a_family() -> None:
    row = {"fingerprint": fingerprint(_BFE), "tried": 1000, "mismatches": 0}
    assert "| `bfe` | 1 | exact | 1,000 | 0 |  |" in report.table([_BFE], [row])
    assert "Not run: not yet run on a GPU." in report.table([_BFE], [])
