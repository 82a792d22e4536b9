"""The test of whole statements on a GPU: what it writes, what it leaves out, and that its results are of today."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from benchmarks.ptx_gpu import contention, statement_jobs, statement_report, statements
from benchmarks.ptx_gpu.operands import UntestableError
from benchmarks.ptx_gpu.statement_kernels import Writer
from benchmarks.ptx_gpu.statements import Mutant, Sample


def _sample(asm: str, source: str = statements.OWN) -> Sample:
    return Sample("one", source, asm)


def _why_not(asm: str, source: str = "package") -> str:
    with pytest.raises(UntestableError) as error:
        Writer(_sample(asm, source))
    return str(error.value)


def _lines(asm: str, space: int = 0) -> tuple[str, str]:
    writer = Writer(_sample(asm))
    pair = writer.pair(list(writer.variants())[space])
    return pair.original, pair.ours


@cache
def _jobs() -> list[statement_jobs.StatementJob]:
    return list(statement_jobs.jobs(statements.collection()))


# The collection


def test_names_are_unique() -> None:
    names = [sample.name for sample in statements.collection()]
    assert len(names) == len(set(names))


def test_every_statement_of_the_collection_is_run() -> None:
    assert [(job.title, job.reason) for job in _jobs() if job.reason] == []


def test_every_mutant_is_another_translation() -> None:
    right = {job.sample.name: job.pair.ours for job in reversed(_jobs()) if job.pair and not job.mutant}
    mutants = [job for job in _jobs() if job.mutant]
    assert len(mutants) >= 8
    assert [job.title for job in mutants if job.pair is None or job.pair.ours == right[job.sample.name]] == []


def test_numbers_are_those_of_no_form() -> None:
    numbers = [job.number for job in _jobs()]
    assert min(numbers) == statement_jobs.FIRST
    assert len(numbers) == len(set(numbers))


# Kernels


def test_both_kernels_have_the_same_around_the_statement() -> None:
    original, ours = _lines('asm("add.u32 %0, %1, 1;" : "=r"(d) : "r"(a));')
    assert 'asm("add.u32 %0, %1, 1;"' in original
    assert "asm" not in ours
    assert original.splitlines()[:2] == ["uint32_t d{};", "uint32_t a = get<uint32_t>(t, 0, i);"]
    assert ours.splitlines()[-1] == "put(t, 0, i, d);"


def test_operands_that_are_changed_begin_with_a_value() -> None:
    original, _ours = _lines('asm("add.f32 %0, %0, %1;" : "+f"(d) : "f"(a));')
    assert "float d = get<float>(t, 0, i);" in original


def test_constants_are_tried_one_after_the_other() -> None:
    writer = Writer(
        Sample("one", "own", 'asm("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "n"(k));', constants={"k": (3, 5)})
    )
    texts = [writer.pair(variant).original for variant in writer.variants()]
    assert ['"n"(3)' in texts[0], '"n"(5)' in texts[1], len(texts)] == [True, True, 2]


def test_an_address_points_to_memory_that_is_compared() -> None:
    original, _ours = _lines('asm volatile("st.shared.u32 [%0], %1;" :: "r"(s), "r"(a) : "memory");')
    assert "uint32_t s = static_cast<uint32_t>(shared_address(slot0 + 2));" in original
    assert "keep(t, 0, i, slot0);" in original


@pytest.mark.parametrize(
    "text",
    [
        "{ .reg .u64 q; mov.u64 q, %1; ld.global.u32 %0, [q]; }",
        "{ .reg .u64 q; cvta.to.global.u64 q, %1; ld.global.u32 %0, [q+4]; }",
        "{ .reg .u64 q; add.u64 q, %1, 8; ld.global.u32 %0, [q]; }",
    ],
)
def test_an_address_is_known_through_registers(text: str) -> None:
    original, _ours = _lines(f'asm("{text}" : "=r"(d) : "l"(p));')
    assert "uint64_t p = reinterpret_cast<uint64_t>(slot0" in original


def test_an_index_stays_in_the_memory() -> None:
    text = "{ .reg .u64 q; mad.wide.u32 q, %2, 4, %1; ld.global.u32 %0, [q]; }"
    original, _ours = _lines(f'asm("{text}" : "=r"(d) : "l"(p), "r"(k));')
    assert "uint32_t k = get<uint32_t>(t, 0, i) * 1;" in original


def test_a_generic_pointer_points_to_either_space() -> None:
    asm = 'asm("ld.u32 %0, [%1];" : "=r"(d) : "l"(p));'
    assert "global_slot<0>" in _lines(asm, 0)[0]
    assert "shared_slot<0>" in _lines(asm, 1)[0]


def test_what_is_below_an_address_is_memory_too() -> None:
    original, _ours = _lines('asm("ld.global.u32 %0, [%1+-4];" : "=r"(d) : "l"(p));')
    assert "slot0 + 2" in original


def test_lanes_outside_of_a_mask_return_before() -> None:
    writer = Writer(_sample('asm("redux.sync.add.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(m));'))
    pair = writer.pair(next(writer.variants()))
    assert pair.original.startswith("if (!joins(t, 1, i, 1)) return;")
    assert pair.inputs == ("i32", "m32")


def test_a_mutant_changes_the_translation_alone() -> None:
    writer = Writer(_sample('asm("add.u32 %0, %1, 1;" : "=r"(d) : "r"(a));'))
    pair = writer.pair(next(writer.variants()), Mutant("it subtracts", "add", "sub"))
    assert "add.u32" in pair.original
    assert "-" in pair.ours


# What is left out


def test_a_result_under_one_predicate_is_undefined() -> None:
    text = "{ .reg .pred p; setp.ne.u32 p, %1, 0; @p mov.u32 %0, 1; }"
    assert "undefined" in _why_not(f'asm("{text}" : "=r"(d) : "r"(a));')


def test_a_result_under_opposite_predicates_is_defined() -> None:
    _lines('asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p mov.u32 %0, 1; @!p mov.u32 %0, 2; }" : "=r"(d) : "r"(a));')


def test_a_predicate_that_changed_between_says_nothing() -> None:
    text = "{ .reg .pred p; setp.ne.u32 p, %1, 0; @p mov.u32 %0, 1; setp.ne.u32 p, %1, 5; @!p mov.u32 %0, 2; }"
    assert "undefined" in _why_not(f'asm("{text}" : "=r"(d) : "r"(a));')


def test_a_register_that_was_not_written_is_not_read() -> None:
    assert "may not be written" in _why_not('asm("{ .reg .u32 x; add.u32 %0, x, %1; }" : "=r"(d) : "r"(a));')


def test_a_jump_may_lead_past_a_result() -> None:
    text = "{ .reg .pred p; setp.ne.u32 p, %1, 0; @p bra end; mov.u32 %0, 1; end: }"
    assert "undefined" in _why_not(f'asm("{text}" : "=r"(d) : "r"(a));')


@pytest.mark.parametrize(
    ("asm", "reason"),
    [
        ('asm("{ .reg .pred p; x: ld.u32 %0, [%1]; setp.ne.u32 p, %0, 0; @p bra x; }" : "=r"(d) : "l"(q));', "a loop"),
        ('asm("AGAIN: ld.global.u32 %0, [%1]; bra AGAIN;" : "=r"(d) : "l"(p));', "loop"),
        ('asm("mov.u32 %0, %%smid;" : "=r"(d));', "another value each time"),
        ('asm volatile("membar.gl;" ::: "memory");', "no result"),
        ('asm("trap;");', "leaves nothing"),
        ('asm("ex2.approx.f32 %0, %1; sqrt.rn.f32 %0, %0;" : "=&f"(d) : "f"(a));', "no bound"),
        ('asm("redux.sync.add.u32 %0, %1, 15;" : "=r"(d) : "r"(a));', "part of a warp"),
        ('asm("{ .reg .u64 q; ld.global.u64 q, [%1]; ld.global.u32 %0, [q]; }" : "=r"(d) : "l"(p));', "an address is"),
        ('asm("ld.global.u32 %0, [%1+4096];" : "=r"(d) : "l"(p));', "more memory"),
    ],
)
def test_what_cannot_be_compared_is_left_out(asm: str, reason: str) -> None:
    job = next(iter(statement_jobs.jobs([_sample(asm, "package")])))
    assert reason in job.reason


# Contention


def test_tests_of_contention_are_translated() -> None:
    files = contention.files()
    assert "asm" in files["contention_original.hpp"]
    assert not re.search(r"\basm\b", files["contention_ours.hpp"])
    names = files["contention_tests.txt"].split()
    assert len(names) == len(set(names)) == files["contention_calls.hpp"].count("run(")


# Results


def _folder(path: Path, jobs: list[dict[str, object]], results: list[dict[str, object]]) -> Path:
    path.joinpath("statements.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in jobs))
    path.joinpath("results.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in results))
    path.joinpath("kernels-x.failed").write_text(
        "3 original: ptxas x, line 1; error : no\n4 ours: x.cu(1): error: no\n"
    )
    return path


def test_report_tells_what_differs_from_what_is_left_out(tmp_path: Path) -> None:
    said = {"source": "package", "fingerprint": "0"}
    jobs = [{"number": number, "statement": f"s{number}", **said} for number in range(1, 5)]
    jobs.append({"number": 5, "statement": "s5", "reason": "it has no result", **said})
    results: list[dict[str, object]] = [{"number": 1, "tried": 10, "mismatches": 0}]
    results.append({"number": 2, "tried": 10, "mismatches": 3})
    found = statement_report.merged([_folder(tmp_path, jobs, results)])
    assert [line.partition(":")[0] for line in statement_report.verdict(found)] == ["statement 's2'", "statement 's4'"]
    summary = list(statement_report.summary(found))
    assert summary[0] == "2 of 5 statements run on 20 inputs, 1 differ"
    assert "1 left out: the original does not compile" in "\n".join(summary)
    assert "| of packages | 5 | 2 | 20 | 3 |" in statement_report.table(found)


def test_a_mutant_that_is_not_noticed_is_reported(tmp_path: Path) -> None:
    job = {"number": 1, "statement": "s", "source": "collection", "fingerprint": "0", "mutant": "carry dropped"}
    found = statement_report.merged([_folder(tmp_path, [job], [{"number": 1, "tried": 10, "mismatches": 0}])])
    assert ["carry dropped" in line for line in statement_report.verdict(found)] == [True]


def _found() -> statement_report.Found:
    found = statement_report.load()
    return found if found.rows else pytest.skip("nothing was run yet")


def test_results_show_no_statement_that_differs() -> None:
    assert [row["statement"] for row in _found().statements.values() if row["mismatches"]] == []
    assert [row["contention"] for row in _found().contention.values() if not row["ok"]] == []


def test_results_are_of_the_collection_as_it_is() -> None:
    kept = {
        row["statement"]: row["fingerprint"] for row in _found().statements.values() if row["source"] == statements.OWN
    }
    assert kept == {sample.name: statement_jobs.fingerprint(sample) for sample in statements.collection()}
