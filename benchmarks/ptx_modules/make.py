"""Makes the corpus: FOLDER/ptx/NAME.ptx, and a line of FOLDER/modules.jsonl for each that was tried.

What is there is not made again. A source that does not compile with a variant is a line with an error.
"""

from __future__ import annotations

import fnmatch
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.compiling import ran
from benchmarks.ptx_modules import ptx_text
from benchmarks.ptx_modules.sources import Task

MANIFEST = "modules.jsonl"
_SECONDS = 120
_MOST_BYTES = 12_000_000
_MOST_IN_ALL = 1_500_000_000


def make(folder: Path, tasks: Iterable[Task]) -> None:
    (folder / "ptx").mkdir(parents=True, exist_ok=True)
    known = {row["name"] for row in rows(folder)}
    room = _MOST_IN_ALL - sum(path.stat().st_size for path in (folder / "ptx").iterdir())
    with (folder / MANIFEST).open("a", encoding="utf-8") as stream:
        for task in tasks:
            if task.name not in known and room > 0:
                row = _made(task, folder / "ptx" / f"{task.name}.ptx")
                room -= row.get("bytes", 0)
                stream.write(json.dumps(row) + "\n")
                stream.flush()


def add(folder: Path, paths: Iterable[Path], package: str, options: str) -> None:
    """Modules that something else has written."""
    (folder / "ptx").mkdir(parents=True, exist_ok=True)
    known = {row["name"] for row in rows(folder)}
    with (folder / MANIFEST).open("a", encoding="utf-8") as stream:
        for path in paths:
            name = f"{package}-{path.stem}"
            if name not in known:
                target = folder / "ptx" / f"{name}.ptx"
                target.write_bytes(path.read_bytes())
                row = {"name": name, "package": package, "source": path.stem, "options": options}
                stream.write(json.dumps(row | _of_text(target)) + "\n")


def rows(folder: Path) -> Iterator[dict[str, Any]]:
    path = folder / MANIFEST
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        yield json.loads(line)


def is_one(name: str, patterns: Sequence[str]) -> bool:
    """Any is, where no pattern is given."""
    return not patterns or any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def modules(folder: Path) -> list[dict[str, Any]]:
    """Those that are there and have functions."""
    return [row for row in rows(folder) if row.get("kernels") or row.get("functions")]


def _made(task: Task, target: Path) -> dict[str, Any]:
    options = " ".join((task.variant.arch, *task.variant.options))
    row = {"name": task.name, "package": task.package, "source": task.path, "options": options}
    error = _error_of(task, target.absolute())
    if not error and target.stat().st_size > _MOST_BYTES:
        error = f"larger than {_MOST_BYTES} bytes"
    if error:
        target.unlink(missing_ok=True)
        return row | {"error": error}
    return row | _of_text(target)


def _error_of(task: Task, target: Path) -> str:
    done = ran([*task.command, str(target)], task.tree, _SECONDS)
    if done is None:
        return f"the compiler did not finish within {_SECONDS} s"
    if done.returncode == 0 and target.is_file():
        return ""
    said = (done.stderr + done.stdout).splitlines()
    return next((line for line in said if "error" in line), (said or ["fails"])[0])[:300]


def _of_text(target: Path) -> dict[str, Any]:
    found = list(ptx_text.functions(target.read_text(encoding="utf-8", errors="replace")))
    if not found:
        target.unlink()
        return {"kernels": [], "functions": 0}
    names = [each.name for each in found if each.is_kernel]
    return {"kernels": names, "functions": len(found) - len(names), "bytes": target.stat().st_size}


def summary(folder: Path) -> str:
    tried = list(rows(folder))
    found = [row for row in tried if row.get("kernels") or row.get("functions")]
    size = sum(row["bytes"] for row in found) / 1e6
    lines = [f"{len(found)} modules of {len(tried)} tried, {size:.0f} MB"]
    lines.append(
        f"{sum(len(row['kernels']) for row in found)} kernels, {sum(row['functions'] for row in found)} functions"
    )
    for key in ("options", "package"):
        counts = Counter(row[key] for row in found)
        lines.append(", ".join(f"{name} {count}" for name, count in counts.most_common()))
    return "\n".join(lines)


def be_nice() -> None:
    """Others use the machine, too."""
    if hasattr(os, "nice"):
        os.nice(10)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"process {os.getpid()}", file=sys.stderr)
