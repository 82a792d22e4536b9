"""The journal of in-place runs: every original is kept before its file is first written, so a run can be undone.

It lives where it does not show: inside `.git` for a repository, else in a `.hipify-py` directory that ignores itself.
One directory a run: `entries.jsonl`, a line for each file, and the originals beside it, numbered.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import stat
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from io import FileIO
from pathlib import Path

from hipify_py.deliver import atomic
from hipify_py.discover import reason

_ENTRIES = "entries.jsonl"
KEPT_RUNS = 10


class JournalError(Exception):
    """The journal cannot be kept or read, in one line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file before and after: `path` as it was, `new_path` as it is (another where the run renamed it). One that the
    run made has nothing in `before`."""

    path: str
    new_path: str
    original: str
    before: str
    after: str
    mode: int


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of each file: restored, or kept or failed with the reason; and where they all lie."""

    directory: str
    restored: tuple[str, ...]
    kept: tuple[tuple[str, str], ...]
    problems: tuple[tuple[str, str], ...]


class Journal:
    """An in-place run being recorded; nothing exists on disk until the first file is."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._folder: Path | None = None
        self._file: FileIO | None = None
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
            _write_whole(file, (json.dumps(asdict(entry)) + "\n").encode())
        except OSError as error:
            where = self._folder or self._home
            raise JournalError(
                f"{where}: {reason(error)}; nothing is converted where originals cannot be kept"
            ) from error
        self._count += 1

    def record_new(self, path: Path, output: bytes) -> None:
        """Note a file that there was not before. Only after this may it be written."""
        try:
            _folder, file = self._open()
            entry = Entry(os.path.abspath(path), os.path.abspath(path), "", "", digest(output), 0)
            _write_whole(file, (json.dumps(asdict(entry)) + "\n").encode())
        except OSError as error:
            raise JournalError(f"{self._folder or self._home}: {reason(error)}; nothing is written") from error

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            for old in _runs(self._home)[:-KEPT_RUNS]:
                shutil.rmtree(old, ignore_errors=True)

    def _open(self) -> tuple[Path, FileIO]:
        if self._folder is None or self._file is None:
            self._home.mkdir(parents=True, exist_ok=True)
            if self._home.name.startswith("."):
                (self._home / ".gitignore").write_text("*\n")
            self._folder = self._home / f"{time.time_ns():020}"
            self._folder.mkdir(mode=0o700)  # originals may be private files
            self._file = (self._folder / _ENTRIES).open("ab", buffering=0)
        return self._folder, self._file


def undo(start: Path, *, force: bool) -> Undone | None:
    """Restore the last run that concerns a directory: its files lie below it, or it lies among them. None without."""
    folder = _last_run(start)
    if folder is None:
        return None
    restored: list[str] = []
    kept: list[tuple[str, str]] = []
    entries, problems = _entries(folder)
    for entry in reversed(entries):
        try:
            if why := "" if force else _changed_since(entry):
                kept.append((entry.new_path, why))
            else:
                _restore(folder, entry)
                restored.append(entry.path)
        except OSError as error:
            problems.append((entry.path, reason(error)))
    if not kept and not problems:
        shutil.rmtree(folder, ignore_errors=True)
    directory = os.path.commonpath([Path(path).parent for path in restored]) if restored else ""
    return Undone(directory, tuple(reversed(restored)), tuple(reversed(kept)), tuple(problems))


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def _changed_since(entry: Entry) -> str:
    """What somebody did to the file after it was converted, or nothing."""
    path, new_path = Path(entry.path), Path(entry.new_path)
    at_path, at_new = _digest_of(path), _digest_of(new_path)
    if not entry.before:
        return "" if at_path in (None, entry.after) else "edited since it was written"
    if path == new_path:
        if at_path is None:
            return "deleted since it was converted"
        return "" if at_path in (entry.after, entry.before) else "edited since it was converted"
    if at_path not in (None, entry.before):
        return f"renamed since, and {path.name} is another file now"
    if at_new is None:
        return "" if at_path else "deleted since it was converted"
    return "" if at_new == entry.after else "edited since it was converted"


def _restore(folder: Path, entry: Entry) -> None:
    path, new_path = Path(entry.path), Path(entry.new_path)
    if not entry.before:
        path.unlink(missing_ok=True)
        return
    if _digest_of(path) != entry.before or stat.S_IMODE(path.stat().st_mode) != entry.mode:
        original = (folder / entry.original).read_bytes()
        if digest(original) != entry.before:
            raise OSError(None, f"its original {folder / entry.original} is damaged")
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic.replace(path, original, entry.mode)
    if new_path != path:
        new_path.unlink(missing_ok=True)


def _digest_of(path: Path) -> str | None:
    try:
        return digest(path.read_bytes())
    except FileNotFoundError:
        return None


def _entries(folder: Path) -> tuple[list[Entry], list[tuple[str, str]]]:
    """The entries of a run, and what cannot be read of them."""
    file = folder / _ENTRIES
    try:
        *lines, rest = file.read_bytes().split(b"\n")
    except OSError as error:
        return [], [(str(file), reason(error))]
    # A run that was killed may leave half a line at the end; its file was then not written yet.
    found = [(number, _entry(line)) for number, line in enumerate([*lines, rest], 1) if line]
    damaged = [number for number, entry in found if entry is None and number <= len(lines)]
    problems = [(f"{file}:{number}", "damaged, so the file recorded there is not restored") for number in damaged]
    return [entry for _number, entry in found if entry is not None], problems


def _entry(line: bytes) -> Entry | None:
    with suppress(ValueError, TypeError, RecursionError):
        entry = Entry(**json.loads(line))
        texts = (entry.path, entry.new_path, entry.original, entry.before, entry.after)
        if all(b"\0" not in os.fsencode(text) for text in texts) and isinstance(entry.mode, int):
            return entry
    return None


def _write_whole(file: FileIO, line: bytes) -> None:
    """Unbuffered, so that nothing is left to fail when the file is closed."""
    if file.write(line) != len(line):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


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
            return directory if directory.is_dir() and os.access(directory, os.W_OK) else None
    return None


def _last_run(start: Path) -> Path | None:
    start = Path(os.path.abspath(start))
    for folder in (start, *start.parents):
        git = _git_directory(folder)
        homes = [folder / ".hipify-py", *([git / "hipify-py"] if git else [])]
        runs = (run for home in homes for run in _runs(home) if _concerns(run, start))
        if last := max(runs, key=lambda run: run.name, default=None):
            return last
    return None


def _concerns(run: Path, directory: Path) -> bool:
    entries, problems = _entries(run)
    folders = [Path(entry.path).parent for entry in entries]
    if not folders:
        return bool(problems)
    common = Path(os.path.commonpath(folders))
    is_among_them = directory.is_relative_to(common)
    return is_among_them or any(Path(entry.path).is_relative_to(directory) for entry in entries)


def _runs(home: Path) -> list[Path]:
    try:
        return sorted(run for run in home.iterdir() if (run / _ENTRIES).is_file())
    except OSError:
        return []
