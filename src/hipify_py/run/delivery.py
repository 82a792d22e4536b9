"""What a delivery is: something that is given outcomes, and says of each what became of its file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from hipify_py.records import dataclass
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.system import disk
from hipify_py.system.disk import Folder, IrregularError
from hipify_py.texts import reason


@dataclass(frozen=True)
class Delivered:
    """How a file changed ("converted", "renamed", "copied", "would change" or nothing), or why it could not."""

    outcome: FileOutcome
    change: str = ""
    error: Exception | None = None

    @property
    def problem(self) -> str:
        """Why it could not, in one line; nothing where it could."""
        if self.error is None:
            return ""
        return reason(self.error) if isinstance(self.error, OSError) else str(self.error)

    @property
    def cause(self) -> str:
        """The same without the name of the file that could not be written."""
        cause = self.error.__cause__ if self.error is not None else None
        return reason(cause) if isinstance(cause, OSError) else self.problem


@dataclass(frozen=True)
class Companion:
    """A header of ours that converted sources include: `path` as the user sees it, `real` without links. What it is to
    be is asked with what lies there, if anything does: others may need what that has. `option` says where it lies."""

    header: str
    path: Path
    real: Path
    over: Callable[[bytes | None], bytes]
    option: str = "--ptx-header"

    def present(self) -> bytes | None:
        """What lies there already; None without."""
        if not self.real.parent.exists():
            return None
        with disk.open_folder(self.real.parent) as folder:
            return self.present_in(folder)

    def present_in(self, folder: Folder) -> bytes | None:
        if folder.stat(self.real.name) is None:
            return None
        try:
            data, _status = folder.read(self.real.name)
        except IrregularError as error:
            raise FileExistsError(
                None, f"{self.path} is {error.what}; choose another file with {self.option}"
            ) from error
        return data


class Delivery(Protocol):
    """Outcomes may be held back until several can be written together, or all of them; each is answered once."""

    def deliver(self, outcome: FileOutcome) -> Sequence[Delivered]: ...

    def accompany(self, companion: Companion) -> str:
        """Write a file that the next outcomes include: before they are."""

    def obstacle(self, file: File, name: str) -> str:
        """Why a file cannot be written under a name, its own or a new one; or nothing."""

    def finish(self) -> Sequence[Delivered]:
        """Write what was held back."""

    def close(self) -> Sequence[Delivered]:
        """End, finished or not; what was done and not yet told."""


class Nothing:
    """Nothing is written: a scan, and whatever else only looks."""

    def deliver(self, outcome: FileOutcome) -> Sequence[Delivered]:
        return (Delivered(outcome),)

    def accompany(self, companion: Companion) -> str:
        del companion
        return ""

    def obstacle(self, file: File, name: str) -> str:
        return obstacle_in_place(file, name)

    def finish(self) -> Sequence[Delivered]:
        return ()

    def close(self) -> Sequence[Delivered]:
        return ()


def obstacle_in_place(file: File, name: str) -> str:
    """What keeps a file from being written where it lies, under a name that may be a new one."""
    try:
        with disk.open_folder(file.real.parent) as folder:
            if name != file.real.name and folder.stat(name) is not None:
                return f"{name} exists"
            status = folder.stat(file.real.name)
            if status is None or not status.st_mode & 0o222:
                return "it is read-only"
            return "" if folder.is_writable() else "its directory is not writable"
    except OSError as error:
        return reason(error)
