"""A name that is declared twice: what is done with it depends on the declaration that is in force where it stands.

Each probe is a use of `v` that one type changes and another does not; each construct declares `v` with one type where
the use means the other. The use must become what it becomes where nothing else is called `v`, or stay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert

SOURCES = Path(__file__).parent.parent / "src" / "hipify_py"
_BEGIN, _END = "/*{*/", "/*}*/"


@dataclass(frozen=True)
class Probe:
    """A use of `v` in a module, with a type that matters there, and one that does not. `guesses` tells whether a name
    of unknown type counts as one that matters, because it does so elsewhere in the file."""

    matters: str
    other: str
    use: str
    before: str = ""
    on_device: bool = False
    template: str = ""
    rocm: str | None = None
    style: api.Style = api.DEFAULT_STYLE
    path: str = "probe.cu"
    guesses: bool = False
    besides: str = ""  # a rule that goes by something else


PROBES = {
    "file/bfloat_overloads": Probe("__nv_bfloat162", "float", "o[0] = __shfl_down_sync(~0u, v, 1);", on_device=True),
    "file/class_atomics": Probe("half2 *", "float *", "atomicAdd(v, x);", on_device=True),
    "file/expression_types": Probe("float", "double", "o[0] = rsqrt(v);", on_device=True),
    "file/groups": Probe(
        "cg::coalesced_group",
        "Own",
        "o[0] = v.match_any(c);",
        "#include <cooperative_groups.h>\n__device__ char c;\nstruct Own {};\n",
        on_device=True,
        guesses=True,
        besides="CGP016",
    ),
    "file/half_overloads": Probe(
        "__nv_bfloat162",
        "__half2",
        "o[0] = __hadd2_sat(v, a);",
        "__half2 one; __nv_bfloat16 other;\n",
        on_device=True,
        besides="MTH030",
    ),
    "file/sincos_calls": Probe("float *", "double *", "sincos(x, v, v);", on_device=True),
    "file/wait_loops": Probe("volatile int *", "int *", "while (*v) ;", on_device=True),
    "subjects/api/error_numbers": Probe("cudaError_t", "int", "if (v == 8) return;", guesses=True),
    "subjects/api/device_pointers": Probe("CUdeviceptr", "long", "q = v + 1;"),
    "subjects/api/pointer_attributes": Probe("cudaPointerAttributes", "Own", "if (v.type == 2) return;", rocm="5.7"),
    "subjects/api/pointer_memory_type": Probe("cudaPointerAttributes", "Own", "if (v.memoryType) return;"),
    "subjects/atomics/cas_widths": Probe("uint4 *", "unsigned *", "atomicCAS(v, a, b);", on_device=True),
    "subjects/device/dependent_templates": Probe("T<D>", "Own", "v.cast<float>();", template="template <class D> "),
    "subjects/device/narrowing": Probe("long", "int", "int w{v};"),
    "subjects/device/builtin_index": Probe("uint3", "dim3", "v = threadIdx;", on_device=True, besides="DEV021"),
    "subjects/groups/tile_partitions": Probe(
        "cg::thread_block_tile<32>",
        "cg::thread_block",
        "auto t = cg::tiled_partition<4>(v);",
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n",
        on_device=True,
        rocm="6.4",
    ),
    "subjects/launches/launches": Probe("dim3", "int", "kernel<<<v, 1>>>(0);", style=api.Style.of("macro", "approx")),
    "subjects/libraries/compute_types": Probe(
        "cudaDataType_t",
        "cublasComputeType_t",
        "cublasGemmEx(h, a, a, m, n, k, p, A, t, m, B, t, n, p, C, t, m, v, g);",
    ),
    "file/value_uses": Probe("cublasOperation_t", "int", "if (v == 1) return;"),
    "file/retyped_results": Probe("int", "unsigned", "if (v + __popc(a) < 0) return;", on_device=True, guesses=True),
    "subjects/groups/coalesced_uses": Probe(
        "cg::coalesced_group",
        "Own",
        "n = v.size() == 32;",
        "#include <cooperative_groups.h>\nstruct Own {};\n",
        on_device=True,
    ),
    "subjects/math/half_pair_lists": Probe(
        "half2", "float2", "v = {};", "#include <cuda_fp16.h>\nhalf2 one;\n", on_device=True
    ),
    "subjects/math/half2_member": Probe("half2", "float2", "o[0] = v.x;", on_device=True, rocm="6.3"),
    "subjects/math/vector_lists": Probe("float4", "Own", "v = {1.0f};"),
    "subjects/names/arguments": Probe("void *", "float *", "cudaGetSymbolAddress(&v, table);"),
    "subjects/names/expressions": Probe("__nv_bfloat16", "half", "o[0] = htanh(v);", on_device=True, guesses=True),
    "subjects/properties/renamed_members": Probe(
        "cudaDeviceProp", "Own", "n = v.sparseCudaArraySupported;", besides="PRP007"
    ),
    "subjects/properties/struct_members": Probe("cudaTextureDesc", "Own", "v.seamlessCubemap = 1;"),
    "subjects/ptx/variables": Probe(
        "unsigned",
        "float",
        'asm("add.u32 %0, %1, 1;" : "=r"(o[0]) : "r"(v));',
        on_device=True,
        style=api.Style.of("kernel", "approx,replace"),
    ),
    "subjects/textures/object_integers": Probe(
        "cudaTextureObject_t", "unsigned long long", "unsigned long long q = v;", "cudaTextureObject_t one;\n"
    ),
    "subjects/warps/lane_masks": Probe(
        "unsigned",
        "unsigned long long",
        "o[0] = __ballot_sync(v, 1);",
        "#include <hip/hip_runtime.h>\n",
        on_device=True,
        path="probe.hip",
    ),
}

# Modules that need a declaration for something else than its type, which tests of their own show.
OTHERS = frozenset(
    (
        "file/device_properties",
        "file/unknown_names",
        "file/warp_sizes",
        "subjects/names/hip_definitions",
        "subjects/device/extern_shared",
        "file/block_shapes",
        "file/constants",
        "file/facts",
        "file/fallbacks",
        "file/thread_values",
        "subjects/api/dynamic_shared",
        "subjects/device/device_vla",
        "subjects/device/missing_return",
        "subjects/math/byte_casts",
        "subjects/groups/unset_values",
        "subjects/groups/shuffled_classes",
        "subjects/guards/version_number",
        "subjects/math/half_bfloat_templates",
        "subjects/math/half_of_bfloat",
        "subjects/math/scalar_operators",
        "subjects/math/vector_operators",
        "subjects/names/hip_definitions",
        "subjects/warps/mask_bits",
    )
)
# Modules that look for variables behind the name of the type itself.
BY_SPELLING = frozenset(
    (
        "subjects/api/error_numbers",
        "file/value_uses",
        "subjects/math/half2_member",
        "subjects/textures/object_integers",
    )
)
# What the use means is of the type {x}, and something else by its name of the type {y}; {f} stands before functions,
# and {g} before variables of the file.
CONSTRUCTS = {
    "block": "{f}void f({x} v) {{ {{ {y} v; }}\n{use}\n}}",
    "in a block": "{f}void f({y} v) {{ {{ {x} v;\n{use}\n}} }}",
    "block behind": "{f}void f({x} v) {{\n{use}\n{{ {y} v; }} }}",
    "parameter": "{f}void g({y} v) {{}}\n{f}void f({x} v) {{\n{use}\n}}",
    "parameter and variable of the file": "{g}{x} v;\n{f}void g({y} v) {{}}\n{f}void f() {{\n{use}\n}}",
    "local variable": "{f}void g() {{ {y} v; }}\n{f}void f() {{ {x} v;\n{use}\n}}",
    "local variable and that of the file": "{g}{y} v;\n{f}void f() {{ {x} v;\n{use}\n}}",
    "static variable": "{f}void g() {{ static {y} v; }}\n{g}{x} v;\n{f}void f() {{\n{use}\n}}",
    "prototype": "{f}void g({y} v);\n{f}void f({x} v) {{\n{use}\n}}",
    "prototype behind the variable": "{g}{x} v;\n{f}void g({y} v);\n{f}void f() {{\n{use}\n}}",
    "prototype in a function": "{f}void f({x} v) {{ void g({y} v);\n{use}\n}}",
    "parameters declared behind their list": "void g(v) {y} v; {{}}\n{f}void f({x} v) {{\n{use}\n}}",
    "default argument": "{f}void g({y} v = {{}}) {{}}\n{g}{x} v;\n{f}void f() {{\n{use}\n}}",
    "parameter of a function pointer": "{f}void f({x} v, void (*call)({y} v)) {{\n{use}\n}}",
    "parameter of an earlier function pointer": "{f}void f(void (*call)({y} v), {x} v) {{\n{use}\n}}",
    "parameter of a function type": "{f}void f({x} v, std::function<void({y} v)> call) {{\n{use}\n}}",
    "variable with a function type": "{f}void f({x} v) {{ std::function<void({y} v)> call;\n{use}\n}}",
    "lambda": "{f}void f({x} v) {{ auto call = []({y} v) {{ return 1; }};\n{use}\n}}",
    "lambda as an argument": "{f}void f({x} v) {{ each([]({y} v) {{ return 1; }}, 3);\n{use}\n}}",
    "in a lambda": "{f}void f({y} v) {{ auto call = [&]({x} v) {{\n{use}\n}}; }}",
    "in a lambda that is an argument": "{f}void f({y} v) {{ each([&]({x} v) {{\n{use}\n}}); }}",
    "capture": "{f}void f({x} v) {{ auto call = [v] {{\n{use}\n}}; }}",
    "init-capture": "{f}void f({x} v) {{ auto call = [v = other()] {{ return 1; }};\n{use}\n}}",
    "for": "{f}void f({x} v) {{ for ({y} v{{}};;) {{ break; }}\n{use}\n}}",
    "for without braces": "{f}void f({x} v) {{ for ({y} v{{}};;) break;\n{use}\n}}",
    "in for": "{f}void f({y} v) {{ for ({x} v{{}};;) {{\n{use}\n}} }}",
    "in for without braces": "{f}void f({y} v) {{ for ({x} v{{}};;)\n{use}\n}}",
    "in nested loops": "{f}void f({y} v) {{ for ({x} v{{}};;) for (;;) if (n)\n{use}\n}}",
    "range-for": "{f}void f({x} v) {{ for ({y} v : list) {{}}\n{use}\n}}",
    "in range-for": "{f}void f({y} v) {{ for ({x} v : list) {{\n{use}\n}} }}",
    "if": "{f}void f({x} v) {{ if ({y} v{{}}; n) {{}} else {{}}\n{use}\n}}",
    "if with a declaration": "{f}void f({x} v) {{ if ({y} v = other()) {{}}\n{use}\n}}",
    "in if": "{f}void f({y} v) {{ if ({x} v{{}}; n) {{\n{use}\n}} }}",
    "in else": "{f}void f({y} v) {{ if ({x} v{{}}; n) {{}} else {{\n{use}\n}} }}",
    "in else without braces": "{f}void f({y} v) {{ if ({x} v{{}}; n) g(); else\n{use}\n}}",
    "in else of else": "{f}void f({y} v) {{ if ({x} v{{}}; n) g(); else if (m) {{}} else {{\n{use}\n}} }}",
    "switch": "{f}void f({x} v) {{ switch ({y} v{{}}; n) {{ case 1: break; }}\n{use}\n}}",
    "in switch": "{f}void f({y} v) {{ switch ({x} v{{}}; n) {{ case 1:\n{use}\n}} }}",
    "while": "{f}void f({x} v) {{ while ({y} v = other()) {{}}\n{use}\n}}",
    "catch": "{f}void f({x} v) {{ try {{}} catch ({y} v) {{}}\n{use}\n}}",
    "in catch": "{f}void f({y} v) {{ try {{}} catch ({x} v) {{\n{use}\n}} }}",
    "structured binding": "{f}void f({x} v) {{ {{ auto [v, w] = pair(); }}\n{use}\n}}",
    "structured binding in range-for": "{f}void f({x} v) {{ for (auto &[w, v] : list) {{}}\n{use}\n}}",
    "member": "struct S {{ {x} v; {f}void a() {{ {y} v; }} {f}void b() {{\n{use}\n}} }};",
    "member beside a local variable": "struct S {{ {y} v; {f}void b() {{ {x} v;\n{use}\n}} }};",
    "member behind its use": "struct S {{ {f}void a({y} v) {{}} {f}void b() {{\n{use}\n}} {x} v; }};",
    "member of an outer class": "struct S {{ {x} v; struct T {{ {y} w; {f}void b() {{\n{use}\n}} }}; }};",
    "member of another class": "struct S {{ {y} v; }};\n{g}{x} v;\n{f}void f() {{\n{use}\n}}",
    "member beside a variable of the file": "{g}{y} v;\nstruct S {{ {x} v; {f}void b() {{\n{use}\n}} }};",
    "member of a class elsewhere": "struct S {{ {x} v; {f}void b(); }};\n{g}{y} v;\n{f}void S::b() {{\n{use}\n}}",
    "member of a base": "struct B {{ {x} v; }};\n{g}{y} v;\nstruct S : B {{ {f}void b() {{\n{use}\n}} }};",
    "member of an unnamed union": "{f}void f({y} v) {{ {{ union {{ {x} v; int w; }};\n{use}\n}} }}",
    "local class": "{f}void f({x} v) {{ struct L {{ {y} v; }};\n{use}\n}}",
    "constructor": "struct S {{ S({x} v) : w(1), u{{2}} {{\n{use}\n}} {y} w; }};\n{g}{y} v;",
    "namespace": "namespace a {{ {g}{y} v; }}\n{g}{x} v;\n{f}void f() {{\n{use}\n}}",
    "in a namespace": "{g}{y} v;\nnamespace a {{ {g}{x} v; {f}void f() {{\n{use}\n}} }}",
    "namespace that is opened again": (
        "{g}{y} v;\nnamespace a {{ {g}{x} v; }}\nnamespace a {{ {f}void f() {{\n{use}\n}} }}"
    ),
    "unnamed namespace": "namespace a {{ {g}{y} v; }}\nnamespace {{ {g}{x} v; }}\n{f}void f() {{\n{use}\n}}",
    "parameter of a template": "template <{y} v> struct P {{}};\n{f}void f({x} v) {{\n{use}\n}}",
    "in a template with such a parameter": "{g}{y} v;\ntemplate <{x} v> {f}void f() {{\n{use}\n}}",
    "type parameter of a template": "template <class v> struct P {{}};\n{f}void f({x} v) {{\n{use}\n}}",
    "enumerator": "{f}void f({x} v) {{ {{ enum {{ u, v }}; }}\n{use}\n}}",
    "enumerator of an enumeration with a scope": "enum class E {{ v }};\n{g}{x} v;\n{f}void f() {{\n{use}\n}}",
    "alias": "{f}void f({x} v) {{ {{ using v = {y}; }}\n{use}\n}}",
    "other name of a type": "{f}void f({x} v) {{ {{ typedef {y} v; }}\n{use}\n}}",
    "class": "{f}void f({x} v) {{ {{ struct v {{}}; }}\n{use}\n}}",
    "extern": "{f}void g() {{ extern {y} v; }}\n{f}void f({x} v) {{\n{use}\n}}",
    "extern in force": "{g}{y} v;\n{f}void f() {{ extern {x} v;\n{use}\n}}",
    "parameter of a macro": "#define M(v) {y} v;\n{f}void f({x} v) {{\n{use}\n}}",
    "in a function with an attribute": "{g}{y} v;\n__attribute__((noinline)) {f}void f({x} v) {{\n{use}\n}}",
    "behind a statement without braces": "{f}void f({x} v) {{ if (n) for (;;) g(v); else g(v);\n{use}\n}}",
    "other branch of #if": "#ifdef A\n{f}void f({y} v) {{}}\n#else\n{f}void f({x} v) {{\n{use}\n}}\n#endif",
    "declared in both branches": "{f}void f({y} v) {{\n#ifdef A\n{x} v;\n#else\n{x} v;\n#endif\n{use}\n}}",
}
# Where it is unknown which type the use is of.
UNKNOWN = {
    "structured binding": "{f}void f({y} v) {{ auto [w, v] = pair();\n{use}\n}}",
    "structured binding in range-for": "{f}void f({y} v) {{ for (const auto &[v, w] : list) {{\n{use}\n}} }}",
    "init-capture": "{f}void f({y} v) {{ auto call = [v = other()] {{\n{use}\n}}; }}",
    "enumerator": "{f}void f({y} v) {{ enum {{ u, v }};\n{use}\n}}",
    "alias": "{f}void f({y} v) {{ {{ using v = int;\n{use}\n}} }}",
    "using": "{g}{y} v;\n{f}void f() {{ using other::v;\n{use}\n}}",
    "function": "{g}{y} v;\n{f}void f() {{ int v(int);\n{use}\n}}",
    "function pointer": "{f}void f({y} v) {{ {{ int (*v)(int);\n{use}\n}} }}",
    "pack": "{g}{y} v;\ntemplate <class... T> {f}void f(T... v) {{\n{use}\n}}",
    "macro with a name": "{f}void f({y} v) {{ {{ DECLARE_LOCAL(int, v);\n{use}\n}} }}",
    "macro of the file with a name": "#define LET(n) int n = 1\n{f}void f({y} v) {{ {{ LET(v);\n{use}\n}} }}",
    "macro that declares it": "#define LET int v = 1\n{f}void f({y} v) {{ {{ LET;\n{use}\n}} }}",
    "loop of a macro": "{f}void f({y} v) {{ KERNEL_LOOP(v, n) {{\n{use}\n}} }}",
    "head of a macro": "{g}{y} v;\nTEST(A, b) {{\n{use}\n}}",
    "member of an unknown base": "{g}{y} v;\nstruct S : other::B {{ {f}void b() {{\n{use}\n}} }};",
    "member of an unknown class": "{g}{y} v;\n{f}void S::b() {{\n{use}\n}}",
    "parameters declared behind their list": "{g}{y} v;\nvoid f(v) int v;\n{{\n{use}\n}}",
    "branches of #if": "{f}void f() {{\n#ifdef A\n{x} v;\n#else\n{y} v;\n#endif\n{use}\n}}",
    "a branch of #if": "{f}void f({y} v) {{ {{\n#ifdef A\n{x} v;\n#endif\n{use}\n}} }}",
    "head in branches of #if": "#ifdef A\n{f}void f({y} v) {{\n#else\n{f}void f({x} v) {{\n#endif\n{use}\n}}",
}

# The type {x} has another name `A`, and {y} has that name where another declaration is in force.
ALIASES = {
    "using": "using A = {x};\n{f}void f(A v) {{\n{use}\n}}",
    "typedef": "typedef {x} A;\n{f}void f(A v) {{\n{use}\n}}",
    "alias of an alias": "typedef {x} B;\nusing A = B;\n{f}void f(A v) {{\n{use}\n}}",
    "in a function": "{f}void f() {{ using A = {x}; A v;\n{use}\n}}",
    "in a class": "struct S {{ using A = {x}; A v; {f}void b() {{\n{use}\n}} }};",
    "in a namespace": "namespace a {{ typedef {x} A; {f}void f(A v) {{\n{use}\n}} }}",
    "in a base": "struct B {{ using A = {x}; }};\nstruct S : B {{ {f}void b(A v) {{\n{use}\n}} }};",
    "alias that hides another": "using A = {y};\nnamespace a {{ using A = {x}; {f}void f(A v) {{\n{use}\n}} }}",
    "alias of the same name in a class": "using A = {x};\nstruct S {{ typedef {y} A; }};\n{f}void f(A v) {{\n{use}\n}}",
    "alias of the same name in a block": "using A = {x};\n{f}void f(A v) {{ {{ using A = {y}; }}\n{use}\n}}",
    "alias behind its use": "using A = {x};\n{f}void f(A v) {{ typedef {y} A;\n{use}\n}}",
    "variable in a branch": "using A = {x};\n{f}void f() {{\n#ifdef B\nA v;\n{use}\n#endif\n}}",
    "alias in the same branch": "#ifdef B\nusing A = {x};\n{f}void f(A v) {{\n{use}\n}}\n#endif",
}
_OF_ALL_ALIASES = ("file/expression_types", "file/class_atomics", "subjects/device/narrowing")
# What `A` is of is unknown.
UNKNOWN_ALIASES = {
    "branches": "#ifdef B\nusing A = {x};\n#else\nusing A = {y};\n#endif\n{f}void f(A v) {{\n{use}\n}}",
    "a branch": "#ifdef B\ntypedef {x} A;\n#else\n#include <a.h>\n#endif\n{f}void f(A v) {{\n{use}\n}}",
    "variable in branches": (
        "{f}void f() {{\n#ifdef B\ntypedef {x} A; A v;\n#else\ntypedef {y} A; A v;\n#endif\n{use}\n}}"
    ),
    "alias of an alias in branches": (
        "#ifdef C\ntypedef {x} B; using A = B;\n#else\ntypedef {y} B; using A = B;\n#endif\n"
        "{f}void f(A v) {{\n{use}\n}}"
    ),
    "class that hides it": "using A = {x};\nnamespace a {{ class A; {f}void f(A v) {{\n{use}\n}} }}",
    "type parameter that hides it": "using A = {x};\ntemplate <class A> struct S {{ A v; {f}void f() {{\n{use}\n}} }};",
    "using that hides it": "using A = {x};\nnamespace a {{ using other::A; {f}void f(A v) {{\n{use}\n}} }}",
    "unknown base": "using A = {x};\nstruct S : other::B {{ A v; {f}void f() {{\n{use}\n}} }};",
    "other namespace": "namespace a {{ using A = {x}; }}\n{f}void f(A v) {{\n{use}\n}}",
    "other class": "struct S {{ using A = {x}; }};\n{f}void f(A v) {{\n{use}\n}}",
    "earlier block": "{f}void f() {{ {{ using A = {x}; }} A v;\n{use}\n}}",
    "alias behind": "{f}void f(A v) {{\n{use}\n}}\nusing A = {x};",
    "attribute": "typedef {x} A __attribute__((vector_size(16)));\n{f}void f(A v) {{\n{use}\n}}",
    "attribute of using": "using A = {x} __attribute__((vector_size(16)));\n{f}void f(A v) {{\n{use}\n}}",
    "function": "using A = {x}(int);\n{f}void f(A v) {{\n{use}\n}}",
    "function of typedef": "typedef {x} A(int);\n{f}void f(A v) {{\n{use}\n}}",
    "function pointer": "typedef {x} (*A)(int);\n{f}void f(A v) {{\n{use}\n}}",
    "alias template": "template <class T> using A = T;\n{f}void f(A<{x}> v) {{\n{use}\n}}",
    "alias of itself": "typedef A A;\n{f}void f(A v) {{\n{use}\n}}",
}


def _effect(probe: Probe, construct: str, x: str, y: str) -> tuple[str, ...]:
    """What becomes of the use, what is found in it, and which headers come."""
    on = "__device__ " if probe.on_device else ""
    use = f"{_BEGIN}{probe.use}{_END}"
    code = construct.format(f=probe.template + on, g=on, x=x, y=y, use=use)
    before = f"#include <cuda_runtime.h>\n{probe.before}" if probe.path.endswith(".cu") else probe.before
    text = f"{before}__global__ void kernel(int *p) {{}}\n{code}\n"
    result = convert(text.encode(), Context(api.policy(rocm=probe.rocm), probe.path, style=probe.style))
    output = result.output.decode()
    found = (each for each in result.findings if text.index(_BEGIN) <= each.start < text.index(_END))
    rules = sorted(each.rule for each in found if each.rule != probe.besides)
    headers = re.findall(r'#include "hipify.*', output)
    return (" ".join(output.partition(_BEGIN)[2].partition(_END)[0].split()), *rules, *headers)


_ALONE = "{f}void f({x} v) {{\n{use}\n}}"
_NOWHERE = "{f}void f() {{\n{use}\n}}"


@pytest.mark.parametrize("module", PROBES)
def test_type_matters(module: str) -> None:
    probe = PROBES[module]
    assert _effect(probe, _ALONE, probe.matters, "") != _effect(probe, _ALONE, probe.other, "")


@pytest.mark.parametrize("module", PROBES)
def test_use_means_the_declaration_in_force(module: str) -> None:
    probe, wrong = PROBES[module], []
    for x, y in ((probe.matters, probe.other), (probe.other, probe.matters)):
        right = {_effect(probe, _ALONE, x, ""), _effect(probe, _NOWHERE, x, "")}
        wrong += [(what, x) for what, code in CONSTRUCTS.items() if _effect(probe, code, x, y) not in right]
    assert wrong == []


@pytest.mark.parametrize("module", PROBES)
def test_use_stays_where_its_declaration_is_unknown(module: str) -> None:
    probe = PROBES[module]
    left = {_effect(probe, _NOWHERE, "", "")}
    if probe.guesses:
        left.add(_effect(probe, _ALONE, probe.matters, ""))
    pairs = ((probe.matters, probe.other), (probe.other, probe.matters))
    wrong = [(what, x) for x, y in pairs for what, code in UNKNOWN.items() if _effect(probe, code, x, y) not in left]
    assert wrong == []


@pytest.mark.parametrize("module", sorted(PROBES.keys() - BY_SPELLING))
def test_alias_is_what_it_stands_for(module: str) -> None:
    probe = PROBES[module]
    for x, y in ((probe.matters, probe.other), (probe.other, probe.matters)):
        assert _effect(probe, ALIASES["using"], x, y) == _effect(probe, _ALONE, x, "")


@pytest.mark.parametrize("module", _OF_ALL_ALIASES)
@pytest.mark.parametrize("what", ALIASES)
def test_alias_in_force_is_what_it_stands_for(what: str, module: str) -> None:
    probe = PROBES[module]
    for x, y in ((probe.matters, probe.other), (probe.other, probe.matters)):
        assert _effect(probe, ALIASES[what], x, y) == _effect(probe, _ALONE, x, "")


@pytest.mark.parametrize("module", _OF_ALL_ALIASES)
@pytest.mark.parametrize("what", UNKNOWN_ALIASES)
def test_alias_that_is_not_certain_is_unknown(what: str, module: str) -> None:
    probe = PROBES[module]
    left = {_effect(probe, _NOWHERE, "", ""), _effect(probe, _ALONE, "A", "")}
    for x, y in ((probe.matters, probe.other), (probe.other, probe.matters)):
        assert _effect(probe, UNKNOWN_ALIASES[what], x, y) in left


def test_every_module_that_needs_a_declaration_has_a_probe() -> None:
    needs = re.compile(r"reading\.declarations\b|types\.of_(?:object|name)\(")
    paths = (path for path in SOURCES.rglob("*.py") if path.parent.name != "reading" and needs.search(path.read_text()))
    assert {str(path.relative_to(SOURCES).with_suffix("")) for path in paths} == PROBES.keys() | OTHERS
