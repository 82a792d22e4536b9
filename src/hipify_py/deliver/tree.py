"""Out of tree: the converted tree is written elsewhere and the source stays as it is.

What an earlier run wrote may be written again; what somebody edited or put there since may not, unless forced.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hipify_py.deliver import atomic
from hipify_py.deliver.journal import digest
from hipify_py.runner import Outcome

_MEMORY = Path(".hipify-py") / "written.json"


class OtherTree:
    def __init__(self, root: Path, new_path: Callable[[Path], Path], *, copy: bool, force: bool) -> None:
        self._root = root
        self._new_path = new_path
        self._copy = copy
        self._force = force
        self._written = _remembered(root)

    def deliver(self, outcome: Outcome) -> str:
        """Write one outcome. Returns how: "converted", "copied", or nothing where it was not wanted."""
        file = outcome.file
        relative = self._new_path(file.relative) if file.is_source and not outcome.skipped else file.relative
        target = self._root / relative
        if outcome.output is not None:
            self._write(target, relative, outcome.output, file.path.stat().st_mode)
            return "converted"
        if not self._copy:
            return ""
        if file.path.is_symlink() and not file.is_source:
            self._link(file.path, target)
        else:
            self._write(target, relative, file.path.read_bytes(), file.path.stat().st_mode)
        return "copied"

    def close(self) -> None:
        memory = self._root / _MEMORY
        with suppress(OSError):  # forgetting only means asking again
            memory.parent.mkdir(parents=True, exist_ok=True)
            (memory.parent / ".gitignore").write_text("*\n")
            atomic.replace(memory, json.dumps(self._written, indent=0, sort_keys=True).encode())

    def _write(self, target: Path, relative: Path, data: bytes, mode: int) -> None:
        if target.exists() and not self._force:
            current = digest(target.read_bytes())
            if current not in (digest(data), self._written.get(relative.as_posix())):
                raise FileExistsError(None, "exists and is not what hipify-py wrote; --force overwrites it")
        target.parent.mkdir(parents=True, exist_ok=True)
        atomic.replace(target, data, mode | 0o200)
        self._written[relative.as_posix()] = digest(data)

    def _link(self, link: Path, target: Path) -> None:
        """A link inside the tree stays one; one that leads out of it would break, so its content is copied."""
        text, destination = link.readlink(), link.resolve()
        inside = not text.is_absolute() and destination.is_relative_to(_ancestor(link, target.relative_to(self._root)))
        target.parent.mkdir(parents=True, exist_ok=True)
        if inside or not destination.is_file():
            if target.is_symlink():
                target.unlink()
            target.symlink_to(text if inside else destination)
        elif not target.exists() or self._force:
            shutil.copy(destination, target)


def _ancestor(path: Path, relative: Path) -> Path:
    """The directory to which `path` is `relative`."""
    folder = Path(os.path.abspath(path))
    for _part in relative.parts:
        folder = folder.parent
    return folder.resolve()


def _remembered(root: Path) -> dict[str, str]:
    with suppress(OSError, ValueError):
        written = json.loads((root / _MEMORY).read_text(encoding="utf-8"))
        if isinstance(written, dict):
            return {str(path): str(value) for path, value in written.items()}
    return {}
