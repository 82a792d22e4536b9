"""Which formats a report is wanted in, and where each goes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hipify_py.records import dataclass
from hipify_py.report.formats import PEOPLE, WITH_SOURCES, names, render
from hipify_py.report.model import Report
from hipify_py.rules.model import Catalogue
from hipify_py.run.deliver import atomic
from hipify_py.run.discover import Problem, Selection
from hipify_py.system.disk import leads_away
from hipify_py.texts import reason

LED_AWAY = "is a link, or behind one; give the path that it leads to"


class FormatError(Exception):
    """Formats that do not go together, in one line."""


class UnwritableError(Exception):
    """A file that a report cannot be written to, in one line."""


class Destination(NamedTuple):
    """A format and the file for it; standard output without one."""

    name: str
    file: Path | None = None


@dataclass(frozen=True)
class Formats:
    """All that is to be written. `shown` is what goes to standard output, or nothing."""

    wanted: tuple[Destination, ...] = (Destination(PEOPLE),)

    @property
    def shown(self) -> str:
        return next((name for name, file in self.wanted if file is None), "")

    @property
    def wants_sources(self) -> bool:
        return any(name in WITH_SOURCES for name, _file in self.wanted)

    def refuse_unwritable(self) -> None:
        """Before anything is converted: a report that has no place makes the run pointless."""
        for _name, file in self.wanted:
            if file is not None:
                refuse_unwritable(file, "report")

    def write_files(self, report: Report, catalogue: Catalogue) -> list[Problem]:
        """Write the files, each in one step. What could not be written, and why."""
        problems = []
        for name, file in self.wanted:
            if file is None:
                continue
            try:
                write(file, render(name, report, catalogue).encode("utf-8", "replace"))
            except OSError as error:
                problems.append(Problem(str(file), f"cannot write the report: {reason(error)}"))
        return problems


def refuse_unwritable(file: Path, what: str) -> None:
    """Refuse a file that cannot be written, as far as that can be told without writing it."""
    if why := _why_not_writable(file):
        raise UnwritableError(f"{file}: cannot write the {what}: {why}")


def _why_not_writable(file: Path) -> str:
    try:
        if file.is_dir():
            return "is a directory"
        if not file.parent.is_dir():
            return "no such directory"
        if _is_device(file):
            return "" if os.access(file, os.W_OK) else "permission denied"
        if file.is_symlink() or leads_away(file):
            return LED_AWAY
        if file.exists() and not file.is_file():
            return "not a regular file"
        if file.exists() and Selection().kind(file) != "other":
            return "is a source or build file that would be overwritten"
        return "" if os.access(file.parent, os.W_OK) else "permission denied"
    except OSError as error:
        return reason(error)


def _is_device(file: Path) -> bool:
    """`/dev/stderr`, `/dev/fd/63`, `/dev/null`: open already, and only to be written to."""
    return Path(os.path.abspath(file)).parts[1:2] in (("dev",), ("proc",))


def parse(given: Sequence[str], output_file: str | None) -> Formats:
    """`NAME[:FILE]` for each; one of them may go to the file of an option of its own."""
    wanted = [_destination(text) for text in given]
    if output_file is not None:
        bare = [place for place in wanted if place.file is None] or [Destination(PEOPLE)]
        wanted = [place for place in wanted if place.file is not None]
        wanted += [Destination(place.name, Path(output_file)) for place in bare]
    elif not wanted:
        wanted = [Destination(PEOPLE)]
    bare_names = [place.name for place in wanted if place.file is None]
    if len(bare_names) > 1:
        raise FormatError(
            f"--format: {' and '.join(bare_names)} cannot both be written to standard output; use NAME:FILE"
        )
    files = [os.path.abspath(place.file) for place in wanted if place.file is not None]
    if twice := next((file for file in files if files.count(file) > 1), None):
        raise FormatError(f"--format: two formats have the same file {os.path.relpath(twice)}")
    return Formats(tuple(wanted))


def _destination(text: str) -> Destination:
    name, colon, file = text.partition(":")
    if name not in names():
        from difflib import get_close_matches

        close = get_close_matches(name, names(), n=1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise FormatError(f"--format: {name!r} is not one of {', '.join(names())}{hint}")
    if colon and not file:
        raise FormatError(f"--format: {text!r} has no file after the colon")
    return Destination(name, Path(file) if file else None)


def write(file: Path, data: bytes) -> None:
    """Write what somebody wants in a file, which may be a device, and stay one."""
    if _is_device(file):
        file.write_bytes(data)
    else:
        atomic.replace(file, data)
