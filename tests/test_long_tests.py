"""tests/long_tests.txt names tests that exist."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import SECONDS

ROOT = Path(__file__).parents[1]


def test_all_exist() -> None:
    names = {line.split(" ", 1)[1].partition("[")[0] for line in SECONDS.read_text("utf-8").splitlines()}
    for name in sorted(names):
        file, *_classes, function = name.split("::")
        assert f"def {function}(" in (ROOT / file).read_text("utf-8"), name
