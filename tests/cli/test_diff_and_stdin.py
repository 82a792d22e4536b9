"""`--diff`, `--check` and `-`: nothing is written, and what is printed is what an in-place run would do."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.run import runner

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"
PLAIN = b"int plain;\n"
UNSUPPORTED = b"ours_without_counterpart();\n"
CONTENTS = {
    "plain.cu": CUDA,
    "crlf.cu": CUDA.replace(b"\n", b"\r\n"),
    "mixed.cu": CUDA + CUDA.replace(b"\n", b"\r\n") + b"\r" + CUDA,
    "no-newline.cu": CUDA + b"cudaFree(0);",
    "latin1.cu": b"// caf\xe9 \xff\n" * 9 + CUDA + b"// \xa0\x0b\x0c\x1c\n" * 9 + CUDA,
    "bom.cu": b"\xef\xbb\xbf" + CUDA,
    "one-line.cu": b"cudaFree(0);",
    "deep/er/same.h": CUDA,
    "untouched.h": PLAIN,
}
NAMES = ["with space.cu", "grün.cu", "new\nline.cu", 'quo"te\\.cu', "tab\there.cu", os.fsdecode(b"\xff\xfe.cu"), "-.cu"]


@pytest.fixture
def mapping(write: Write) -> Path:
    """Names of which one stays and one is converted with a warning."""
    rows = b"  ours_without_counterpart: {unsupported: gone}\n  ours_to_check: {hip: theirs, caution: look}\n"
    return write("mapping.yaml", b"functions:\n" + rows)


def _apply(patch: bytes, tool: str) -> None:
    commands = {"git": ["git", "apply", "-"], "patch": ["patch", "-s", "-p1", "--binary"]}
    subprocess.run(commands[tool], input=patch, check=True, capture_output=True)


def test_lines_that_stay_are_not_in_a_diff_as_changed(hipify: Hipify, write: Write) -> None:
    function = "void f%d()\n{\n    cudaFree(0);\n}\n\n"
    write("many.cu", "".join(function % number for number in range(100)).encode())
    lines = hipify("--diff", "many.cu").out.splitlines()
    assert {line for line in lines if line[:1] == "-"} == {"--- a/many.cu", "-    cudaFree(0);"}
    assert [line for line in lines if line[:1] == "+"][-1] == "+    hipFree(0);"
    assert lines[-1] == " "


@pytest.mark.parametrize("options", [(), ("--rename-files",)], ids=["plain", "renamed"])
@pytest.mark.parametrize("names", [CONTENTS, dict.fromkeys(NAMES, CUDA)], ids=["contents", "names"])
@pytest.mark.parametrize("tool", ["git", "patch"])
def test_the_diff_is_what_an_in_place_run_does(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, tool: str, names: dict[str, bytes], options: tuple[str]
) -> None:
    for name, data in names.items():
        write(name, data)
    before = snapshot(tree)
    ran = hipify("--diff", ".", *options)
    assert (ran.code, snapshot(tree)) == (0, before)
    hipify(".", *options)
    wanted = snapshot(tree)
    hipify("undo")
    assert snapshot(tree) == before
    _apply(ran.data, tool)
    assert snapshot(tree) == wanted


@pytest.mark.parametrize("path", ["src", "./src/a.cu", "../work/src", "{tree}/src"])
def test_the_diff_applies_from_here_however_the_path_is_written(
    hipify: Hipify, write: Write, tree: Path, path: str
) -> None:
    file = write("src/a.cu")
    patch = hipify("--diff", path.format(tree=tree)).data
    assert patch.startswith(b"--- a/src/a.cu\n+++ b/src/a.cu\n")
    _apply(patch, "git")
    assert file.read_bytes() == HIP


def test_findings_do_not_get_into_the_diff(hipify: Hipify, write: Write, mapping: Path) -> None:
    write("a.cu", CUDA + UNSUPPORTED)
    ran = hipify("--diff", "--mapping", mapping, "--statistics", "a.cu")
    assert ran.code == 1
    assert all(line[:1] in "-+@ " for line in ran.out.splitlines())
    assert "a.cu:3:1: error API001" in ran.err


# Standard input


def test_stdin_to_stdout(hipify: Hipify) -> None:
    ran = hipify("-", stdin=CUDA)
    assert (ran.code, ran.data, ran.err) == (0, HIP, "")


def test_stdin_has_the_name_that_is_given(hipify: Hipify, mapping: Path) -> None:
    named = hipify("-", "--mapping", mapping, "--stdin-filename", "dir/x.cpp", stdin=UNSUPPORTED)
    assert named.err.startswith("dir/x.cpp:1:1: error API001")
    assert hipify("-", "--mapping", mapping, stdin=UNSUPPORTED).err.startswith("<stdin>:1:1: error API001")


def test_diff_and_check_of_stdin(hipify: Hipify) -> None:
    ran = hipify("--diff", "-", "--stdin-filename", "src/a.cu", stdin=CUDA)
    assert (ran.code, ran.out.splitlines()[:2]) == (0, ["--- a/src/a.cu", "+++ b/src/a.cu"])
    assert (hipify("--check", "-", stdin=CUDA).code, hipify("--check", "-", stdin=HIP).code) == (1, 0)
    assert hipify("--check", "-", stdin=CUDA).data == b""


@pytest.mark.parametrize("data", ["cudaFree(0);".encode("utf-16"), b"\x7fELF\0cudaFree(0);", b"", b"\xff int x;\n"])
def test_stdin_that_is_no_source_goes_through(hipify: Hipify, data: bytes) -> None:
    ran = hipify("-", stdin=data)
    assert (ran.code, ran.data) == (0, data)
    assert ("TOOL008" in ran.err) == (b"\0" in data)


def test_stdin_goes_with_nothing_else(hipify: Hipify, write: Write) -> None:
    file = write("a.cu")
    assert "`-` cannot be combined with other paths" in hipify("-", "a.cu", stdin=CUDA).error
    assert "with -o" in hipify("-", "-o", "out", stdin=CUDA).error
    assert file.read_bytes() == CUDA


def test_statistics_of_stdin(hipify: Hipify) -> None:
    ran = hipify("-", "--statistics", stdin=CUDA)
    assert (ran.data, "1  converted  cudaFree" in ran.err) == (HIP, True)


# Exit codes


@pytest.mark.parametrize(
    ("data", "check", "convert"),
    [
        (PLAIN, 0, 0),
        (CUDA, 1, 0),
        (UNSUPPORTED, 1, 1),
        (CUDA + UNSUPPORTED, 1, 1),
    ],
    ids=["nothing", "converts", "left", "both"],
)
@pytest.mark.parametrize("mode", ["in place", "--diff", "-o", "--check", "-"])
def test_exit_codes(
    hipify: Hipify, write: Write, mapping: Path, data: bytes, check: int, convert: int, mode: str
) -> None:
    write("src/a.cu", data)
    arguments = {"in place": ["src"], "--diff": ["--diff", "src"], "-o": ["src", "-o", "out"], "-": ["-"]}
    ran = hipify(*arguments.get(mode, ["--check", "src"]), "--mapping", mapping, stdin=data)
    assert ran.code == (check if mode == "--check" else convert)


@pytest.mark.parametrize("mode", [(), ("--diff",), ("-o", "out"), ("--check",)])
def test_a_failure_is_never_less_than_2(hipify: Hipify, write: Write, mode: tuple[str, ...]) -> None:
    write("src/a.cu", UNSUPPORTED)
    assert hipify("src", "missing.cu", *mode).code == 2


@pytest.mark.parametrize(("level", "code"), [("error", 0), ("warning", 1), ("info", 1), ("never", 0)])
def test_fail_on(hipify: Hipify, mapping: Path, level: str, code: int) -> None:
    ran = hipify("-", "--mapping", mapping, "--fail-on", level, stdin=b"ours_to_check();\n")
    assert (ran.code, "warning API036" in ran.err) == (code, True)


def test_check_sees_a_renaming(hipify: Hipify, write: Write) -> None:
    write("a.cu", PLAIN)
    assert hipify("--check", "a.cu").code == 0
    assert hipify("--check", "--rename-files", "a.cu").code == 1


def test_standard_input_has_the_budget_of_a_file(hipify: Hipify, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "_SECONDS", 0.1)
    monkeypatch.setattr(runner, "_SECONDS_A_MEGABYTE", 0)
    condition = b"&& (__CUDA_ARCH__ >= 300 || " * 6000 + b"1" + b")" * 6000
    given = b"#include <cuda_runtime.h>\n#if __CUDA_ARCH__ >= 300 " + condition + b"\n#endif\n"
    ran = hipify("-", stdin=given)
    assert ran.data == given
    assert "TOOL013" in ran.err
