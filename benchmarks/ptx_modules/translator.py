"""The translator that is judged: the only place that knows how it is called."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.compiling import ran
from benchmarks.corpus import ROOT
from hipify_py import helpers
from hipify_py.file.marks import PTX_HEADER
from hipify_py.subjects.ptx.module import translate

COMMAND = f"{shlex.quote(sys.executable)} -m hipify_py ptx"
_SECONDS = 300
_FINDING = re.compile(r"^(?P<place>.*?:\d+:\d+): (?P<level>error|warning|info) (?:[A-Z]{3}\d{3} )?(?P<text>.*)$")
_DEFINED = re.compile(
    r"^[^\n;{}=#]*?__global__[^\n;{}=]*?\bvoid\s+(?:__launch_bounds__\([^)]*\)\s*)?([\w$]+)\s*\(", re.MULTILINE
)
_LABELLED = re.compile(r'^[^\n;{}=#]*?__global__[^\n;{}=]*?\) __asm__\("([\w$]+)"\);', re.MULTILINE)
_GROUPED = re.compile(r": \d+ places in \d+ file")  # the reasons are another one each
_DEVICE = re.compile(r"^[^/\n]*__device__[^\n]*\(.*$", re.MULTILINE)
_NAMES = re.compile(r"[\w$]+(?=\()")


class Translated(NamedTuple):
    """`code` is empty where nothing was translated; `error` says what the translator died of."""

    code: str
    reasons: tuple[str, ...]
    error: str

    @property
    def kernels(self) -> set[str]:
        return {*_DEFINED.findall(self.code), *_LABELLED.findall(self.code)}


def translated(path: Path, command: str = COMMAND) -> Translated:
    environment = {"PYTHONPATH": str(ROOT / "src")} | dict(os.environ)
    done = ran([*shlex.split(command), str(path.absolute())], ROOT, _SECONDS, environment)
    if done is None:
        return Translated("", (), f"did not end within {_SECONDS} s")
    findings = [found for line in done.stderr.splitlines() if (found := _FINDING.match(line))]
    reasons = tuple(found["text"] for found in findings if found["level"] == "error")
    if any(_GROUPED.search(reason) for reason in reasons):
        left = translate.translated(path.read_text(encoding="utf-8", errors="replace")).left
        reasons = tuple(each.reason for each in left)
    died = done.returncode not in (0, 1) or "Traceback (most recent" in done.stderr
    last = (done.stderr.strip() or "exit without a word").splitlines()[-1]
    return Translated(done.stdout, reasons, last[:300] if died else "")


def device_functions(code: str) -> set[str]:
    return {name for line in _DEVICE.findall(code) for name in _NAMES.findall(line)}


def as_cuda(headers: Path) -> list[str]:
    """nvcc for translations: it merges no products and sums, and has no trap of HIP for device code."""
    plain = ["-arch=sm_90", "-fmad=false", "-std=c++17", "-w", "-x", "cu"]
    return ["nvcc", *plain, "-D__builtin_trap=__trap", f"-I{headers}"]


def write_headers(folder: Path, *, is_for_nvidia: bool) -> None:
    """What the translation includes of ours."""
    folder.mkdir(parents=True, exist_ok=True)
    text = helpers.text(PTX_HEADER)
    if is_for_nvidia:
        text = re.sub(r"#if defined\(__HIP_PLATFORM_AMD__\)[^\n]*", "#if 0  // as for NVIDIA", text, count=1)
        text = f"#include <cuda_runtime.h>\nusing hipTextureObject_t = cudaTextureObject_t;\n{text}"
    (folder / PTX_HEADER).write_text(text, encoding="utf-8")
    if is_for_nvidia:  # the translation is HIP, and names of CUDA are all that it takes of this
        (folder / "hip").mkdir(exist_ok=True)
        (folder / "hip" / "hip_runtime.h").write_text("#include <cuda_runtime.h>\n", encoding="utf-8")
