"""A file that costs more than any file that a hand wrote is left whole, and said so; the run goes on."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.engine import Context, Result, convert, convert_build
from hipify_py.findings import OVER_BUDGET
from hipify_py.reading import budget
from hipify_py.rules.load import load
from hipify_py.run import runner
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.pipeline import Here, outcomes
from hipify_py.run.task import Job
from hipify_py.system.timing import OutOfTimeError, time_limit

pytestmark = pytest.mark.slow

POLICY = api.policy()
WRITTEN = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(p); }\n"


@pytest.mark.parametrize(
    "piece", [b"cudaFree ", b"cudaFree(", b"cudaFooBar", b"{", b'"" ', b"/**/", b"#if a\n", b'asm("");']
)
def test_what_would_take_too_much_memory_is_left_whole(piece: bytes) -> None:
    data = WRITTEN + piece * (5_000_000 // len(piece)) if piece != b"cudaFooBar" else _unknown_names()
    result = api.convert(data, POLICY, path="a.cu")
    assert result.output == data
    assert result.skipped
    assert [found.rule for found in result.findings] == [OVER_BUDGET]
    assert "memory" in result.findings[0].message


def _unknown_names() -> bytes:
    return b" ".join(b"cudaFooBar%d" % number for number in range(300_000))


def test_large_files_of_plain_code_are_converted() -> None:
    result = api.convert(WRITTEN * 5_000, POLICY, path="a.cu")
    assert result.output.count(b"hipFree") == 5_000
    assert OVER_BUDGET not in {found.rule for found in result.findings}


def test_a_call_with_more_arguments_than_any_hand_writes() -> None:
    """The time grows with the arguments, and not with their square."""
    data = b"#include <cuda_runtime.h>\nvoid f() { cudaMemcpyToSymbol(" + b"," * 16_000 + b"); }\n"
    with time_limit(10):
        api.convert(data, POLICY, path="a.cu")


def test_more_findings_than_anybody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_FINDINGS", 10)
    data = b"void f() {\n" + b"cudaFooBar();\n" * 11 + b"cudaFree(p);\n}\n"
    result = api.convert(data, POLICY, path="a.cu")
    assert (result.output, [found.rule for found in result.findings]) == (data, [OVER_BUDGET])
    data = b"cuda_compile_ptx(a)\n" * 11
    assert [found.rule for found in convert_build(data, Context(POLICY, path="CMakeLists.txt")).findings] == [
        OVER_BUDGET
    ]


def test_a_worker_needs_less_than_400_megabytes(tmp_path: Path) -> None:
    """For 16 MB of which every word is an edit; and for as much of it as is converted."""
    program = (
        "import re, sys\n"
        "from hipify_py import api\n"
        "result = api.convert(sys.argv[1].encode() * int(sys.argv[2]), api.policy(), path='a.cu')\n"
        # Not ru_maxrss, which begins with what the process had that started this one.
        "print(len(result.edits), re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])\n"
    )
    for piece, count, least in (
        ("cudaFree ", 1_750_000, 0),
        ("cudaFree(", 1_750_000, 0),
        ("cudaFree ", 40_000, 40_000),
    ):
        ran = subprocess.run(
            [sys.executable, "-c", program, piece, str(count)], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        made, kilobytes = map(int, ran.stdout.split())
        assert bool(made) == bool(least)
        assert made >= least
        assert kilobytes < 400_000


def _work(path: Path) -> FileOutcome:
    path.write_bytes(WRITTEN)
    file, job = File(path, Path(path.name), "source", real=path), Job(POLICY.rocm)
    workers = Here(job.recipe(), with_output=True)
    (outcome,) = outcomes([file], job, job.recipe(), workers, with_output=True)
    return outcome


def test_what_takes_too_much_time_is_left_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(data: bytes, context: Context) -> Result:
        re.match(rb"(?:a*)*b", b"a" * 100)
        return convert(data, context)

    monkeypatch.setattr(runner, "_SECONDS", 0.1)
    with monkeypatch.context() as patched:
        patched.setattr(runner, "convert", endless)
        outcome = _work(tmp_path / "a.cu")
    assert (outcome.output, outcome.problem, outcome.skipped) == (None, "", True)
    assert [(remark.rule, str(remark.severity)) for remark in outcome.remarks] == [(OVER_BUDGET, "error")]
    assert "CPU time" in outcome.remarks[0].message
    monkeypatch.undo()
    assert b"hipFree" in (_work(tmp_path / "b.cu").output or b"")


def _never_ending(seconds: float) -> None:
    with time_limit(seconds):
        while True:
            pass


def test_a_limit_ends_with_what_it_is_for() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    with time_limit(30):
        assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
    assert signal.getsignal(signal.SIGVTALRM) == before
    with pytest.raises(OutOfTimeError):
        _never_ending(0.05)
    assert signal.getsignal(signal.SIGVTALRM) == before


def test_there_is_no_limit_where_signals_do_not_reach() -> None:
    done = []

    def convert() -> None:
        with time_limit(0.01):
            done.append(sum(range(1_000_000)))

    thread = threading.Thread(target=convert)
    thread.start()
    thread.join()
    assert done


def test_the_rule_is_an_error() -> None:
    assert str(load().rules[OVER_BUDGET].severity) == "error"
