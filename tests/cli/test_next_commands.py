"""Commands and settings that messages name: they run, and they are those to write."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

SOURCE = b"#include <cuda_runtime.h>\nvoid f() { cudaMalloc(0, 0); }\n"


def test_the_next_step_of_a_shim_runs(hipify: Hipify, write: Write) -> None:
    write("src/a.cu", SOURCE)
    (command,) = re.findall(r"hipify-py (shim --fix-includes .*)", hipify("shim", "src").err)
    assert command.endswith(" src -o src/cuda_to_hip.h")
    assert hipify(*command.split()).code == 0
    assert b'#include "cuda_to_hip.h"' in Path("src/a.cu").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scan", "--write-baseline", "src"], "--write-baseline takes the argument behind it as its FILE"),
        (
            ["scan", "--baseline", "none.json", "src"],
            "--baseline: none.json does not exist; record it with --write-bas",
        ),
        (["scan", "--select", "LIB4", "src"], "(did you mean LIB004?)"),
        (["scan", "--select", "lib04", "src"], "(did you mean LIB004?)"),
        (["ptx", "src/gemm.c"], "src/gemm.c: neither a PTX module nor a source with asm statements"),
    ],
)
def test_what_to_write_instead(hipify: Hipify, write: Write, arguments: list[str], message: str) -> None:
    write("src/a.cu", SOURCE)
    write("src/gemm.c", b"int main() { return 0; }\n")
    ran = hipify(*arguments)
    assert ran.code == 2
    assert message in ran.err


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        (".hipify-py.toml", b'baseline = "none.json"\n', "the setting 'baseline': "),
        (".hipify-py.toml", b'[tool.hipify-py]\nrocm = "6.4"\n', "write the keys at the top level"),
        (".hipify-py.toml", b'mapping = ["../x.yaml"]\n', "mapping: '../x.yaml' is outside of"),
        ("pyproject.toml", b'[tool.hipify]\nrocm = "6.4"\n', "[tool.hipify] is ignored; the name of the table is"),
        ("pyproject.toml", b'[tool.hipify_py.per-file-ignores]\n"a" = ["ALL"]\n', "[tool.hipify_py] is ignored; the"),
    ],
)
def test_what_is_wrong_with_settings(hipify: Hipify, write: Write, name: str, data: bytes, message: str) -> None:
    write("a.cu", SOURCE)
    write(name, data)
    assert message in hipify("scan", ".").err


def test_settings_of_choice_in_a_wrong_table(hipify: Hipify, write: Write) -> None:
    write("a.cu", SOURCE)
    write("other/pyproject.toml", b'[tool.hipify_py]\nrocm = "6.4"\n')
    assert "[tool.hipify_py] is ignored; the name" in hipify("scan", "--config", "other/pyproject.toml", ".").err


@pytest.mark.parametrize(("given", "known"), [("6.5", "6.4"), ("8.0", "7.2"), ("7.2.4", ""), ("2.9", "")])
def test_releases_that_no_table_knows(hipify: Hipify, write: Write, given: str, known: str) -> None:
    write("a.cu", SOURCE)
    note = f"the tables know no ROCm {given}; converting for {known}\n"
    ran = hipify("--diff", "--rocm", given, "a.cu")
    assert (note in ran.err) == bool(known)
    assert f"for ROCm {known or given} in " in ran.err


def test_undo_names_what_it_removes(hipify: Hipify, write: Write) -> None:
    write("a.cu", b"__device__ unsigned f(bool x) { return __ballot_sync(~0u, x); }\n")
    hipify("a.cu")
    assert Path("hipify_compat.hpp").exists()
    assert re.fullmatch(
        r"restored 1 file in \S+, removed hipify_compat.hpp, which the run had made\n", hipify("undo").err
    )


def test_variables_of_c_are_no_names_of_cuda(hipify: Hipify, write: Write) -> None:
    write("a.c", b"float f(float *p, int n) { float max = p[0]; float y1 = max; return y1 + n; }\n")
    assert hipify("scan", "--target", "roc", "--format", "concise", "a.c").out == ""


def test_the_next_step_fits_versions_in_code(hipify: Hipify, write: Write) -> None:
    write("a.cu", b'#include <cuda_runtime.h>\nvoid f() { printf("%d", CUDART_VERSION); }\n')
    assert "or `HIP_VERSION` in code: 1 place in 1 file, see `hipify-py explain ARC006`" in hipify("scan", "a.cu").out
