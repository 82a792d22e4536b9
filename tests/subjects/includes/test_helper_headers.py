"""hipify_compat.hpp: what it defines, and which sources include it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hipify_py import api, helpers
from hipify_py.file.marks import COMPAT_HEADER, PTX_HEADER

ROOT = Path(__file__).parent.parent.parent.parent
FUNCTIONS = helpers.functions(COMPAT_HEADER)
ROWS = {name for name in api.policy().tables.rows if (entry := api.policy().tables.entry(name)) and entry.get("compat")}


def _converted(code: str) -> str:
    return api.convert(code.encode(), api.policy(), path="a.cu").output.decode()


def test_tables_and_documentation_name_what_the_header_defines() -> None:
    known = [api.policy().name(name) for name in FUNCTIONS - ROWS]
    assert all(found is None or found.target for found in known), "HIP has them too, for other types"
    assert ROWS <= FUNCTIONS
    sections = (ROOT / "docs" / "compat.md").read_text(encoding="utf-8").partition("\n## ")[2]
    named = set(re.findall(r"`(?:cooperative_groups::|hipify_compat::|nvcuda::wmma::)?(\w+)`", sections))
    assert named >= FUNCTIONS
    assert {name for name in named if name.startswith("__")} <= FUNCTIONS


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_header_for_one_function_defines_it_and_stays_as_it_is(name: str) -> None:
    part = helpers.text_for(COMPAT_HEADER, [name])
    assert (f"using hipify_compat::{name};" in part) is (name not in helpers.IN_NAMESPACE | helpers.OF_HOST)
    assert len(part) < len(helpers.text(COMPAT_HEADER)) / 2
    assert helpers.text_for(COMPAT_HEADER, (), [part.encode()]) == part
    assert helpers.text_for(COMPAT_HEADER, (), [part.replace("\n", "\r\n").encode()]) == part


def test_headers_add_up() -> None:
    one = helpers.text_for(COMPAT_HEADER, ["__vadd4"]).encode()
    assert helpers.text_for(COMPAT_HEADER, ["__dp4a"], [one]) == helpers.text_for(COMPAT_HEADER, ["__dp4a", "__vadd4"])
    assert helpers.text_for(COMPAT_HEADER, ["of_another_version"]) == helpers.text(COMPAT_HEADER)


def test_functions_of_warps_are_for_nvidia_too_and_bring_little() -> None:
    part = helpers.text_for(COMPAT_HEADER, ["ballot_sync", "any_sync"])
    assert len(part) < 6000
    assert "int any_sync(" in part
    assert "using hipify_compat::" not in part
    both = helpers.text_for(COMPAT_HEADER, ["__vadd4", "ballot_sync"])
    assert (
        helpers.text_for(COMPAT_HEADER, ["__vadd4"], [helpers.text_for(COMPAT_HEADER, ["ballot_sync"]).encode()])
        == both
    )
    assert both.index("unsigned ballot_sync(") < both.index("#if HIPIFY_PTX_ON_AMD\n\nnamespace hipify_compat")


def test_files_that_name_functions_of_warps_include_it_once() -> None:
    code = "#include <cuda_runtime.h>\n__device__ unsigned f(bool p) { return __ballot_sync(~0u, p); }\n"
    once = _converted(code)
    assert once.startswith(f'#include <hip/hip_runtime.h>\n#include "{COMPAT_HEADER}"\n')
    more = once + "__device__ int g(bool p) { return hipify_compat::any_sync(1, p); }\n"
    again = api.convert(more.encode(), api.policy(), path="a.cu")
    assert again.output.decode() == more
    assert again.header_calls == {COMPAT_HEADER: {"ballot_sync", "any_sync"}}
    included = f'#include "{COMPAT_HEADER}"\n{code}'
    assert _converted(included).count(COMPAT_HEADER) == 1


def test_masks_that_go_call_nothing() -> None:
    code = "__device__ int f(int v, bool p) { return __shfl_sync(__ballot_sync(~0u, p), v, 3); }\n"
    assert _converted(code).endswith("{ return __shfl(v, 3, 32); }\n")
    assert COMPAT_HEADER not in _converted(code)


def test_ptx_that_calls_the_like_does_not_bring_it() -> None:
    assert "hipify_compat" not in helpers.text(PTX_HEADER)


@pytest.mark.parametrize(
    ("code", "is_included"),
    [
        ("__device__ unsigned f(unsigned a) { return __vadd4(a, a); }\n", True),
        ("#define DOT(a, b, c) __dp4a(a, b, c)\n__global__ void k();\n", True),
        (
            "__device__ int __dp4a(int a, int, int) { return a; }\n__device__ int f(int a) { return __dp4a(a, a, 0); }",
            False,
        ),
        ("__device__ int f(V v) { return v.__vadd4; /* __vadd4(a, b) */ }\n", False),
        ("__global__ void k(half2 *sum, half2 v) { atomicAdd(sum, v); }\n", True),
        ("__device__ half2 f(half2 a, half2 b) { return __hmax2(a, b); }\n", True),
        (
            "namespace cg = cooperative_groups;\n__device__ int f(cg::grid_group g) { return cg::reduce(g, 1, h); }\n",
            True,
        ),
        ("__device__ int f(Group g) { return g.reduce(1) + thrust::reduce(a, b) + reduce(c); }\n", False),
        ("__global__ void k(float *sum, float v) { atomicAdd(sum, v); }\n", False),
        (
            "__device__ void atomicAdd(half2 *, half2) {}\n__global__ void k(half2 *s, half2 v) { atomicAdd(s, v); }\n",
            False,
        ),
    ],
)
def test_files_that_call_a_function_include_it(code: str, is_included: bool) -> None:
    converted = _converted(code)
    assert (f'#include "{COMPAT_HEADER}"' in converted) is is_included
    assert converted.endswith(code), "calls stay as they are"
    assert _converted(converted) == converted


def test_a_file_may_need_both_headers() -> None:
    ptx = 'asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));'
    code = f"__device__ void f(unsigned& r, unsigned x) {{ {ptx} r = __vadd4(r, x); }}\n"
    converted = _converted(code)
    assert f'#include "{PTX_HEADER}"\n#include "{COMPAT_HEADER}"\n' in converted
