"""What findings about names give as their reason, and how severe they are."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.findings import Finding
from hipify_py.rules.run import severity


def _found(code: str, rule: str, path: str = "a.cu") -> list[Finding]:
    result = convert(f"#include <cuda_runtime.h>\n{code}".encode(), Context(api.policy(), path=path, is_cuda=True))
    return [found for found in result.findings if found.rule == rule]


@pytest.mark.parametrize(
    ("used", "reason"),
    [
        ("P(Free); P(ThreadExit);", "'cudaThreadExit', which it forms, becomes 'hipDeviceReset'"),
        ("P(Free); P(Own);", "the tables lack 'cudaOwn', which it forms"),
        ("P(Free); P(FuncSetSharedMemConfig); P(_fp16);", "the tables lack 'cuda_fp16', which it forms"),
        ("P(ThreadSetLimit);", "HIP lacks 'cudaThreadSetLimit', which it forms"),
        ("P((1));", "not all names that it forms are known here"),
        ("static int cudaGetX; P(GetX); P(Free);", "the tables lack 'cudaGetX', which it forms"),
        ("int cudaFree; P(Free);", "it forms 'cudaFree', and this file has its own 'cudaFree'"),
    ],
)
def test_a_pasted_prefix_stays_for_the_reason_given(used: str, reason: str) -> None:
    (found,) = _found(f"#define P(x) cuda##x\nvoid f() {{ {used} }}\n", "API034")
    assert found.message == f"'cuda##…' was not converted: {reason}"


@pytest.mark.parametrize(
    ("macro", "used", "expected"),
    [
        ("P(x) cuda##x", "P(ThreadSetLimit)(0, 4);", "error"),
        ("P(x) if (cuda##x != cudaSuccess) abort()", "P(Malloc(&p, 4)); P(Own());", "error"),
        ("P(x) do { cuda##x(p); } while (0)", "P(Free); P(Own);", "error"),
        ("P(x) cuda##x", "P(Own)(0, 4);", "warning"),
        ("P(x) cuda##x", "int P(Free) = 3; int *P(Own);", "warning"),
        ("P(x) cuda##x", "QUOTE(P(Free)); QUOTE(P(Own));", "warning"),
        ("P(x) my.cuda##x()", "P(Free); P(Own);", "warning"),
        ("P(x) cudaError_t cuda##x()", "P(Free); P(Own);", "warning"),
    ],
)
def test_a_pasted_name_is_an_error_where_it_is_surely_used(macro: str, used: str, expected: str) -> None:
    (found,) = _found(f"#define QUOTE(x) quoted(#x)\n#define {macro}\nvoid f(void *p) {{ {used} }}\n", "API034")
    assert str(severity(found, ())) == expected


@pytest.mark.parametrize(
    ("head", "path", "expected"),
    [("static ", "a.cu", "info"), ("", "a.cu", "error"), ("static ", "a.cuh", "error")],
)
def test_an_own_function_is_an_error_where_other_files_may_call_it(head: str, path: str, expected: str) -> None:
    code = f"{head}cudaError_t cudaFreeHost(int n) {{ return own_free(n); }}\nvoid g() {{ cudaFreeHost(3); }}\n"
    (found,) = _found(code, "TOOL006", path)
    assert str(severity(found, ())) == expected


@pytest.mark.parametrize(("passed", "is_lost"), [("bytes_of", True), ("NULL", False), ("0", False)])
def test_a_dropped_argument_that_is_null_is_no_loss(passed: str, is_lost: bool) -> None:
    call = f"void f() {{ cuOccupancyMaxPotentialBlockSize(&g, &b, k, {passed}, 0, 0); }}\n"
    messages = [found.message for found in _found(call, "API030")]
    assert any("is dropped" in message for message in messages) is is_lost
