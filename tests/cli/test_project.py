"""What a file knows of the macros of others: `scan` of a small tree, and which findings no build for AMD sees."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Hipify, Write

USE = '#include "features.h"\n#{condition}\nvoid f() {{ cuMulticastCreate(a, b); }}\n#endif\n'


def _guards(hipify: Hipify, tree: Path) -> list[str]:
    result = hipify("scan", str(tree), "--format", "json", "--no-cache")
    found = json.loads(result.out)["findings"]
    return [finding.get("guard", "") for finding in found if finding["rule"] == "API017"]


def _tree(write: Write, files: Mapping[str, str]) -> Path:
    paths = [write(f"tree/{name}", text.encode()) for name, text in files.items()]
    return next(parent for parent in paths[0].parents if parent.name == "tree")


@pytest.mark.parametrize(
    ("header", "condition", "is_guarded"),
    [
        ("#define FAST 0\n", "if FAST", True),
        ("#define FAST 1\n", "if FAST", False),
        ("#if __CUDA_ARCH__ >= 800\n#define FAST 1\n#endif\n", "ifdef FAST", True),
        ('#include "arch.h"\n#if __CUDA_ARCH__ >= NEW\n#define FAST 1\n#endif\n', "ifdef FAST", True),
        ("#if !defined(USE_HIP) && __CUDA_ARCH__ >= NEW\n#define FAST 1\n#endif\n", "ifdef FAST", True),
        ("#ifdef __CUDACC__\n#define FAST 1\n#endif\n", "ifdef FAST", False),
        ("#ifdef OTHER\n#define FAST 1\n#endif\n", "ifdef FAST", False),
        ("#ifndef FAST\n#define FAST 0\n#endif\n", "if FAST", False),
        ("#define FAST 0\n#undef FAST\n", "if FAST", False),
        ("#ifdef __HIP_PLATFORM_AMD__\n#define WAVE 64\n#else\n#define WAVE 32\n#endif\n", "if WAVE == 32", True),
        ("#ifdef __HIP_PLATFORM_AMD__\n#define WAVE 64\n#else\n#define WAVE 32\n#endif\n", "if WAVE == 64", False),
    ],
)
def test_macros_of_headers(hipify: Hipify, write: Write, header: str, condition: str, is_guarded: bool) -> None:
    files = {"features.h": header, "arch.h": "#define NEW 800\n", "a.cu": USE.format(condition=condition)}
    assert [bool(guard) for guard in _guards(hipify, _tree(write, files))] == [is_guarded]


def test_a_macro_that_a_build_may_define_is_unknown(hipify: Hipify, write: Write) -> None:
    files = {"features.h": "#if 0\n#define FAST 1\n#endif\n", "a.cu": USE.format(condition="ifdef FAST")}
    tree = _tree(write, files)
    assert [bool(guard) for guard in _guards(hipify, tree)] == [True]
    write("tree/CMakeLists.txt", b"add_definitions(-DFAST=1)\n")
    assert _guards(hipify, tree) == [""]


def test_a_macro_that_others_define_too_is_unknown(hipify: Hipify, write: Write) -> None:
    """Whoever includes the file may have defined it before."""
    files = {"features.h": "#if 0\n#define FAST 1\n#endif\n", "a.cuh": USE.format(condition="ifdef FAST")}
    tree = _tree(write, files)
    write("tree/b.cu", b'#define FAST 1\n#include "a.cuh"\n')
    assert _guards(hipify, tree) == [""]


def test_branches_by_a_macro_of_the_code_bases_own_are_for_one_platform(hipify: Hipify, write: Write) -> None:
    header = "#ifdef __HIP_PLATFORM_AMD__\n#define ON_HIP 1\n#else\n#define ON_HIP 0\n#endif\n"
    source = '#include "features.h"\n#if ON_HIP\nvoid f() { hipFree(p); }\n#else\nvoid f() { cudaFree(p); }\n#endif\n'
    tree = _tree(write, {"features.h": header, "a.cpp": source})
    hipify(str(tree))
    assert (tree / "a.cpp").read_text() == source


def test_files_that_are_written_do_not_change_what_others_know(hipify: Hipify, write: Write) -> None:
    """The header is converted before the file that asks for its macro."""
    header = "#ifdef __NVCC__\n#define FAST 1\n#endif\nvoid g() { cudaFree(p); }\n"
    source = '#include "a_features.h"\n#ifdef FAST\nvoid f() { cuMulticastCreate(a, b); }\n#endif\n'
    tree = _tree(write, {"a_features.h": header, "b.cu": source})
    before = _guards(hipify, tree)
    result = hipify(str(tree), "--format", "json", "--no-cache")
    found = json.loads(result.out)["findings"]
    assert [each.get("guard", "") for each in found if each["rule"] == "API017"] == before == [""]


def test_a_single_file_knows_of_no_other(hipify: Hipify, write: Write) -> None:
    tree = _tree(write, {"features.h": "#define FAST 0\n", "a.cu": USE.format(condition="if FAST")})
    assert _guards(hipify, tree / "a.cu") == [""]


_CALL = "void f() { cuMulticastCreate(a, b); }\n#endif\n"


@pytest.mark.parametrize(
    "files",
    [
        {"features.h": "#define FAST 1\n", "a.cu": f'#ifndef FAST\n{_CALL}#include "features.h"\n'},
        {
            "features.h": "#ifndef MODE\n#define FAST 1\n#endif\n",
            "mode.h": "#define MODE 1\n",
            "a.cu": f'#include "features.h"\n#include "mode.h"\n#ifdef FAST\n{_CALL}',
        },
        {
            "features.h": "#ifdef MODE\n#define FAST 1\n#endif\n",
            "mode.h": "#if 0\n#define MODE 1\n#endif\n",
            "a.cu": f'#define MODE 1\n#include "mode.h"\n#include "features.h"\n#ifdef FAST\n{_CALL}',
        },
        {
            "features.h": "#pragma once\n#define FAST 1\n",
            "a.cuh": f'#include "features.h"\n#ifndef FAST\n{_CALL}',
            "b.cu": '#include "features.h"\n#undef FAST\n#include "a.cuh"\n',
        },
        {
            "features.h": "#if 0\n#define FAST 1\n#endif\n",
            "a.cuh": f'#include "features.h"\n#ifdef FAST\n{_CALL}',
            "b.cu": '#define \\\n FAST 1\n#include "a.cuh"\n',
        },
        {
            "features.h": "#define FAST 1\n",
            "a.cu": f'#if 0\n#include "features.h"\n#endif\n#include NAMED\n#ifdef FAST\n{_CALL}',
        },
    ],
    ids=["behind", "behind_in_header", "own", "taken_back", "spliced", "included_by_macro"],
)
def test_what_depends_on_order_is_unknown(hipify: Hipify, write: Write, files: Mapping[str, str]) -> None:
    assert _guards(hipify, _tree(write, files)) == [""]


@pytest.mark.parametrize(("condition", "is_guarded"), [("if !FAST", False), ("ifndef FAST", True)])
def test_a_header_that_holds_nothing_but_a_choice(
    hipify: Hipify, write: Write, condition: str, is_guarded: bool
) -> None:
    """`#ifndef FAST`, `#define FAST 1` looks as what keeps a header from being read twice: its value may be given."""
    files = {"features.h": "#ifndef FAST\n#define FAST 1\n#endif\n", "a.cu": USE.format(condition=condition)}
    assert [bool(guard) for guard in _guards(hipify, _tree(write, files))] == [is_guarded]


def test_headers_that_include_each_other(hipify: Hipify, write: Write) -> None:
    files = {f"h{number}.h": f'#include "h{(number + 1) % 1500}.h"\n' for number in range(1500)}
    files["h700.h"] += "#define FAST 1\n"
    files["a.cu"] = f'#include "h0.h"\n#ifndef FAST\n{_CALL}'
    assert _guards(hipify, _tree(write, files)) == ["#ifndef FAST"]


def test_what_the_newest_gpu_of_nvidia_does_without_is_not_for_amd_alone(hipify: Hipify, write: Write) -> None:
    header = "#if __CUDA_ARCH__ >= 700\n#define SLOW 0\n#else\n#define SLOW 1\n#endif\n"
    source = '#include "features.h"\n#if SLOW\nvoid f() { cudaFree(p); }\n#else\nvoid f() { cudaFree(q); }\n#endif\n'
    tree = _tree(write, {"features.h": header, "a.cpp": source})
    hipify(str(tree))
    assert "cudaFree" not in (tree / "a.cpp").read_text()


_NEVER_HERE = "#if 0\n#define MY_FAST 1\n#endif\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("make.inc", "FLAGS = -DMY_FAST"),
        ("config.h.cmakein", "#cmakedefine MY_FAST"),
        ("CMakePresets.json", '{"MY_FAST": 1}'),
        (".github/workflows/ci.yml", "run: nvcc -DMY_FAST=1"),
        ("README.md", "Compile with `-DMY_FAST`."),
        ("CMakeLists.txt", "add_definitions(-DMY_${feature})"),
        ("setup.py", 'flags += [f"-D{name}_FAST"]'),
        ("../Makefile", "FLAGS = -DMY_FAST"),
    ],
)
def test_who_builds_may_say_otherwise(hipify: Hipify, write: Write, name: str, text: str) -> None:
    tree = _tree(write, {"features.h": _NEVER_HERE, "a.cu": USE.format(condition="ifdef MY_FAST")})
    write(".git/HEAD", b"")
    assert [bool(guard) for guard in _guards(hipify, tree)] == [True]
    write(f"tree/{name}", text.encode())
    assert _guards(hipify, tree) == [""]


def test_files_named_one_by_one_are_no_project(hipify: Hipify, write: Write) -> None:
    """As hooks name them: what lies beside them may define anything."""
    tree = _tree(write, {"features.h": _NEVER_HERE, "a.cu": USE.format(condition="ifdef MY_FAST")})
    result = hipify("scan", str(tree / "a.cu"), str(tree / "features.h"), "--format", "json", "--no-cache")
    found = json.loads(result.out)["findings"]
    assert [finding.get("guard", "") for finding in found if finding["rule"] == "API017"] == [""]


@pytest.mark.parametrize(
    "header",
    [
        "".join(f"#define M{number} M{number + 1}\n" for number in range(3000)),
        "".join(f"#ifdef M{number + 1}\n#define M{number} 1\n#endif\n" for number in reversed(range(3000))),
        "".join(f"#define M{number} (M{number + 1} * M{number + 1})\n" for number in range(60)) + "#define M60 99999\n",
    ],
    ids=["bodies", "conditions", "numbers"],
)
def test_macros_without_end(hipify: Hipify, write: Write, header: str) -> None:
    assert _guards(hipify, _tree(write, {"features.h": header, "a.cu": USE.format(condition="if M0")})) == [""]


def test_a_guard_that_an_included_file_defines_is_the_trees_own(hipify: Hipify, write: Write) -> None:
    asking = '#include "mine.h"\n#ifdef CURAND_H_\ncudaError_t error;\n#endif\n'
    files = {
        "mine.h": "#ifndef CURAND_H_\n#define CURAND_H_\nint a;\n#endif\n",
        "asks.cuh": asking,
        "asks_cuda.cuh": asking.replace("mine.h", "curand.h"),
    }
    tree = _tree(write, files)
    hipify(str(tree), "--no-cache")
    assert (tree / "mine.h").read_text() == files["mine.h"]
    assert (tree / "asks.cuh").read_text() == asking.replace("cuda", "hip")
    assert "#ifdef HIPRAND_H_\n" in (tree / "asks_cuda.cuh").read_text()


_FOR_HOPPER = '#if __CUDA_ARCH__ >= 900\n#include "h.cuh"\n#endif\n'
_HEADER = "__device__ inline void f(int *p) { cuMulticastCreate(p, 0); cudaFree(p); }\n"


def _guards_with(hipify: Hipify, write: Write, files: Mapping[str, str]) -> list[str]:
    return _guards(hipify, _tree(write, {"h.cuh": _HEADER, **files}))


@pytest.mark.parametrize(
    ("files", "where"),
    [
        ({"a.cu": _FOR_HOPPER}, "a.cu"),
        (
            {
                "a.cu": '#if __CUDA_ARCH__ >= 900\n#include "outer.cuh"\n#endif\n',
                "outer.cuh": '#ifndef OUTER\n#define OUTER\n#include "h.cuh"\n#endif\n',
            },
            "a.cu",
        ),
    ],
    ids=["directly", "through_header"],
)
def test_a_header_that_amd_never_includes(hipify: Hipify, write: Write, files: Mapping[str, str], where: str) -> None:
    guard = f"#if __CUDA_ARCH__ >= 900 (around all includes of the file, as in {where})"
    assert _guards_with(hipify, write, files) == [guard]


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"a.cu": _FOR_HOPPER, "b.cu": '#include "h.cuh"\n'},
        {"a.cu": _FOR_HOPPER, "b.cu": '#ifdef MODE\n#include "h.cuh"\n#endif\n'},
        {"a.cu": _FOR_HOPPER, "b.cu": '#define MINE "h.cuh"\n#include MINE\n'},
        {"a.cu": _FOR_HOPPER, "b.cu": 'auto text = "#include <h.cuh>";\n'},
        {"a.cu": _FOR_HOPPER, "b.cu": '// #include "h.cuh"\n'},
        {"a.cu": _FOR_HOPPER, "README.md": '`#include "h.cuh"`'},
        {"a.cu": '#if CUDA_VERSION >= 11000\n#include "h.cuh"\n#endif\n'},
        {"a.cuh": '#if 0\n#include "h.cuh"\n#endif\n#include "b.cuh"\n', "b.cuh": '#include "a.cuh"\n#include "h.cuh"'},
    ],
    ids=["nobody", "elsewhere", "maybe", "macro", "string", "comment", "readme", "version", "circle"],
)  # fmt: skip
def test_a_header_that_somebody_may_include(hipify: Hipify, write: Write, files: Mapping[str, str]) -> None:
    assert _guards_with(hipify, write, files) == [""]


def test_a_header_beside_one_for_hip_is_left_alone(hipify: Hipify, write: Write) -> None:
    source = '#ifdef USE_HIP\n#include "amd.cuh"\n#else\n#include "h.cuh"\n#endif\n'
    tree = _tree(write, {"h.cuh": _HEADER, "a.cu": source, "amd.cuh": "void f(int *p) { hipFree(p); }\n"})
    assert _guards(hipify, tree) == []
    hipify(str(tree), "--no-cache", "--ported", "convert")
    assert (tree / "h.cuh").read_text() == _HEADER


def _rules(hipify: Hipify, tree: Path) -> list[str]:
    result = hipify("scan", str(tree), "--format", "json", "--no-cache", "--ported", "convert")
    return [finding["rule"] for finding in json.loads(result.out)["findings"]]


def test_headers_of_the_tree_belong_to_no_library(hipify: Hipify, write: Write) -> None:
    tree = _tree(write, {"bvh/optix.h": "int a;\n", "src/a.cu": '#include "bvh/optix.h"\n'})
    assert _rules(hipify, tree) == []
    write("tree/src/a.cu", b"#include <optix.h>\n")
    assert _rules(hipify, tree) == ["LIB013"]


def test_copies_of_a_library_are_the_trees(hipify: Hipify, write: Write) -> None:
    source = "#include <cudf/types.hpp>\ncudf::bool8 twice(cudf::bool8 a) { return a + a; }\n"
    copy = "namespace cudf { struct bool8 {}; }\n"
    tree = _tree(write, {"other/cudf/types.hpp": copy, "src/a.cu": source})
    assert _rules(hipify, tree) == []
    (tree / "other/cudf/types.hpp").unlink()
    assert _rules(hipify, tree) == ["LIB024", "LIB024", "LIB024"]


@pytest.mark.parametrize("name", ["helper_cuda.h", "helper_string.h"])
def test_headers_of_the_samples_are_the_trees(hipify: Hipify, write: Write, name: str) -> None:
    tree = _tree(write, {f"inc/{name}": "int a;\n", "src/a.cu": f"#include <{name}>\n"})
    assert _rules(hipify, tree) == []
    (tree / "inc" / name).unlink()
    assert _rules(hipify, tree) == ["LIB025"]


@pytest.mark.parametrize(
    ("header", "is_found"),
    [
        ("#ifdef USE_ROCM\n#define CU_MEM_ALLOCATION_COMP_NONE 0\n#endif\n", False),
        ("#define CU_MEM_ALLOCATION_COMP_NONE 0\n", False),
        ("#ifndef USE_ROCM\n#define CU_MEM_ALLOCATION_COMP_NONE 0\n#endif\n", True),
        ("int CU_MEM;\n", True),
    ],
)
def test_macros_of_included_headers_are_the_trees(hipify: Hipify, write: Write, header: str, is_found: bool) -> None:
    source = '#include "compat.h"\nint a = CU_MEM_ALLOCATION_COMP_NONE;\n'
    tree = _tree(write, {"compat.h": header, "a.cu": source})
    assert ("API001" in _rules(hipify, tree)) == is_found
    write("tree/a.cu", b"int a = CU_MEM_ALLOCATION_COMP_NONE;\n")
    assert "API001" in _rules(hipify, tree)


@pytest.mark.parametrize(
    ("header", "is_found"),
    [
        ("#if defined(USE_ROCM)\n__device__ void atomicMax(__half2 *p, __half2 v) {}\n#endif\n", False),
        ("#if !defined(USE_ROCM)\n__device__ void atomicMax(half2 *p, half2 v) {}\n#endif\n", True),
        ("__device__ void atomicMax(half *p, half v) {}\n", True),
    ],
)
def test_overloads_of_included_headers_are_the_trees(hipify: Hipify, write: Write, header: str, is_found: bool) -> None:
    use = "__device__ void f(half2 *p, half2 v) { atomicMax(p, v); }\n"
    tree = _tree(write, {"compat.cuh": header, "a.cu": f'#include "b.cuh"\n{use}', "b.cuh": '#include "compat.cuh"\n'})
    assert ("MTH018" in _rules(hipify, tree)) == is_found
    write("tree/a.cu", use.encode())
    assert "MTH018" in _rules(hipify, tree)


def test_names_declared_anywhere_in_the_tree_are_known(hipify: Hipify, write: Write) -> None:
    base = """class Base { protected: int cudaOwnMember, cudaOwnSecond; virtual void cudaOwnMethod() = 0; };
