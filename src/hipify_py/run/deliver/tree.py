"""Out of tree: the converted tree is written elsewhere and the source stays as it is.

What an earlier run wrote may be written again; what somebody edited or put there since may not, unless forced. Nothing
is written through links in the output, which may lead anywhere.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from hipify_py.once import cached_property
from hipify_py.run.deliver.batch import refuse_read_only
from hipify_py.run.deliver.journal import digest, digest_of, temporary_name
from hipify_py.run.deliver.memory import Memory
from hipify_py.run.deliver.state import StateError
from hipify_py.run.delivery import Companion, Delivered
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.system import disk
from hipify_py.system.disk import Folder, IrregularError, LastFolder, identities, identity, kind_of, pieces_of
from hipify_py.texts import reason

_NOTHING = "nothing"


class OtherTree:
    """`root` is as the user wrote it, `real` the same without links; `sources` are never written over. What several
    runs have `written`, each with its source, goes when that has gone."""

    def __init__(
        self,
        root: Path,
        real: Path,
        sources: Sequence[Path],
        *,
        copy: bool,
        force: bool,
        written: dict[Path, Path] | None = None,
    ) -> None:
        self._root = root
        self._real = real
        self._sources = sources
        self._copy = copy
        self._force = force
        self._memory = Memory(real)
        self._from = LastFolder()
        self._into = LastFolder(disk.made_folder, is_written=True)
        self._this_run: set[Path] = set()
        self._companions: set[Path] = set()
        self._written = written

    def deliver(self, outcome: FileOutcome) -> Sequence[Delivered]:
        """Write one outcome: "converted", "copied", or nothing where it was not wanted."""
        try:
            delivered = Delivered(outcome, self._deliver(outcome))
        except (OSError, StateError) as error:
            return (Delivered(outcome, error=error),)
        if self._written is not None:
            self._written |= {name: outcome.file.real for name in self._names(outcome) if name in self._this_run}
        return (delivered,)

    def _names(self, outcome: FileOutcome) -> tuple[Path, ...]:
        """What a source may become."""
        relative = outcome.file.relative.with_name(outcome.name_after)
        return (relative, relative.with_name(outcome.made_name)) if outcome.made_name else (relative,)

    @contextmanager
    def _named(self, relative: Path) -> Iterator[None]:
        """What keeps a file from being written is told with the name of that file, not of its source."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, f"cannot write {self._root / relative}: {reason(error)}") from error

    def _deliver(self, outcome: FileOutcome) -> str:
        file = outcome.file
        relative = file.relative.with_name(outcome.name_after)
        if outcome.made_name:
            self._write(relative.with_name(outcome.made_name), outcome.output or b"", 0o644)
            if self._copy:
                self._copy_of(file, relative)
            return "converted"
        if outcome.output is not None:
            status = self._from.of(file.real).stat(file.real.name)
            self._write(relative, outcome.output, 0o644 if status is None else status.st_mode)
            return "converted"
        if not self._copy or relative in self._companions:
            return ""
        if file.is_link and not file.is_source:
            self._link(file, relative)
        else:
            self._copy_of(file, relative)
        return "copied"

    def accompany(self, companion: Companion) -> str:
        """Write a file that converted sources include."""
        relative = companion.real.relative_to(self._real)
        if relative in self._this_run:
            return ""
        self._write(relative, companion.over(self._lying(relative)), 0o644)
        self._companions.add(relative)
        return "written"

    def _lying(self, relative: Path) -> bytes | None:
        """What lies there, if it is a file: what else does is refused when that is to be replaced."""
        folder = self._into.of(self._real / relative)
        with suppress(IrregularError):
            return folder.read(relative.name)[0] if folder.stat(relative.name) is not None else None
        return None

    def obstacle(self, file: File, name: str) -> str:
        """Why the file cannot have that name in the output."""
        relative = file.relative.with_name(name)
        if name != file.real.name and os.path.lexists(file.real.with_name(name)):
            return f"{name} exists"
        with suppress(OSError), disk.open_folder((self._real / relative).parent) as folder:
            if not self._force and self._lying_content(folder, relative) not in self._ours(relative):
                return f"{self._root / relative} exists and was not written by hipify-py, or was edited since"
        return ""

    def finish(self) -> Sequence[Delivered]:
        """Take away what an earlier one of several runs wrote for sources that are gone."""
        written = self._written or {}
        for relative in [name for name in written if name not in self._this_run and not os.path.lexists(written[name])]:
            del written[relative]
            with suppress(OSError):
                self._remove(relative)
        return ()

    def _remove(self, relative: Path) -> None:
        """Unless somebody has edited it."""
        with disk.open_folder((self._real / relative).parent) as folder:
            if self._lying_content(folder, relative) in self._memory.contents(relative):
                folder.unlink(relative.name)
        for above in relative.parents[:-1]:
            (self._real / above).rmdir()  # fails where something is left

    def close(self) -> Sequence[Delivered]:
        self._from.close()
        self._into.close()
        self._memory.close()
        return ()

    def _write(self, relative: Path, data: bytes, mode: int) -> None:
        self._write_pieces(relative, digest(data), lambda: (data,), mode)

    def _copy_of(self, file: File, relative: Path) -> None:
        """What is not converted may be of any size, and is read twice rather than kept."""
        with self._from.of(file.real).open(file.real.name) as stream:
            mode = os.fstat(stream.fileno()).st_mode
            self._write_pieces(relative, digest_of(pieces_of(stream)), lambda: pieces_of(stream), mode)

    def _write_pieces(self, relative: Path, content: str, pieces: Callable[[], Iterable[bytes]], mode: int) -> None:
        mode = mode & 0o777 | 0o200

        def put(folder: Folder, name: str) -> None:
            refuse_read_only(folder.stat(relative.name))
            folder.create(name, pieces(), mode).close()

        self._put(relative, content, put, mode)

    def _link(self, file: File, relative: Path) -> None:
        """A link inside the tree stays as it is; one that leads out of it leads to the same place from here."""
        text = self._from.of(file.real).readlink(file.real.name)
        destination = Path(os.path.realpath(file.real.parent / text))
        if Path(text).is_absolute() or not destination.is_relative_to(_ancestor(file.real, relative)):
            text = str(destination)
        self._put(relative, _digest_of_link(text), lambda folder, name: folder.symlink(text, name))

    def _put(self, relative: Path, content: str, make: Callable[[Folder, str], None], mode: int = 0) -> None:
        """Make something under a name of ours, and move it to its own, once nobody's work is lost by it. A file that is
        there already, with this content, keeps its time: builds would make again what depends on it."""
        if relative in self._this_run:
            raise FileExistsError(None, f"another source is also converted to {relative.name}")
        with self._named(relative):
            folder, temporary = self._into.of(self._real / relative), temporary_name(relative.name)
        if (status := folder.stat(relative.name)) and identity(status) in self._source_identities:
            raise FileExistsError(None, f"{self._root / relative} is a source file")
        lying = self._lying_content(folder, relative)
        if not self._force and lying not in self._ours(relative) | {content}:
            shown = self._root / relative
            raise FileExistsError(
                None,
                f"{shown} exists and was not written by hipify-py, or was edited since; use --force to overwrite it",
            )
        self._memory.about_to_write(relative, content, temporary)
        if status is None or lying != content or stat.S_IMODE(status.st_mode) != mode:
            with self._named(relative):
                self._make(folder, relative.name, temporary, make)
        self._this_run.add(relative)

    def _make(self, folder: Folder, name: str, temporary: str, make: Callable[[Folder, str], None]) -> None:
        try:
            make(folder, temporary)
            folder.rename(temporary, name)
        except BaseException:
            with suppress(OSError):
                folder.unlink(temporary)
            raise

    @cached_property
    def _source_identities(self) -> frozenset[disk.Identity]:
        """Asked for only where something lies in the output already."""
        return identities(self._sources)

    def _ours(self, relative: Path) -> set[str]:
        """What may lie there: nothing, or what we wrote."""
        return self._memory.contents(relative) | {_NOTHING}

    def _lying_content(self, folder: Folder, relative: Path) -> str:
        """The digest of what lies there; to be forced, nobody needs to be able to read that."""
        status = folder.stat(relative.name)
        if status is None:
            return _NOTHING
        if kind_of(status) == "a link":
            return _digest_of_link(folder.readlink(relative.name))
        try:
            with folder.open(relative.name) as stream:
                return digest_of(pieces_of(stream))
        except OSError as error:
            if self._force:
                return ""
            if isinstance(error, IrregularError):
                raise FileExistsError(None, f"{self._root / relative} exists and is {error.what}") from error
            raise


def _digest_of_link(text: str) -> str:
    return "link:" + digest(os.fsencode(text))


def _ancestor(path: Path, relative: Path) -> Path:
    """The directory to which `path` is `relative`."""
    return path.parents[len(relative.parts) - 1]
