"""What is printed, and where: the same whatever the number of workers, plain in a pipe, whole at a terminal."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Start, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"
MAPPING = b"functions:\n  ours_without_counterpart: {unsupported: gone}\n"
ESCAPE = "\x1b["


@pytest.fixture
def many(write: Write) -> Callable[[int], None]:
    """Files with a finding each, in the order of their names, and a mapping that makes it one."""

    def make(count: int) -> None:
        write("m.yaml", MAPPING)
        for number in range(count):
            write(f"src/{number:03}.cu", CUDA + b"\n" * number + b"ours_without_counterpart();\n")

    return make


def _places(text: str) -> list[tuple[str, str]]:
    return re.findall(r"^ +src/(\d+)\.cu:(\d+):1$", text, re.MULTILINE)


def test_the_number_of_workers_does_not_show(
    hipify: Hipify, many: Callable[[int], None], tree: Path, snapshot: Take
) -> None:
    many(200)
    alone = hipify("-j1", "--mapping", "m.yaml", "-v", "--statistics", "src")
    result = snapshot(tree)
    assert alone.code == 1
    assert _places(alone.out) == [(f"{number:03}", str(number + 3)) for number in range(200)]
    assert hipify("undo").code == 0
    shared = hipify("-j4", "--mapping", "m.yaml", "-v", "--statistics", "src")
    assert snapshot(tree) == result
    assert shared.out == alone.out
    assert _without_time(shared.err) == _without_time(alone.err)


def _without_time(text: str) -> str:
    return re.sub(r"in [\d.]+ s", "", text)


def test_a_pipe_gets_plain_text(hipify: Hipify, many: Callable[[int], None]) -> None:
    many(70)
    ran = hipify("--mapping", "m.yaml", "src")
    assert ESCAPE not in ran.out + ran.err
    assert "\r" not in ran.err
    assert "converting" not in ran.err


@pytest.mark.parametrize(
    ("options", "environment", "colored"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colors(
    hipify: Hipify,
    many: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    environment: dict[str, str],
    colored: bool,
) -> None:
    many(1)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    ran = hipify("--mapping", "m.yaml", "src", *options)
    assert (ESCAPE in ran.out) == colored


def _at_a_terminal(start: Start, *arguments: str) -> tuple[int, str]:
    """The exit code, and all that a terminal was sent."""
    ours, theirs = pty.openpty()
    process = start(*arguments, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    received = b""
    try:
        while data := os.read(ours, 65536):
            received += data
    except OSError:
        pass  # how the end shows on Linux
    os.close(ours)
    return process.wait(timeout=60), received.decode()


def test_a_terminal_gets_a_bar_and_then_the_findings(start: Start, many: Callable[[int], None]) -> None:
    many(150)
    code, text = _at_a_terminal(start, "--mapping", "m.yaml", "-j2", "-v", "src")
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n")
    _bar, _, findings = plain.rpartition("\r")
    assert code == 1
    assert "converting" in plain
    assert "/150" in plain
    assert "converting" not in findings
    assert _places(findings) == [(f"{number:03}", str(number + 3)) for number in range(150)]
    assert "next:\n  replace names that have no HIP counterpart: 150 places in 150 files, see " in findings
    assert "\n  on a machine with hipcc, check: hipify-py --mapping=m.yaml --check --verify src\n" in findings
    assert findings.endswith("to undo this run: hipify-py undo\n")


@pytest.mark.parametrize("arguments", [["-q"], ["--mapping", "m.yaml"]], ids=["quiet", "few"])
def test_no_bar_where_it_is_not_wanted(start: Start, many: Callable[[int], None], arguments: list[str]) -> None:
    many(150 if "-q" in arguments else 10)
    assert "converting" not in _at_a_terminal(start, *arguments, "src")[1]


def _shell(line: str, tree: Path) -> subprocess.CompletedProcess[bytes]:
    script = f"hipify() {{ '{sys.executable}' -m hipify_py \"$@\"; }}; {line}"
    return subprocess.run(["sh", "-c", script], cwd=tree, capture_output=True, check=False, timeout=60)


def test_a_reader_that_leaves_does_not_stop_the_conversion(many: Callable[[int], None], tree: Path) -> None:
    many(200)
    ran = _shell("hipify --mapping m.yaml --statistics src | head -1", tree)
    assert ran.stdout.count(b"\n") == 1
    assert b"Error" not in ran.stderr
    assert b"converted 200 of 200 files" in ran.stderr
    assert all(path.read_bytes().startswith(HIP) for path in tree.glob("src/*.cu"))


@pytest.mark.parametrize(
    "command", ["--diff src", "--diff src 2>&1", "--check --mapping m.yaml src 2>&1", "-h", "map a b"]
)
def test_a_reader_that_leaves_ends_it_quietly(many: Callable[[int], None], tree: Path, command: str) -> None:
    many(200)
    ran = _shell(f"hipify {command} | head -1 > /dev/null", tree)
    assert b"Traceback" not in ran.stderr
    assert b"roken pipe" not in ran.stderr
    assert b"xception" not in ran.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams(write: Write, tree: Path, closed: str) -> None:
    file = write("a.cu")
    ran = _shell(f"hipify a.cu {closed}; echo $? > code", tree)
    assert (ran.stderr.count(b"Traceback"), (tree / "code").read_text()) == (0, "0\n")
    assert file.read_bytes() == HIP


def test_closed_stdin(tree: Path) -> None:
    ran = _shell("hipify - <&-; echo $?", tree)
    assert ran.stdout == b"2\n"
    assert ran.stderr.startswith(b"error: standard input is closed")


def test_an_encoding_without_arrows(tree: Path) -> None:
    ran = _shell("export PYTHONIOENCODING=latin-1; hipify map cudaFree; hipify -h; hipify convert -h", tree)
    assert ran.stdout.startswith(b"cudaFree \\u2192 hipFree")
    assert ran.stderr == b""


def test_statistics(hipify: Hipify, write: Write) -> None:
    write("m.yaml", MAPPING)
    write("a.cuh", b"cudaFree(0); cudaFree(0); cudaMalloc(0, 0); ours_without_counterpart();\n")
    ran = hipify("--mapping", "m.yaml", "--statistics", "-q", "a.cuh")
    assert [line.split() for line in ran.out.splitlines()[3:]] == [
        ["1", "API001", "error", "api-unsupported"],
        ["2", "converted", "cudaFree"],
        ["1", "converted", "cudaMalloc"],
        ["1", "API001", "ours_without_counterpart"],
    ]


def test_quiet_and_verbose(hipify: Hipify, write: Write) -> None:
    write("a.cu")
    write("b.h", b"int plain;\n")
    ran = hipify("-q", ".")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    hipify("undo")
    lines = hipify("-v", ".").err.splitlines()
    assert lines[0] == "converted a.cu"
    assert not any("b.h" in line for line in lines)


def test_quiet_still_tells_of_problems(hipify: Hipify, write: Write) -> None:
    write("a.cu", mode=0o444)
    ran = hipify("-q", "a.cu")
    assert ran.err == "error: a.cu: read-only; chmod u+w it first\n"
    assert ran.code == 2


def test_a_name_with_escape_codes_does_not_reach_the_terminal(hipify: Hipify, write: Write) -> None:
    write("\x1b[31mred\n.cu", mode=0o444)
    assert hipify("-q", ".").err == "error: \\x1b[31mred\\n.cu: read-only; chmod u+w it first\n"


def test_findings_of_one_cause_are_told_once(hipify: Hipify, write: Write) -> None:
    names = "Free Malloc Memset Memcpy SetDevice GetDevice HostAlloc FreeHost MallocHost Memcpy2D Memset2D MallocPitch"
    write("a.cu", "\n".join(f"cuda{name}Oddly(0);" for name in names.split()).encode())
    ran = hipify("a.cu")
    assert ran.out.splitlines()[0] == (
        "a.cu:1:1: error API003 Name that looks like a CUDA name and is in no mapping table: 12 places in 1 file"
    )
    assert "    also: lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12\n" in ran.out
    assert hipify("-v", "a.cu").out.count("\n    a.cu:") == 12
    assert hipify("a.cu", "--format", "concise").out.count("API003") == 12


def test_what_changed_is_said_for_each_directory(hipify: Hipify, write: Write) -> None:
    for name in ("src/gpu/a.cu", "src/gpu/deep/b.cu", "src/host/c.cu"):
        write(name)
    write("src/host/d.h", b"int plain;\n")
    said = [
        "  gpu: 2 files, 4 changes in sources",
        "  host: 1 file, 2 changes in sources",
        "  sources: 6 changes: runtime 6",
    ]
    first, *lines = hipify("src", "-o", "out").err.splitlines()
    assert first.startswith("converted 3 of 4 files for ROCm 10.0 in ")
    assert lines[:3] == said
    assert "  gpu: " not in hipify("--check", "src").err
    assert "  ." not in hipify("src/host", "-o", "out2").err


def test_counts_agree(hipify: Hipify, write: Write) -> None:
    """Of files, whatever the command; of changes, between directories and their sum."""
    write("src/gpu/a.cu")
    write("src/gpu/Makefile", b"app: a.cu\n\tnvcc -arch=sm_80 a.cu -o app -lcudart\n")
    write("src/host/c.cu")
    write("src/host/plain.cpp", b"int plain;\n")
    write("src/Dockerfile", b"FROM scratch\n")
    write("src/x.cubin", b"\x7fELF")
    write("src/notes.txt")
    read = len(hipify("scan", "--show-files", "src").out.splitlines())
    assert f"scanned {read} files in" in hipify("scan", "src").err
    assert f"would convert 3 of {read} files for" in hipify("--check", "src").err
    said = hipify("src", "-o", "out").err
    assert f"converted 3 of {read} files for" in said
    ((in_gpu, in_builds),) = re.findall(
        r"^  gpu: 2 files, (\d+) changes in sources, (\d+) changes in build files$", said, re.M
    )
    (in_host,) = re.findall(r"^  host: 1 file, (\d+) changes in sources$", said, re.M)
    assert f"\n  sources: {int(in_gpu) + int(in_host)} changes: runtime " in said
    assert f"\n  build files: {in_builds} changes\n" in said


def test_what_is_assumed_is_shown(hipify: Hipify, write: Write) -> None:
    write("a.cu")
    assert "  assumed: ROCm 10.0 (--rocm); any AMD GPU (--arch)\n" in hipify("scan", ".").err
    assert "  assumed: any AMD GPU (--arch)\n" in hipify("--check", "--rocm", "10.0", ".").err
    assert "assumed" not in hipify("--check", "--rocm", "10.0", "--arch", "gfx90a", ".").err
    write("Makefile", b"app: a.cu\n\tnvcc -arch=sm_80 a.cu -o app\n")
    write("hipify.toml", b'rocm = "6.4"\n')
    said = "  assumed: any AMD GPU, gfx90a gfx942 gfx1100 in build files (--arch)\n"
    assert said in hipify("--check", "--config", "hipify.toml", ".").err
    assert "--offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100" in hipify("--diff", "Makefile").out
    assert "assumed" not in hipify("scan", "Makefile", "--rocm", "6.4", "--arch", "gfx90a").err


def test_directories_are_those_below_what_all_changes_share(hipify: Hipify, write: Write) -> None:
    for name in ("src/a.cu", *(f"src/d{number}/b.cu" for number in range(9))):
        write(name)
    lines = hipify(".").err.splitlines()[1:11]
    assert lines[:2] == ["  src: 1 file, 2 changes in sources", "  src/d0: 1 file, 2 changes in sources"]
    assert lines[8] == "  2 more directories: 2 files"


def test_a_generated_family_is_named(hipify: Hipify, write: Write) -> None:
    for number in range(3):
        write(f"gen/{number}.cu", b"// Generated by tools/kernels.py, do not edit.\nvoid f() { cudaOddly(0); }\n")
    write("own.cu", b"void f() { cudaOddly(0); }\n")
    for _time in range(2):  # converted, then known
        assert "    generated: 3 of 4 files, by kernels.py\n" in hipify("scan", ".").out


def test_a_build_hears_of_flags(hipify: Hipify, write: Write) -> None:
    write("a.cu", b"#include <cublas_v2.h>\nvoid f(cublasHandle_t h) { cublasDestroy(h); }\n")
    said = "compile with -DHIPBLAS_V2 for cublas on ROCm 6.4: 3 changes"
    assert said in hipify("scan", "--rocm", "6.4", ".").out
    said = "compile with -DROCM_MATHLIBS_API_USE_HIP_COMPLEX for cublas on ROCm 6.4: 3 changes"
    assert said in hipify("scan", "--rocm", "6.4", "--target", "roc", ".").out
    assert "compile with" not in hipify("scan", "--rocm", "7.0", ".").out


def test_the_next_command_works(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a b/x.cu")
    steps = hipify("scan", "--rocm", "6.4", "a b").out.splitlines()
    assert steps[-2:] == [
        "next:",
        "  convert: hipify-py --rocm=6.4 'a b' -o 'hip-a b' (add --verify on a machine with hipcc)",
    ]
    assert hipify("--rocm=6.4", "a b", "-o", "hip-a b").code == 0
    assert (tree / "hip-a b" / "x.cu").exists()
    assert "-o ../hip-" in hipify("scan", ".").out
    assert "next:" not in hipify("scan", "-q", "a b").out
    assert "next:" not in hipify("scan", "hip-a b").out


def test_what_messages_quote_has_bounds(hipify: Hipify, write: Write) -> None:
    write("a.cu", b"void f() { cudaNoSuchThing" + b"x" * 100_000 + b"(); }\n")
    for form in ("full", "concise", "markdown", "json"):
        assert len(hipify("scan", "--format", form, ".").out) < 20_000
