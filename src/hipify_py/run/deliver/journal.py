"""The journal of in-place runs: every original is kept before its file is first written, so a run can be undone.

It lies in the user's state directory (`state.py`), one directory a run. `originals` holds the files as they were, one
behind the other, each behind its entry; `entries.jsonl` is the entries alone, a line each. Either makes up for a
damaged other. Both begin with a line about the tree. Paths are relative to the tree's root, which is known by its path
and, where it was moved, by its inode and those of the directories around it. `undone` lists the entries taken back.
"""

from __future__ import annotations

import json
import os
import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from hipify_py.digests import blake2b
from hipify_py.records import dataclass
from hipify_py.run.deliver import state
from hipify_py.system import disk
from hipify_py.system.disk import Folder, Log, open_regular
from hipify_py.texts import reason, to_bytes

ENTRIES, ORIGINALS, UNDONE = "entries.jsonl", "originals", "undone"
_ENDED = "ended"
KEPT_RUNS = 10
_PRIVATE = 0o700
_VERSION = 1
_UNKNOWN = (0, 0)
_LONGEST_LINE = 100_000


class Entry(NamedTuple):
    """A file before and after: `path` as it was, `new_path` as it is (another where the run renamed it). One that the
    run made has nothing in `before`; a directory that it made, nothing in `after` either; one that it only needs has
    the same in both. `temporary` is the name
    under which the new bytes are written first, and under which a kill may leave them."""

    number: int
    path: str
    new_path: str
    before: str
    after: str
    mode: int
    size: int
    temporary: str

    @property
    def is_folder(self) -> bool:
        return not self.before and not self.after

    @property
    def is_use(self) -> bool:
        """A header that lay there, and that files of the run include: nothing to take back."""
        return bool(self.before) and self.before == self.after and self.path == self.new_path


@dataclass(frozen=True)
class Root:
    """The tree of a run: where it was, the device and inode of it and of each directory around it, and what in it was
    named for the run."""

    path: Path
    identities: tuple[tuple[int, int], ...]
    named: tuple[str, ...]

    @classmethod
    def at(cls, path: Path, named: Iterable[str]) -> Root:
        identities = tuple(_identity(folder) for folder in (path, *path.parents))
        return cls(path, identities, tuple(os.path.relpath(each, path) for each in named))

    def is_at(self, path: Path) -> bool:
        """Whether the tree lies there, as its inode says."""
        identity = _identity(path)
        return identity != _UNKNOWN and identity == self.identities[0]

    def places(self, start: Path) -> Iterator[Path]:
        """Where the tree may lie now, seen from a directory that is in it or around it."""
        parts = self.path.parts
        for folder in (start, *start.parents):
            identity = _identity(folder)
            for above, known in enumerate(self.identities):
                if known == identity and identity != _UNKNOWN:
                    yield folder.joinpath(*parts[len(parts) - above :])
        if start.is_relative_to(self.path) or self.path.is_relative_to(start):
            yield self.path


