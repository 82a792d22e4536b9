"""What is said of a comparison with `__CUDA_ARCH__`: its value on AMD, and what becomes of the code below."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.findings import Severity
from hipify_py.rules.run import severity


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("#if __CUDA_ARCH__ >= 800", "'__CUDA_ARCH__ >= 800' is false on AMD: the code below is left out"),
        ("#if (__CUDA_ARCH__  <  700)", "'__CUDA_ARCH__ < 700' is true on AMD: the code below is compiled"),
        ("#if 800 <= __CUDA_ARCH__", "'__CUDA_ARCH__' is not defined on AMD and counts as 0 here"),
        ("#if X && __CUDA_ARCH__ >= 800", "'__CUDA_ARCH__ >= 800' is false on AMD"),
        ("#if !(__CUDA_ARCH__ >= 800)", "'__CUDA_ARCH__ >= 800' is false on AMD"),
        ("#if X\n#elif __CUDA_ARCH__ < 700", "'__CUDA_ARCH__ < 700' is true on AMD"),
        ("#if X\n#elif __CUDA_ARCH__ >= 800", "'__CUDA_ARCH__ >= 800' is false on AMD: the code below is left out"),
    ],
)
def test_a_comparison_says_what_it_comes_to(condition: str, message: str) -> None:
    code = f"{condition}\nint a;\n#else\nint b;\n#endif\n"
    findings = convert(code.encode(), Context(api.policy())).findings
    assert [found.message for found in findings if found.rule == "ARC002"] == [message]


def test_a_condition_on_parts_of_a_version_is_one_place() -> None:
    condition = "defined(__CUDACC_VER_MAJOR__) && defined(__CUDACC_VER_MINOR__)"
    text = f"#if {condition}\nint version = __CUDACC_VER_MAJOR__;\n#endif\n"
    result = convert(text.encode(), Context(api.policy(), "a.cpp"))
    lines = [result.source.position(found.start).line for found in result.findings if found.rule == "ARC006"]
    assert lines == [1, 2]


def test_a_version_that_is_only_quoted_is_said_once_and_as_info() -> None:
    text = "#define QUOTE_(x) #x\n#define QUOTE(x) QUOTE_(x)\nauto version = QUOTE(__CUDACC_VER_MAJOR__);\n"
    found = convert(text.encode(), Context(api.policy(), "a.cu")).findings
    assert [(each.rule, severity(each, ())) for each in found] == [("ARC006", Severity.INFO)]


@pytest.mark.parametrize(
    ("macro", "said"),
    [
        ("CUBLAS_VERSION", "hipblasVersionMajor"),
        ("CUFFT_VER_MAJOR", "hipfftVersionMajor"),
        ("CUSPARSE_VERSION", "hipsparseVersionMajor"),
        ("CUSOLVER_VER_MINOR", "hipsolverVersionMajor"),
        ("CUDNN_PATCHLEVEL", "MIOPEN_VERSION_MAJOR"),
    ],
)
def test_help_on_versions_names_what_conditions_can_test(macro: str, said: str) -> None:
    code = f"#include <cuda_runtime.h>\n#if defined({macro}) && {macro} >= 11000\nint a;\n#endif\n"
    found = [each for each in convert(code.encode(), Context(api.policy(), "a.cu")).findings if each.rule == "ARC009"]
    assert found
    assert all(said in each.help and "GetVersion" not in each.help for each in found)


_TO_NUMBER = "#ifdef __CUDA_ARCH__\n#define SM __CUDA_ARCH__\n#else\n#define SM 0\n#endif\n"


@pytest.mark.parametrize(
    ("path", "uses", "message", "level"),
    [
        ("a.cu", "#if SM >= 700\n#endif\n", ", and decides line 6", Severity.WARNING),
        ("a.cuh", "", "", Severity.WARNING),
        ("a.cu", "", "", Severity.INFO),
    ],
)
def test_a_macro_that_is_the_number_is_reported_where_amd_reads_it(
    path: str, uses: str, message: str, level: Severity
) -> None:
    result = convert((_TO_NUMBER + uses).encode(), Context(api.policy(), path))
    found = [each for each in result.findings if not each.guard]
    assert [each.message for each in found] == [f"'SM' has the value of the host, 0, in device code on AMD{message}"]
    assert [severity(each, ()) for each in found] == [level]
    assert [result.source.position(each.start).line for each in found] == [4]


def test_a_condition_beside_the_number_is_reported_once() -> None:
    code = "#ifndef __CUDA_ARCH__\n#define SM 0\n#else\n#define SM (__CUDA_ARCH__ / 10)\n#endif\n"
    found = convert(code.encode(), Context(api.policy(), "a.cuh")).findings
    assert [(each.rule, each.subject) for each in found if not each.guard] == [("ARC002", "SM")]


def test_an_error_in_the_first_line_is_not_reached_once_its_condition_is_converted() -> None:
    """The include that conversion adds stands at the same place as the condition."""
    code = b'#ifndef __CUDACC_VER_MAJOR__\n#error "needs nvcc"\n#endif\n__global__ void k(int* x) { *x = 1; }\n'
    result = convert(code, Context(api.policy(), "a.cu"))
    assert b"#if !defined(__HIP_PLATFORM_AMD__) && !defined(__CUDACC_VER_MAJOR__)" in result.output
    assert all(severity(each, ()) is Severity.INFO for each in result.findings)


def test_a_macro_decides_nothing_before_it_is_defined() -> None:
    code = f"#ifndef SM\n{_TO_NUMBER}#endif\n"
    found = convert(code.encode(), Context(api.policy(), "a.cuh")).findings
    assert "'SM' has the value of the host, 0, in device code on AMD" in [each.message for each in found]
