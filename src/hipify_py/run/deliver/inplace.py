"""In place: journal the originals, then replace the files, several at a time; new names come last.

A run that ends early has changed contents and no names: another run finds what it would have found, and goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import stat_result
from pathlib import Path

from hipify_py.records import dataclass
from hipify_py.run.deliver.atomic import umask
from hipify_py.run.deliver.batch import Change, refuse_changed, refuse_read_only, replace_all, sync_all
from hipify_py.run.deliver.beside import lying, place_of
from hipify_py.run.deliver.companion import refuse_foreign
from hipify_py.run.deliver.journal import Entry, Journal
from hipify_py.run.deliver.state import StateError
from hipify_py.run.delivery import Companion, Delivered, obstacle_in_place
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.system import disk
from hipify_py.system.disk import Folders, IrregularError, Signature, kind_of

# A kill leaves at most so many temporary files, until the next run or `undo`.
_FILES = 32
_BYTES = 8_000_000


@dataclass
class _Pending:
    """A file to be written: `target` is its path afterwards, `status` what it was when it was looked at, and `uses` a
    header that it includes, which lay there already."""

    outcome: FileOutcome
    target: Path
    original: bytes
    status: stat_result
    change: Change | None = None
    uses: tuple[Path, bytes] | None = None

    @property
    def path(self) -> Path:
        return self.outcome.file.real

    @property
    def output(self) -> bytes:
        return self.original if self.outcome.output is None else self.outcome.output


@dataclass(frozen=True)
class _Rename:
    """A file whose contents are what they shall be, and its name not yet."""

    outcome: FileOutcome
    path: Path
    target: Path
    status: stat_result
    how: str


class InPlace:
    """`at_once` where each file is to be written before the next one comes, as somebody has decided on it."""

    def __init__(self, journal: Journal, *, at_once: bool = False) -> None:
        self._journal = journal
        self._at_once = at_once
        self._pending: list[_Pending] = []
        self._size = 0
        self._renames: list[_Rename] = []
        self._settled: list[Delivered] = []
        self._present: tuple[Path, bytes] | None = None
        self._accounted: set[Path] = set()

    def deliver(self, outcome: FileOutcome) -> Sequence[Delivered]:
        real = outcome.file.real
        target = real.with_name(outcome.new_name or real.name)
        used, self._present = self._present, None
        if outcome.made_name:
            return self._made(outcome, used)
        if outcome.output is None and target == real:
            return (Delivered(outcome),)
        try:
            pending = _looked_at(outcome, target)
        except OSError as error:
            return (Delivered(outcome, error=error),)
        self._pending.append(replace(pending, uses=used))
        self._size += len(pending.original) + len(pending.output)
        if self._at_once or len(self._pending) >= _FILES or self._size >= _BYTES:
            self._flush()
        return self._told()

    def _made(self, outcome: FileOutcome, used: tuple[Path, bytes] | None) -> Sequence[Delivered]:
        """Write a source beside the module that it was made of."""
        place, data = place_of(outcome), outcome.output or b""
        try:
            with Folders() as folders:
                folder = folders.of(place)
                old, status = lying(outcome, folder)
                if old == data:
                    return (Delivered(outcome),)
                self._note_use(used)
                module = folders.of(outcome.file.real).stat(outcome.file.real.name)
                mode = 0o666 & ~umask() if module is None else module.st_mode & 0o666 | 0o200
                self._put(place, old, status, data, mode, folders)
        except (OSError, StateError) as error:
            return (Delivered(outcome, error=error),)
        return (Delivered(outcome, "converted"),)

    def _note_use(self, used: tuple[Path, bytes] | None) -> None:
        if used is not None and used[0] not in self._accounted:
            self._journal.record_use(*used)
            self._accounted.add(used[0])

    def accompany(self, companion: Companion) -> str:
        """Write a file that converted sources include, with the directories above it."""
        real = companion.real
        missing = [folder for folder in reversed(real.parents) if not folder.exists()]
        for folder in missing:
            self._journal.record_folder(folder)
        if missing:
            self._journal.sync()
            disk.make_folder(real.parent)
        with Folders() as folders:
            folder_of_it = folders.of(real)
            old, status = companion.present_in(folder_of_it), folder_of_it.stat(real.name)
            data = companion.over(old)
            if old == data:
                self._present = (real, old)
                return ""
            if old is not None:
                refuse_foreign(companion, old)
            self._accounted.add(real)
            self._put(real, old, status, data, 0o666 & ~umask(), folders)
        return "written"

    def _put(
        self, path: Path, old: bytes | None, status: stat_result | None, data: bytes, mode: int, folders: Folders
    ) -> None:
        """Write a file that is no source: a new one with a mode, or another one over what lies there."""
        if old is None or status is None:
            entry = self._journal.record_new(path, data)
        else:
            refuse_read_only(status)
            mode = status.st_mode & 0o7777
            entry = self._journal.record(path, path, old, data, mode)
        self._journal.sync()
        change = Change(path, data, mode, entry.temporary, status)
        replace_all([change], folders)
        if change.error is not None:
            raise change.error

    def obstacle(self, file: File, name: str) -> str:
        return obstacle_in_place(file, name)

    def finish(self) -> Sequence[Delivered]:
        self._flush()
        while self._renames:
            renames, self._renames = self._renames[:_FILES], self._renames[_FILES:]
            self._rename(renames)
        return self._told()

    def close(self) -> Sequence[Delivered]:
        self._journal.close()
        return self._told()

    def _told(self) -> Sequence[Delivered]:
        settled, self._settled = self._settled, []
        return settled

    def _flush(self) -> None:
        """Originals first, and all of them on the disk; then the files."""
        pending, self._pending, self._size = self._pending, [], 0
        if pending:
            recorded, trouble = self._recorded(pending)
            self._write(recorded)
            self._settled += trouble

    def _recorded(self, pending: list[_Pending]) -> tuple[list[_Pending], list[Delivered]]:
        """Those whose originals are kept, and why others' are not."""
        recorded: list[_Pending] = []
        trouble: list[Delivered] = []
        for each in pending:
            try:
                self._note_use(each.uses)
                entry = self._journal.record(each.path, each.target, each.original, each.output, each.status.st_mode)
            except StateError as error:
                trouble.append(Delivered(each.outcome, error=error))
                break
            each.change = _change(each, entry)
            recorded.append(each)
        try:
            self._journal.sync()
        except StateError as error:
            return [], [Delivered(pending[0].outcome, error=error)]
        return recorded, trouble

    def _write(self, recorded: list[_Pending]) -> None:
        changes = [each.change for each in recorded if each.change is not None]
        try:
            with Folders() as folders:
                replace_all(changes, folders)
        finally:  # also where it was interrupted
            for each in recorded:
                self._settle(each)

    def _settle(self, each: _Pending) -> None:
        """Tell what became of contents; a file that is yet to be renamed waits for that."""
        change = each.change
        if change is not None and change.error is not None:
            self._settled.append(Delivered(each.outcome, error=change.error))
        elif change is not None and change.new is None:
            return
        elif each.target == each.path:
            self._settled.append(Delivered(each.outcome, "converted"))
        else:
            status = each.status if change is None or change.new is None else change.new
            done = replace(each.outcome, original=None, output=None)
            how = "renamed" if each.outcome.output is None else "converted"
            self._renames.append(_Rename(done, each.path, each.target, status, how))

    def _rename(self, renames: list[_Rename]) -> None:
        """New names first, and all of them on the disk; then the old ones go."""
        with Folders() as folders:
            named = []
            try:
                for each in renames:
                    try:
                        folder = folders.of(each.path)
                        refuse_changed(folder.stat(each.path.name), each.status)
                        folder.add_name(each.path.name, each.target.name)
                        named.append(each)
                    except FileExistsError:
                        self._refuse(
                            each, FileExistsError(None, f"cannot be renamed to {each.target.name}: that file exists")
                        )
                    except OSError as error:
                        self._refuse(each, error)
                sync_all([each.target for each in named], folders)
            finally:
                for each in named:
                    folders.of(each.path).unlink(each.path.name)
                    self._settled.append(Delivered(each.outcome, each.how))
            sync_all([each.path for each in named], folders)

    def _refuse(self, each: _Rename, error: OSError) -> None:
        self._settled.append(Delivered(each.outcome, error=error))


def _looked_at(outcome: FileOutcome, target: Path) -> _Pending:
    """The file once more, which must be the one that was read."""
    path = outcome.file.real
    with disk.open_folder(path.parent) as folder:
        status = folder.stat(path.name)
        original = outcome.original
        if original is None:
            data, status = folder.read(path.name)
            original = data or b""
        if status is None:
            raise FileNotFoundError(None, "deleted by another program during conversion")
        if what := kind_of(status):
            raise IrregularError(what)
        if Signature.of(status) != outcome.signature:
            raise OSError(None, "changed by another program during conversion; run again")
        refuse_read_only(status)
    return _Pending(outcome, target, original, status)


def _change(each: _Pending, entry: Entry) -> Change | None:
    """What is to be written, if the contents change."""
    if each.outcome.output is None:
        return None
    mode = each.status.st_mode & 0o7777
    return Change(each.path, each.outcome.output, mode, entry.temporary, each.status)
