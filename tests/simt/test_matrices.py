"""mma on the matrix cores of AMD computes what it computes by shuffles, for each form in the tables.

The CPU runs both, with a model of the matrix cores (include/hip/matrix_cores.h): in whole waves, in waves of which one
warp is missing, and in such whose warps are in branches of their own. Integers and f64 are the same bits.

A mutant is the header with something wrong in it, which must be noticed.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from hipify_py import helpers
from hipify_py.file.marks import PTX_HEADER
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.forms import Form, FormOperand

HERE = Path(__file__).parent
COMPILER = shutil.which("g++")
# The macro that clang defines for a GPU, and the lanes of its waves.
GPUS = {"gfx90a": ("gfx90a", 64), "gfx942": ("gfx942", 64), "gfx1100": ("GFX11", 32), "gfx1201": ("GFX12", 32)}
FLAGS = ("-std=c++17", "-fno-omit-frame-pointer", "-static", "-no-pie", "-w")
HIP = ("-D__HIP__=1", "-D__HIPCC__=1", "-D__HIP_PLATFORM_AMD__=1")
_ELEMENTS = {"f16": "f16x2", "bf16": "bf16x2", "tf32": "tf32", "e4m3": "e4m3x4", "e5m2": "e5m2x4", "f64": "f64"}
_SUMS = {"f32": "f32", "f64": "f64", "s32": "s32", "f16x2": "f16x2"}
_TYPES = {"b32": "uint32_t", "f16x2": "uint32_t", "f32": "float", "f64": "double", "s32": "int32_t"}
# Of the header: what is wrong in a mutant, on which GPU, in which instruction it shows.
_HALF, _BYTES = "m16n8k16.row.col.f32.f16.f16", "m16n8k32.row.col.s32.u8.s8"
_MUTANTS = (
    ("gfx942", "0x114, 0xf, 0xa", "0x114, 0xf, 0x5", _HALF),
    ("gfx942", "0x104, 0xf, 0x5", "0x108, 0xf, 0x5", _HALF),
    ("gfx942", "Bit == 0 ? 0xb1 : 0x4e", "Bit == 0 ? 0x4e : 0xb1", _HALF),
    ("gfx942", "laneid() >> Bit & 1u", "laneid() >> (1 - Bit) & 1u", _HALF),
    ("gfx942", "8u * (lane & 3u) + (lane & 4u)", "4u * (lane & 7u)", _HALF),
    ("gfx942", "sums, 1, Block, 0)", "sums, 1, 0, 0)", _HALF),
    ("gfx942", "sums, 1, Block, 0)", "sums, 0, 0, 0)", _HALF),
    ("gfx90a", "widen<A>(high(a[i]))", "widen<A>(low(a[i]))", _HALF),
    ("gfx90a", "rest[i] * 128", "rest[i] * 256", _BYTES),
    ("gfx90a", "Block>(0x01010101u, right, rest)", "Block>(right, 0x01010101u, rest)", _BYTES),
    ("gfx90a", "if (is_whole_wave())", "if (true)", _HALF),
    ("gfx1100", "(lane & 8u) | (lane & 2u) << 1", "(lane & 2u) << 2 | (lane & 8u) >> 1", _HALF),
    ("gfx1100", "0xe4, 0xf, 0xc", "0xe4, 0xf, 0xa", _HALF),
    ("gfx1201", "(lane & 12u) << 1", "(lane & 4u) << 2 | (lane & 8u)", _HALF),
    ("gfx1201", "? lane >> 3 & 2u : 0u", "? lane >> 2 & 2u : 0u", _HALF),
    ("gfx1201", "of_a, left, of_b, right", "true, left, of_b, right", _BYTES),
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMPILER is None, reason="no g++: kernels do not run on the CPU"),
]


class Found(NamedTuple):
    """Of one form in one kind of block: how many results differ, or why there are none; whether matrix cores ran."""

    differences: str
    on_cores: bool


def _products() -> list[Form]:
    return [form for form in forms.every() if form.opcode.startswith("mma.")]


def _elements(form: Form) -> list[str]:
    """Of A and B."""
    words = [word for word in form.opcode.split(".") if word != "satfinite"]
    behind_layouts = words.index("aligned") + 4
    return words[behind_layouts + 1 : behind_layouts + 3]


def _registers(operand: FormOperand) -> int:
    return int(operand.count or 1)


def _case(form: Form) -> str:
    a, b = _elements(form)
    kinds = (_ELEMENTS.get(a, "bits"), _ELEMENTS.get(b, "bits"), _SUMS[form.inputs[2].type])
    given, place = dict[str, str](), 0
    for operand in form.inputs:
        name, count = _TYPES[operand.type], _registers(operand)
        values = ", ".join(f"as<{name}>(in[{place + i}])" for i in range(count))
        given[operand.name] = f"hipify_ptx::vec<{name}, {count}>{{{{{values}}}}}"
        place += count
    counts = [_registers(operand) for operand in (*form.inputs, *form.outputs)]
    listed = ", ".join(f"kind::{kind}" for kind, count in zip(kinds, counts[:3], strict=True) for _ in range(count))
    said = f"const auto r = {form.text(given)}; for (int i = 0; i < outputs; ++i) keep(out + i, r[i]);"
    portable = said.replace("hipify_ptx", "portable_ptx")
    return f"""struct {_name(form)} {{
  static constexpr int inputs = {place}, outputs = {counts[3]};
  static constexpr double bound = {form.bound.get("sum", 0)};
  static constexpr kind result = kind::{_SUMS[form.outputs[0].type]};
  static kind kind_of(int i) {{ constexpr kind all[] = {{{listed}}}; return all[i]; }}
  SIMT static void ours(const word *in, word *out) {{ {said} }}
  SIMT static void portable(const word *in, word *out) {{ {portable} }}
}};"""


def _name(form: Form) -> str:
    return form.opcode.replace(".", "_")


def _source(chosen: Sequence[Form], header: str, wave: int) -> Iterator[str]:
    yield '#include "hip/matrix_cores.h"'
    yield header
    yield "#define PORTABLE_PTX_PORTABLE_MATRICES"
    plain = _header(chosen).replace("__has_builtin(", "(false && ")
    yield plain.replace("HIPIFY_PTX", "PORTABLE_PTX").replace("hipify_ptx", "portable_ptx")
    yield '#include "matrices.hpp"'
    yield from map(_case, chosen)
    calls = "".join(f'  check_all<{_name(form)}>("{form.opcode}");\n' for form in chosen)
    yield f"int main() {{\n  warpSize = {wave};\n{calls}}}\n"


def _header(chosen: Iterable[Form]) -> str:
    text = helpers.text_for(PTX_HEADER, {str(form.call).partition("<")[0] for form in chosen})
    # The lanes of these kernels go the same way, from one exchange to the next.
    return text.replace("FN __device__ __forceinline__", "FN SIMT inline")


def _run(gpu: str, chosen: Sequence[Form], header: str, unit: Path) -> dict[tuple[str, str], Found]:
    macro, wave = GPUS[gpu]
    if wave == 64:
        header = header.replace("__has_builtin(__builtin_amdgcn_sudot4)", "false")
    header = header.replace("__has_builtin(", "(true || ")
    unit.write_text("\n".join(_source(chosen, header, wave)), encoding="utf-8")
    program = unit.with_suffix("")
    objects = [str(unit), str(unit.with_name("simt.o"))]
    _compile([f"-D__{macro}__=1", *HIP, "-fsanitize-coverage=trace-pc", "-O0", *objects, "-o", str(program)])
    ran = subprocess.run([str(program)], capture_output=True, text=True, check=True, timeout=300)
    found = {}
    for line in ran.stdout.splitlines():
        opcode, block, rest = line.split(" ", 2)
        count, _, on_cores = rest.rpartition(" ")
        found[opcode, block] = Found(rest, False) if "error" in rest else Found(count, on_cores == "1")
    return found


def _compile(arguments: Sequence[str]) -> None:
    command = [str(COMPILER), *FLAGS, f"-I{HERE}", f"-I{HERE / 'include'}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("matrices")
    _compile(["-O2", "-c", str(HERE / "simt.cpp"), "-o", str(folder / "simt.o")])
    return folder


def _is_on_cores(gpu: str, form: Form) -> bool:
    """As docs/ptx.md says."""
    a, b = _elements(form)
    is_lone_chunk = _registers(form.inputs[1]) == 1
    if a in {"f64", "b1"} or "m8n8k4" in form.opcode:
        return False
    if a == "tf32":
        return GPUS[gpu][1] == 64
    if a in {"f16", "bf16"}:
        return not (is_lone_chunk and gpu in {"gfx90a", "gfx1100"})
    if a in {"e4m3", "e5m2"}:
        return True
    if gpu == "gfx1201":
        return not is_lone_chunk
    return GPUS[gpu][1] == 64 and (a != b or (a == "s8" and not is_lone_chunk))


def _param(gpu: str, value: object, name: str) -> ParameterSet:
    """CI looks at one GPU; those with waves of 32 take their turn before a release."""
    marks = [] if gpu == "gfx90a" else [pytest.mark.thorough]
    return pytest.param(value, marks=marks, id=name)


@pytest.mark.parametrize("gpu", [_param(gpu, gpu, gpu) for gpu in GPUS])
def test_matrix_cores_compute_what_shuffles_do(folder: Path, gpu: str) -> None:
    chosen = _products()
    found = _run(gpu, chosen, _header(chosen), folder / f"{gpu}.cpp")
    assert {key: one.differences for key, one in found.items() if one.differences != "0"} == {}
    for form in chosen:
        on_cores, is_whole_warp = _is_on_cores(gpu, form), GPUS[gpu][1] == 32
        blocks = {"whole": on_cores, "odd": on_cores, "lone": is_whole_warp, "branches": is_whole_warp}
        for block, may in blocks.items():
            assert found[form.opcode, block].on_cores == (on_cores and may), (form.opcode, block)


def test_without_matrix_cores_it_is_by_shuffles(folder: Path) -> None:
    chosen = [form for form in _products() if _HALF in form.opcode]
    header = "#define HIPIFY_PTX_PORTABLE_MATRICES\n" + _header(chosen)
    found = _run("gfx942", chosen, header, folder / "portable.cpp")
    assert not any(one.on_cores for one in found.values())


@pytest.mark.parametrize(
    "number", [_param(mutant[0], number, f"{mutant[0]}-{number}") for number, mutant in enumerate(_MUTANTS)]
)
def test_mutants_are_noticed(folder: Path, number: int) -> None:
    gpu, right, wrong, opcode = _MUTANTS[number]
    chosen = [form for form in _products() if opcode in form.opcode and "satfinite" not in form.opcode]
    header = _header(chosen)
    assert right in header
    found = _run(gpu, chosen, header.replace(right, wrong), folder / f"mutant{number}.cpp")
    assert any(one.differences != "0" for one in found.values())
