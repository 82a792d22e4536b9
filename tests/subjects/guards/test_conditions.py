"""Conditions on `__CUDA_ARCH__`, converted and answered by a real preprocessor on both sides.

Where nothing is reported, the host's answer on AMD must be the host's in CUDA, and the device's that of every GPU that
CUDA 12 compiles for; a condition that is left must have the answer of the newest GPU.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.findings import DEVICE_ARCHITECTURE
from tests.compile.judging import TOOLCHAIN

COMPILER = TOOLCHAIN.compiler if TOOLCHAIN else shutil.which("cc")
GPUS = (500, 520, 600, 610, 700, 750, 800, 860, 890, 900, 1000, 1200)
NEWEST = GPUS[-1]
CONVERTED = """\
defined(__CUDA_ARCH__) == 0
defined(__CUDA_ARCH__) != 0
defined(__CUDA_ARCH__) > 0
defined(__CUDA_ARCH__) >= 1
defined __CUDA_ARCH__ >= 1
1 == defined(__CUDA_ARCH__)
(defined(__CUDA_ARCH__)) == 0
!defined(__CUDA_ARCH__) == 0
defined(__CUDA_ARCH__) + 1 == 2
((__CUDA_ARCH__)) >= (300)
__CUDA_ARCH__ >= 350 == 1
1 == __CUDA_ARCH__ >= 350
__CUDA_ARCH__ > 0 & 1
!__CUDA_ARCH__ == 0
!(__CUDA_ARCH__)
!__CUDA_ARCH__ >= 1
not __CUDA_ARCH__ or __CUDA_ARCH__ >= 200
__CUDA_ARCH__ ? 1 : 0
0 ? 1 : __CUDA_ARCH__ >= 300
__CUDA_ARCH__ == 300 || __CUDA_ARCH__ > 300
""".splitlines()
LEFT = """\
__CUDA_ARCH__ >= 0
__CUDA_ARCH__ == 300
__CUDA_ARCH__ != 300
__CUDA_ARCH__ >= 300 && __CUDA_ARCH__ < 900
""".splitlines()
REPORTED = """\
__CUDA_ARCH__ >= 500-1
__CUDA_ARCH__ >= 300 + 400
__CUDA_ARCH__ >= 1 << 10
__CUDA_ARCH__ >= (300) * 2
__CUDA_ARCH__ >= 0x1F4
-__CUDA_ARCH__ < 0
1 + __CUDA_ARCH__ >= 300
(__CUDA_ARCH__) / 100 >= 3
1 == __CUDA_ARCH__ == 0
__CUDA_ARCH__ == 0 >= 0
__CUDA_ARCH__ & 1024
1 != __CUDA_ARCH__ < 700
__CUDA_ARCH__ == __CUDA_ARCH__
""".splitlines()
PIECES = (
    *("defined(__CUDA_ARCH__)", "defined __CUDA_ARCH__", "__CUDA_ARCH__", "(__CUDA_ARCH__)", "0", "1", "300", "500"),
    *("700", "900", "0x100", "-1", "UNKNOWN", "__CUDA_ARCH__ >= 300", "__CUDA_ARCH__ < 700", "__CUDA_ARCH__ == 0"),
)
SIGNS = ("<", ">", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "<<", "&", "|", "^", "and", "or", "? 1 :")


def _made_up(count: int) -> list[str]:
    """Conditions that nobody wrote, the same ones in every run."""
    choice = random.Random(1)

    def expression(depth: int) -> str:
        if depth == 0 or choice.random() < 0.2:
            return choice.choice(("", "", "", "!", "not ", "~")) + choice.choice(PIECES)
        text = f"{expression(depth - 1)} {choice.choice(SIGNS)} {expression(depth - 1)}"
        return f"{choice.choice(('', '!'))}({text})" if choice.random() < 0.4 else text

    return [expression(choice.choice((1, 1, 2, 2, 3))) for _ in range(count)]


def _answers(conditions: Sequence[str], tmp_path: Path, *macros: str) -> list[str]:
    """`yes` or `no` to each condition, or an error."""
    lines = [f"#if {text}\n{at} yes\n#else\n{at} no\n#endif\n" for at, text in enumerate(conditions)]
    path = tmp_path / "conditions.cc"
    path.write_text("".join(lines), encoding="utf-8")
    command = [str(COMPILER), "-x", "c++", "-E", "-P", "-w", *(f"-D{macro}" for macro in macros), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr.strip(), done.stderr
    found = dict(line.split() for line in done.stdout.splitlines() if line.strip())
    return [found[str(at)] for at in range(len(conditions))]


def _converted(condition: str) -> tuple[str, bool]:
    """A condition after conversion, and whether anything is said of it that is more than worth knowing."""
    source = f"#if {condition}\nint a;\n#endif\n__device__ void f();\n"
    result = convert(source.encode(), Context(api.policy(), "a.cuh", True, frozenset(), {}, api.Style()))
    first = result.output.decode().splitlines()[0]
    said = [item for item in result.findings if item.rule == DEVICE_ARCHITECTURE]
    return first.removeprefix("#if "), any(str(item.severity) != "info" for item in said)


MANY = 1000


def test_many_questions_in_one_line() -> None:
    """Each line is settled once, however many names stand in it: these would take minutes."""
    context = Context(api.policy(), "a.cuh", True, frozenset(), {}, api.Style())
    for question, edits, findings in (("__CUDA_ARCH__ >= 300", MANY, 0), ("__CUDA_ARCH__ >= 700", 0, MANY)):
        result = convert(f"#if {' || '.join([question] * MANY)}\n#endif\n".encode(), context)
        assert (result.output.count(b"__HIP_DEVICE_COMPILE__"), len(result.findings)) == (edits, findings)


def test_what_becomes_of_conditions() -> None:
    for condition in CONVERTED:
        text, is_reported = _converted(condition)
        assert (text != condition, is_reported) == (True, False), condition
    assert [_converted(condition) for condition in LEFT] == [(condition, False) for condition in LEFT]
    assert [_converted(condition)[0] for condition in REPORTED] == REPORTED
    assert [condition for condition in REPORTED[:3] if not _converted(condition)[1]] == []


@pytest.mark.skipif(COMPILER is None, reason="there is no preprocessor")
def test_answers_are_those_of_cuda(tmp_path: Path) -> None:
    conditions = [*CONVERTED, *LEFT, *REPORTED, *_made_up(150)]
    after = [_converted(condition) for condition in conditions]
    texts = [text for text, _is_reported in after]
    host = _answers(conditions, tmp_path)
    on_gpus = [_answers(conditions, tmp_path, f"__CUDA_ARCH__={gpu}") for gpu in GPUS]
    hip_host = _answers(texts, tmp_path)
    hip_device = _answers(texts, tmp_path, "__HIP_DEVICE_COMPILE__=1")
    for at, (condition, (text, is_reported)) in enumerate(zip(conditions, after, strict=True)):
        assert hip_host[at] == host[at], (condition, text)
        if text != condition:
            assert {answers[at] for answers in on_gpus} == {hip_device[at]}, (condition, text)
        elif not is_reported:
            assert on_gpus[-1][at] == hip_device[at], condition
