"""Which branches of `#if` no build for AMD reads."""

from __future__ import annotations

import pytest

from hipify_py import api

POLICY = api.policy()
NAME = b"cuMulticastCreate"  # has no counterpart, so each place is a finding


def _guards(code: str) -> list[bool]:
    result = api.convert(code.replace("X", "cuMulticastCreate(a, b);").encode(), POLICY, path="a.cu")
    return [bool(found.guard) for found in result.findings if found.subject == "cuMulticastCreate"]


@pytest.mark.parametrize(
    ("code", "guarded"),
    [
        ("X", [False]),
        ("#if 0\nX\n#else\nX\n#endif", [True, False]),
        ("#if 1\nX\n#else\nX\n#endif", [False, True]),
        ("#if __CUDA_ARCH__ >= 800\nX\n#else\nX\n#endif", [True, False]),
        ("#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900)\nX\n#endif", [True]),
        ("#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900\nX\n#endif", [False]),
        ("#if __CUDA_ARCH__ < 700\nX\n#elif __CUDA_ARCH__ < 800\nX\n#else\nX\n#endif", [False, True, True]),
        ("#if 800 <= __CUDA_ARCH__\nX\n#endif", [True]),
        ("#ifdef __CUDA_ARCH__\nX\n#else\nX\n#endif", [False, False]),
        ("#if __CUDA_ARCH__ >= 300\nX\n#endif", [False]),
        ("#ifdef __CUDA_ARCH_FEAT_SM90_ALL\nX\n#endif", [True]),
        ("#if CUDART_VERSION >= 12000\nX\n#else\nX\n#endif", [True, False]),
        ("#if UNKNOWN >= 3\nX\n#else\nX\n#endif", [False, False]),
        ("#if UNKNOWN && 0\nX\n#endif", [True]),
        ("#if UNKNOWN || (1 + 2) * 3 == 9\nX\n#else\nX\n#endif", [False, True]),
        ("#if defined(_WIN32)\nX\n#endif", [False]),
        ("#ifdef __CUDACC__\nX\n#endif", [False]),
        ("#if __CUDA_ARCH__ >= 800\n#if A\nX\n#endif\n#endif", [True]),
        ("#if (\nX\n#endif", [False]),
        ("#if 1 / 0\nX\n#endif", [False]),
        ("#if " + "(" * 500 + "0" + ")" * 500 + "\nX\n#endif", [False]),
        ("#if __CUDA_ARCH__ >= 800\n#define NEW\n#endif\n#ifdef NEW\nX\n#else\nX\n#endif", [True, False]),
        ("#ifndef NEW\n#define NEW 1\n#endif\n#if NEW\nX\n#endif", [False]),
        ("#define ARCH __CUDA_ARCH__\n#if ARCH >= 800\nX\n#endif", [True]),
        ("#ifndef MINE\nX\n#define MINE 8\n#endif\n#ifdef MINE\nX\n#else\nX\n#endif", [False, False, False]),
        ("#define MINE 0\n#ifdef MINE\nX\n#else\nX\n#endif\n#if MINE\nX\n#endif", [False, True, True]),
        ("#define MINE\n#ifdef MINE\nX\n#else\nX\n#endif", [False, True]),
        ("#ifdef MINE\nX\n#else\nX\n#endif\n#define MINE 1", [False, False]),
        ("#define MINE 1\n#undef MINE\n#ifdef MINE\nX\n#else\nX\n#endif", [False, False]),
        ("#ifdef A\n#define MINE (2 * 4)\n#if MINE == 16\nX\n#elif MINE == 8\nX\n#endif\n#endif", [True, False]),
        ("#ifdef A\n#define MINE 8\n#endif\n#if MINE == 0\nX\n#endif", [False]),
        ("#if EIGEN_CUDA_ARCH >= 200\nX\n#endif", [True]),
        ("#ifdef MINE_HAVE_LIBNVIDIA_ML\nX\n#endif", [True]),
        ("#if 0x10 == 16 && 010 == 8 && 1'000u == 1000\n#else\nX\n#endif", [True]),
    ],
)
def test_guards(code: str, guarded: list[bool]) -> None:
    assert _guards(code) == guarded


@pytest.mark.parametrize(
    ("condition", "differs"),
    [
        ("__CUDA_ARCH__ >= 800", True),
        ("__CUDA_ARCH__ < 600", True),
        ("defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600", False),
        ("!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600", False),
        ("CUDART_VERSION / 1000 >= 11", True),
        ("CUDART_VERSION == 10000", False),
        ("CUDART_VERSION < 9000", False),
        ("defined(OTHER) && CUDART_VERSION < 9000", False),
    ],
)
def test_conditions_answered_as_by_the_newest_are_fine(condition: str, differs: bool) -> None:
    result = api.convert(f"#if {condition}\n#endif\n".encode(), POLICY, path="a.cu")
    assert bool({"ARC002", "ARC006"}.intersection(found.rule for found in result.findings)) == differs


@pytest.mark.parametrize(
    "condition", ["#ifndef __HIP_PLATFORM_AMD__", "#if !defined(USE_ROCM)", "#ifdef __HIP_PLATFORM_NVIDIA__"]
)
def test_what_is_for_cuda_beside_hip_is_not_spoken_of(condition: str) -> None:
    assert _guards(f"{condition}\nX\n#endif") == []


def test_a_guard_names_the_condition() -> None:
    result = api.convert(
        b"#if __CUDA_ARCH__ >= 800\n#else\n#endif\n#if A\n#elif 0\ncuMulticastCreate();\n#endif\n", POLICY
    )
    assert [found.guard for found in result.findings if found.guard] == ["#elif 0 of #if A"]
