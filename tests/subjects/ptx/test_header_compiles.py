"""Every function of hipify_ptx.hpp that the tables call compiles for AMD GPUs, down to machine code."""

from __future__ import annotations

import re
import string
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path

import pytest

from hipify_py import helpers
from hipify_py.file.lane_builtins import OF_WARPS
from hipify_py.file.marks import COMPAT_HEADER, PTX_HEADER, calls_of_ptx_header
from hipify_py.helpers import pieces
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.forms import Form, FormOperand
from hipify_py.subjects.ptx.types import cpp_type
from tests.compiling import RUNTIME, Compiler
from tools.hip_toolchain import find_toolchain

pytestmark = pytest.mark.slow

TOOLCHAIN = find_toolchain(None)
ARCHS = ("gfx90a", "gfx1100")
# Instructions with thousands of forms made of the same few parts: so many of each are enough.
_MOST_OF_ONE = 40
SEVERAL = """
__global__ void several(char* at) {
  hipify_ptx::st<uint32_t, hipify_ptx::space::generic>(
      at, hipify_ptx::bfe<uint32_t>(hipify_ptx::ld<uint32_t, hipify_ptx::space::generic>(at), 4u, 8u));
}
"""


def _chosen() -> list[Form]:
    """One form for each call, spread evenly where there are very many of one instruction."""
    by_head: dict[str, dict[str, Form]] = {}
    for form in forms.every():
        by_head.setdefault(form.opcode.partition(".")[0], {}).setdefault(f"{form.call} {form.code}", form)
    return [form for calls in by_head.values() for form in list(calls.values())[:: len(calls) // _MOST_OF_ONE + 1]]


def _kernel(number: int, form: Form) -> str:
    """The call as conversion writes it, with operands that no compiler knows anything about."""
    lines = [_variable(operand) for operand in (*form.outputs, *form.inputs) if operand.literal is None]
    if form.pair:
        lines.append(f"bool {form.pair.name} = false;")
    if form.carry:
        lines.append("bool carry = at[0] == 1;")
    said = f"{form.outputs[0].name} = {_said(form)};" if form.outputs else f"{_said(form)};"
    kept = [f"keep(at, {operand.name});" for operand in (*form.outputs, *([form.pair] if form.pair else []))]
    return f"__global__ void k{number}(char* at) {{ {' '.join((*lines, said, *kept))} }}  // {form.opcode}"


def _variable(operand: FormOperand) -> str:
    if operand.type == "imm":
        return f"constexpr int {operand.name} = 4;"
    if operand.type == "address":
        return f"hipify_ptx::address {operand.name}(at + 64);"
    kind = cpp_type(operand.type)
    assert kind is not None, operand
    name = f"hipify_ptx::vec<{kind.name}, {operand.count}>" if operand.count else kind.name
    return f"{name} {operand.name} = *reinterpret_cast<{name}*>(at);"


def _said(form: Form) -> str:
    given = {operand.name: operand.name for operand in form.inputs if operand.literal is None}
    return form.text(given, [*([form.pair.name] if form.pair else []), *(["carry"] if form.carry else [])])


def _source() -> Iterator[str]:
    yield f'#include "{PTX_HEADER}"'
    yield "template <class T> __device__ void keep(char* at, T value) { *reinterpret_cast<T*>(at) = value; }"
    yield from (_kernel(number, form) for number, form in enumerate(_chosen()))


@pytest.fixture(scope="module")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> Compiler:
    assert TOOLCHAIN is not None
    return Compiler(TOOLCHAIN, tmp_path_factory)


@pytest.mark.parametrize("arch", [ARCHS[0], pytest.param(ARCHS[1], marks=pytest.mark.thorough)])
def test_every_call_compiles(arch: str, tmp_path: Path, compiler: Compiler) -> None:
    (tmp_path / PTX_HEADER).write_text(helpers.text(PTX_HEADER), encoding="utf-8")
    (tmp_path / "calls.cu").write_text("\n".join(_source()) + "\n", encoding="utf-8")
    assert compiler.complaints("calls.cu", tmp_path, arch, ["-O1"]) == []


def test_every_part_compiles_alone(tmp_path: Path, compiler: Compiler) -> None:
    """What one name or one call needs, each in a namespace of its own: there it finds nothing of the others."""
    kernels = defaultdict[frozenset[str], list[str]](list)
    for number, form in enumerate(_chosen()):
        kernel = _kernel(number, form)
        kernels[calls_of_ptx_header(kernel.encode())].append(kernel)
    parts = {
        helpers.text_for(PTX_HEADER, [name]): list[str]()
        for piece in pieces.of(helpers.body(PTX_HEADER))
        for name in piece.names
    }
    for calls, said in kernels.items():
        parts.setdefault(helpers.text_for(PTX_HEADER, calls), []).extend(said)
    assert all(map(_is_part, parts))
    (tmp_path / "calls.cu").write_text("\n".join(_alone(parts)) + "\n", encoding="utf-8")
    assert compiler.complaints("calls.cu", tmp_path, ARCHS[0], ["-fsyntax-only"]) == []


def _is_part(text: str) -> bool:
    return len(text) < len(helpers.text(PTX_HEADER)) / 2


def _alone(parts: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield "#include <hip/hip_runtime.h>\n#include <stdint.h>"
    yield "template <class T> __device__ void keep(char* at, T value) { *reinterpret_cast<T*>(at) = value; }"
    for number, (text, kernels) in enumerate(parts.items()):
        own = re.sub("#include.*", "", text).replace("HIPIFY_PTX_HAS_", f"ALONE{number}_HAS_")
        yield f"namespace alone{number} {{\n{own}\n" + "\n".join(kernels) + "\n}"


def test_every_function_of_cuda_compiles_alone(tmp_path: Path, compiler: Compiler) -> None:
    """What one function of hipify_compat.hpp needs; those of several headers that are alike stand there once."""
    names = helpers.functions(COMPAT_HEADER) - helpers.OF_HOST
    parts = dict.fromkeys(re.sub("using hipify_compat::.*", "", helpers.text_for(COMPAT_HEADER, [n])) for n in names)
    lines = [f"#include <{header}>" for header in ("hip/hip_runtime.h", "hip/hip_fp16.h", "hip/hip_bf16.h")]
    lines += ["#include <hip/hip_cooperative_groups.h>", "#include <stdint.h>"]
    for number, text in enumerate(parts):
        own = re.sub("#include.*", "", text).replace("HIPIFY_PTX_HAS_", f"ALONE{number}_HAS_")
        lines.append(f"namespace alone{number} {{\n{own.replace('HIPIFY_COMPAT_HAS_', f'ALONE{number}_HAS_')}\n}}")
    (tmp_path / "calls.cu").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert len(parts) > 100
    assert compiler.complaints("calls.cu", tmp_path, ARCHS[0], ["-fsyntax-only"]) == []


@pytest.mark.parametrize("order", list(permutations(("first.hpp", "second.hpp", "whole.hpp"))), ids=" ".join)
def test_parts_that_differ_add_up(tmp_path: Path, order: Sequence[str], compiler: Compiler) -> None:
    """A source may include the headers of several runs: what one lacks, the other has."""
    texts = (
        helpers.text_for(PTX_HEADER, ["ld", "shfl"]),
        helpers.text_for(PTX_HEADER, ["st", "bfe", "cvt_pair"]),
        helpers.text(PTX_HEADER),
    )
    for name, text in zip(("first.hpp", "second.hpp", "whole.hpp"), texts, strict=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    included = order[:2] if "whole.hpp" in order[2:] else order
    lines = (*(f'#include "{name}"' for name in (*included, *included)), SEVERAL)
    (tmp_path / "calls.cu").write_text("\n".join(lines), encoding="utf-8")
    assert compiler.complaints("calls.cu", tmp_path, ARCHS[0], ["-fsyntax-only"]) == []


def test_an_include_in_braces_behind_another_one_does_no_harm(tmp_path: Path, compiler: Compiler) -> None:
    """A file that others include in braces and outside of them includes what it calls."""
    for header, calls in ((PTX_HEADER, ["ld", "st", "bfe"]), (COMPAT_HEADER, ["all"])):
        (tmp_path / header).write_text(helpers.text_for(header, calls), encoding="utf-8")
    includes = f'#include "{PTX_HEADER}"\n#include "{COMPAT_HEADER}"\n'
    votes = "__device__ int votes(int p) { return hipify_compat::all(p); }\n"
    (tmp_path / "calls.cu").write_text(f"{includes}namespace {{\n{includes}{SEVERAL}{votes}}}\n", encoding="utf-8")
    assert compiler.complaints("calls.cu", tmp_path, ARCHS[0], ["-fsyntax-only"]) == []


@pytest.mark.parametrize("name", sorted(OF_WARPS))
def test_functions_of_warps_are_cpp11(tmp_path: Path, name: str, compiler: Compiler) -> None:
    """Each with no more of the header than it needs; projects of an older C++ have votes, too."""
    (tmp_path / COMPAT_HEADER).write_text(helpers.text_for(COMPAT_HEADER, [name]), encoding="utf-8")
    more = ", &same" if name == "match_all_sync" else ", 0" if name.startswith("shfl") else ""
    given = "" if name == "activemask" else f"1u, 2{more}"
    call = f"hipify_compat::{name}({given if name.endswith('_sync') else given[4:]})"
    result = f"{call}, 0" if name == "syncwarp" else call
    kernel = f"__global__ void k(unsigned* out) {{ int same = 0; *out = ({result}) + same; }}"
    (tmp_path / "calls.cu").write_text(f'{RUNTIME}\n#include "{COMPAT_HEADER}"\n{kernel}\n', encoding="utf-8")
    assert compiler.complaints("calls.cu", tmp_path, ARCHS[0], ["-std=c++11"]) == []


@pytest.mark.parametrize("header", [PTX_HEADER, COMPAT_HEADER])
def test_macros_of_one_letter_do_no_harm(tmp_path: Path, header: str, compiler: Compiler) -> None:
    """`#define T float` before an include is how files in C are given parameters; it holds behind the header again."""
    (tmp_path / header).write_text(helpers.text(header), encoding="utf-8")
    macros = "".join(f"#define {letter} 1\n" for letter in string.ascii_uppercase)
    behind = "".join(f'static_assert({letter} == 1, "");\n' for letter in string.ascii_uppercase)
    (tmp_path / "calls.cu").write_text(f'#include <hip/hip_runtime.h>\n{macros}#include "{header}"\n{behind}')
    assert compiler.complaints("calls.cu", tmp_path, ARCHS[0], ["-fsyntax-only"]) == []


def test_a_compiler_of_host_code_alone_passes_it_by(tmp_path: Path) -> None:
    """Headers that both kinds of compilers read include it, too; it asks for neither CUDA nor HIP then."""
    (tmp_path / PTX_HEADER).write_text(helpers.text(PTX_HEADER), encoding="utf-8")
    (tmp_path / "host.cpp").write_text(f'#include "{PTX_HEADER}"\nint host;\n', encoding="utf-8")
    assert TOOLCHAIN is not None
    compiler = TOOLCHAIN.command("gfx90a")[0]
    command = [
        str(compiler),
        "-x",
        "c++",
        "-std=c++11",
        "-Wall",
        "-Werror",
        "-nostdinc",
        "-c",
        "host.cpp",
        "-o",
        "host.o",
    ]
    subprocess.run(command, cwd=tmp_path, check=True)
