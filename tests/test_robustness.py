"""The short run of what `benchmarks/robustness` does at length."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from benchmarks.robustness import caches, hostile, mutate, odd_bytes, signals
from hipify_py.engine import Result
from hipify_py.source import Source

pytestmark = pytest.mark.slow

NO_CORPUS = Path("no/corpus")


@pytest.mark.parametrize("seed", range(4))
def test_mutated_inputs(seed: int) -> None:
    found = [f"{failure.problem}\n{failure.attempt.data!r}" for failure in mutate.failures(100, seed, 1, NO_CORPUS)]
    assert found == []


def test_every_kind_has_texts() -> None:
    assert {kind for kind in mutate.KINDS if mutate.pool(kind, NO_CORPUS)} == set(mutate.KINDS)
    assert mutate.attempt(1, 2, NO_CORPUS) == mutate.attempt(1, 2, NO_CORPUS)


@pytest.mark.parametrize(
    ("output", "problem"),
    [(b"void f() {}\n", "lost comments"), (b"/* c */ void () {}\n", "lost words")],
)
def test_what_is_lost_is_told(output: bytes, problem: str) -> None:
    data = b"/* c */ void f() {}\n"
    result = Result(Source("a.cu", data), output)
    assert mutate.loss(result).startswith(problem)


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGINT,
        signal.SIGKILL,
        *(pytest.param(number, marks=pytest.mark.thorough) for number in (signal.SIGTERM, signal.SIGHUP)),
    ],
)
def test_interrupted_runs(tmp_path: Path, number: signal.Signals) -> None:
    seen, broken = signals.trials(number, 5, 1, tmp_path)
    assert broken == []
    assert seen.total() == 5


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2))])
def test_trees_with_bytes_that_are_no_text(tmp_path: Path, seed: int) -> None:
    assert list(odd_bytes.trials(4, seed, tmp_path)) == []


def test_a_difference_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odd_bytes, "FILES", {b"src/a.cu": b"int @1@;\nvoid f() { cudaFree(0); }\n"})
    monkeypatch.setattr(odd_bytes, "ODD", (b"/*",))
    assert "a.cu' is" in "".join(odd_bytes.trials(3, 1, tmp_path))


@pytest.mark.parametrize("name", hostile.REPOSITORIES)
def test_hostile_repositories(name: str) -> None:
    commands = (("scan", "--since", "HEAD", "."), ("--rename-files", "."), ("undo",))
    assert list(hostile.attack(hostile.REPOSITORIES[name], commands)) == []


@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.thorough) for number in (1, 2))])
def test_damaged_caches(tmp_path: Path, number: int) -> None:
    user = list(caches.users(tmp_path))[number]
    assert list(caches.failures(user, ("zeros", "middle bit"))) == []


def test_harm_is_seen(tmp_path: Path) -> None:
    place = hostile.Place(tmp_path)
    place.prepare()
    (place.repository / "a.cu").write_text(hostile.CUDA)
    with pytest.raises(hostile.HarmError, match="written outside: home/new"):
        place.run("scan", "--fail-on", "never", "--format", "json:../home/new", ".")
    (tmp_path / "ran").touch()
    with pytest.raises(hostile.HarmError, match="a program of the repository ran"):
        place.run("scan", "--fail-on", "never", ".")
