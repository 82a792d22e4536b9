"""Programs whose kernels are translated from the PTX that nvcc makes of them, as machine code of AMD's GPUs.

The host's part is converted as ever; names of kernels and variables are the same in PTX, so both fit together.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks.ptx_modules import translator
from tools.amdgcn import build
from tools.amdgcn.pseudocode import Unknown
from tools.hip_toolchain import Toolchain

_NVCC = ("nvcc", "-ptx", "-arch=sm_90", "-std=c++17", "-w", "--expt-relaxed-constexpr", "--extended-lambda")


class NotTranslated(Exception):  # noqa: N818 - it names what it is
    """A module of which a part was left out, and why."""


def compile_program(toolchain: Toolchain, arch: str, level: str, cuda: Path, host: Sequence[Path], into: Path) -> None:
    """A program of the host code of converted sources and the kernels of PTX; its files lie beside it."""
    bundle = into.with_suffix(".hipfb")
    device = (level, "--offload-device-only", "-c", f"-I{into.parent}")
    build.compile_program(toolchain, arch, _translated(cuda, into), bundle, device)
    flags = ["--offload-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", str(bundle)]
    build.compile_program(toolchain, arch, host[0], into, [*flags, f"-I{host[0].parent}", f"-I{cuda.parent}"])


def _translated(cuda: Path, into: Path) -> Path:
    ptx, source = into.with_suffix(".ptx"), into.with_suffix(".hip")
    made = subprocess.run([*_NVCC, "-o", str(ptx), str(cuda)], capture_output=True, text=True, check=False)
    if made.returncode:
        raise Unknown(f"nvcc: {re.sub(r'(?s).*?error[ :]*', '', made.stderr, count=1)[:200]}")
    result = translator.translated(ptx)
    if result.error or result.reasons:
        raise NotTranslated("; ".join(filter(None, (result.error, *result.reasons)))[:200])
    translator.write_headers(into.parent, is_for_nvidia=False)
    source.write_text(result.code, encoding="utf-8")
    return source
