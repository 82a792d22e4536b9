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
    ("head", "path", "expected"),
    [("static ", "a.cu", "info"), ("", "a.cu", "error"), ("static ", "a.cuh", "error")],
)
def test_an_own_function_is_an_error_where_other_files_may_call_it(head: str, path: str, expected: str) -> None:
    code = f"{head}cudaError_t cudaFreeHost(int n) {{ return own_free(n); }}\nvoid g() {{ cudaFreeHost(3); }}\n"
    (found,) = _found(code, "TOOL006", path)
    assert str(severity(found, ())) == expected
