"""In place: journal the original, then replace the file in one step."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from hipify_py.deliver import atomic
from hipify_py.deliver.companion import refuse_foreign
from hipify_py.deliver.journal import Journal
from hipify_py.runner import Outcome


class InPlace:
    """`name_after` tells what a file is to be called afterwards; usually what it is called already."""

    def __init__(self, journal: Journal, name_after: Callable[[Outcome], str]) -> None:
        self._journal = journal
        self._name_after = name_after

    def deliver(self, outcome: Outcome) -> str:
        """Write one outcome. Returns how the file changed: "converted", "renamed" or nothing."""
        path = outcome.file.path
        target = path.with_name(self._name_after(outcome))
        if outcome.output is None and target == path:
            return ""
        if target != path and os.path.lexists(target):
            raise FileExistsError(None, f"cannot become {target.name}: that file exists")
        original = path.read_bytes() if outcome.original is None else outcome.original
        status = path.stat()
        if outcome.original is not None and (status.st_mtime_ns, status.st_size) != outcome.signature:
            raise OSError(None, "changed by someone else while it was converted; run again")
        output = original if outcome.output is None else outcome.output
        atomic.refuse_read_only(path)
        self._journal.record(path, target, original, output, status.st_mode)
        atomic.replace(target, output, status.st_mode)
        if target != path:
            path.unlink()
        return "converted" if outcome.output is not None else "renamed"

    def accompany(self, path: Path, data: bytes) -> str:
        """Write a file that converted sources include."""
        if not os.path.lexists(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._journal.record_new(path, data)
            atomic.replace(path, data)
            return "written"
        old = path.read_bytes()
        if old == data:
            return ""
        refuse_foreign(path, old)
        self._journal.record(path, path, old, data, path.stat().st_mode)
        atomic.replace(path, data)
        return "written"

    def close(self) -> None:
        self._journal.close()
