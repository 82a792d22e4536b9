"""What the figures of `benchmarks/speed` are computed with; nothing is timed here."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.speed import gate, samples, whole_runs
from benchmarks.speed.inside import Cost, ratio
from benchmarks.speed.regression import prices


def test_prices_are_found_again() -> None:
    shapes = [(100 + 37 * number, number * number % 11) for number in range(20)]
    costs = [Cost(size, names, 5 + 0.25 * size + 3 * names, 1) for size, names in shapes]
    found = prices(costs)
    assert (found.file, found.byte, found.name) == pytest.approx((5, 0.25, 3))


def test_long_files_count_for_what_they_cost() -> None:
    assert ratio([Cost(1, 0, 1.0, 1.0), Cost(9, 0, 9.0, 4.0)]) == 0.5


def test_the_gate_names_what_became_slower() -> None:
    baseline = gate.Baseline("1234abcd", 1.25)
    assert gate.slower({"all files": 1.2, "long files": 0.5}, baseline) == []
    assert gate.slower({"all files": 1.3, "long files": 0.5}, baseline) == [
        "slower: all files cost 1.30 times what they cost in 1234abcd (allowed: 1.25)"
    ]


def test_the_gate_names_what_whole_runs_cost() -> None:
    assert whole_runs.slower(whole_runs.MOST) == []
    assert whole_runs.slower(0.5) == [
        f"slower: a run in an unchanged tree costs 0.500 of one in a new tree (allowed: {whole_runs.MOST})"
    ]


def test_a_baseline_that_a_clone_lacks_is_said(tmp_path: Path) -> None:
    assert not gate.Baseline("0" * 40, 1.25).unpack(tmp_path / "baseline")


def test_the_corpus_of_the_gate_is_the_same_each_time() -> None:
    texts = gate.corpus()
    assert texts == gate.corpus()
    assert len(texts) > 300
    assert not any(b"// ==== output" in text.data for text in texts)


def test_repeated_kernels_have_names_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"__global__ void __launch_bounds__(64) k(int a) {}\nvoid f() { k<<<1, 1>>>(2); }\n")
    text = samples.kernels(samples.Sample("", tmp_path, (path,), 0), 400)
    assert b" k_0(int a)" in text
    assert b" k_1<<<1, 1>>>" in text
    assert b" k(" not in text
    assert 300 < len(text) <= 400
