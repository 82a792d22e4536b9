"""Why a texture reference stays one, and that nothing is said of those that become loads."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert

DECLARED = "texture<float, 1, cudaReadModeElementType> t;"
FETCHED = "__global__ void k(float *out, int i) { out[i] = tex1Dfetch(t, i); }"
BOUND = "void run(float *p) { cudaBindTexture(0, t, p, 64); }"


def _said(*lines: str, path: str = "a.cu") -> dict[str, str]:
    code = "\n".join(("#include <cuda_runtime.h>", *lines, "")).encode()
    findings = convert(code, Context(api.policy(arch=["gfx942"]), path)).findings
    return {each.rule: each.help for each in findings if each.rule.startswith("TEX")}


def test_nothing_is_said_of_loads() -> None:
    assert _said(DECLARED, FETCHED, BOUND) == {}


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((DECLARED.replace("1,", "2,"), FETCHED, BOUND), "it has more than one dimension"),
        ((DECLARED.replace("Element", "Normalized"), FETCHED, BOUND), "it normalizes what it reads"),
        ((f"extern {DECLARED}", FETCHED, BOUND), "not declared alone"),
        ((f"struct S {{ {DECLARED} }};", FETCHED, BOUND), "not declared alone"),
        ((DECLARED.replace("t;", "t, u;"), FETCHED, BOUND), "not declared alone"),
        ((DECLARED, FETCHED, BOUND, "void set() { t.normalized = true; }"), "line 5 does more with it"),
        ((DECLARED, FETCHED, BOUND, "__device__ float f(int i) { return tex1D(t, i); }"), "line 5 does more with it"),
        ((DECLARED, FETCHED, BOUND, "__device__ int f() { int t = 3; return t; }"), "line 5 does more with it"),
        ((DECLARED, FETCHED, BOUND, "void g() { f<&t>(t); }"), "line 5 does more with it"),
        ((DECLARED, FETCHED, "void run(float *p) { cudaBindTexture(0, t, p, t.channelDesc); }"), "line 4 does more"),
        ((DECLARED, FETCHED, "void run(float *p) { cudaBindTexture(0, u, p, 64); }"), "does not bind it"),
        ((DECLARED, FETCHED, BOUND, "auto d = cudaCreateChannelDescHalf();"), "half numbers"),
        ((DECLARED, FETCHED, BOUND, "auto d = cudaCreateChannelDesc(16, 0, 0, 0, kind);"), "half numbers"),
        ((DECLARED, FETCHED, BOUND, "void c() { cudaStreamBeginCapture(s, m); }"), "captures launches"),
    ],
)
def test_references_that_stay_are_reported_with_the_reason(lines: tuple[str, ...], why: str) -> None:
    said = _said(*lines)
    assert why in said["TEX002"]
    assert "TEX001" in said


def test_headers_keep_theirs() -> None:
    assert "files that include this one" in _said(DECLARED, FETCHED, BOUND, path="a.cuh")["TEX002"]
