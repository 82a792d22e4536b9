"""The journal of in-place runs: every original is kept before its file is first written, so a run can be undone.

It lives where it does not show: inside `.git` for a repository, else in a `.hipify-py` directory that ignores itself.
One directory a run: `entries.jsonl`, a line for each file, and the originals beside it, numbered.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from hipify_py.deliver import atomic

_ENTRIES = "entries.jsonl"
KEPT_RUNS = 10


class JournalError(Exception):
    """The journal cannot be kept or read, in one line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file before and after: `path` as it was, `new_path` as it is (another where the run renamed it)."""

    path: str
    new_path: str
    original: str
    before: str
    after: str
    mode: int


@dataclass(frozen=True, slots=True)
class Undone:
    restored: tuple[str, ...]
    kept: tuple[str, ...]
    problems: tuple[tuple[str, str], ...]


class Journal:
    """An in-place run being recorded; nothing exists on disk until the first file is."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._folder: Path | None = None
        self._file: IO[str] | None = None
        self._count = 0

    def record(self, path: Path, new_path: Path, original: bytes, output: bytes, mode: int) -> None:
        """Keep an original. Only after this may the file be written."""
        try:
            folder, file = self._open()
            name = f"{self._count:06}"
            (folder / name).write_bytes(original)
            entry = Entry(
                os.path.abspath(path), os.path.abspath(new_path), name, digest(original), digest(output), mode & 0o7777
            )
            file.write(json.dumps(asdict(entry)) + "\n")
            file.flush()
        except OSError as error:
            where = self._folder or self._home
            raise JournalError(f"cannot keep the original in {where}: {error.strerror or error}") from error
        self._count += 1

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            for old in _runs(self._home)[:-KEPT_RUNS]:
                shutil.rmtree(old, ignore_errors=True)

    def _open(self) -> tuple[Path, IO[str]]:
        if self._folder is None or self._file is None:
            self._home.mkdir(parents=True, exist_ok=True)
            if self._home.name.startswith("."):
                (self._home / ".gitignore").write_text("*\n")
            self._folder = self._home / f"{time.time_ns():020}"
            self._folder.mkdir()
            self._file = (self._folder / _ENTRIES).open("a", encoding="utf-8")
        return self._folder, self._file


def undo(start: Path, *, force: bool) -> Undone | None:
    """Restore the last run recorded for a directory or one above it; None if there is none."""
    folder = _last_run(start)
    if folder is None:
        return None
    restored, kept, problems = [], [], []
    for entry in reversed(list(_entries(folder))):
        try:
            if _restore(folder, entry, force=force):
                restored.append(entry.path)
            else:
                kept.append(entry.new_path)
        except OSError as error:
            problems.append((entry.path, error.strerror or str(error)))
    if not kept and not problems:
        shutil.rmtree(folder, ignore_errors=True)
    return Undone(tuple(reversed(restored)), tuple(reversed(kept)), tuple(reversed(problems)))


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def _restore(folder: Path, entry: Entry, *, force: bool) -> bool:
    """Put one original back; False if the file was edited since and may not be overwritten."""
    path, new_path = Path(entry.path), Path(entry.new_path)
    current = _digest_of(new_path)
    if current is None and path != new_path:
        current = _digest_of(path)
        new_path = path
    if current == entry.before and new_path == path:
        return True
    if current != entry.after and not force:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic.replace(path, (folder / entry.original).read_bytes(), entry.mode)
    if new_path != path:
        new_path.unlink(missing_ok=True)
    return True


def _digest_of(path: Path) -> str | None:
    try:
        return digest(path.read_bytes())
    except FileNotFoundError:
        return None


def _entries(folder: Path) -> Iterator[Entry]:
    for line in (folder / _ENTRIES).read_text(encoding="utf-8").splitlines():
        # A run that was killed may leave half a line; its file was then not written yet.
        with suppress(ValueError, TypeError):
            yield Entry(**json.loads(line))


def home_for(base: Path) -> Path:
    """Where runs on files below `base` are kept: its repository's git directory, or the directory one works in."""
    base = Path(os.path.abspath(base))
    for folder in (base, *base.parents):
        if (git := _git_directory(folder)) is not None:
            return git / "hipify-py"
    here = Path.cwd()
    return (here if base.is_relative_to(here) else base) / ".hipify-py"


def _git_directory(folder: Path) -> Path | None:
    """The git directory of a checkout's root; a worktree or submodule names it in a file."""
    marker = folder / ".git"
    if marker.is_dir() and os.access(marker, os.W_OK):
        return marker
    with suppress(OSError, UnicodeDecodeError):
        if marker.is_file() and (text := marker.read_text()).startswith("gitdir:"):
            directory = folder / text.removeprefix("gitdir:").strip()
            return directory if directory.is_dir() else None
    return None


def _last_run(start: Path) -> Path | None:
    start = Path(os.path.abspath(start))
    for folder in (start, *start.parents):
        git = _git_directory(folder)
        homes = [folder / ".hipify-py", *([git / "hipify-py"] if git else [])]
        if runs := [run for home in homes for run in _runs(home)]:
            return max(runs, key=lambda run: run.name)
    return None


def _runs(home: Path) -> list[Path]:
    try:
        return sorted(run for run in home.iterdir() if (run / _ENTRIES).is_file())
    except OSError:
        return []
