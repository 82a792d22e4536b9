"""A name that a rewrite changes, and that the file has of its own: calls that mean the file's stay as they are.

Each construct has a function, a macro, a variable or a parameter by the name, and uses that mean it. Types are left
out: they are renamed wherever they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.subjects import registry

_POLICY = api.policy(rocm=None)
_BEFORE = "#include <cuda_fp16.h>\n__global__ void kernel(int *p) {}\n"
# Keywords, the macros of compilers, and the types of the C library.
_NO_NAMES = re.compile(
    r"asm|__asm|__asm__|bool|case|constexpr|operator|register|template|throw|__device__|__host__|__shared__"
    r"|__CUDA_ARCH__|__NVCC__|u?int\w*_t"
)
# {f} takes {p}, and is called with {a}.
_IN_SCOPES = {
    "namespace": (
        "namespace mine {{ __device__ int {f}({p}) {{ return 1; }}\n__device__ int use({p}) {{ return {f}({a}); }} }}"
    ),
    "template": (
        "namespace mine {{ template <class T> __device__ T {f}({p}) {{ return 1; }}\n"
        "__device__ int use({p}) {{ return {f}({a}); }} }}"
    ),
    "member": (
        "struct Mine {{ __device__ int {f}({p}) {{ return 1; }}\n__device__ int use({p}) {{ return {f}({a}); }} }};"
    ),
    "member of an object": (
        "struct Mine {{ __device__ int {f}({p}) {{ return 1; }} }};\n"
        "__device__ int use(Mine &m, {p}) {{ return m.{f}({a}) + Mine().{f}({a}); }}"
    ),
    "qualified": (
        "namespace mine {{ __device__ int {f}({p}) {{ return 1; }} }}\n"
        "__device__ int use({p}) {{ return mine::{f}({a}); }}"
    ),
    "using": (
        "namespace mine {{ __device__ int {f}({p}) {{ return 1; }} }}\n"
        "__device__ int use({p}) {{ using mine::{f}; return {f}({a}); }}"
    ),
    "lambda": "__device__ int use({p}) {{ auto {f} = []({p}) {{ return 1; }}; return {f}({a}); }}",
    "macro": "__device__ int mine(int);\n#define {f}(...) mine(1)\n__device__ int use({p}) {{ return {f}({a}); }}",
}
_PARAMETERS = ("float a", "unsigned a, float b, int c", "float *a, float b")
_ALONE = {
    "overload": (
        "struct Own {{ float x; }};\n__device__ Own {f}(Own v) {{ return v; }}\n"
        "__device__ Own use(Own *a) {{ return {f}(a[0]); }}"
    ),
    "parameter of a macro": "#define ADD({f}, x) (({f}) + (x))",
    "parameter": "__device__ int use(int {f}) {{ return {f} / 2; }}",
}


def _names() -> Iterator[str]:
    """The words that rewrites look for, the device functions that change, and one name of each part of the tables."""
    words = (word for kind in ("propose", "judge") for each in registry.rewrites(kind) for word in each.anchors.words)
    yield from (word.decode() for word in words if not _POLICY.is_type(word) and re.fullmatch(rb"[A-Za-z_]\w+", word))
    parts: dict[tuple[str, str], str] = {}
    for name in sorted(map(bytes.decode, _POLICY.interesting)):
        found = _POLICY.name(name)
        if found is not None and found.entry.section in ("functions", "device_functions", "enumerators", "macros"):
            parts.setdefault((found.entry.section, found.entry.library), name)
    yield from parts.values()


NAMES = sorted(name for name in {*_names()} if not _NO_NAMES.fullmatch(name))


def _cases(name: str) -> Iterator[tuple[str, str]]:
    for parameters in _PARAMETERS:
        arguments = ", ".join(each.split()[-1].lstrip("*") for each in parameters.split(","))
        for what, text in _IN_SCOPES.items():
            yield f"{what} ({parameters})", text.format(f=name, p=parameters, a=arguments)
    yield from ((what, text.format(f=name)) for what, text in _ALONE.items())


@pytest.mark.parametrize("name", NAMES)
def test_uses_of_own_names_stay(name: str) -> None:
    wrong = []
    for what, text in _cases(name):
        result = convert(f"{_BEFORE}{text}\n".encode(), Context(_POLICY, "own.cu"))
        if not result.output.decode().endswith(f"{text}\n"):
            wrong.append(what)
    assert wrong == []
