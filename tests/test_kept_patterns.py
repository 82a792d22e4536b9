"""Expressions that an earlier run has compiled are those that `re` compiles."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hipify_py import kept_patterns
from hipify_py.digests import seal

_EXPRESSIONS: list[tuple[str | bytes, int]] = [
    (rb"\b(?P<name>cu(?:da)?[A-Z]\w*)\s*(\()?", 0),
    (rb"(?i)name|(?:a|b){2,3}?", re.MULTILINE),
    (r"(?P<word>[^\W\d]\w*)(?P=word)?", re.ASCII),
    (r"\u2026|[\u00e4-\u00ff]+", re.ASCII | re.VERBOSE),
    ("[\ud800-\udfff]|\u00e4", re.ASCII),
    (rb"(?s:.)(?<!x)(?=y)(?!z)\Z", re.DOTALL),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a process with nothing in memory keeps them."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kept_patterns, "_state", kept_patterns._State())
    return tmp_path / "hipify-py" / kept_patterns._name()


def _all() -> list[re.Pattern[str] | re.Pattern[bytes]]:
    return [kept_patterns.compiled(text, flags) for text, flags in _EXPRESSIONS]


def test_they_are_the_same(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_patterns.heads(rb"\bcat\w*", 0) == (b"cat",)
    for _round in range(2):
        for made, (text, flags) in zip(_all(), _EXPRESSIONS, strict=True):
            wanted = re.compile(text, flags)
            assert (made.pattern, made.flags, made.groups) == (text, wanted.flags, wanted.groups)
            assert dict(made.groupindex) == dict(wanted.groupindex)
            sample: str | bytes = (
                "cudaMalloc (x) namename \u2026\u00e4y" if isinstance(text, str) else b"cudaFree(aabbab xy"
            )
            assert [each.span() for each in made.finditer(sample)] == [each.span() for each in wanted.finditer(sample)]  # type: ignore[arg-type]
        kept_patterns.keep(least=1)
        assert place.exists()
        monkeypatch.setattr(kept_patterns, "_state", kept_patterns._State())
        monkeypatch.setattr(kept_patterns, "_taken_apart", None)  # nothing is compiled any more
    assert kept_patterns.heads(rb"\bcat\w*", 0) == (b"cat",)


@pytest.mark.parametrize("damage", ["cut", "empty", "zeros", "none", "other"])
def test_damage_costs_time_only(place: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    _all()
    kept_patterns.keep(least=1)
    data = place.read_bytes()
    others = seal(place.name, (content := b'[{"x":[1]},[]]\n',)) + content
    damaged = {"cut": data[:-9], "empty": b"", "zeros": bytes(len(data)), "none": None, "other": others}[damage]
    place.unlink() if damaged is None else place.write_bytes(damaged)
    monkeypatch.setattr(kept_patterns, "_state", kept_patterns._State())
    assert [each.pattern for each in _all()] == [text for text, _flags in _EXPRESSIONS]


@pytest.mark.usefixtures("place")
def test_rows_of_somebody_else_are_compiled_again() -> None:
    _all()
    state = kept_patterns._state
    rows: tuple[Any, ...] = ([], [0, 0, {}, 0, 4], [0, 0, {"a": 9}, 0, 8], [0, -5, {}, 0, 8], "no", [0, 0, 0, 0, 0])
    for row in rows:
        state.known = dict.fromkeys(state.known, row)
        assert [each.pattern for each in _all()] == [text for text, _flags in _EXPRESSIONS]


def test_a_run_keeps_them_for_the_next(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text("__global__ void k() {}\nint main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n")
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "hipify_py", "--diff", str(source)]
    first, second = (subprocess.run(command, env=environment, capture_output=True, check=False) for _ in range(2))
    assert first.stdout == second.stdout
    assert list((tmp_path / "cache" / "hipify-py").glob("patterns-*"))
    assert not list((tmp_path / "cache" / "hipify-py").glob("*.tmp"))
