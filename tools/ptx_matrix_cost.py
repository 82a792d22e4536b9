"""What mma costs on AMD GPUs, by shuffles and by matrix cores: instructions that clang makes for the forms of the
tables, counted by kind.

    python -m tools.ptx_matrix_cost [--rocm X.Y] [--gpu gfx942]... [WORD]...

WORDs select forms. The cycles are those in which a SIMD issues nothing else of the wave: 4 for an instruction of a wave
of 64 lanes, 1 for one of 32; for 4 bytes of each lane through the LDS, 8 or 2, as all SIMDs share it; and those that a
matrix product takes. Latencies are not in it, nor is any number measured.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hipify_py import helpers
from hipify_py.file.marks import PTX_HEADER
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.forms import Form, FormOperand
from hipify_py.subjects.ptx.types import cpp_type
from tools.hip_toolchain import Toolchain, find_toolchain

_PORTABLE = "#define HIPIFY_PTX_PORTABLE_MATRICES\n"
_ASKS = "if (is_whole_wave())"
_FUNCTION = re.compile(r"^(k\d+):.*?^\s*s_endpgm", re.M | re.S)
_INSTRUCTION = re.compile(r"^\s+([a-z]\w+)", re.M)


class Gpu(NamedTuple):
    """Cycles of an instruction, of one through the LDS, and of matrix products, by what their names say."""

    vector: int
    lds: int
    products: dict[str, int]


# MFMA of 4 x 4 takes two passes of four cycles. WMMA follows from the operations per clock and compute unit, of which
# each has two SIMDs, in "Using the Matrix Cores of AMD RDNA 4 architecture GPUs".
_CDNA = Gpu(4, 8, {"4x4x": 8})
_RDNA3, _RDNA4 = Gpu(1, 2, {"wmma": 32}), Gpu(1, 2, {"iu8": 8, "iu4": 8, "p8": 8, "f8": 8, "f16": 16})
GPUS = {"gfx90a": _CDNA, "gfx942": _CDNA, "gfx1100": _RDNA3, "gfx1201": _RDNA4}


class Cost(NamedTuple):
    vector: int
    lds: int
    products: int
    cycles: int


def costs(toolchain: Toolchain, gpu: str, chosen: Sequence[Form], *, portable: bool) -> list[Cost]:
    """Of each form in a whole wave, without what loads and stores the matrices."""
    header = (_PORTABLE if portable else "") + helpers.text(PTX_HEADER).replace(_ASKS, "if (true)")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / PTX_HEADER).write_text(header, encoding="utf-8")
        (folder / "calls.hip").write_text("\n".join(_source(chosen)), encoding="utf-8")
        flags = ("-nogpulib", "-O2", "-S", "--cuda-device-only", "calls.hip", "-o", "calls.s")
        command = [argument for argument in toolchain.command(gpu) if argument not in {"-c", "-o", "/dev/null"}]
        subprocess.run([*command, *flags], cwd=folder, check=True)
        text = (folder / "calls.s").read_text(encoding="utf-8")
    found = {name: Counter(_INSTRUCTION.findall(body)) for name, body in _functions(text)}
    return [_cost(GPUS[gpu], found[f"k{2 * i}"] - found[f"k{2 * i + 1}"]) for i in range(len(chosen))]


def _functions(text: str) -> Iterator[tuple[str, str]]:
    for match in _FUNCTION.finditer(text):
        yield match[1], match[0]


def _source(chosen: Sequence[Form]) -> Iterator[str]:
    """For each form a kernel with it, and one that only loads and stores as much."""
    yield f'#include "{PTX_HEADER}"'
    for number, form in enumerate(chosen):
        said = form.text({operand.name: operand.name for operand in form.inputs})
        yield _kernel(2 * number, form, f"c = {said};")
        yield _kernel(2 * number + 1, form, "")


def _kernel(number: int, form: Form, body: str) -> str:
    arguments = ", ".join(f"{_type(operand)}* p{operand.name}" for operand in form.inputs)
    # The compiler must not leave out the loads.
    loads = " ".join(
        f"{_type(operand)} {operand.name} = p{operand.name}[i];"
        + "".join(f' __asm__ volatile("" : "+v"({operand.name}.element[{j}]));' for j in range(int(operand.count or 1)))
        for operand in form.inputs
    )
    lane = "unsigned i = __builtin_amdgcn_workitem_id_x();"
    return f'extern "C" __global__ void k{number}({arguments}) {{ {lane} {loads} {body} pc[i] = c; }}'


def _type(operand: FormOperand) -> str:
    kind = cpp_type(operand.type)
    assert kind is not None
    return f"hipify_ptx::vec<{kind.name}, {operand.count or 1}>"


def _cost(gpu: Gpu, counted: Counter[str]) -> Cost:
    products = {name: count for name, count in counted.items() if name.startswith(("v_mfma", "v_wmma"))}
    vector = sum(count for name, count in counted.items() if name.startswith("v_") and name not in products)
    lds = sum(count for name, count in counted.items() if name.startswith("ds_"))
    taken = sum(count * _cycles_of(gpu, name) for name, count in products.items())
    return Cost(vector, lds, sum(products.values()), gpu.vector * vector + gpu.lds * lds + taken)


def _cycles_of(gpu: Gpu, name: str) -> int:
    return next(cycles for said, cycles in gpu.products.items() if said in name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rocm")
    parser.add_argument("--gpu", action="append", choices=GPUS)
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    toolchain = find_toolchain(options.rocm)
    if toolchain is None:
        raise SystemExit("no compiler for HIP: python -m tools.hip_toolchain")
    chosen = [form for form in forms.every() if form.opcode.startswith("mma.")]
    chosen = [form for form in chosen if not options.words or any(word in form.opcode for word in options.words)]
    print("| instruction | GPU | by shuffles: vector, LDS | cycles | by matrix cores: vector, LDS, products | cycles |")
    print("|---|---|--:|--:|--:|--:|")
    for gpu in options.gpu or GPUS:
        before, after = (costs(toolchain, gpu, chosen, portable=portable) for portable in (True, False))
        for form, old, new in zip(chosen, before, after, strict=True):
            made = f"{new.vector}, {new.lds}, {new.products} | {new.cycles}" if new.products else "the same | "
            print(f"| `{form.opcode}` | {gpu} | {old.vector}, {old.lds} | {old.cycles} | {made} |")


if __name__ == "__main__":
    main()