extern int cudaOwnVariable, cudaOwnOther, *cudaOwnPointer;
#define CUDNN_OWN_MACRO(x) x
"""
    source = """#include "base.h"
template <typename CURAND_OWN, class cudnnOwnTag> struct S { CURAND_OWN x; cudnnOwnTag y; };
struct Derived : Base { int run() { cudaOwnMethod(); return cudaOwnMember + cudaOwnSecond + CUDNN_OWN_MACRO(1); } };
#define RUN(cudaParameter, n) cudaParameter(n)
auto [cudaFirst, cudaLast] = pair();
int g() { return cudaLater(cudaOwnVariable + cudaOwnOther + cudaOwnPointer[0] + cudaFirst + cudaLast); }
int cudaLater(int a) { return a; }
"""
    tree = _tree(write, {"base.h": base, "a.cu": source})
    assert _rules(hipify, tree) == []
    write("tree/b.cu", b"int f() { return g(1, cudaNobodys, cudaNobodyElses); }\n")
    assert _rules(hipify, tree) == ["API003", "API003"]


def test_rules_about_beginnings_know_names_of_the_tree(hipify: Hipify, write: Write) -> None:
    header = b"struct cudaMemPools { cudaMemPool_t first, second; };\n"
    tree = _tree(write, {"pools.h": header.decode(), "a.cu": '#include "pools.h"\ncudaMemPools pools;\n'})
    assert "API020" not in _rules(hipify, tree)
    write("tree/b.cu", b"cudaMemPoolOfNobody pool;\n")
    assert "API020" in _rules(hipify, tree)


def test_what_a_macro_of_another_file_pastes_stays(hipify: Hipify, write: Write, tree: Path) -> None:
    """Nobody renames the names that come out."""
    own = b"#define CALL(func, args...) my_##func(args)\n#define PLAIN(func, args...) (func(args), log(#func))\n"
    write("t/own.h", own)
    write("t/a.cu", b'#include "own.h"\nint f(void *p) { CALL(cudaFree, p); return PLAIN(cudaFree, p); }\n')
    ran = hipify("t")
    assert b"CALL(cudaFree, p); return PLAIN(hipFree, p)" in (tree / "t/a.cu").read_bytes()
    assert "'cudaFree' was not converted: a macro pastes or quotes it" in ran.out


def test_what_a_macro_of_another_file_joins_converts(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/join.h", b"#define JOIN_(a, b) a##b\n#define JOIN(a, b) JOIN_(a, b)\n")
    source = """#include <cuda_runtime.h>
