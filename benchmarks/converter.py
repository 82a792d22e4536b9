"""The command under test, and what must hold whatever it converts: a second run changes nothing, and undo is exact."""

from __future__ import annotations

import dataclasses
import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks.corpus import ROOT
from benchmarks.tree_snapshot import Entry, differing, snapshot

IN_PLACE = ("--no-gitignore", "-q", ".")  # a corpus lies in an ignored folder


@dataclasses.dataclass(frozen=True)
class Converter:
    """Kept away from the user's own caches and journals; what is wrong is added to lists of problems."""

    command: Sequence[str]
    state: Path

    def run(self, problems: list[str], folder: Path, *arguments: str) -> str:
        """What it printed; an exit code that is none of success or findings is a problem."""
        homes = {f"XDG_{kind}_HOME": str(self.state / kind.lower()) for kind in ("CACHE", "STATE", "DATA")}
        paths = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
        done = subprocess.run(
            [*self.command, *arguments],
            cwd=folder,
            env=dict(os.environ) | homes | {"PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode not in (0, 1) or "Traceback (most recent call last)" in done.stdout:
            problems.append(f"{shlex.join(arguments)}: exit {done.returncode}: {done.stdout.strip()[-300:]}")
        return done.stdout

    def check_again(self, problems: list[str], converted: Path, *options: str) -> None:
        """A second conversion, of what was converted already, must change nothing."""
        before = snapshot(converted)
        self.run(problems, converted, *options, *IN_PLACE)
        problems.extend(f"second run: {line}" for line in differing(before, snapshot(converted)))

    def undo(self, problems: list[str], copy: Path, before: dict[str, Entry]) -> None:
        """Takes a run back, which must give all that was before."""
        self.run(problems, copy, "undo")
        problems.extend(f"undo: {line}" for line in differing(before, snapshot(copy)))
