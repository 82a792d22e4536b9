"""Which rule speaks where several could. That two never speak of one place is asked of all cases: tests/findings.py."""

from __future__ import annotations

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.findings import Finding, Severity
from hipify_py.rules.run import severity
from tests.test_rules import RULES


def test_ranks_are_clear() -> None:
    for rule in RULES.values():
        for other in rule.outranks:
            assert rule.id not in RULES[other].outranks


def _found(code: str) -> list[Finding]:
    return list(convert(code.encode(), Context(api.policy(), "a.cu")).findings)


def test_rules_that_speak_once_have_all_places_of_a_file() -> None:
    use = "o[0] = tex2D<float>(t, 1, 2);\n"
    code = f"__global__ void __launch_bounds__(64) k(cudaTextureObject_t t, float *o) {{\n{use}%s}}\n"
    (alone,) = (found for found in _found(code % "") if found.rule == "TEX001")
    (first,) = (found for found in _found(code % (use * 2)) if found.rule == "TEX001")
    assert (first.message, first.start) == (alone.message, alone.start)
    assert [(code % (use * 2)).encode()[place:].startswith(b"tex2D") for place in first.also] == [True, True]
    (many,) = (found for found in _found(code % (use * 99)) if found.rule == "TEX001")
    assert len(many.also) == 99


def test_of_the_places_the_worst_one_is_said() -> None:
    use = "__global__ void __launch_bounds__(64) %s(cudaTextureObject_t t, float *o) { o[0] = tex1D<float>(t, 1); }\n"
    (found,) = (each for each in _found(f"#if 0\n{use % 'a'}#endif\n{use % 'b'}") if each.rule == "TEX001")
    assert not found.guard


def test_a_warp_size_that_conversion_keeps_right_is_information() -> None:
    size = "#define WARP_SIZE 32\n"
    shuffle = "__device__ int f(int v) { return __shfl_xor_sync(~0u, v, WARP_SIZE / 2); }\n"
    use = "__device__ int g() { return threadIdx.x / WARP_SIZE; }\n"
    said = [
        severity(found, ()) for code in (size + shuffle, size + use) for found in _found(code) if found.rule == "WRP001"
    ]
    assert said == [Severity.INFO, Severity.WARNING]
