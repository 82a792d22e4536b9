"""A comparison with `__CUDA_ARCH__` is information where AMD takes a branch that does the work for old GPUs."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.findings import Severity
from hipify_py.rules.run import severity


def _severities(newer: str, older: str, condition: str = "#if __CUDA_ARCH__ >= 800") -> set[Severity]:
    code = f"__device__ float f(float a, float *p) {{\n{condition}\n{newer}\n#else\n{older}\n#endif\n}}\n"
    found = convert(code.encode(), Context(api.policy(), "a.cu")).findings
    return {severity(item, ()) for item in found if item.rule == "ARC002"}


@pytest.mark.parametrize(
    "older",
    [
        "return float(a) + 1;",
        "float b = a * 2; return b;",
        "for (int i = 0; i < 4; ++i) atomicAdd(p + i, a);",
    ],
)
def test_a_fallback_with_code_is_information(older: str) -> None:
    newer = "atomicAdd((float4 *)p, b); return a;" if "atomic" in older else "return fast(a);"
    assert _severities(newer, older) == {Severity.INFO}
    assert _severities(older, newer, "#if __CUDA_ARCH__ < 800") == {Severity.INFO}


@pytest.mark.parametrize(
    "older",
    [
        "",
        "return 0;",
        "return {};",
        "return float(0);",
        "(void)a; return;",
        "assert(false); return a + p[0];",
        "__trap(); return a + p[0];",
        'printf("needs a newer GPU"); return a + p[0];',
        "#error too old",
        "#define FAST 0",
        'asm("ld.global.b32 %0, [%1];" : "=f"(a) : "l"(p)); return a;',
        "#if __CUDA_ARCH__ >= 700\nreturn a + 1;\n#endif",
    ],
)
def test_nothing_left_for_amd_is_a_warning(older: str) -> None:
    assert Severity.WARNING in _severities("return fast(a);", older)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("atomicAdd(p, a);", "*p += a;"),
        ("store_release(p, a);", "*p = a + 1;"),
        ("__threadfence(); *p = a + 1;", "*p = a + 1;"),
        ("__syncwarp(); *p = a + 1;", "*p = a + 1;"),
    ],
)
def test_weaker_semantics_are_a_warning(newer: str, older: str) -> None:
    assert _severities(newer, older) == {Severity.WARNING}


def test_a_branch_that_may_be_for_others_is_a_warning() -> None:
    assert _severities("return fast(a);", "return a + 1;", "#if X\n#elif __CUDA_ARCH__ >= 800") == {Severity.WARNING}


@pytest.mark.parametrize(
    ("code", "severity_of_it"),
    [
        (
            "#if __CUDA_ARCH__ < 700\n__device__ double add(double *to, double value);\nvoid f(int);\n#endif\n",
            Severity.INFO,
        ),
        ("#if __CUDA_ARCH__ >= 700\n__device__ double add(double *to, double value);\n#endif\n", Severity.WARNING),
        ("#if __CUDA_ARCH__ < 700\nvoid f(int);\nint a = 1;\n#endif\n", Severity.WARNING),
        ("#if __CUDA_ARCH__ < 700\nvoid f(int) { old(); }\n#endif\n", Severity.WARNING),
        ("__device__ void g() {\n#if __CUDA_ARCH__ < 700\nx y(a);\n#endif\n}\n", Severity.WARNING),
    ],
)
def test_prototypes_alone_are_information(code: str, severity_of_it: Severity) -> None:
    found = convert(code.encode(), Context(api.policy(), "a.cuh")).findings
    assert [severity(item, ()) for item in found if item.rule == "ARC002"] == [severity_of_it]
