"""Whether translated PTX of real packages compiles: each distinct statement in a kernel of its own.

python -m benchmarks.ptx_compile [--arch gfx90a] [--nvcc] [FOLDER…]   (default: every package of the corpus)

With --nvcc the translation is compiled for NVIDIA too, and the original beside it: a statement that nvcc does not take
says nothing about us.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import DEFAULT_INTO
from benchmarks.ptx_packages import Sample, read
from hipify_py import helpers
from hipify_py.file.assembler import HOLE, AsmOperand
from hipify_py.file.marks import PTX_HEADER
from hipify_py.file.style import Style
from hipify_py.subjects.ptx.result import Translation, filled
from tools.hip_toolchain import find_toolchain

_TYPES = {"r": "unsigned", "l": "unsigned long long", "h": "unsigned short", "f": "float", "d": "double", HOLE: "char*"}
_ERROR = re.compile(r"^[^:\s]+(?::|\()(\d+)\)?.*error", re.MULTILINE)
_NUMBER = re.compile(rb"\s*-?\d+\s*")
_CHUNK = 400  # kernels a file


@dataclass(frozen=True)
class Kernel:
    """A statement with variables for its operands: the translation, and the original."""

    sample: Sample
    parameters: str
    before: str
    ours: str
    original: str
    after: str


def kernels(samples: Iterable[Sample]) -> Iterator[Kernel]:
    """One for each distinct statement that is translated."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for sample in samples:
        found = sample.statement
        key = (found.template, found.constraints)
        if isinstance(sample.outcome, Translation) and key not in seen and not _is_choice(sample.outcome):
            seen.add(key)
            yield _kernel(sample, sample.outcome)


def _is_choice(outcome: Translation) -> bool:
    """Whether it depends on arguments of a macro, which a kernel of its own does not have."""
    return any("if constexpr (" in line for line in outcome.lines)


def _kernel(sample: Sample, outcome: Translation) -> Kernel:
    operands = sample.statement.operands
    names = [_name(index, operand) for index, operand in enumerate(operands)]
    variables = [(index, operand) for index, operand in enumerate(operands) if operand.letter in _TYPES]
    parameters = ", ".join(f"{_TYPES[operand.letter]}* at{index}" for index, operand in variables)
    before = " ".join(f"{_TYPES[operand.letter]} op{index} = *at{index};" for index, operand in variables)
    after = " ".join(f"*at{index} = op{index};" for index, operand in variables if operand.is_output)
    lines = [filled(line, names) for line in outcome.lines]
    return Kernel(sample, parameters, before, "\n".join(lines), _asm(sample, names), after)


def _name(index: int, operand: AsmOperand) -> str:
    if operand.letter.isdigit():
        return f"op{operand.letter}"
    return f"op{index}" if operand.letter in _TYPES else "4"


def _asm(sample: Sample, names: Sequence[str]) -> str:
    found = sample.statement
    pairs = [
        (operand, f'{f"[{operand.name}]" if operand.name else ""}"{operand.constraint.replace(HOLE, "l")}"({name})')
        for operand, name in zip(found.operands, names, strict=True)
    ]
    outputs = ", ".join(text for operand, text in pairs if operand.is_output)
    inputs = ", ".join(text for operand, text in pairs if not operand.is_output)
    template = (
        found.template.replace("\\", "\\\\")
        .replace('"', '\\"')
        .replace("\n", "\\n")
        .replace("\t", " ")
        .replace("\r", "")
    )
    return f'asm volatile("{template}" : {outputs} : {inputs} : "memory");'


def source(chunk: Sequence[Kernel], *, original: bool) -> tuple[str, list[int]]:
    """A file of kernels, and the lines on which they begin."""
    lines, starts = [f'#include "{PTX_HEADER}"'], []
    for number, kernel in enumerate(chunk):
        starts.append(len(lines) + 1)
        body = kernel.original if original else f"{kernel.ours};"  # a macro may leave the semicolon to its user
        lines.append(f"__global__ void k{number}({kernel.parameters}) {{ {kernel.before}")
        lines += body.split("\n")
        lines.append(f"{kernel.after} }}")
    return "\n".join(lines) + "\n", starts


def failing(command: Sequence[str], chunk: Sequence[Kernel], *, original: bool = False) -> dict[int, str]:
    """The kernels that a compiler does not take, with its words; those are taken out until the rest compiles."""
    failed: dict[int, str] = {}
    left = list(range(len(chunk)))
    while left:
        text_, starts = source([chunk[index] for index in left], original=original)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, PTX_HEADER).write_text(helpers.text(PTX_HEADER))
            Path(folder, "x.cu").write_text(text_)
            done = subprocess.run([*command, "x.cu"], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return failed
        errors = [(int(found[1]), found[0]) for found in _ERROR.finditer(done.stderr) if found[0].startswith("x.cu")]
        bad = {
            max(position for position, start in enumerate(starts) if start <= line): words
            for line, words in errors
            if line >= starts[0]
        }
        if not bad:
            return failed | {left[0]: done.stderr[-2000:]}
        failed |= {left[position]: words for position, words in bad.items()}
        left = [index for position, index in enumerate(left) if position not in bad]
    return failed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--arch", action="append", help="an AMD GPU; default gfx90a and gfx1100")
    parser.add_argument("--nvcc", action="store_true")
    options = parser.parse_args()
    folders = options.folders or sorted(path for path in DEFAULT_INTO.iterdir() if path.is_dir())
    samples = (sample for folder in folders for _counts, shown in read(folder, Style(ptx="approx")) for sample in shown)
    found = list(kernels(samples))
    print(f"{len(found)} distinct statements")
    toolchain = find_toolchain(None)
    if toolchain is None:
        raise SystemExit("no compiler for AMD: python -m tools.hip_toolchain sets one up")
    for arch in options.arch or ("gfx90a", "gfx1100"):
        _report(arch, found, [*toolchain.command(arch), "-ferror-limit=0"])
    if options.nvcc:
        nvcc = ["nvcc", "-std=c++17", "-arch=sm_90a", "-cubin", "-o", "/dev/null"]
        _report("ours, sm_90a", found, nvcc)


def _report(name: str, found: Sequence[Kernel], command: Sequence[str]) -> None:
    failed: list[tuple[Kernel, str]] = []
    for start in range(0, len(found), _CHUNK):
        chunk = found[start : start + _CHUNK]
        failed += [(chunk[index], words) for index, words in failing(command, chunk).items()]
    print(f"{name}: {len(found) - len(failed)} of {len(found)} compile")
    for kernel, words in failed:
        print(f"  {kernel.sample.path}:{kernel.sample.line}: {words}\n    {kernel.sample.original}\n    {kernel.ours}")


if __name__ == "__main__":
    main()
