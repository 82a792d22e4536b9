"""Converted sources hold no assembler that a compiler for AMD GPUs reads and nobody spoke of, as a scan sees that knows
nothing of the converter."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.live_asm import Fate, fates, read
from hipify_py import api

FIXTURES = sorted((Path(__file__).parent / "translated").glob("*.cuh"))
STATEMENTS = {
    "known": 'asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));',
    "refused": 'asm volatile("bar.sync 1, 64;");',
    "unknown": 'asm("frob %0, %1;" : "=r"(r) : "r"(x));',
    "bare": 'asm("exit;");',
    "hidden": "asm(TEXT);",
    "keyword of NVIDIA's": '__asm__ __volatile__ ("membar.gl;" ::: "memory");',
}
GUARDS = {
    "none": "{0}",
    "defined": "#if defined(__CUDA_ARCH__)\n{0}\n#endif",
    "ifdef": "#ifdef __CUDA_ARCH__\n{0}\n#else\nhost();\n#endif",
    "negated": "#ifndef __CUDA_ARCH__\nhost();\n#else\n{0}\n#endif",
    "compared": "#if __CUDA_ARCH__ >= 700\n{0}\n#else\n{0}\n#endif",
    "compared down": "#if __CUDA_ARCH__ < 700\n{0}\n#endif",
    "as a number": "#if __CUDA_ARCH__\n{0}\n#endif",
    "both": "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 530\n{0}\n#else\n{0}\n#endif",
    "either": "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900\nhost();\n#else\n{0}\n#endif",
    "compiler": "#ifdef __CUDACC__\n{0}\n#endif",
    "not HIP": "#ifndef __HIP_PLATFORM_AMD__\n{0}\n#else\n{0}\n#endif",
    "nested": "#ifdef __CUDACC__\n#if __CUDA_ARCH__ >= 300 || !defined(__CUDA_ARCH__)\n{0}\n#endif\n#endif",
    "own macro": "#if defined(__CUDA_ARCH__)\n#define ON_GPU 1\n#endif\n#if ON_GPU\n{0}\n#endif",
    "version": "#if CUDART_VERSION >= 9000\n{0}\n#else\n{0}\n#endif",
}
MARKS = ["__device__", "__global__", "__host__ __device__", "OTHERS_MARK", "template <class T> __device__"]


def _fates(code: str) -> list[Fate]:
    result = api.convert(code.encode(), api.policy(), path="x.cuh")
    said = [(result.source.line(found.start), found.rule) for found in result.findings]
    return fates("x.cuh", code, result.output.decode(), said)


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("guard", GUARDS)
def test_guards_bring_nothing_to_life_unseen(guard: str, mark: str) -> None:
    for name, statement in STATEMENTS.items():
        code = f"{mark} void f(int r, int x) {{\n{GUARDS[guard].format(statement)}\n}}\n"
        assert [each for each in _fates(code) if each.what.startswith("silent")] == [], name


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_the_translations_of_other_tests(path: Path) -> None:
    found = _fates(path.read_text(encoding="utf-8"))
    assert [each for each in found if each.what == "silent"] == []


def test_the_scan_sees_what_nobody_says() -> None:
    code = '__device__ void f() {\n#ifdef __CUDA_ARCH__\n  asm("exit;");\n#endif\n  asm("// empty");\n}\n'
    converted = code.replace("__CUDA_ARCH__", "__HIP_DEVICE_COMPILE__")
    assert [each.is_live for each in read(code)] == [False, True]
    assert [(each.line, each.what) for each in fates("x", code, converted, [])] == [(3, "silent"), (5, "foreign")]
    assert [each.what for each in fates("x", code, converted, [(3, "PTX020")])] == ["flagged", "foreign"]


def test_an_operand_may_be_renamed() -> None:
    code = '__device__ void f(void *p) { asm("frob.x %0;" :: "r"(__cvta_generic_to_shared(p))); }\n'
    converted = code.replace("__cvta", "hipify_ptx::cvta")
    assert [each.what for each in fates("x", code, converted, [(1, "PTX001")])] == ["flagged"]
    assert [each.what for each in fates("x", code, converted, [])] == ["silent"]
