"""What hipify-nvcc imports where nothing has changed since the last time: each command of a build waits for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
