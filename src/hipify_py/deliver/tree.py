"""Out of tree: the converted tree is written elsewhere and the source stays as it is.

What an earlier run wrote may be written again; what somebody edited or put there since may not, unless forced.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hipify_py.deliver import atomic
from hipify_py.deliver.journal import digest
from hipify_py.runner import Outcome

_MEMORY = Path(".hipify-py") / "written.json"


class OtherTree:
    def __init__(self, root: Path, name_after: Callable[[Outcome], str], *, copy: bool, force: bool) -> None:
        self._root = root
        self._name_after = name_after
        self._copy = copy
        self._force = force
        self._written = _remembered(root)
        self._this_run: set[Path] = set()
        self._companions: set[Path] = set()

    def deliver(self, outcome: Outcome) -> str:
        """Write one outcome. Returns how: "converted", "copied", or nothing where it was not wanted."""
        file = outcome.file
        relative = file.relative.with_name(self._name_after(outcome))
        if outcome.output is not None:
            self._write(relative, outcome.output, file.path.stat().st_mode)
            return "converted"
        if not self._copy or relative in self._companions:
            return ""
        if file.path.is_symlink() and not file.is_source:
            self._link(file.path, relative)
        else:
            self._write(relative, file.path.read_bytes(), file.path.stat().st_mode)
        return "copied"

    def accompany(self, path: Path, data: bytes) -> str:
        """Write a file that converted sources include."""
        relative = Path(os.path.relpath(path, self._root))
        if relative in self._this_run:
            return ""
        self._write(relative, data, 0o644)
        self._companions.add(relative)
        return "written"

    def close(self) -> None:
        if not self._this_run:
            return
        memory = self._root / _MEMORY
        with suppress(OSError):  # forgetting only means asking again
            memory.parent.mkdir(parents=True, exist_ok=True)
            (memory.parent / ".gitignore").write_text("*\n")
            atomic.replace(memory, json.dumps(self._written, indent=0, sort_keys=True).encode())

    def _write(self, relative: Path, data: bytes, mode: int) -> None:
        target = self._claim(relative, digest(data))
        if target.is_symlink():
            target.unlink()  # what it points to is not ours
        atomic.replace(target, data, mode | 0o200)
        self._remember(relative, digest(data))

    def _link(self, link: Path, relative: Path) -> None:
        """A link inside the tree stays one; one that leads out of it would break, so its content is copied."""
        text, destination = link.readlink(), link.resolve()
        inside = not text.is_absolute() and destination.is_relative_to(_ancestor(link, relative))
        if destination.is_file() and not inside:
            self._write(relative, destination.read_bytes(), destination.stat().st_mode)
            return
        text = text if inside else destination
        target = self._claim(relative, _digest_of_link(text))
        if os.path.lexists(target):
            target.unlink()
        target.symlink_to(text)
        self._remember(relative, _digest_of_link(text))

    def _claim(self, relative: Path, new: str) -> Path:
        """The path to write to, once it is clear that nobody's work is lost by it."""
        target = self._root / relative
        if relative in self._this_run:
            raise FileExistsError(None, f"{relative.name} is also what another source becomes")
        if not Path(os.path.realpath(target.parent)).is_relative_to(os.path.realpath(self._root)):
            raise OSError(None, f"{target.parent} is a link that leads out of the output directory")
        if os.path.lexists(target) and not self._force:
            known = new, self._written.get(relative.as_posix())
            if _digest_at(target) not in known:
                raise FileExistsError(None, f"{target} exists and is not what hipify-py wrote; --force overwrites it")
        target.parent.mkdir(parents=True, exist_ok=True)
        return target

    def _remember(self, relative: Path, content: str) -> None:
        self._this_run.add(relative)
        self._written[relative.as_posix()] = content


def _digest_at(path: Path) -> str:
    if path.is_symlink():
        return _digest_of_link(path.readlink())
    if not path.is_file():  # reading a pipe would wait for ever
        raise FileExistsError(None, f"{path} exists and is no regular file")
    return digest(path.read_bytes())


def _digest_of_link(text: Path) -> str:
    return "link:" + digest(os.fsencode(text))


def _ancestor(path: Path, relative: Path) -> Path:
    """The directory to which `path` is `relative`."""
    folder = Path(os.path.abspath(path))
    for _part in relative.parts:
        folder = folder.parent
    return folder.resolve()


def _remembered(root: Path) -> dict[str, str]:
    with suppress(OSError, ValueError, RecursionError):
        written = json.loads((root / _MEMORY).read_text(encoding="utf-8"))
        if isinstance(written, dict):
            return {str(path): str(value) for path, value in written.items()}
    return {}
