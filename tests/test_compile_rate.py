"""How the benchmark shares units out, and what it calls reported."""

from __future__ import annotations

import io
from pathlib import Path

from benchmarks.compile_judge import Converted, Finding, Judge, Pace, Target, rules_about
from benchmarks.compile_units import Failure, Subject
from benchmarks.compiling import Job, compile_each
from tools.hip_toolchain import Toolchain


class _Sleeping(Converted):
    def job(self, unit: str) -> Job:
        return Job(self.tree, unit, ("sleep",))


def converted(tree: Path, name: str, units: dict[str, str], arch: str = "gfx90a") -> Converted:
    folder = tree / name
    folder.mkdir(exist_ok=True)
    for unit, text in units.items():
        (folder / unit).write_text(text, encoding="utf-8")
    target = Target(Toolchain("true", tree, "6.4"), arch)
    return Converted(Subject(name, folder, tuple(units)), target, folder, ())


def judge(tree: Path, *names: str) -> Judge:
    return Judge({name: {} for name in names}, Pace(tree / "seconds.json"), 2, io.StringIO())


def test_unknown_units_are_compiled_first_then_the_long_ones(tmp_path: Path) -> None:
    trees = [
        converted(tmp_path, "one", {"fast.cu": "", "slow.cu": "", "small.cu": "."}),
        converted(tmp_path, "two", {"slower.cu": "", "large.cu": "..."}),
    ]
    Pace(tmp_path / "seconds.json").write({"one/fast.cu": 1, "one/slow.cu": 20, "two/slower.cu": 30})
    order = [unit for _, unit in judge(tmp_path, "one", "two").in_order(trees)]
    assert order == ["large.cu", "small.cu", "slower.cu", "slow.cu", "fast.cu"]


def test_targets_are_judged_one_after_the_other(tmp_path: Path) -> None:
    trees = [converted(tmp_path, "one", {"a.cu": "", "b.cu": ""}, arch) for arch in ("gfx942", "gfx1100")]
    found = list(judge(tmp_path, "one").judge(trees))
    assert sorted(target.arch for target, _ in found) == ["gfx1100", "gfx942"]
    assert all([verdict.unit for verdict in tallies[0].verdicts] == ["a.cu", "b.cu"] for _, tallies in found)
    assert Pace(tmp_path / "seconds.json").read().keys() == {"one/a.cu", "one/b.cu"}


def test_a_unit_that_takes_too_long_fails(tmp_path: Path) -> None:
    [(_, result)] = compile_each([Job(tmp_path, "5", ("sleep",))], 1, limit=1)
    assert not result.accepted
    assert not result.in_time
    assert result.output == "error: the compiler did not finish within 1 s"


def test_what_did_not_finish_is_set_aside(tmp_path: Path) -> None:
    tree = converted(tmp_path, "one", {"5": ""})
    judging = Judge({"one": {}}, Pace(tmp_path / "seconds.json"), 1, io.StringIO(), limit=1)
    [(_, [tally])] = [*judging.judge([_Sleeping(tree.subject, tree.target, tree.tree, ())])]
    assert not tally.verdicts
    assert tally.set_aside == {"5": Failure("the compiler did not finish within 1 s")}


def test_a_failure_is_reported_where_a_finding_names_it_or_is_near(tmp_path: Path) -> None:
    tree = converted(tmp_path, "one", {"a.cu": "\n" * 20})
    findings = (Finding("a.cu", 3, "API001", "'cudaX' has no counterpart"), Finding("a.cu", 15, "WRP002", "a lane"))
    tree = Converted(tree.subject, tree.target, tree.tree, findings)
    assert rules_about(Failure("use of undeclared identifier 'cudaX'", "a.cu", 9), "a.cu", tree) == ("API001",)
    assert rules_about(Failure("no matching function", "a.cu", 13), "a.cu", tree) == ("WRP002",)
    assert rules_about(Failure("no matching function", "a.cu", 9), "a.cu", tree) == ()


def test_a_failure_is_reported_where_a_finding_names_the_operator_that_could_not_be_taken(tmp_path: Path) -> None:
    tree = converted(tmp_path, "one", {"a.cu": "\n" * 20, "b.h": "\n" * 20})
    findings = (Finding("b.h", 3, "ARC017", "'operator|=' is there for devices only"),)
    tree = Converted(tree.subject, tree.target, tree.tree, findings)
    failure = Failure("no viable overloaded '|='", "a.cu", 9, (("b.h", 15),))
    assert rules_about(failure, "a.cu", tree) == ("ARC017",)
    assert rules_about(Failure("no viable overloaded '|='", "a.cu", 9), "a.cu", tree) == ()
