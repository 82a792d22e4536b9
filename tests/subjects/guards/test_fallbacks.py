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
        "return a;",
        "return *p;",
    ],
)
def test_a_fallback_with_code_is_information(older: str) -> None:
    newer = "atomicAdd((float4 *)p, b); return a;" if "atomic" in older else "return fast(a);"
    assert _severities(newer, older) == {Severity.INFO}
    assert _severities(older, newer, "#if __CUDA_ARCH__ < 800") == {Severity.INFO}


@pytest.mark.parametrize(
    "older",
    [
        'printf("needs a newer GPU"); return a + p[0];',
        "assert(a > 0); return a + p[0];",
        "#define FAST 0",
        'asm("ld.global.b32 %0, [%1];" : "=f"(a) : "l"(p)); return a;',
        "#if __CUDA_ARCH__ >= 800\nreturn a + 1;\n#endif",
    ],
)
def test_nothing_left_for_amd_is_a_warning(older: str) -> None:
    assert Severity.WARNING in _severities("return fast(a);", older)


@pytest.mark.parametrize(
    "older",
    [
        "",
        "return 0;",
        "return {};",
        "return float(0);",
        "(void)a; return;",
        '#pragma message("needs sm_80")',
        'printf("needs a newer GPU");',
        'if (threadIdx.x == 0) printf("needs a newer GPU");',
        "assert(false); return a + p[0];",
        'printf("no"); __trap(); return a + p[0];',
        'asm volatile("trap;");',
        "INVALID_CONTROL_PATH(a); return 0;",
        'throw "no";',
    ],
)
def test_a_branch_that_only_gives_up_in_place_of_work_is_an_error(older: str) -> None:
    work = 'asm volatile("wgmma.fence.sync.aligned;"); return a;'
    assert _severities(work, older) == {Severity.ERROR}
    assert _severities(older, work, "#if __CUDA_ARCH__ < 800") == {Severity.ERROR}


def test_one_cause_has_one_error() -> None:
    """What `#error` says already is not said again, nor for each branch of a chain."""
    assert _severities("return fast(a);", "#error too old") == {Severity.INFO}
    branches = "#if __CUDA_ARCH__ >= 900\nreturn fast(a);\n#elif __CUDA_ARCH__ >= 800"
    assert _severities("return slow(a);", "__trap();", branches) == {Severity.ERROR, Severity.INFO}


def test_a_function_with_nothing_else_is_an_error() -> None:
    code = "__device__ void f(float *p) {\n#if __CUDA_ARCH__ >= 800\n%s\n#endif\n%s}\n"

    def said(work: str, rest: str = "") -> list[Severity]:
        found = convert((code % (work, rest)).encode(), Context(api.policy(), "a.cu")).findings
        return [severity(item, ()) for item in found if item.rule == "ARC002"]

    assert said("*p = fast(*p);") == [Severity.ERROR]
    assert said("*p = fast(*p);", "*p += 1;") == [Severity.WARNING]
    assert said('asm volatile("pmevent 1;" ::: "memory");') == [Severity.WARNING]
    assert said('asm volatile("griddepcontrol.wait;" ::: "memory");') == []  # which is translated
    assert said("__nanosleep(100);") == [Severity.WARNING]


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("return true;", "return false;"),
        ('asm volatile("pmevent 1;");', ""),
        ("prefetch_next(p);", ""),
    ],
)
def test_hints_and_answers_that_old_gpus_do_without_are_no_errors(newer: str, older: str) -> None:
    assert _severities(newer, older) == {Severity.WARNING}


@pytest.mark.parametrize(
    ("before", "returned", "severity_of_it"),
    [
        ("float b = a * 2;", "b", Severity.INFO),
        ("float b; b += p[1];", "b", Severity.INFO),
        ("float b;", "b", Severity.ERROR),
        ("float b = 0;", "b", Severity.ERROR),
        ("", "kUnsupported", Severity.ERROR),
        ("", "Status::kInvalid", Severity.ERROR),
    ],
)
def test_a_variable_that_is_returned_is_work_if_it_was_computed(
    before: str, returned: str, severity_of_it: Severity
) -> None:
    chain = f"#if __CUDA_ARCH__ >= 800\nreturn fast(a);\n#else\nreturn {returned};\n#endif\n"
    code = f"__device__ float f(float a, float *p) {{\n{before}\n{chain}}}\n"
    found = convert(code.encode(), Context(api.policy(), "a.cu")).findings
    assert [severity(item, ()) for item in found if item.rule == "ARC002"] == [severity_of_it]


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("return __reduce_add_sync(~0u, a);", "return a;"),
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
        ("__device__ void g() {\n#if __CUDA_ARCH__ < 800\nx y(a);\n#endif\n}\n", Severity.WARNING),
    ],
)
def test_prototypes_alone_are_information(code: str, severity_of_it: Severity) -> None:
    found = convert(code.encode(), Context(api.policy(), "a.cuh")).findings
    assert [severity(item, ()) for item in found if item.rule == "ARC002"] == [severity_of_it]