#include "join.h"
#define API(x) JOIN(cuda, x)
void *f(void *p) { API(Malloc)(&p, 4); JOIN(cublas, Create)(p); JOIN(cudaMalloc, Host)(&p, 4); return p; }
"""
    write("t/a.cu", source.encode())
    ran = hipify("t")
    expected = source.replace("JOIN(cuda,", "JOIN(hip,").replace("JOIN(cublas,", "JOIN(hipblas,")
    expected = expected.replace("<cuda_runtime.h>", "<hip/hip_runtime.h>")
    assert (tree / "t/a.cu").read_text() == expected
    assert "'cudaMallocHost' was not converted: the preprocessor forms it here" in ran.out


DEVICE = "struct Lanes {{ unsigned mask; __device__ Lanes() : mask({mask}) {{}} }};\n"
INCLUDE = '#include "hipify_compat.hpp"\n'
HIP_UNIT = '#include <hip/hip_runtime.h>\n#include "lanes.h"\n'


@pytest.mark.parametrize(
    ("others", "is_cuda"),
    [
        ({"a.cu": '#include "lanes.h"\n'}, True),
        ({"a.cu": '#include "more.h"\n', "more.h": '#include "lanes.h"\n'}, True),
        ({"a.cu": "int nobody_includes_it;\n"}, True),
        ({"a.cu": '// not <hip/hip_runtime.h>\n#include "lanes.h"\n'}, True),
        ({"a.cu": "int nobody_includes_them;\n", "more.h": '#include "lanes.h"\n'}, True),
        ({"a.cu": '#include "lanes.h"\n', "b.hip": HIP_UNIT}, False),
        ({"a.cu": '#include "lanes.h"\n', "b.cpp": HIP_UNIT}, False),
        ({"a.cpp": '#include "lanes.h"\n'}, False),
    ],
)
def test_device_code_of_headers_is_cuda_by_who_includes_them(
    hipify: Hipify, write: Write, others: dict[str, str], is_cuda: bool
) -> None:
    tree = _tree(write, {"lanes.h": DEVICE.format(mask="__activemask()"), **others})
    hipify(str(tree))
    converted = INCLUDE + DEVICE.format(mask="hipify_compat::activemask()")
    expected = converted if is_cuda else DEVICE.format(mask="__activemask()")
    assert (tree / "lanes.h").read_text(encoding="utf-8") == expected


def test_barriers_are_device_code(hipify: Hipify, write: Write) -> None:
    code = "MINE int f(int x) { unsigned bits = __ballot(x); __syncthreads(); return bits; }\n"
    tree = _tree(write, {"a.cu": '#include "f.cuh"\n', "f.cuh": code})
    hipify(str(tree))
    assert "unsigned bits = hipify_compat::ballot(x);" in (tree / "f.cuh").read_text(encoding="utf-8")


@pytest.mark.parametrize(("condition", "is_cuda"), [("USE_CUDA", True), ("USE_HIP", False), ("MINE", False)])
def test_files_for_both_may_include_headers_of_either(
    hipify: Hipify, write: Write, condition: str, is_cuda: bool
) -> None:
    other = "USE_HIP" if condition == "USE_CUDA" else "USE_CUDA"
    both = f'#ifdef {condition}\n#include "f.cuh"\n#elif {other}\n#endif\n'
    both += "#ifdef USE_HIP\n#include <hip/hip_runtime.h>\n#endif\n"
    code = "inline __device__ int f(int x) { return __shfl_sync(0xffffffff, x, 0); }\n"
    tree = _tree(write, {"a.cu": '#include "f.cuh"\n', "both.cpp": both, "f.cuh": code})
    hipify(str(tree))
    assert ("__shfl(x, 0, 32)" in (tree / "f.cuh").read_text(encoding="utf-8")) == is_cuda


def test_rules_read_headers_that_cuda_units_include(hipify: Hipify, write: Write) -> None:
    kernel = 'const char *k = R"(__global__ void k() { asm(\\"bar.sync 1, 64;\\"); })";\n'
    header = "template<class T> __device__ void f(T *x) { x[threadIdx.x % 32] = 1; }\n"
    tree = _tree(
        write, {"a.cu": '#include "f.inl"\n#include "n.h"\n', "f.inl": header, "n.h": "#define WARP_SIZE 32\n"}
    )
    write("tree/k.cpp", kernel.replace("\\", "").encode())
    assert sorted(_rules(hipify, tree)) == ["MOD006", "PTX025", "WRP001", "WRP002"]


def test_copies_of_cuda_headers_are_not_the_trees_own(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/stub/cuda.h", b"#define cuMemFree cuMemFree_v2\nint cuMemFree(void *);\n")
    write("t/a.cu", b"#include <cuda.h>\nint f() { cuMemFree(p); }\n")
    hipify("t")
    assert b"hipFree(p);" in (tree / "t/a.cu").read_bytes()


def test_lists_of_names_are_pasted_by_the_file_that_includes_them(hipify: Hipify, write: Write, tree: Path) -> None:
    calls = b"LOAD(cuInit)\nLOAD(cuMemFree)\n"
    write("t/list.inc", calls)
    write("t/other.inc", calls)
    write("t/a.cu", b'#define LOAD(n) static decltype(&n) dyn_##n;\n#include "list.inc"\n')
    hipify("t")
    assert (tree / "t/list.inc").read_bytes() == calls
    assert (tree / "t/other.inc").read_bytes() == b"LOAD(hipInit)\nLOAD(hipFree)\n"


def test_members_that_a_list_declares_keep_their_names(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/list.inc", b"F(cuInit, CUresult, (unsigned))\n")
    write(
        "t/a.cpp",
        b"#include <cuda.h>\nstruct Api {\n#define F(name, result, arguments) result(*name) arguments;\n"
        b'#include "list.inc"\n#undef F\n};\nint f(Api &a) { a.cuInit = &cuInit; return a.cuInit(0); }\n',
    )
    hipify("t")
    assert (tree / "t/list.inc").read_bytes() == b"F(cuInit, hipError_t, (unsigned))\n"
    assert b"a.cuInit = &hipInit; return a.cuInit(0);" in (tree / "t/a.cpp").read_bytes()


def test_variables_of_loaders_keep_the_names_of_functions(hipify: Hipify, write: Write, tree: Path) -> None:
    write(
        "t/load.h", b"typedef int (*cuInit_t)(unsigned);\nstatic cuInit_t cuInit;\nextern int (*cuMemFree)(void *);\n"
    )
    write("t/a.cu", b'#include "load.h"\nint f(void *p) { cuMemFree(p); cuCtxSynchronize(); return cuInit(0); }\n')
    write("t/b.cu", b"int f(void *p) { return cuInit(0); }\n")
    ran = hipify("t", "-v")
    assert b"cuMemFree(p); hipCtxSynchronize(); return cuInit(0)" in (tree / "t/a.cu").read_bytes()
    assert b"hipInit(0)" in (tree / "t/b.cu").read_bytes()
    assert "load.h, which this file includes, has its own variable of that name" in ran.out


def test_reductions_by_the_name_that_a_header_gives_the_namespace(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/co.h", b"#include <cooperative_groups/reduce.h>\nnamespace co = cooperative_groups;\n")
    kernel = b"auto t = co::tiled_partition<32>(co::this_thread_block()); co::reduce(t, 1, co::plus<int>());"
    write("t/a.cu", b'#include "co.h"\n__global__ void k() { ' + kernel + b" }\n")
    hipify("t")
    assert b'#include "hipify_compat.hpp"' in (tree / "t/a.cu").read_bytes()
    assert b"using hipify_compat::reduce;" in (tree / "t/hipify_compat.hpp").read_bytes()


def test_a_macro_with_arguments_is_none_without_them(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/track.h", b"#include <cuda_runtime.h>\n#undef cudaFree\n#define cudaFree(p) tracked(p)\n")
    write("t/a.cu", b'#include "track.h"\nint f(void *p) { cudaFree(p); (cudaFree)(p); return g(&cudaFree); }\n')
    write("t/b.cu", b'#include "track.h"\nint f(void *p) { return g(&cudaFree); }\n')
    hipify("t")
    assert b"cudaFree(p); (hipFree)(p); return g(&hipFree);" in (tree / "t/a.cu").read_bytes()
    assert b"return g(&hipFree);" in (tree / "t/b.cu").read_bytes()


def test_members_and_parameters_are_no_variables_of_who_includes_them(hipify: Hipify, write: Write, tree: Path) -> None:
    members = b"struct Api { int (*cudaMalloc)(void **, int); };\ninline void g(bool cudaFree) {}\n"
    write("t/load.h", members + b"namespace dyn { extern int (*cuInit)(int); }\n")
    write("t/a.cu", b'#include "load.h"\nint f(void **p) { cudaMalloc(p, 4); cudaFree(*p); return cuInit(0); }\n')
    hipify("t")
    assert b"hipMalloc(p, 4); hipFree(*p); return hipInit(0);" in (tree / "t/a.cu").read_bytes()


def test_macros_that_stand_in_for_functions_keep_their_names(hipify: Hipify, write: Write, tree: Path) -> None:
    head = b"#pragma once\n#include <cuda.h>\n"
    traced = b"#define cuCtxSynchronize() traced(cuCtxSynchronize())\n"
    maybe = b"#ifdef OWN_POOL\n#define cuMemAlloc pool_alloc\n#endif\n"
    older = b"#if CUDA_VERSION < 9000\n#define cuInit old_init\n#endif\n"
    write("t/load.h", head + b"#define cuMemFree cuMemFree_ptr\n" + traced + maybe + older)
    write("t/a.cu", b'#include "load.h"\nint f() { cuMemFree(p); cuMemAlloc(&p, 4); cuCtxSynchronize(); cuInit(0); }\n')
    ran = hipify("t", "-v")
    assert b"cuMemFree(p); hipMalloc(&p, 4); cuCtxSynchronize(); hipInit(0);" in (tree / "t/a.cu").read_bytes()
    assert b"#define cuCtxSynchronize() traced(hipCtxSynchronize())\n" in (tree / "t/load.h").read_bytes()
    assert "load.h, which this file includes, has its own macro of that name" in ran.out


def test_mocks_of_the_api_keep_its_names_where_cuda_is_not_in_sight(hipify: Hipify, write: Write, tree: Path) -> None:
    mock = (
        b"typedef int cudaError_t;\nenum { cudaSuccess, cudaErrorUnknown };\ncudaError_t cudaMalloc(void **, size_t);\n"
    )
    inline = b"inline cudaError_t cudaFree(void *) { return cudaSuccess; }\n"
    maybe = b"#ifdef S\nint cuInit(int) { return 0; }\n#endif\n"
    write("t/mock.h", b"#pragma once\n" + mock + inline + maybe)
    write("t/mock.cpp", b'#include "mock.h"\ncudaError_t cudaMalloc(void **p, size_t) { return cudaErrorUnknown; }\n')
    use = b"int f(void *p) { return ::cudaMalloc(&p, 4) != cudaSuccess || cudaFree(p) || cuInit(0); }\n"
    write("t/t.cpp", b'#include "mock.h"\n' + use)
    write("t/other.cpp", use)
    write("t/overload.cpp", b'#include <cuda_runtime.h>\n#include "mock.h"\n' + use)
    write("t/unit.cu", b'#include "mock.h"\n' + use)
    ran = hipify("t", "-v")
    assert use.replace(b"cuInit", b"hipInit") in (tree / "t/t.cpp").read_bytes()
    assert b"hipError_t cudaMalloc(void **, size_t);" in (tree / "t/mock.h").read_bytes()
    assert b"hipError_t cudaMalloc(void **p, size_t) { return cudaErrorUnknown; }" in (tree / "t/mock.cpp").read_bytes()
    for name in ("other.cpp", "overload.cpp", "unit.cu"):
        assert b"::hipMalloc(&p, 4) != hipSuccess || hipFree(p)" in (tree / "t" / name).read_bytes()
    assert "'cudaFree' was not converted: mock.h, which this file includes, has its own function" in ran.out


def test_types_of_a_copy_of_the_header_stay_whole_or_change_whole(hipify: Hipify, write: Write, tree: Path) -> None:
    header = (
        b"typedef enum tag {\n  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,\n  CU_DEVICE_ATTRIBUTE_MAX\n} CUdevice_attribute;\n"
        b"#ifdef _WIN64\ntypedef unsigned long long CUdeviceptr;\n#else\ntypedef unsigned int CUdeviceptr;\n#endif\n"
        b"extern int (*cuInit)(int);\n"
    )
    write("t/mini.h", b"typedef int CUdevice;\n" + header)
    use = (
        b"CUdevice_attribute a[] = {CU_DEVICE_ATTRIBUTE_WARP_SIZE, CU_DEVICE_ATTRIBUTE_MAX};\n"
        b"CUdeviceptr f(CUdeviceptr p) { return p %% 4 + cuInit(%d); }\n"
    )
    write("t/a.cpp", b'#include "mini.h"\n' + use % 0)
    write("t/b.cpp", b"#include <cuda.h>\n" + use % 0)
    write("t/c.cu", b'#include "mini.h"\n' + use % 1)
    ran = hipify("t", "-v")
    assert (tree / "t/mini.h").read_bytes() == b"typedef int hipDevice_t;\n" + header
    assert (tree / "t/a.cpp").read_bytes() == b'#include "mini.h"\n' + use % 0
    assert (tree / "t/c.cu").read_bytes().endswith(b'#include "mini.h"\n' + use % 1)
    assert b"{hipDeviceAttributeWarpSize, CU_DEVICE_ATTRIBUTE_MAX}" in (tree / "t/b.cpp").read_bytes()
    assert ran.out.count("PRP007") == 1
    assert ran.out.count("API007") == 1


def test_overloads_of_warp_builtins_are_known_to_who_includes_them(hipify: Hipify, write: Write, tree: Path) -> None:
    own = b"__device__ float2 __shfl_down_sync(unsigned m, float2 v, int d) { return v; }\n"
    older = (
        b"#if CUDART_VERSION < 9000\n__device__ int __shfl_xor_sync(unsigned m, int v, int d) { return v; }\n#endif\n"
    )
    macro = b"#define __any_sync(m, p) own_any(p)\n"
    write("t/own.cuh", b"#pragma once\n" + own + older + macro)
    down, any_ = b"__shfl_down_sync(~0u, v, 1)", b"__any_sync(~0u, v.x)"
    numbers = b"__shfl_xor_sync(~0u, i, 1) + __shfl_down_sync(~0u, i, 1)"
    use = b"__device__ void f(float2 v, int i) { v = %s; i = %s; %s; }\n" % (down, numbers, any_)
    write("t/a.cu", b'#include "own.cuh"\n' + use)
    ran = hipify("t")
    numbers = b"__shfl_xor(i, 1, 32) + __shfl_down(i, 1, 32)"
    assert b"v = %s; i = %s; %s; }" % (down, numbers, any_) in (tree / "t/a.cu").read_bytes()
    assert "own.cuh, which this file includes, has its own function of that name, and this call may mean" in ran.out


def test_names_of_namespaces_in_included_files_are_known(hipify: Hipify, write: Write, tree: Path) -> None:
    alias = b"#include <cooperative_groups.h>\nnamespace groups = cooperative_groups;\nusing groups::invoke_one;\n"
    write("tree/alias.h", b"#pragma once\n#include <cub/cub.cuh>\n" + alias + b"namespace c = cub;\n")
    write("tree/between.h", b'#include "alias.h"\n')
    use = (
        b"__device__ void f(int k) { auto g = %s::labeled_partition(%s::coalesced_threads(), k); invoke_one(g, h); }\n"
    )
    warp = b"c::WarpExchange<int, 4> e;\n"
    write("tree/a.cu", b'#include "between.h"\n' + use % (b"groups", b"groups") + warp)
    write("tree/b.cu", use % (b"groups", b"groups") + warp)
    write("tree/c.cu", b"#include <cooperative_groups.h>\n" + use % (b"cg", b"cg"))
    write(
        "tree/d.cu",
        b"#include <cooperative_groups.h>\nnamespace cg { int labeled_partition(int, int); }\n" + use % (b"cg", b"cg"),
    )
    report = json.loads(hipify("scan", "--format", "json", str(tree)).out)
    found = sorted((Path(each["path"]).name, each["rule"]) for each in report["findings"])
    wanted = [("a.cu", "CGP004"), ("a.cu", "CGP004"), ("alias.h", "CGP004"), ("c.cu", "CGP004")]
    assert [each for each in found if each[1] == "CGP004"] == wanted
    hipify("tree")
    assert b"c::WarpExchange<int, 4, 32> e;" in (tree / "tree/a.cu").read_bytes()
    assert b"c::WarpExchange<int, 4> e;" in (tree / "tree/b.cu").read_bytes()


def test_namespaces_by_names_of_libraries_in_others_are_their_own(hipify: Hipify, write: Write, tree: Path) -> None:
    own = b"namespace cuda { struct atomic {}; }\nnamespace cub { template <class T> struct WarpReduce {}; }\n"
    write("tree/own.h", b"#pragma once\nnamespace app {\n%s}\nnamespace app::thrust { int get(); }\n" % own)
    uses = b"__device__ void f(cuda::atomic *a) { cub::WarpReduce<int> r; }"
    write("tree/in.cu", b'#include "own.h"\nnamespace app { %s }\n' % uses)
    write("tree/used.cu", b'#include "own.h"\nusing namespace app;\n%s\n' % uses)
    write("tree/out.cu", b'#include "own.h"\n#include <cub/cub.cuh>\n%s app::cub::WarpReduce<int> b;\n' % uses)
    report = json.loads(hipify("scan", "--format", "json", str(tree / "tree")).out)
    found = {(Path(each["path"]).name, each["rule"]) for each in report["findings"]}
    assert found == {("own.h", "TOOL006"), ("out.cu", "ATM005")}
    hipify("tree")
    assert uses in (tree / "tree/in.cu").read_bytes()
    assert uses in (tree / "tree/used.cu").read_bytes()
    converted = (tree / "tree/out.cu").read_bytes()
    assert b"{ hipcub::WarpReduce<int, 32> r; } app::cub::WarpReduce<int> b;" in converted


@pytest.mark.parametrize("where", ["compile_commands.json", "build/compile_commands.json"])
def test_the_build_says_which_header_is_meant(hipify: Hipify, write: Write, where: str) -> None:
    files = {"old/features.h": "", "new/features.h": "#define FAST 1\n"}
    tree = _tree(write, files | {"src/a.cu": USE.format(condition="ifndef FAST")})
    assert _guards(hipify, tree) == [""]
    folder = ".." if "/" in where else "."
    entry = {"directory": folder, "file": "src/a.cu", "command": "nvcc -Iabsent -Inew -c src/a.cu"}
    write(f"tree/{where}", json.dumps([entry, 7, {"command": 3}]).encode())
    assert [bool(guard) for guard in _guards(hipify, tree)] == [True]
    write(f"tree/{where}", b"[{")
    assert _guards(hipify, tree) == [""]


def test_what_a_macro_makes_a_name_in_sight_of_stays(hipify: Hipify, write: Write, tree: Path) -> None:
    macro = b"#define LOAD(n) static decltype(&::n) dyn_##n;\n"
    write("t/a.cu", macro + b"LOAD(cuMemFree)\nLOAD(cuInit)\nvoid u() { dyn_cuMemFree(0); }\n")
    hipify("t")
    converted = (tree / "t/a.cu").read_bytes()
    assert b"LOAD(cuMemFree)\nLOAD(hipInit)\n" in converted


MAKES = "fast.so: a.cu\n\tnvcc -o fast.so a.cu\n"
SETUP = "setup(ext_modules=[Extension('pkg.fast', ['a.c'])])\n"
CUDA_UNIT = "int f() { return cudaGraphNotThere(); }\n"


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"GNUmakefile": "all:\n", "Makefile": "F = -arch=sm_80\n"}, "make reads GNUmakefile in the same directory"),
        ({"GNUmakefile": "F = -arch=sm_80\n", "Makefile": "all:\n"}, ""),
        ({"CMakeLists.txt": "project(x)\n", "a/CMakeLists.txt": "set(F -arch=sm_80)\n"}, "no CMakeLists.txt adds it"),
        ({"CMakeLists.txt": "add_subdirectory(a)\n", "a/CMakeLists.txt": "set(F -arch=sm_80)\n"}, ""),
        ({"CMakeLists.txt": "add_subdirectory(${D})\n", "a/CMakeLists.txt": "set(F -arch=sm_80)\n"}, ""),
        ({"CMakeLists.txt": "project(x)\n", "cmake/flags.cmake": "set(F -arch=sm_80)\n"}, "no CMake file includes it"),
        ({"CMakeLists.txt": "include(cmake/flags.cmake)\n", "cmake/flags.cmake": "set(F -arch=sm_80)\n"}, ""),
        ({"p/__init__.py": "", "p/old.py": "flags = ['-gencode=arch=compute_80,code=sm_80']\n"}, ""),
        ({"GNUmakefile": "include Makefile\n", "Makefile": "F = -arch=sm_80\n"}, ""),
        ({"CMakeLists.txt": "add_subdirectory(m/${D})\n", "m/a/CMakeLists.txt": "set(F -arch=sm_80)\n"}, ""),
        ({"Makefile": "x: a.o $(N:%=%_k.o)\n", "a.cu": "int a;\n", "old_k.cu": CUDA_UNIT}, ""),
        ({"meson.build": "['a.cu', n + '_k.cu']\n", "a.cu": "int a;\n", "old_k.cu": CUDA_UNIT}, ""),
        ({"build.sh": "nvcc a.cu k_$k.cu\n", "a.cu": "int a;\n", "k_old.cu": CUDA_UNIT}, ""),
        ({"Makefile": "x: a.o\n", "a.cu": "int a;\n", "old.cu": CUDA_UNIT}, "no build file of the tree names it"),
        ({"Makefile": "x: $(wildcard *.cu)\n", "a.cu": "int a;\n", "old.cu": CUDA_UNIT}, ""),
        ({"Makefile": "x: a.o\n", "a.cu": '#include "old.cu"\n', "old.cu": CUDA_UNIT}, ""),
        ({"README.md": "Build it.\n", "a.cu": "int a;\n", "old.cu": CUDA_UNIT}, ""),
        ({"Makefile": "x: $(wildcard *.cpp) a.o\n", "a.cu": "int a;\n", "old.cu": CUDA_UNIT}, "no build file"),
        ({"k/a.cu": '#include "used.h"\n', "k/used.h": "int a;\n", "k/old.h": CUDA_UNIT}, "no unit of the tree"),
        ({"k/a.cu": '#include "used.h"\n', "k/used.h": '#include "old.h"\n', "k/old.h": CUDA_UNIT}, ""),
        ({"include/a.cu": '#include "used.h"\n', "include/used.h": "int a;\n", "include/old.h": CUDA_UNIT}, ""),
        ({"k/old.h": CUDA_UNIT, "k/older.h": '#include "old.h"\n'}, ""),
        ({"k/a.cu": '#include "u.h"\n', "k/u.h": "int a;\n", "k/old.h": CUDA_UNIT, "jit.py": "read('k/old.h')\n"}, ""),
        ({"Makefile": "x: a.o\n", "a.cpp": 'load("old.cu");\n', "b.cu": "int a;\n", "old.cu": CUDA_UNIT}, ""),
        ({"Makefile": "%: %.cu\n\tcc $<\n", "a.cu": "int a;\n", "old.cu": CUDA_UNIT}, ""),
        ({"k/a.cu": '#include "u.h"\n#include NAME(b)\n', "k/u.h": "int a;\n", "k/old.h": CUDA_UNIT}, ""),
        ({"my.sh": "nvcc -I/home/jroe/include a.cu\n"}, ""),
        (
            {"my.sh": "nvcc -I/home/jroe/a a.cu\n", "Makefile": "a:\n"},
            "nothing names it, and it is for one machine, with",
        ),
        ({"Makefile": MAKES, "setup.py": SETUP.replace(")", ", extra_objects=['a.o'])", 1)}, ""),
        ({"my.sh": "nvcc -I/home/jroe/include a.cu\n", "README.md": "See my.sh.\n"}, ""),
        ({"my.sh": "nvcc -I/home/ubuntu/include a.cu\n"}, ""),
        ({"my.sh": "nvcc -I$HOME/jroe/include a.cu\n"}, ""),
        ({"src/Makefile": MAKES, "setup.py": SETUP}, "setup.py builds fast.so, and nothing calls make"),
        ({"Makefile": MAKES, "setup.py": SETUP}, "setup.py builds fast.so, and nothing calls make"),
        ({"Makefile": MAKES, "setup.py": SETUP, "README.md": "Build it:\n\n    make all\n"}, ""),
        ({"Makefile": MAKES, "setup.py": SETUP, "b.py": "subprocess.run(['make'])\n"}, ""),
        ({"Makefile": MAKES, "setup.py": SETUP.replace("fast", "slow")}, ""),
        ({"cuda.py": "flags = ['-gencode=arch=compute_80,code=sm_80']\n", "rocm.py": ""}, "rocm.py is beside it"),
        ({"cuda.py": "flags = ['-gencode=arch=compute_80,code=sm_80']\n", "p/rocm.py": ""}, ""),
        ({"Dockerfile": "ENV TORCH_CUDA_ARCH_LIST=8.0\n", "Dockerfile.rocm": ""}, "Dockerfile.rocm is beside it"),
    ],
)
def test_findings_in_files_that_nothing_uses_are_information(
    hipify: Hipify, write: Write, files: dict[str, str], why: str
) -> None:
    tree = _tree(write, {"main.cu": "int main() { cudaFree(0); }\n", **files})
    found = json.loads(hipify("scan", "--no-build", "--format", "json", str(tree)).out)["findings"]
    assert found
    assert {each["help"].startswith(why) and "if it is used" in each["help"] for each in found} == {bool(why)}
    assert {each["severity"] == "info" for each in found} == {bool(why)}


def test_what_lies_around_a_part_of_a_tree_may_use_it(hipify: Hipify, write: Write) -> None:
    write("tree/.git/HEAD", b"")
    _tree(
        write,
        {"Makefile": "x: src/old.o\n", "src/Makefile": "x: a.o\n", "src/a.cu": "int a;\n", "src/old.cu": CUDA_UNIT},
    )
    found = json.loads(hipify("scan", "--format", "json", "tree/src").out)["findings"]
    assert {each["severity"] for each in found} == {"error"}


def test_macros_that_are_taken_back_are_bypassed_and_reported(hipify: Hipify, write: Write) -> None:
    write("t/on.h", b"#pragma once\n#include <cuda_runtime.h>\n#define cudaFree(p) traced(p)\n")
    write("t/off.h", b"#undef cudaFree\n")
    write("t/a.cu", b'#include "on.h"\n#include "off.h"\nvoid f(void *p) { cudaFree(p); }\n')
    write("t/b.cu", b'#define cudaMalloc pool_alloc\n#include "b.inl"\n#undef cudaMalloc\n#include "late.inl"\n')
    write("t/b.inl", b"void g(void **p) { cudaMalloc(p, 4); }\n")
    write("t/late.inl", b"void h(void **p) { cudaMalloc(p, 4); }\n")
    ran = hipify("scan", "--format", "json", "t")
    found = [(each["path"], each["message"]) for each in json.loads(ran.out)["findings"] if each["rule"] == "TOOL006"]
    bypassed = "has a macro of that name for some builds or places"
    warned = {(file, message[1 : message.index("' was")]) for file, message in found if bypassed in message}
    assert warned == {("t/a.cu", "cudaFree"), ("t/b.inl", "cudaMalloc")}


def test_macros_of_included_files_by_names_of_hip(hipify: Hipify, write: Write, tree: Path) -> None:
    surely = b"#define hipFree release\n#define hipMalloc(p, n) counted(p, n)\n#define hipMallocHost hipHostMalloc\n"
    maybe = b"#ifdef DEBUG\n#define hipMemset mine\n#endif\n"
    write("t/own.h", b"#ifndef OWN_H\n#define OWN_H\n%s%s#endif\n" % (surely, maybe))
    uses = b"void f(void **p) { cudaMalloc(p, 4); cudaFree(*p); cudaMemset(*p, 0, 4); cudaMallocHost(p, 4); }\n"
    write("t/a.cu", b'#include <cuda_runtime.h>\n#include "own.h"\n' + uses)
    write("t/b.cu", b'#include <cuda_runtime.h>\n%s#include "own.h"\n' % uses)
    ran = hipify("t")
    others = b"hipMemset(*p, 0, 4); hipHostMalloc(p, 4); }\n"
    assert (tree / "t/a.cu").read_bytes().endswith(b"{ cudaMalloc(p, 4); cudaFree(*p); " + others)
    assert b"{ hipMalloc(p, 4); hipFree(*p); " + others in (tree / "t/b.cu").read_bytes()
    assert "names: cudaFree, cudaMalloc\n" in ran.out


def test_functions_that_calls_in_other_files_find_by_their_arguments(hipify: Hipify, write: Write) -> None:
    own = b"int cudaMemcpy(Tensor &to, const Tensor &from);\nint cudaFree(void *p);\n"
    write("t/lib.h", b"#pragma once\nnamespace lib {\nstruct Tensor;\n" + own + b"}\n")
    uses = b"cudaMemcpy(p, p, 3, cudaMemcpyHostToDevice); cudaFree(p); cudaMemcpy(a, a);"
    write("t/a.cu", b'#include "lib.h"\nvoid f(lib::Tensor &a, void *p) { ' + uses + b" }\n")
    found = json.loads(hipify("scan", "--format", "json", "t/a.cu", "t").out)["findings"]
    maybe = [each for each in found if "may mean 'lib::cudaMemcpy'" in each["message"]]
    assert [(each["path"], each["severity"]) for each in maybe] == [("t/a.cu", "warning")]
    assert not [each for each in found if "may mean 'lib::cudaFree'" in each["message"]]


def test_macros_that_included_files_have_in_some_builds_are_bypassed_and_reported(
    hipify: Hipify, write: Write, tree: Path
) -> None:
    head = b"#pragma once\n#include <cuda_runtime.h>\n"
    either = b"#ifdef TRACE\n#define cudaFree(p) traced(p)\n#else\n#define cudaFree(p) plain(p)\n#endif\n"
    maybe = b"#ifdef OWN_POOL\n#define cudaMalloc pool_alloc\n#endif\n"
    write("t/pool.h", head + either + maybe)
    write("t/a.cu", b'#include "pool.h"\nvoid f(void *p) { cudaFree(p); cudaMalloc(&p, 4); }\n')
    ran = hipify("t")
    assert b"cudaFree(p); hipMalloc(&p, 4);" in (tree / "t/a.cu").read_bytes()
    said = "'cudaMalloc' was converted, but pool.h has a macro of that name for some builds or places"
    assert ran.out.count(said) == 1


def test_macros_of_who_includes_a_file_are_in_sight_there(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/track.h", b"#pragma once\n#include <cuda_runtime.h>\n#define cudaFree(p) tracked(p)\n")
    use = b"void %s(void *p) { cudaFree(p); cudaMalloc(&p, 4); }\n"
    write("t/impl.inl", use % b"f")
    write("t/late.inl", use % b"g")
    own = b"#define cudaMalloc(p, n) pool(p, n)\n"
    write("t/a.cu", b'#include "late.inl"\n#include "track.h"\n' + own + b'#include "impl.inl"\n')
    ran = hipify("t", "-v")
    assert (tree / "t/impl.inl").read_bytes() == use % b"f"
    assert b"hipFree(p); hipMalloc(&p, 4)" in (tree / "t/late.inl").read_bytes()
    assert "track.h, which is included before this file, has its own macro of that name" in ran.out
    assert "a.cu, which includes this file, has its own macro of that name" in ran.out


def test_what_stands_above_an_include_does_not_see_its_macros(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/track.h", b"#pragma once\n#include <cuda_runtime.h>\n#define cudaFree(p) tracked(p)\n")
    use = b"void f(void *p) { cudaFree(p); }\n"
    write("t/a.cu", b"#include <cuda_runtime.h>\n" + use + b'#include "track.h"\n' + use.replace(b"f", b"g", 1))
    hipify("t")
    found = (tree / "t/a.cu").read_bytes()
    assert b"void f(void *p) { hipFree(p); }" in found
    assert found.count(b"cudaFree(p);") == 1


def test_functions_of_namespaces_and_classes_in_other_files_keep_their_callers(
    hipify: Hipify, write: Write, tree: Path
) -> None:
    overload = b"namespace my { cudaError_t cudaMemset(float *, float, int); }\n"
    pool = b"struct Pool { void cudaFree(void *p); };\nstruct Other { void f(void *p); };\n"
    write("t/my.h", b"#pragma once\n#include <cuda_runtime.h>\n" + overload + pool)
    call = b"cudaMemset(p, 0, 4); cudaFree(p);"
    write(
        "t/a.cu", b'#include "my.h"\nnamespace my { void f(float *p) { %s } }\nvoid g(void *p) { %s }\n' % (call, call)
    )
    write("t/b.cu", b'#include "my.h"\nstruct Own : Pool { void f(void *p) { %s } };\n' % call)
    write("t/c.cu", b'#include "my.h"\nusing namespace my;\nvoid f(void *p) { %s }\n' % call)
    hipify("t")
    assert b"{ cudaMemset(p, 0, 4); hipFree(p); } }" in (tree / "t/a.cu").read_bytes()
    assert b"void g(void *p) { hipMemset(p, 0, 4); hipFree(p); }" in (tree / "t/a.cu").read_bytes()
    assert b"{ hipMemset(p, 0, 4); cudaFree(p); }" in (tree / "t/b.cu").read_bytes()
    assert b"{ cudaMemset(p, 0, 4); hipFree(p); }" in (tree / "t/c.cu").read_bytes()


def test_types_of_namespaces_in_other_files_keep_their_uses(hipify: Hipify, write: Write, tree: Path) -> None:
    types = b"typedef int cudaEvent_t; enum cudaMemcpyKind { A }; using cudaStream_t = int; struct cudaDeviceProp {};"
    write("t/my.h", b"#pragma once\nnamespace my { %s }\n" % types)
    use = b"void f(cudaEvent_t, cudaMemcpyKind, cudaStream_t, cudaDeviceProp);"
    write("t/a.cu", b'#include "my.h"\nnamespace my { %s }\n%s\n' % (use, use))
    hipify("t")
    assert b"namespace my { %s }\n" % use in (tree / "t/a.cu").read_bytes()
    assert b"\nvoid f(hipEvent_t, hipMemcpyKind, hipStream_t, hipDeviceProp_t);" in (tree / "t/a.cu").read_bytes()


def test_types_and_enumerators_of_classes_in_other_files_keep_their_uses(
    hipify: Hipify, write: Write, tree: Path
) -> None:
    types = b"typedef int cudaStream_t; using cublasHandle_t = int; enum { cudaMemcpyHostToDevice = 7, CUBLAS_OP_N };"
    write("t/my.h", b"#pragma once\nstruct My { %s int f(cudaStream_t s); };\n" % types)
    body = b"cublasHandle_t h = cudaMemcpyHostToDevice; return s + h + CUBLAS_OP_N;"
    kept = b"int My::f(cudaStream_t s) { %s }\nstruct D : My { int g(cudaStream_t s) { %s } };\n" % (body, body)
    other = b"struct O : Other { void g(cudaStream_t s) { cublasHandle_t e; } };\nvoid h(cudaStream_t s);\n"
    write("t/a.cu", b'#include "my.h"\n%s%s' % (kept, other))
    hipify("t")
    assert kept in (tree / "t/a.cu").read_bytes()
    assert other.replace(b"cuda", b"hip").replace(b"cublas", b"hipblas") in (tree / "t/a.cu").read_bytes()


def test_definitions_that_included_files_keep_from_amd_are_cudas(hipify: Hipify, write: Write, tree: Path) -> None:
    old = b"#if CUDART_VERSION < 11020\nstatic cudaError_t cudaFreeAsync(void *p, int s) { return 0; }\n#endif\n"
    write("t/my.h", b"#pragma once\n#include <cuda_runtime.h>\nnamespace my {\n%s}\n" % old)
    write("t/a.cu", b'#include "my.h"\nnamespace my {\nvoid f(void *p) { cudaFreeAsync(p, 0); }\n}\n')
    hipify("t")
    assert b"void f(void *p) { hipFreeAsync(p, 0); }" in (tree / "t/a.cu").read_bytes()
    assert "converted" not in hipify("t").out


def test_functions_for_devices_that_included_files_define_keep_their_callers(
    hipify: Hipify, write: Write, tree: Path
) -> None:
    head = b"__device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)"
    write("t/my.h", b"#pragma once\n#include <cuda_bf16.h>\n#ifndef HAVE_BF\n%s { return {a, b}; }\n#endif\n" % head)
    use = b"__global__ void k(__nv_bfloat162 *p, __nv_bfloat16 a) { p[0] = make_bfloat162(a, a); }\n"
    write("t/a.cu", b'#include "my.h"\n' + use)
    write("t/b.cu", b"#include <cuda_bf16.h>\n" + use)
    ran = hipify("t", "-v")
    assert b"= make_bfloat162(a, a)" in (tree / "t/a.cu").read_bytes()
    assert b"= __halves2bfloat162(a, a)" in (tree / "t/b.cu").read_bytes()
    assert "info TOOL006" in ran.out
    assert "error" not in ran.out


@pytest.mark.parametrize(
    ("header", "kernel", "of_namespace", "of_class"),
    [
        (b"#define warpSize 16\n", b"warpSize", b"warpSize", b"warpSize"),
        (b"static const int warpSize = 16;\n", b"warpSize", b"warpSize", b"warpSize"),
        (b"namespace cfg { enum { warpSize = 16 }; }\n", b"32", b"warpSize", b"32"),
        (b"struct Base { int warpSize; };\n", b"32", b"32", b"warpSize"),
        (b"inline int f(int warpSize) { return warpSize; }\n", b"32", b"32", b"32"),
    ],
)
def test_a_warp_size_of_an_included_file(
    hipify: Hipify, write: Write, tree: Path, header: bytes, kernel: bytes, of_namespace: bytes, of_class: bytes
) -> None:
    write("t/config.h", header)
    uses = b"__global__ void k(int *p) { *p = %s; }\nnamespace cfg { __device__ int f() { return %s; } }\n"
    uses += b"struct D : Base { __device__ int g() { return %s; } };\n"
    write("t/k.cu", b'#include <cuda_runtime.h>\n#include "config.h"\n' + uses % ((b"warpSize",) * 3))
    hipify("t")
    assert (tree / "t/k.cu").read_bytes().endswith(uses % (kernel, of_namespace, of_class))


def test_a_warp_size_that_may_be_a_macro_is_reported(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/config.h", b"#define warpSize 16\n")
    write("t/other.h", b"#undef warpSize\n")
    kernel = b"__global__ void k(int *p) { *p = warpSize; }\n"
    write("t/k.cu", b'#include "config.h"\n' + kernel)
    ran = hipify("t")
    assert (tree / "t/k.cu").read_bytes().endswith(kernel)
    assert "t/k.cu:2:34: error WRP004" in ran.out


def test_a_hip_program_by_the_ending_of_cuda_is_left(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/gpu.h", b"#pragma once\n#include <hip/hip_runtime.h>\n")
    kernel = b'#include "gpu.h"\n__global__ void k(int *p) { *p = __popcll(__ballot(1)) + __shfl(*p, warpSize - 1); }\n'
    use = b"void f(int *p) { hipFree(p); }\n"
    write("t/k.cu", kernel + use)
    write("t/plain.cu", kernel)
    hipify("t")
    assert (tree / "t/k.cu").read_bytes() == kernel + use
    assert (tree / "t/plain.cu").read_bytes() == kernel
    write("t/new.cu", b"#include <cuda_runtime.h>\nvoid f(int *p) { cudaFree(p); }\n")
    hipify("t")
    assert (tree / "t/k.cu").read_bytes() == kernel + use
    assert b"__shfl(*p, 31, 32)" in (tree / "t/plain.cu").read_bytes()


def test_a_dim3_for_builds_without_cuda_is_made_as_it_was(hipify: Hipify, write: Write, tree: Path) -> None:
    own = b"#else\nstruct dim3 { unsigned x, y, z; };\n#endif\n"
    write("t/own.h", b"#pragma once\n#ifdef USE_CUDA\n#include <cuda_runtime.h>\n" + own)
    use = b"void f(int n) { dim3 grid = {n, n}; cudaSetDevice(n); }\n"
    write("t/a.cpp", b'#include "own.h"\n' + use)
    write("t/b.cpp", b"#include <cuda_runtime.h>\n" + use)
    hipify("t")
    assert b"dim3 grid = {n, n}; hipSetDevice(n);" in (tree / "t/a.cpp").read_bytes()
    assert b"dim3 grid = dim3(n, n);" in (tree / "t/b.cpp").read_bytes()


def test_stubs_in_place_of_cudas_header_are_renamed_as_its_names(hipify: Hipify, write: Write, tree: Path) -> None:
    choice = b"#if USE_CUDA\n#include <cuda_runtime.h>\n#else\n%s#endif\n"
    stubs = b"typedef int cudaError_t;\ninline cudaError_t cudaFree(void *) { return 0; }\n#define cudaSuccess 0\n"
    use = b"int f() { return cudaFree(0) != cudaSuccess; }\n"
    write("t/stubs.h", b"#pragma once\n" + stubs)
    write("t/gpu.h", b"#pragma once\n" + choice % b'#include "stubs.h"\n')
    write("t/here.h", b"#pragma once\n" + choice % stubs)
    write("t/a.cpp", b'#include "gpu.h"\n' + use)
    write("t/b.cpp", b'#include "here.h"\n' + use)
    ran = hipify("t", "-v")
    for name in ("stubs.h", "here.h", "a.cpp", "b.cpp"):
        assert b"cudaFree" not in (tree / "t" / name).read_bytes()
        assert b"cudaSuccess" not in (tree / "t" / name).read_bytes()
    assert "TOOL006" not in ran.out


def test_calls_choose_between_functions_of_other_files_and_cudas_by_their_arguments(
    hipify: Hipify, write: Write, tree: Path
) -> None:
    own = b"inline int cudaGetDevice() { return 0; }\ninline void cudaFree(int *p, int n = 0) {}\n"
    write("t/own.h", b"#pragma once\n#include <cuda_runtime.h>\nnamespace own {\n" + own + b"}\n")
    calls = b"int f(int n, int *p) { cudaGetDevice(&n); cudaFree(p); return cudaGetDevice(); }\n"
    write("t/a.cu", b'#include "own.h"\nusing namespace own;\n' + calls)
    hipify("t")
    assert b"{ hipGetDevice(&n); cudaFree(p); return cudaGetDevice(); }" in (tree / "t/a.cu").read_bytes()


def test_calls_that_would_mean_functions_of_included_files_by_hip_names_are_left(
    hipify: Hipify, write: Write, tree: Path
) -> None:
    own = b"inline int hipFree(int *p) { return 1; }\n"
    own += b"namespace pool { inline int hipMalloc(int **p, int n) { return n; } }\n"
    write("t/own.h", b"#pragma once\n" + own)
    calls = b"int *p; cudaMalloc(&p, 4); cudaFree(p); "
    write("t/a.cu", b'#include "own.h"\nvoid f() { ' + calls + b"}\nnamespace pool { void g() { " + calls + b"} }\n")
    write("t/b.cu", b"void f() { " + calls + b"}\n")
    write("t/c.cu", b"static int hipFree(int n) { return n; }\nvoid f() { " + calls + b"}\n")
    write("t/d.cu", b"hipError_t hipFree(void *p) { return cudaFree(p); }\n")
    found = json.loads(hipify("--format", "json", "t").out)["findings"]
    left = [(each["path"], each["start"]["line"], each["severity"]) for each in found if each["rule"] == "TOOL006"]
    wanted = [("t/a.cu", 2, "error"), ("t/a.cu", 3, "error"), ("t/c.cu", 2, "error"), ("t/d.cu", 1, "info")]
    assert left == wanted
    first, second = (tree / "t/a.cu").read_bytes().splitlines()[-2:]
    assert b"hipMalloc(&p, 4); cudaFree(p);" in first
    assert calls in second
    assert b"hipMalloc(&p, 4); hipFree(p);" in (tree / "t/b.cu").read_bytes()


def test_names_that_an_included_file_has_in_a_namespace_by_using(hipify: Hipify, write: Write, tree: Path) -> None:
    used = b"namespace gpu { using ::cudaMalloc; using ::cudaStream_t; }\n"
    write("t/gpu.h", b"#pragma once\n#include <cuda_runtime.h>\n" + used)
    write(
        "t/a.cu",
        b'#include "gpu.h"\nvoid f(void **p) { gpu::cudaStream_t s; gpu::cudaMalloc(p, 4); gpu::cudaFree(*p); }\n',
    )
    found = json.loads(hipify("--format", "json", "t").out)["findings"]
    assert (tree / "t/gpu.h").read_bytes().endswith(b"namespace gpu { using ::hipMalloc; using ::hipStream_t; }\n")
    wanted = b"{ gpu::hipStream_t s; gpu::hipMalloc(p, 4); gpu::cudaFree(*p); }\n"
    assert (tree / "t/a.cu").read_bytes().endswith(wanted)
    assert [each["message"] for each in found if each["rule"] == "TOOL006"] == ["'gpu::cudaFree' is not the CUDA name"]


def test_own_functions_beside_cudas_are_errors(hipify: Hipify, write: Write) -> None:
    hook = b"cudaError_t cudaFree(void *p) { return real_free(p); }\n"
    write("t/a.cpp", b"#include <cuda_runtime.h>\n" + hook)
    write("t/mock.cpp", b"typedef int cudaError_t;\n" + hook)
    found = json.loads(hipify("scan", "--format", "json", "t").out)["findings"]
    severities = [(each["path"], each["severity"]) for each in found if each["rule"] == "TOOL006"]
    assert severities == [("t/a.cpp", "error"), ("t/mock.cpp", "info")]


def test_headers_in_macros_that_includes_of_other_files_name(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/config.h", b'#define BLAS "cublas_v2.h"\n#define TEXT "cublas_v2.h"\n')
    write("t/a.cpp", b'#include "config.h"\n#include BLAS\nvoid f() { puts(TEXT); }\n')
    hipify("t")
    assert (tree / "t/config.h").read_bytes() == b'#define BLAS "hipblas/hipblas.h"\n#define TEXT "cublas_v2.h"\n'


def test_files_without_cuda_stay_as_they_are(hipify: Hipify, write: Write, tree: Path) -> None:
    files = {
        "vectors.h": b"#pragma once\nstruct float4 { float x, y, z, w; };\n",
        "operators.h": b'#pragma once\n#include "vectors.h"\ninline float4 operator*(float4 a, float4 b) '
        b"{ return float4{a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }\n",
        "keep.h": b'#define KEEP(v) __asm__("" : "+r"(v))\nstatic int keep(int v) { KEEP(v); return v; }\n',
        "least.inc": b"inline long long least(long long a, unsigned b) { return min(a, b); }\n",
        "main.cpp": b'#include <cstdio>\nextern "C" {\n#include "keep.h"\n}\nnamespace a {\n#include "least.inc"\n}\n'
        b"int main() { register int half = 3; return (half >> 1) + keep(half); }\n",
        "json.hpp": b"#include <cmath>\ninline double decode(unsigned a) {\n  const auto half = a;\n"
        b"  return std::ldexp((half >> 10u) & 31, [&half] { return half; }());\n}\n",
    }
    for name, data in files.items():
        write(f"t/{name}", data)
    write("t/kernel.cu", b"#include <cuda_runtime.h>\n__global__ void k(float *p) { p[threadIdx.x] = 1; }\n")
    hipify("t")
    assert {name: (tree / "t" / name).read_bytes() for name in files} == files
    assert not list((tree / "t").glob("hipify_*.hpp"))


def test_files_around_fragments_include_what_these_call(hipify: Hipify, write: Write, tree: Path) -> None:
    """An include in the body of a function or of a namespace would put all of a header there."""
    body = b"unsigned m = __ballot_sync(~0u, a);\n"
    write("t/body.inc", body)
    write("t/outer.inc", b'#include "body.inc"\n')
    write("t/space.cuh", b"__device__ int all(int p) { return __all_sync(~0u, p); }\n")
    write("t/k.cu", b'namespace n {\n#include "space.cuh"\n}\n__global__ void k(int a) {\n#include "outer.inc"\n}\n')
    write("t/top.cuh", b'#include <string>\nnamespace n {}\n#include "whole.cuh"\n')
    write("t/whole.cuh", b"__device__ int any(int p) { return __any_sync(~0u, p); }\n")
    write("t/members.inc", b"  __device__ int vote(int p) const { return __any_sync(~0u, p); }\n")
    write("t/class.h", b'struct Base;\nclass Warp {\n public:\n#include "members.inc"\n};\n')  # nothing of CUDA's
    write("t/list.inc", b"int size;\n")
    write("t/plain.h", b'struct Plain {\n#include "list.inc"\n};\n')
    hipify("t")
    header = b'#include "hipify_compat.hpp"\n'
    files = {path.name: path.read_bytes() for path in (tree / "t").iterdir()}
    assert {name for name, data in files.items() if header in data} == {"k.cu", "whole.cuh", "class.h"}
    assert b"ballot_sync(unsigned" in (tree / "t/hipify_compat.hpp").read_bytes()
    assert "converted" not in hipify("t").out
    assert all((tree / "t" / name).read_bytes() == data for name, data in files.items())


def test_files_in_braces_and_outside_of_them_include_what_they_call(hipify: Hipify, write: Write, tree: Path) -> None:
    body = b'__device__ unsigned lane() { unsigned r; asm("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }\n'
    write("t/body.inl", body)
    write("t/space.cuh", b'namespace {\n#include "body.inl"\n}\n')
    write("t/outside.cuh", b'#pragma once\n#include "body.inl"\n')
    write("t/a.cu", b'#include "space.cuh"\n')
    write("t/b.cu", b'#include "outside.cuh"\n')
    write("t/c.cu", b'#include "body.inl"\nextern "C" {\n#include "body.inl"\n}\n')
    ran = hipify("t")
    assert "TOOL015" not in ran.out
    files = {path.name: path.read_bytes() for path in (tree / "t").iterdir()}
    header = b'#include "hipify_ptx.hpp"\n'
    assert {name for name, data in files.items() if header in data} == {"body.inl", "space.cuh", "c.cu"}
    assert files["body.inl"].startswith(header)
    assert "converted" not in hipify("t").out


@pytest.mark.parametrize(
    ("before", "chain"),
    [
        (b"", "c.cu > b.cuh > body.inl"),
        (b'#include "calls.cuh"\n', ""),
        (b'#include "hipify_compat.hpp"\n', ""),
    ],
)
def test_what_files_that_are_left_lack_before_braces_is_an_error(
    hipify: Hipify, write: Write, before: bytes, chain: str
) -> None:
    write("t/body.inl", b"__device__ int load(const int *p) { return __ldcg(p); }\n")
    write("t/calls.cuh", b"#pragma once\n__device__ int read(const int *p) { return __ldcg(p); }\n")
    both = b"#ifdef USE_HIP\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n"
    write("t/b.cuh", both + b'namespace {\n#include "body.inl"\n}\n')
    write("t/a.cu", b'#include "calls.cuh"\nnamespace n {\n#include "body.inl"\n}\n')
    write("t/c.cu", b"#include <vector>\n" + before + b'#include "b.cuh"\n')
    ran = hipify("scan", "--format", "concise", "t")
    found = [line for line in ran.out.splitlines() if "TOOL015" in line]
    said = "code in braces calls hipify_compat.hpp, which nothing includes before"
    assert found == [f"t/b.cuh:7:1: error TOOL015 {said}: {chain}"] * bool(chain)


@pytest.mark.parametrize("kind", [b"__nv_bfloat16", b"__half"])
def test_templates_get_what_hip_lacks_for_types_of_their_users(
    hipify: Hipify, write: Write, tree: Path, kind: bytes
) -> None:
    product = b"template <class T> __device__ T product(T a, T b) { return __hmul_sat(a, b); }\n"
    write("src/product.cuh", b"#include <cuda_fp16.h>\n" + product)
    includes = b"#include <cuda_bf16.h>\n" if kind == b"__nv_bfloat16" else b""
    write("src/a.cu", includes + b'#include "product.cuh"\n__global__ void k(%s *p) { *p = product(*p, *p); }\n' % kind)
    hipify("src")
    is_included = b'#include "hipify_compat.hpp"' in (tree / "src/product.cuh").read_bytes()
    assert is_included == (kind == b"__nv_bfloat16")


def test_types_of_our_own_headers_are_not_the_trees(hipify: Hipify, write: Write, tree: Path) -> None:
    """hipify_compat.hpp speaks of bfloat16 for all who include it, which does not mean that these have any."""
    write(
        "src/sums.h",
        b"#include <cuda_fp16.h>\n"
        b"template <class T> __device__ T total(T v) { return v + __shfl_xor_sync(0xffffffff, v, 1, 32); }\n"
        b"__device__ void add(__half *p, __half v) { atomicAdd(p, v); }\n",
    )
    write("src/a.cu", b'#include "sums.h"\n__global__ void k(float *p) { *p = total(*p) + __vadd2(1, 2); }\n')
    hipify("src")
    header = tree / "src/hipify_compat.hpp"
    first = header.read_bytes()
    assert b"bfloat16" in first
    hipify("src")
    assert header.read_bytes() == first


def test_definitions_repeat_what_macros_of_other_files_say(hipify: Hipify, write: Write) -> None:
    """The header with the class has no word of CUDA's itself."""
    write("t/sides.h", b"#ifdef __CUDACC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n")
    box = b'#include "sides.h"\nstruct Box { int n; HD int twice() const; };\n'
    written = write("t/box.h", box + b"inline int Box::twice() const { return 2 * n; }\n")
    write("t/a.cu", b'#include "box.h"\n__global__ void f(Box b, int* p) { *p = b.twice(); }\n')
    hipify("t")
    assert written.read_bytes() == box + b"HD inline int Box::twice() const { return 2 * n; }\n"
