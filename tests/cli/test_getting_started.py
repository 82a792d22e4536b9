"""What docs/getting-started.md tells people to type prints what it says."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from tests.consoles import steps

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify

ROOT = Path(__file__).parents[2]
STEPS = steps((ROOT / "docs/getting-started.md").read_text(encoding="utf-8"))


def test_it_prints_what_the_page_says(command: Hipify, tree: Path) -> None:
    shutil.copytree(ROOT / "examples/project", tree / "project")
    ours = [step for step in STEPS if step.command.startswith("hipify-py ")]
    assert len(ours) >= 5
    for step in ours:
        ran = command(*shlex.split(step.command)[1:], stderr=subprocess.STDOUT)
        assert ran.code == 0, step.command
        assert step.missing(ran.out) == [], step.command
