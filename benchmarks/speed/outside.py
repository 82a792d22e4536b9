"""Processes measured from outside: what a user waits for. Start-up, discovery, reading and writing count."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.corpus import ROOT
from benchmarks.speed.samples import Sample

SMALL_FILE = """\
#include <cuda_runtime.h>
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
int main() { float *x; cudaMalloc(&x, 128); twice<<<1, 32>>>(x); return cudaDeviceSynchronize(); }
"""


class FailedError(Exception):
    """A process that did not do its work: its time means nothing."""


@dataclass(frozen=True)
class Measurement:
    """`cpu` are the CPU seconds of the process and its workers: where load is high they say more than `seconds`."""

    seconds: float
    cpu: float
    peak_mb: float


class Subject:
    """The command under test, with no memory of earlier rounds except compiled tables and bytecode: a checkout is
    measured as what is installed, which has both."""

    def __init__(self, command: str, work: Path) -> None:
        """Without a command it is this checkout."""
        self._command = shlex.split(command) or [sys.executable, "-m", "hipify_py"]
        self._environment = _environment(work, is_checkout=not command)
        self._work = work
        self._small = work / "small.cu"
        self._small.write_text(SMALL_FILE)
        self._warm_cache = work / "warm-cache"
        tree = work / "warm"
        for number in range(100):  # so many that workers start
            copy = tree / f"{number}.cu"
            copy.parent.mkdir(exist_ok=True)
            copy.write_text(SMALL_FILE)
        self._run(self._warm_cache, "-j2", "-q", "-o", str(work / "warm-out"), str(tree))
        self._run(self._warm_cache, "-q", str(tree / "0.cu"))

    def convert(self, sample: Sample, jobs: int) -> Measurement:
        # A sample of many trees is none of them: what says that one is portable says nothing of the others.
        how = (f"-j{jobs}", "-q", "--ported", "convert", "--no-copy", "-o", str(self._fresh("out")))
        return self._run(self._cache(), *how, str(sample.folder))

    def start(self) -> Measurement:
        """One small file, in place: what a person waits for at least."""
        copy = self._fresh("start") / "small.cu"
        copy.parent.mkdir()
        shutil.copyfile(self._small, copy)
        return self._run(self._cache(), "-q", str(copy))

    def cpu_of(self, *arguments: str, forget: bool = False) -> float:
        """The CPU seconds of a command. What its runs find out is kept between them, unless they are to `forget` it."""
        if forget:
            shutil.rmtree(self._warm_cache / "hipify-py" / "results", ignore_errors=True)
        return self._run(self._warm_cache, *arguments).cpu

    def bare_python(self) -> Measurement:
        return _measured([sys.executable, "-c", "pass"], self._environment)[0]

    def child(self, task: str, folder: Path, files: Sequence[Path]) -> Any:
        """What a task of `child.py` found out."""
        listing = self._work / "listing.json"
        listing.write_text(json.dumps({"folder": str(folder), "files": [str(path) for path in files]}))
        command = [sys.executable, "-m", "benchmarks.speed.child", task, str(listing)]
        return json.loads(_measured(command, _environment(self._work, is_checkout=True))[1].splitlines()[-1])

    def _cache(self) -> Path:
        """A copy of the cache as it was after the first files: tables compiled, no results of an earlier round."""
        cache = self._fresh("cache")
        if self._warm_cache.exists():
            shutil.copytree(self._warm_cache, cache)
        return cache

    def _fresh(self, name: str) -> Path:
        path = self._work / name
        shutil.rmtree(path, ignore_errors=True)
        return path

    def _run(self, cache: Path, *arguments: str) -> Measurement:
        state = {"XDG_CACHE_HOME": str(cache), "HIPIFY_PY_STATE": str(self._fresh("state"))}
        return _measured([*self._command, *arguments], self._environment | state)[0]


def _environment(work: Path, *, is_checkout: bool) -> dict[str, str]:
    """With bytecode in the work folder, whatever the user's own settings say of it."""
    environment = dict(os.environ) | {"PYTHONPYCACHEPREFIX": str(work / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if is_checkout:  # found without an installation
        paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    return environment


def _measured(command: Sequence[str], environment: dict[str, str]) -> tuple[Measurement, str]:
    """Wall time, the peak memory of the process or of the largest worker it waited for, and the end of its output.
    Exit 1 means findings, which real code has; anything else makes a time meaningless."""
    with tempfile.TemporaryFile() as output:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)  # reaped here, not by Popen
        output.seek(0)
        said = output.read().decode(errors="replace")
    if process.returncode not in (0, 1) or "Traceback (most recent call last)" in said:
        raise FailedError(f"{shlex.join(command)}: exit {process.returncode}\n{said[-2000:]}")
    per_mb = 2**20 if sys.platform == "darwin" else 2**10
    return Measurement(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / per_mb), said
