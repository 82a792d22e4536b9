"""Whole programs of ours whose PTX is replaced by that of its translation, beside the same programs as they are.

`nvcc --dryrun` says how it builds a program. The same is done here, and behind the step that writes the PTX, that of
the translation is put in its place: names of kernels and variables are the same, so the host's part fits.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.corpus import ROOT
from benchmarks.ptx_modules import make, translator

FOLDERS = ("examples", "tests/compile/programs", "tests/simt/kernels")
_MAIN = re.compile(r"\bint\s+main\s*\(")
_OTHER_LIBRARY = re.compile(
    r"#\s*include\s*<(?:cublas|cufft|curand|cusparse|cusolver|nccl|nvrtc|nvml|cudnn|cuda\.h|nvtx)"
)
_NVCC = ("nvcc", "-arch=sm_90", "-fmad=false", "-std=c++17", "-w", "--expt-relaxed-constexpr")
_PTX = re.compile(r'-o "([^"]+\.ptx)"')


def build(folder: Path, into: Path, command: str, most: int, names: Sequence[str] = ()) -> Iterator[str]:
    """`into`/NAME.cuda and NAME.ptx are the programs; yields a word on each."""
    headers, work = (folder / "nvidia").absolute(), (folder / "programs").absolute()
    translator.write_headers(headers, is_for_nvidia=True)
    into.mkdir(parents=True, exist_ok=True)
    made = 0
    for path in _sources():
        if made < most and make.is_one(_name(path), names):
            error = _built(path, into.absolute(), work, headers, command)
            made += not error
            yield f"{path.name}: {error or 'built'}"


def pack(built: Path, into: Path) -> None:
    into.mkdir(parents=True, exist_ok=True)
    with tarfile.open(into / "programs.tar.xz", "w:xz") as packed:
        for path in sorted(built.iterdir()):
            packed.add(path, path.name)
    shutil.copy(Path(__file__).parent / "device" / "run_programs.py", into)


def _sources() -> list[Path]:
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.cu"))]
    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in found}
    return [path for path, text in texts.items() if _MAIN.search(text) and not _OTHER_LIBRARY.search(text)]


def _name(path: Path) -> str:
    return path.parent.name if path.stem == "main" else path.stem


def _built(path: Path, into: Path, work: Path, headers: Path, command: str) -> str:
    """An empty text, or why there is no such program."""
    name = _name(path)
    kept = work / name
    kept.mkdir(parents=True, exist_ok=True)
    outputs = into / f"{name}.cuda", into / f"{name}.ptx"
    if error := _run([*_NVCC, "-o", str(outputs[0]), str(path)]):
        return f"as CUDA: {error}"
    options = ["--keep", "--keep-dir", str(kept), "--dryrun", "-o", str(outputs[1]), str(path)]
    planned = subprocess.run([*_NVCC, *options], capture_output=True, text=True, check=False).stderr
    steps = [line.removeprefix("#$ ") for line in planned.splitlines() if line.startswith("#$ ")]
    at = next((number for number, step in enumerate(steps) if "/cicc" in step), -1)
    place = _PTX.search(steps[at]) if at >= 0 else None
    error = _stepped(steps, at, Path(place[1]), headers, command) if place else "no step writes PTX"
    if error:
        for output in outputs:
            output.unlink(missing_ok=True)
    return error


def _stepped(steps: Sequence[str], at: int, ptx: Path, headers: Path, command: str) -> str:
    set_up = [f"export {step}" if re.match(r"\w+=", step) else step for step in steps[: at + 1]]
    if error := _run(["bash", "-c", "\n".join(set_up)]):
        return error
    result = translator.translated(ptx, command)
    if result.error or result.reasons:
        return "; ".join(filter(None, (result.error, *result.reasons)))[:200]
    source = ptx.with_suffix(".hip")
    source.write_text(result.code, encoding="utf-8")
    as_ptx = [*translator.as_cuda(headers), "-ptx"]
    if error := _run([*as_ptx, "-o", str(ptx), str(source)]):
        return f"as translated: {error}"
    variables = [step for step in set_up if step.startswith("export ")]
    return _run(["bash", "-c", "\n".join((*variables, "set -e", *steps[at + 1 :]))])


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    lines = (done.stderr + done.stdout).splitlines()
    return next((line for line in lines if "error" in line), (lines or ["fails"])[0])[:200] if done.returncode else ""