@dataclass
class Run:
    """What a run's directory says. `damage` is what cannot be understood of it, a line each."""

    folder: Path
    root: Root | None = None
    entries: dict[int, Entry] = field(default_factory=dict)
    offsets: dict[int, int] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    damage: list[str] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether nothing of it is left to be taken back, or to be told."""
        was_told = not self.damage or (self.folder / UNDONE).exists()
        return was_told and self.undone.issuperset(self.entries)

    def original(self, entry: Entry) -> bytes:
        """The bytes of a file before the run."""
        pack = self.folder / ORIGINALS
        with open_regular(pack) as file:
            file.seek(self.offsets[entry.number])
            data = file.read(entry.size)
        if digest(data) != entry.before:
            raise OSError(None, f"the backup of the original in {pack} is damaged")
        return data


class Journal:
    """An in-place run being recorded; nothing exists on disk until the first file is."""

    def __init__(self, root: Path, named: Sequence[str]) -> None:
        self.root = root
        self._named = named
        self._home = state.folder_of(root)
        self._folder: Folder | None = None
        self._entries: Log | None = None
        self._originals: Log | None = None
        self._count = 0

    def record(self, path: Path, new_path: Path, original: bytes, output: bytes, mode: int) -> Entry:
        """Keep an original. Only after this and `sync` may the file be written."""
        return self._append(path, new_path, digest(original), digest(output), mode & 0o7777, original)

    def record_new(self, path: Path, output: bytes) -> Entry:
        """Note a file that there was not before. Only after this and `sync` may it be written."""
        return self._append(path, path, "", digest(output), 0, b"")

    def record_folder(self, path: Path) -> Entry:
        """Note a directory that there was not before."""
        return self._append(path, path, "", "", 0, b"")

    def record_use(self, path: Path, data: bytes) -> Entry:
        """Note a file that what the run converts includes, so that no other run takes it away."""
        return self._append(path, path, digest(data), digest(data), 0, b"")

    def sync(self) -> None:
        """Let what was recorded reach the disk."""
        try:
            for log in (self._originals, self._entries):
                if log is not None:
                    log.sync()
        except OSError as error:
            raise self._refusal(error) from error

    def close(self) -> None:
        """The run has ended, whether it did all or not."""
        if self._folder is None:
            return
        with suppress(OSError):
            self._folder.log(_ENDED).close()
        for log in (self._originals, self._entries):
            if log is not None:
                log.close()
        self._folder.close()
        self._folder = None
        _drop_old(self._home)

    def _append(self, path: Path, new_path: Path, before: str, after: str, mode: int, original: bytes) -> Entry:
        old, new = (each.relative_to(self.root).as_posix() for each in (path, new_path))
        entry = Entry(self._count, old, new, before, after, mode, len(original), temporary_name(path.name))
        try:
            entries, originals = self._open()
            line = _line({**entry._asdict(), "place": originals.size})
            originals.append(line + original + b"\n")
            entries.append(line)
        except OSError as error:
            raise self._refusal(error) from error
        self._count += 1
        return entry

    def _open(self) -> tuple[Log, Log]:
        """The two files of the run, which is on the disk before anything else happens."""
        if self._entries is None or self._originals is None:
            runs, name = state.make_folder_of(self.root) / "runs", f"{time.time_ns():020}"
            disk.make_folder(runs / f"new-{name}", _PRIVATE)  # originals may be private files
            with disk.open_folder(runs) as outer:
                with outer.folder(f"new-{name}") as folder:
                    self._begin(folder)
                outer.rename(f"new-{name}", name)  # from now on it is a run, and can be read as one
                outer.sync()
                self._folder = outer.folder(name)
            self._originals, self._entries = self._folder.log(ORIGINALS), self._folder.log(ENTRIES)
        return self._entries, self._originals

    def _begin(self, folder: Folder) -> None:
        root = Root.at(self.root, self._named)
        fields = {"root": os.fspath(root.path), "identities": root.identities, "named": root.named}
        head = _line({"version": _VERSION, **fields})
        for name in (ORIGINALS, ENTRIES):
            log = folder.log(name)
            try:
                log.append(head)
                log.sync()
            finally:
                log.close()
        folder.sync()

    def _refusal(self, error: OSError) -> state.StateError:
        return state.refusal(error, str(self._folder.path if self._folder else self._home))


def temporary_name(name: str) -> str:
    """A name that nobody else uses, for a file that is to become `name`."""
    return f".{name[:40]}.{os.urandom(6).hex()}.hipify-tmp"


def digest(data: bytes) -> str:
    return digest_of((data,))


def digest_of(pieces: Iterable[bytes]) -> str:
    found = blake2b(digest_size=20)
    for piece in pieces:
        found.update(piece)
    return found.hexdigest()


def runs_in(home: Path) -> list[Path]:
    """The runs of a tree, oldest first."""
    try:
        return sorted(run for run in (home / "runs").iterdir() if run.name.isdecimal())
    except OSError:
        return []


def has_ended(run: Path) -> bool:
    return (run / _ENDED).exists()


def mark_ended(run: Path) -> None:
    (run / _ENDED).touch()


def forget(run: Path) -> None:
    """Remove a run; halfway it is none any more."""
    gone = run.with_name(f"gone-{run.name}")
    with suppress(OSError):
        run.rename(gone)
    _remove(gone)


def _remove(folder: Path) -> None:
    import shutil  # most runs have nothing to remove

    shutil.rmtree(folder, ignore_errors=True)


def head_of(run: Path) -> Root | None:
    """What tree a run is about, without reading more."""
    for name in (ENTRIES, ORIGINALS):
        with suppress(OSError), open_regular(run / name) as file:
            if root := _root(file.readline(_LONGEST_LINE)):
                return root
    return None


def read_run(folder: Path) -> Run:
    """All that is known of a run, from either file, and what is not."""
    run = Run(folder)
    listed = _listed(run)
    packed = _packed(run, {offset for _entry, offset, _length in listed})
    for entry, offset, length in (*listed, *packed):  # what stands before an original knows best
        run.entries[entry.number] = entry
        run.offsets[entry.number] = offset + length
    missing = max(run.entries, default=-1) + 1 - len(run.entries)
    if missing:
        run.damage.append(f"{missing} entr{'y is' if missing == 1 else 'ies are'} damaged")
    if run.root is None:
        run.damage.insert(0, "the path of its tree is damaged")
    with suppress(OSError, ValueError):
        run.undone = {int(line) for line in _bytes(folder / UNDONE).split()}
    return run


_Placed = tuple[Entry, int, int]


def _listed(run: Run) -> list[_Placed]:
    """The entries, each with the place of the same line among the originals and its length."""
    found = []
    for line in _content(run, ENTRIES).split(b"\n"):
        line += b"\n"
        if placed := _entry(line):
            found.append((*placed, len(line)))
        else:
            run.root = run.root or _root(line)
    return found


def _packed(run: Run, known: set[int]) -> list[_Placed]:
    """The same by what stands before the originals. Behind damage, a place in the list is where it goes on."""
    found, lost = [], 0
    places = sorted(known)
    try:
        with open_regular(run.folder / ORIGINALS) as file:
            size = os.fstat(file.fileno()).st_size
            line = file.readline(_LONGEST_LINE)
            if root := _root(line):
                run.root = run.root or root
                place = len(line)
            else:
                place, lost = (places[0], 0) if places else (size, size)
            while place < size:
                file.seek(place)
                line = file.readline(_LONGEST_LINE)
                placed = _entry(line)
                if placed and placed[1] == place:
                    found.append((*placed, len(line)))
                    place += len(line) + placed[0].size + 1
                    continue
                after = places[bisect_right(places, place)] if places and places[-1] > place else size
                if after < size or (b"\n" in line.strip(b"\0") and place not in known):
                    lost += after - place
                place = after
    except OSError as error:
        run.damage.append(f"{ORIGINALS}: {reason(error)}")
    if lost:
        run.damage.append(f"{lost} bytes of {ORIGINALS} belong to no entry")
    return found


def _bytes(path: Path) -> bytes:
    with open_regular(path) as file:
        return file.read()


def _content(run: Run, name: str) -> bytes:
    try:
        return _bytes(run.folder / name)
    except OSError as error:
        run.damage.append(f"{name}: {reason(error)}")
        return b""


def _entry(line: bytes) -> tuple[Entry, int] | None:
    """An entry, and where among the originals the same line stands."""
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        given = json.loads(line)
        place = given.pop("place")
        entry = Entry(**given)
        numbers = (entry.number, entry.mode, entry.size, place)
        names = (entry.path, entry.new_path, entry.temporary)
        are_fine = all(type(number) is int and number >= 0 for number in numbers) and all(map(_is_inside, names))
        texts = (entry.before, entry.after)
        if are_fine and "/" not in entry.temporary and all(isinstance(text, str) for text in texts):
            return entry, place
    return None


def _is_inside(name: str) -> bool:
    """Whether a name leads to something in the tree, by names alone."""
    path = PurePosixPath(name)
    return not path.is_absolute() and bool(path.parts) and ".." not in path.parts and b"\0" not in os.fsencode(name)


def _root(line: bytes) -> Root | None:
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        given = json.loads(line)
        path = Path(given["root"])
        identities = tuple((int(device), int(inode)) for device, inode in given["identities"])
        if given["version"] == _VERSION and identities and path.is_absolute() and b"\0" not in os.fsencode(path):
            return Root(path, identities, tuple(map(str, given.get("named", ["."]))))
    return None


def _identity(folder: Path) -> tuple[int, int]:
    with suppress(OSError):
        status = folder.stat()
        return status.st_dev, status.st_ino
    return _UNKNOWN


def _line(fields: Mapping[str, object]) -> bytes:
    return to_bytes(json.dumps(fields)) + b"\n"


def _drop_old(home: Path) -> None:
    for run in runs_in(home)[:-KEPT_RUNS]:
        forget(run)
    for half in (home / "runs").glob("[gn]*-*"):  # runs that a kill kept from becoming one, or from going
        _remove(half)
    state.drop_forgotten()
