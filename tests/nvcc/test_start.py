"""What hipify-nvcc imports where nothing has changed since the last time: each command of a build waits for it."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.nvcc.conftest import Nvcc

SOURCE = Path(__file__).parents[2] / "src"
# Modules that take milliseconds, or bring others that do.
_SLOW = ("pathlib", "json", "typing", "contextlib", "importlib.util", "dataclasses", "hashlib", "re", "subprocess")
_HIT = f"""\
import sys
sys.path.insert(0, {str(SOURCE)!r})
from hipify_py.nvcc import answers, main, plans
words = ["-c", "a.cu"]
assert answers.to(words) is None
plan = plans.Plan()
plan.command = ["compiler", *words]
plans.keep(plans.key(words), plan)
assert plans.load(plans.key(words)).command == plan.command
print(*sys.modules)
"""


def test_a_plan_that_is_found_takes_few_imports(tmp_path: Path) -> None:
    """`keep` needs more than `load`, and is in the cache already where it counts."""
    hit = _HIT.replace("plans.keep(plans.key(words), plan)\n", "")
    environment = {"HIPIFY_NVCC_CACHE": str(tmp_path / "cache")}
    for script in (_HIT, hit):
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", script], env=environment, capture_output=True, text=True, check=True
        )
    assert set(_SLOW).isdisjoint(done.stdout.split())


# What a hit may cost over the compiler, in seconds of CPU time, with the start of Python in it.
_MOST = 0.05


@pytest.mark.slow
def test_a_hit_costs_little(nvcc: Nvcc) -> None:
    """The least of many starts, as what else the machine does makes them longer."""
    nvcc.write("a.h", "#pragma once\n")
    nvcc.write("a.cu", '#include "a.h"\n__global__ void k(int *p) { *p = 1; }\n')
    words = ["-c", "a.cu", "-o", "a.o", "-I.", "-MD", "-MF", "a.d"]
    environment = {**nvcc.environment, "HIPIFY_NVCC_COMPILER": "/bin/true"}
    (nvcc.folder / "a.d").write_text("a.o: a.cu a.h\n", encoding="utf-8")
    command = [str(nvcc.program), *words]
    subprocess.run(command, cwd=nvcc.folder, env=environment, check=True)
    costs = [_cpu_seconds(command, nvcc.folder, environment) for _ in range(20)]
    compiler = [_cpu_seconds(["/bin/true"], nvcc.folder, environment) for _ in range(5)]
    assert min(costs) - min(compiler) < _MOST


def _cpu_seconds(command: list[str], folder: Path, environment: Mapping[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
