"""Taking the last run back: every file as it was, byte for byte, and nothing that anybody did since.

What cannot be understood of a run is said, and then its directory stays: no original is removed before its file is
restored, or known to be what it was.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from os import stat_result
from pathlib import Path

from hipify_py.file.marks import is_our_header
from hipify_py.once import cached_property
from hipify_py.records import dataclass
from hipify_py.run.deliver import state
from hipify_py.run.deliver.batch import Change, refuse_read_only, replace_all, sync_all
from hipify_py.run.deliver.journal import (
    ENTRIES,
    UNDONE,
    Entry,
    Run,
    digest,
    forget,
    has_ended,
    head_of,
    mark_ended,
    read_run,
    runs_in,
)
from hipify_py.system import disk
from hipify_py.system.disk import Folders
from hipify_py.texts import reason, to_bytes

_TOGETHER = 32


@dataclass
class Undone:
    """What became of each file: restored, or kept or failed with the reason; and where those restored all lie."""

    restored: list[str] = field(default_factory=list)
    kept: list[tuple[str, str]] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    waiting: int = 0  # those kept for files of other runs

    @property
    def needs_another(self) -> bool:
        """Whether nothing happened, and nothing will before another run is taken back."""
        return 0 < self.waiting == len(self.kept) and not self.restored and not self.problems

    @property
    def directory(self) -> str:
        return os.path.commonpath([Path(path).parent for path in self.restored]) if self.restored else ""


def undo(start: Path, *, force: bool, say: Callable[[str], object]) -> Undone | None:
    """Restore the last run that concerns a directory or a file: its files lie below it, or it lies among them. None
    without."""
    start = Path(os.path.realpath(start))
    passed: list[Path] = []
    undone = None
    while found := _last_run(start, passed):
        run, root = found
        if root is None:
            why = f"{', '.join(run.damage)}; nothing is restored from it. Without it, `undo` takes the run before it"
            return Undone(problems=[(str(run.folder), why)])
        with state.turn_on(root, say):
            if _last_run(start, passed) == found:  # nobody has done it while we waited
                undone = _Undoing(run, root, force=force).all()
                if not undone.needs_another:
                    return undone
                passed.append(run.folder)
    return undone


def take_back(root: Path) -> Undone:
    """Undo the run on a tree that has just ended, and whose turn it still is."""
    found = _last_run(root)
    if found is None or found[1] is None:
        return Undone()
    return _Undoing(found[0], found[1], force=False).all()


def sweep(root: Path) -> None:
    """Remove the temporary files that killed runs on a tree, or on one around it, have left."""
    for tree in (root, *root.parents):
        for folder in runs_in(state.folder_of(tree)):
            if not has_ended(folder):
                _sweep(read_run(folder), tree)
                with suppress(OSError):
                    mark_ended(folder)


@dataclass(frozen=True)
class _Found:
    """What lies where a file was: its digest, or None where nothing lies; and what it is if it is no file."""

    digest: str | None = None
    status: stat_result | None = None
    what: str = ""
    is_header: bool = False


class _Undoing:
    """One run being taken back. The bytes of many files are restored together."""

    def __init__(self, run: Run, root: Path, *, force: bool) -> None:
        self._run = run
        self._root = root
        self._force = force
        self._undone = Undone()
        self._settled: list[Entry] = []

    def all(self) -> Undone:
        _sweep(self._run, self._root)
        entries = [entry for number, entry in sorted(self._run.entries.items(), reverse=True)]
        entries = [entry for entry in entries if entry.number not in self._run.undone]
        files = [entry for entry in entries if not entry.is_folder]
        for first in range(0, len(files), _TOGETHER):
            self._restore(files[first : first + _TOGETHER])
        for entry in entries:
            if entry.is_folder:
                self._remove_folder(entry)
        self._close()
        self._undone.restored.reverse()
        self._undone.kept.reverse()
        return self._undone

    def _restore(self, entries: Sequence[Entry]) -> None:
        with Folders() as folders:
            steps = [step for entry in entries if (step := self._step(entry, folders))]
            changes = [step.change for step in steps if step.change is not None]
            replace_all(changes, folders)
            for step in steps:
                self._settle(step, folders)
            sync_all([step.superfluous for step in steps if step.superfluous], folders)

    def _settle(self, step: _Step, folders: Folders) -> None:
        """Note how it went. What the run put elsewhere goes when what it took is back."""
        path, change = str(self._root / step.entry.path), step.change
        try:
            if change is not None and change.error is not None:
                raise change.error
            if change is not None and change.new is None:
                return
            if step.superfluous is not None:
                folders.of(step.superfluous).unlink(step.superfluous.name)
        except OSError as error:
            self._undone.problems.append((path, reason(error)))
            return
        self._settled.append(step.entry)
        if change is not None or step.superfluous is not None:
            self._undone.restored.append(path)

    def _step(self, entry: Entry, folders: Folders) -> _Step | None:
        """What is to be done for an entry; None where nothing can be, which is noted."""
        path, new_path = self._root / entry.path, self._root / entry.new_path
        if entry.is_use:
            return _Step(entry)
        try:
            at_path = _found(path, folders)
            at_new = at_path if path == new_path else _found(new_path, folders)
            if not self._force and (why := self._why_needed(entry, at_path) or _changed_since(entry, at_path, at_new)):
                self._undone.kept.append((str(new_path), why))
                return None
            if "a directory" in (at_path.what, at_new.what):
                raise IsADirectoryError(None, "is a directory")
            return self._planned(entry, at_path, at_new)
        except OSError as error:
            self._undone.problems.append((str(path), reason(error)))
            return None

    def _why_needed(self, entry: Entry, at_path: _Found) -> str:
        """Who else needs a header that the run made, or what it added to one: several runs may convert what includes
        it."""
        if at_path.status is None or (entry.before and not at_path.is_header):
            return ""
        path = self._root / entry.path
        if at_path.is_header and (kept := self._kept_with(path.name)):
            return f"still included by {kept}, which is kept"
        others = (folder for folder in _all_runs() if folder != self._run.folder and _may_name(folder, path))
        places = (_place_where_needed(folder, path, entry, self._content_then) for folder in others)
        needing = next((place for place in places if place is not None), None)
        if needing is None:
            return ""
        self._undone.waiting += 1
        return f"still included by files of a run on {needing}; undo that run first"

    def _kept_with(self, header: str) -> str:
        """A file that names a header and stays as it is: headers were made before what includes them, and go last."""
        for kept, _why in self._undone.kept:
            with suppress(OSError):
                data, _status = disk.read(Path(kept))
                if to_bytes(header) in (data or b""):
                    return kept
        return ""

    def _content_then(self, path: Path) -> bytes:
        """What is in a file once this run is taken back."""
        with suppress(OSError):
            if path not in self._before or any(Path(kept) == path for kept, _why in self._undone.kept):
                data, _status = disk.read(path)
                return data or b""
            entry = self._before[path]
            return self._run.original(entry) if entry is not None and entry.before else b""
        return b""

    @cached_property
    def _before(self) -> Mapping[Path, Entry | None]:
        """Where the run has files, those that lay there before."""
        entries = [entry for entry in self._run.entries.values() if entry.number not in self._run.undone]
        renamed = {self._root / entry.new_path: None for entry in entries}
        return {**renamed, **{self._root / entry.path: entry for entry in entries}}

    def _planned(self, entry: Entry, at_path: _Found, at_new: _Found) -> _Step:
        path, new_path = self._root / entry.path, self._root / entry.new_path
        if not entry.before:
            return _Step(entry, superfluous=path if at_path.status else None)
        like = at_path.status or at_new.status
        mode = _mode(entry, like)
        is_ours = at_new.digest == entry.after or self._force
        superfluous = new_path if path != new_path and at_new.status and is_ours else None
        if at_path.digest == entry.before and at_path.status and at_path.status.st_mode & 0o7777 == mode:
            return _Step(entry, superfluous=superfluous)
        refuse_read_only(None if at_path.what else at_path.status)
        original = self._run.original(entry)
        disk.make_folder(path.parent)
        return _Step(entry, Change(path, original, mode, entry.temporary, at_path.status, like), superfluous)

    def _remove_folder(self, entry: Entry) -> None:
        """A directory that the run made goes unless somebody else uses it now."""
        path = self._root / entry.path
        if any(Path(kept).is_relative_to(path) for kept, _why in self._undone.kept):
            return
        with suppress(OSError), disk.open_folder(path.parent) as folder:
            folder.rmdir(path.name)
            folder.sync()
        self._settled.append(entry)

    def _close(self) -> None:
        """Remove the run if all of it is accounted for, and else note what is done."""
        run = self._run
        if run.damage:
            why = f"{', '.join(run.damage)}; what is left of it is kept there"
            self._undone.problems.append((str(run.folder), why))
        if self._undone.kept or self._undone.problems:
            with disk.open_folder(run.folder) as folder:
                log = folder.log(UNDONE)
                log.append(b"".join(b"%d\n" % entry.number for entry in self._settled))
                log.sync()
                log.close()
        else:
            forget(run.folder)


@dataclass(frozen=True)
class _Step:
    """What brings a file back: a change, and what goes then; neither where all is as it was."""

    entry: Entry
    change: Change | None = None
    superfluous: Path | None = None


def _changed_since(entry: Entry, at_path: _Found, at_new: _Found) -> str:
    """What somebody did to the file after it was converted, or nothing."""
    if what := at_path.what or at_new.what:
        return "" if what == "a directory" else f"replaced by {what}"
    if not entry.before:
        return "" if at_path.digest in (None, entry.after) else "edited since it was written"
    if entry.path == entry.new_path:
        if at_path.digest is None:
            return "deleted since it was converted"
        return "" if at_path.digest in (entry.after, entry.before) else "edited since it was converted"
    if at_path.digest not in (None, entry.before, entry.after):
        return f"{Path(entry.path).name} is now another file"
    if at_path.digest is not None:  # a run that was ended early may not have renamed it yet
        return ""
    if at_new.digest is None:
        return "deleted since it was converted"
    return "" if at_new.digest == entry.after else "edited since it was converted"


def _found(path: Path, folders: Folders) -> _Found:
    try:
        folder = folders.of(path)
    except FileNotFoundError:
        return _Found()
    status = folder.stat(path.name)
    if status is None:
        return _Found()
    if what := disk.kind_of(status):
        return _Found(None, status, what)
    data, status = folder.read(path.name)
    return _Found(digest(data or b""), status, is_header=is_our_header(data or b""))


def _mode(entry: Entry, like: stat_result | None) -> int:
    """As it was; but what lets a file run as its owner comes from no record, and is kept where it is there already."""
    special = 0 if like is None else like.st_mode & 0o7000
    return entry.mode & (0o777 | special)


def _sweep(run: Run, root: Path) -> None:
    for entry in run.entries.values():
        path = root / entry.path
        with suppress(OSError), disk.open_folder(path.parent) as folder:
            folder.unlink(entry.temporary)


def _last_run(start: Path, passed: Sequence[Path] = ()) -> tuple[Run, Path | None] | None:
    """The newest run that concerns a directory, and where its tree lies now; nowhere if that cannot be known."""
    ours = {state.folder_of(folder) for folder in (start, *start.parents)}
    for folder in sorted({*_all_runs()}.difference(passed), key=lambda run: run.name, reverse=True):
        head = head_of(folder)
        if head is None:
            if folder.parent.parent in ours:
                return read_run(folder), None
            continue
        places = [place for place in head.places(start) if _is_nested(place, start)]
        if not places:
            continue
        run = read_run(folder)
        place = next((place for place in places if _is_place_of(run, place)), None)
        if place is not None and not run.is_over and _concerns(run, place, start):
            return run, place
    return None


def _all_runs() -> Iterator[Path]:
    for tree in state.known_trees():
        yield from runs_in(tree)


def _may_name(folder: Path, path: Path) -> bool:
    """Whether a run knows a file of that name: most know none, and are not read any further."""
    try:
        return to_bytes(json.dumps(path.name).strip('"')) in (folder / ENTRIES).read_bytes()
    except OSError:
        return True


def _place_where_needed(folder: Path, path: Path, made: Entry, content: Callable[[Path], bytes]) -> Path | None:
    """The tree of a run that is not taken back and made a header too, added to it, or includes it. `content` says what
    is in a file then: what was deleted or checked out anew includes nothing of what a run on the old one made."""
    head = head_of(folder)
    places = list(head.places(path.parent)) if head else []
    if not places:
        return None
    run = read_run(folder)
    for entry in run.entries.values():
        # What was added is needed by who found it there; what was made, by whoever has to do with it.
        is_needed = entry.before == made.after if made.before else bool(entry.after)
        place = next((place for place in places if place / entry.path == path), None)
        if is_needed and entry.number not in run.undone and place is not None:
            return place if _still_includes(run, place, path, content) else None
    return None


def _still_includes(run: Run, place: Path, header: Path, content: Callable[[Path], bytes]) -> bool:
    """Whether another file of a run names a header."""
    entries = [entry for entry in run.entries.values() if entry.number not in run.undone]
    paths = {place / name for entry in entries for name in (entry.path, entry.new_path)} - {header}
    return any(to_bytes(header.name) in content(path) for path in paths)


def _is_nested(one: Path, other: Path) -> bool:
    return one.is_relative_to(other) or other.is_relative_to(one)


def _is_place_of(run: Run, place: Path) -> bool:
    """A tree that is somewhere else now is known by its inode, which may be another's by now, and by its files."""
    assert run.root is not None
    if place == run.root.path:
        return True
    return run.root.is_at(place) and any(_is_known(entry, place) for entry in run.entries.values())


def _is_known(entry: Entry, place: Path) -> bool:
    for name, content in ((entry.path, entry.before), (entry.new_path, entry.after)):
        with suppress(OSError):
            data, _status = disk.read(place / name)
            if content and digest(data or b"") == content:
                return True
    return False


def _concerns(run: Run, place: Path, directory: Path) -> bool:
    """Whether a run has files in a directory, or was on one around it, or is the one that converted a file."""
    entries = [entry for entry in run.entries.values() if not entry.is_use]
    paths = [place / entry.path for entry in entries]
    if not paths:
        return bool(run.damage)
    is_converted = directory in paths or directory in (place / entry.new_path for entry in entries)
    if is_converted or (directory.exists() and not directory.is_dir()):
        return is_converted
    named = run.root.named if run.root is not None else ()
    is_among_them = any(directory.is_relative_to(place / each) for each in named)
    return is_among_them or any(path.is_relative_to(directory) for path in paths)
