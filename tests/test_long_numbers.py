"""Numbers of thousands of digits, wherever a number may stand: Python refuses to read them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert, convert_build
from hipify_py.reading.numbers import BEYOND, whole
from hipify_py.rules.load import load as load_rules
from hipify_py.run.discover import kind_by_name

pytestmark = pytest.mark.slow

POLICY = api.policy()
DIGITS = b"9" * 5_000
CASES = sorted(path for path in (Path(__file__).parent / "subjects").rglob("*") if path.suffix in (".cu", ".cuh"))
_NUMBER = re.compile(rb"(?<![\w.])\d+")


def test_whole() -> None:
    assert [whole(text) for text in (b"0", b"042", "0x1F", DIGITS)] == [0, 42, 31, BEYOND]


@pytest.mark.parametrize("folder", sorted({path.parent.name for path in CASES}))
def test_every_number_of_the_cases(folder: str) -> None:
    for path in (path for path in CASES if path.parent.name == folder):
        data = path.read_bytes().partition(b"\n// output")[0]
        numbers = list(_NUMBER.finditer(data))
        for found in numbers[:: max(1, len(numbers) // 4)]:
            long = data[: found.start()] + DIGITS + data[found.end() :]
            convert(long, Context(POLICY, path=str(path)))
        convert(_NUMBER.sub(DIGITS, data[:20_000]), Context(POLICY, path=str(path)))


def test_every_number_of_the_rules() -> None:
    for rule in load_rules().rules.values():
        for example in (*rule.flagged, *rule.accepted):
            long, path = _NUMBER.sub(DIGITS, example.code.encode()), example.file
            run = convert_build if kind_by_name(Path(path), "source") == "build" else convert
            run(long, Context(POLICY, path=path))
