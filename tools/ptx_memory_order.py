"""What AMD's compiler makes of instructions that order memory: `python -m tools.ptx_memory_order`.

Writes tests/subjects/ptx/memory_order/<GPU>.txt, to be read against the memory model of the GPU in LLVM's AMDGPUUsage.
Around each instruction stand accesses of 16 bits to global and shared memory: what a release has to show and an acquire
has to see. Of the assembly those lines are kept that touch memory, wait or jump, without registers.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from hipify_py import helpers
from hipify_py.file.marks import PTX_HEADER
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.types import cpp_type
from tools.hip_toolchain import SET_UP, Toolchain, find_toolchain

GPUS = ("gfx90a", "gfx942", "gfx1100")
GOLDEN = Path(__file__).parent.parent / "tests" / "subjects" / "ptx" / "memory_order"

_SCOPES = ("cta", "gpu", "sys")
_LOADS = (
    *("ld.global.u32", "ld.global.cg.u32", "ld.global.cs.u32", "ld.global.cv.u32", "ld.volatile.global.u32"),
    *("ld.shared.u32", "ld.volatile.shared.u32", "ld.relaxed.cta.shared.u32", "ld.acquire.cta.shared.u32"),
    *("ld.u32", "ld.volatile.u32", "ld.acquire.gpu.u32", "ld.global.nc.u32"),
    *("ld.global.v4.u32", "ld.shared.v4.u32", "ld.volatile.global.v4.u32", "ld.acquire.gpu.global.v4.u32"),
    *("ld.relaxed.gpu.global.v2.u64", "ld.acquire.sys.v2.f64", "ld.relaxed.cta.shared.v4.f32", "ld.global.cv.v2.b64"),
)
_STORES = (
    *("st.global.u32", "st.global.cg.u32", "st.global.cs.u32", "st.global.wt.u32", "st.volatile.global.u32"),
    *("st.shared.u32", "st.volatile.shared.u32", "st.relaxed.cta.shared.u32", "st.release.cta.shared.u32"),
    *("st.u32", "st.volatile.u32", "st.release.gpu.u32"),
    *("st.global.v4.u32", "st.shared.v4.u32", "st.volatile.global.v4.u32", "st.release.gpu.global.v4.u32"),
    *("st.relaxed.gpu.global.v2.u64", "st.release.sys.v2.f64", "st.relaxed.cta.shared.v4.f32", "st.global.wt.v2.b64"),
)
_ATOMICS = (
    *("atom.acq_rel.cta.shared.add.u32", "atom.acq_rel.gpu.add.u32", "atom.global.add.f32", "atom.shared.add.f32"),
    *("atom.acq_rel.gpu.global.cas.b32", "atom.global.cas.b16", "atom.global.inc.u32", "atom.global.max.s32"),
    *("atom.dec.u32", "atom.acq_rel.cta.shared.dec.u32", "red.global.inc.u32", "red.relaxed.sys.global.dec.u32"),
    *("atom.relaxed.sys.global.max.s32", "atom.relaxed.sys.global.add.f32", "atom.global.exch.b64"),
    *("atom.global.add.noftz.f16", "atom.shared.add.noftz.f16x2", "atom.global.add.f64"),
    *("red.relaxed.gpu.global.add.u32", "red.release.cta.shared.add.u32", "red.global.max.u32"),
)
_LOOPS = (
    *("ld.global.u32", "ld.global.cg.u32", "ld.global.cv.u32", "ld.volatile.global.u32", "ld.volatile.shared.u32"),
    *("ld.relaxed.gpu.global.u32", "ld.acquire.gpu.global.u32", "ld.acquire.sys.global.u32"),
    *("atom.acquire.gpu.global.exch.b32", "atom.relaxed.gpu.global.cas.b32"),
)
_BARRIERS = (
    *("membar.cta", "membar.gl", "membar.sys", "fence.proxy.async", "fence.mbarrier_init.release.cluster"),
    *("bar.arrive", "mbarrier.arrive.shared.b64", "mbarrier.arrive.relaxed.shared.b64"),
    *("mbarrier.arrive.release.cluster.shared.b64", "mbarrier.complete_tx.shared.b64"),
    *("mbarrier.test_wait.parity.shared.b64", "cp.async.mbarrier.arrive.noinc.shared.b64"),
)
_WAITS = {
    "bar.sync with a count": "hipify_ptx::barrier_sync<true>(at[0], 128u);",
    "mbarrier.try_wait.parity.shared.b64 in a loop": "while (!{}) {{\n  }}",
}
_ADDRESS = {
    "global": "at + 4 * i",
    "shared": "uint32_t(hipify_ptx::cvta_generic_to_shared(near + 4 * i))",
    "": "anywhere + 4 * i",
}

_KERNEL = """\
__global__ void case_{number}(uint16_t* data, uint32_t* at, uint32_t* anywhere) {{
  extern __shared__ uint32_t near[];
  uint16_t* around = reinterpret_cast<uint16_t*>(near + 8192);
  const unsigned i = threadIdx.x, other = i ^ 1;
  uint32_t result = 0;
  data[i] = 1;
  hipify_ptx::keep_order();
  around[i] = 2;
  hipify_ptx::keep_order();
  {body}
  data[4096 + i] = data[other] + around[other] + result;
}}
"""

_MEMORY = re.compile(r"(?:global|flat|buffer|ds|scratch)_\w+|s_waitcnt\w*|s_c?branch\w*|s_dcache\w*")
_LABEL = re.compile(r"(\.LBB\d+_\d+):")
_FLAG = re.compile(r"\b(?:glc|slc|dlc|sc0|sc1|nt|(?:vm|lgkm|exp)cnt\(\d+\)|0x0)(?![\w(])")


def opcodes() -> list[str]:
    """Every instruction that is looked at by itself."""
    loads = (f"ld.{order}.{scope}.global.u32" for order, scope in product(("relaxed", "acquire"), _SCOPES))
    stores = (f"st.{order}.{scope}.global.u32" for order, scope in product(("relaxed", "release"), _SCOPES))
    orders = ("relaxed", "acquire", "release", "acq_rel")
    atomics = (f"atom.{order}.{scope}.global.add.u32" for order, scope in product(orders, _SCOPES))
    reductions = (f"red.release.{scope}.global.add.u32" for scope in _SCOPES)
    fences = (f"fence.{order}.{scope}" for order, scope in product(("acquire", "release", "acq_rel", "sc"), _SCOPES))
    return [*_LOADS, *loads, *_STORES, *stores, *_ATOMICS, *atomics, *reductions, *fences, *_BARRIERS]


def cases() -> dict[str, str]:
    """The body of a kernel by the name of its case."""
    alone = {opcode: _statement(opcode) for opcode in opcodes()}
    loops = {f"{opcode} in a loop": f"while ({_call(opcode)} == 0) {{\n  }}" for opcode in _LOOPS}
    waits = {
        name: body.format(_call(name.partition(" ")[0])) if "{}" in body else body for name, body in _WAITS.items()
    }
    return alone | loops | waits


def _statement(opcode: str) -> str:
    (form,) = forms.find(opcode)
    if not form.outputs:
        return f"{_call(opcode)};"
    if count := form.outputs[0].count:
        parts = " ^ ".join(f"static_cast<uint32_t>(all[{number}])" for number in range(count))
        return f"auto all = {_call(opcode)};\n  result = {parts};"
    return f"result = static_cast<uint32_t>({_call(opcode)});"


def _call(opcode: str) -> str:
    (form,) = forms.find(opcode)
    space = next((space for space in ("global", "shared") if space in opcode.split(".")), "")
    return form.text({each.name: _ADDRESS[space] if each.type == "address" else _value(each) for each in form.inputs})


def _value(operand: forms.FormOperand) -> str:
    kind = cpp_type(operand.type)
    assert kind is not None
    if not operand.count:
        return f"{kind.name}(i)"
    parts = ", ".join(f"{kind.name}(i + {number})" for number in range(operand.count))
    return f"hipify_ptx::vec<{kind.name}, {operand.count}>{{{{{parts}}}}}"


def golden(gpu: str, toolchain: Toolchain) -> str:
    """What a file of tests/subjects/ptx/memory_order has to say."""
    named = cases()
    kernels = [_KERNEL.format(number=number, body=body) for number, body in enumerate(named.values())]
    assembly = _assembly(gpu, toolchain, "\n".join((f'#include "{PTX_HEADER}"', *kernels)))
    blocks = (_block(name, _body(assembly, number)) for number, name in enumerate(named))
    return "\n".join(blocks)


def _assembly(gpu: str, toolchain: Toolchain, source: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, PTX_HEADER).write_text(helpers.text(PTX_HEADER), encoding="utf-8")
        Path(folder, "cases.cu").write_text(source, encoding="utf-8")
        command = [*toolchain.command(gpu), "-O2", "--cuda-device-only", "-S", "-o", "cases.s", "cases.cu"]
        subprocess.run(command, cwd=folder, check=True)
        return Path(folder, "cases.s").read_text(encoding="utf-8")


def _body(assembly: str, number: int) -> str:
    match = re.search(rf"^_Z\d+case_{number}\w+:.*?^\s+s_endpgm", assembly, re.DOTALL | re.MULTILINE)
    assert match is not None
    return match[0]


def _block(name: str, body: str) -> str:
    return "\n".join((name, *(f"  {line}" for line in _relevant(body)), ""))


def _relevant(body: str) -> Iterator[str]:
    lines = [line.partition(";")[0].strip() for line in body.splitlines()]
    targets = {label: f"L{position}" for position, label in enumerate(_targets(lines), start=1)}
    for line in lines:
        if (label := _LABEL.match(line)) is not None:
            if label[1] in targets:
                yield f"{targets[label[1]]}:"
        elif (opcode := _MEMORY.match(line)) is not None:
            yield " ".join((opcode[0], *_details(line[opcode.end() :], targets)))


def _targets(lines: list[str]) -> Iterator[str]:
    """The labels that are jumped to, in their order."""
    jumps = {line.split()[-1] for line in lines if line.startswith(("s_branch", "s_cbranch"))}
    return (label[1] for line in lines if (label := _LABEL.match(line)) is not None and label[1] in jumps)


def _details(operands: str, targets: dict[str, str]) -> Iterator[str]:
    yield from (targets[word] for word in operands.split() if word in targets)
    yield from (flag[0] for flag in _FLAG.finditer(operands))


def main() -> int:
    toolchain = find_toolchain()
    if toolchain is None:
        print(f"no compiler for HIP; get one with: {SET_UP}", file=sys.stderr)
        return 2
    GOLDEN.mkdir(exist_ok=True)
    for gpu in GPUS:
        (GOLDEN / f"{gpu}.txt").write_text(golden(gpu, toolchain), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
