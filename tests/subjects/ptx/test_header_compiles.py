"""Every function of hipify_ptx.hpp that the tables call compiles for AMD GPUs, down to machine code."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hipify_py.subjects.ptx import forms, header
from hipify_py.subjects.ptx.forms import Form, FormOperand
from hipify_py.subjects.ptx.types import held
from tools.hip_toolchain import Toolchain, find_toolchain

pytestmark = pytest.mark.slow

TOOLCHAIN = find_toolchain(None)
ARCHS = ("gfx90a", "gfx1100")
# Instructions with thousands of forms made of the same few parts: so many of each are enough.
_MOST_OF_ONE = 40


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
    kind = held(operand.type)
    assert kind is not None, operand
    name = f"hipify_ptx::vec<{kind.name}, {operand.count}>" if operand.count else kind.name
    return f"{name} {operand.name} = *reinterpret_cast<{name}*>(at);"


def _said(form: Form) -> str:
    given = {operand.name: operand.name for operand in form.inputs if operand.literal is None}
    return form.said(given, [*([form.pair.name] if form.pair else []), *(["carry"] if form.carry else [])])


def _source() -> Iterator[str]:
    yield f'#include "{header.NAME}"'
    yield "template <class T> __device__ void keep(char* at, T value) { *reinterpret_cast<T*>(at) = value; }"
    yield from (_kernel(number, form) for number, form in enumerate(_chosen()))


@pytest.mark.parametrize("arch", ARCHS)
def test_every_call_compiles(arch: str, tmp_path: Path) -> None:
    assert TOOLCHAIN is not None
    (tmp_path / header.NAME).write_text(header.text(), encoding="utf-8")
    (tmp_path / "calls.cu").write_text("\n".join(_source()) + "\n", encoding="utf-8")
    assert _complaints(TOOLCHAIN, arch, tmp_path) == []


def _complaints(toolchain: Toolchain, arch: str, folder: Path) -> list[str]:
    command = [*toolchain.command(arch), "-O1", "calls.cu"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    return errors or ([f"exit {done.returncode}"] if done.returncode else [])


def test_a_compiler_of_host_code_alone_passes_it_by(tmp_path: Path) -> None:
    """Headers that both kinds of compilers read include it, too; it asks for neither CUDA nor HIP then."""
    (tmp_path / header.NAME).write_text(header.text(), encoding="utf-8")
    (tmp_path / "host.cpp").write_text(f'#include "{header.NAME}"\nint host;\n', encoding="utf-8")
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
