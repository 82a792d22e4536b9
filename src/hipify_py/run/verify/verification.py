"""The check of a run's files: what the compiler finds, as outcomes that are shown and counted like all others."""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from hipify_py.findings import DOES_NOT_COMPILE, NOT_VERIFIED
from hipify_py.reading.file_names import SUFFIXES
from hipify_py.rules.load import load as load_rules
from hipify_py.run.delivery import Delivery
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome, Remark
from hipify_py.run.verify import Wish
from hipify_py.run.verify.compiler import find_compiler
from hipify_py.run.verify.diagnostics import Diagnostic, Place, errors, first_error
from hipify_py.run.verify.flags import UnitFlags, database_at, own_flags
from hipify_py.run.verify.layout import How, Kept, Layout, Recording
from hipify_py.run.verify.places import Places
from hipify_py.run.verify.processes import Processes, Ran
from hipify_py.source import Position

_MISSING = "file not found"
_MISSING_HELP = "give the include directories with --verify-flags='-I DIR' or --compile-commands"
_START = Position(1, 1)


class Verification:
    """Made before anything is written, as it refuses what cannot be verified at all."""

    def __init__(self, wish: Wish, how: How, base: Path, root: Path, jobs: int) -> None:
        self._jobs = jobs
        self._processes = Processes()
        self._flags = own_flags(wish.flags, wish.folder)
        self._database = database_at(wish.compile_commands, base)
        self._folder = tempfile.TemporaryDirectory(prefix="hipify-py-")
        work = Path(self._folder.name)
        self._layout = Layout(how, base, root, work)
        self._places: dict[Kept, Places] = {}
        self._told: set[Remark] = set()
        self._verified = self._compiled = self._unchecked = 0
        try:
            # A forced include may need directories that only the build's flags name.
            everywhere = (flag for flag in self._flags if flag.kind not in ("-include", "-imacros"))
            flags = [flag.rendered(lambda path: path) for flag in everywhere]
            self._compiler = find_compiler(wish, flags, work, self._processes)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Verification:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._processes.stop()
        self._folder.cleanup()

    def recording(self, delivery: Delivery, left: Container[File] = ()) -> Recording:
        return Recording(delivery, self._layout, left)

    @property
    def units(self) -> list[Kept]:
        return [kept for kept in self._layout.files if kept.is_unit]

    def outcomes(self) -> Iterator[list[FileOutcome]]:
        """For each unit, in their order, what there is to say: an outcome for each file that it is about."""
        units = self.units
        overlay = self._layout.overlay()
        flags = [self._flags_of(unit) for unit in units]
        commands = [
            self._compiler.command(
                [*overlay, *(flag.rendered(self._layout.moved) for flag in (*own.flags, *self._flags))],
                self._layout.unit_path(unit),
            )
            for unit, own in zip(units, flags, strict=True)
        ]
        results = self._processes.run_all(commands, self._jobs)
        for unit, own, ran in zip(units, flags, results, strict=True):
            yield list(_by_file(self._new(self._remarks(unit, own, ran))))

    def summary(self) -> str:
        plural = "" if self._verified == 1 else "s"
        unchecked = f", {self._unchecked} could not be checked" if self._unchecked else ""
        compiled = f"{self._compiled} compile{'s' if self._compiled == 1 else ''}"
        return f"verified {self._verified} file{plural}: {compiled}{unchecked}"

    def _flags_of(self, unit: Kept) -> UnitFlags:
        return self._database.flags(unit.file.path) if self._database else UnitFlags(())

    def _remarks(self, unit: Kept, flags: UnitFlags, ran: Ran) -> Iterator[Remark]:
        self._verified += 1
        if ran.code == 0 and not ran.trouble:
            self._compiled += 1
            return
        found = list(errors(ran.output))
        yield from self._errors(unit, flags, found)
        if ran.trouble or not found:
            self._unchecked += 1
            why = ran.trouble or first_error(ran.output) or _ending(ran.code)
            yield _say(NOT_VERIFIED, unit, _START, f"could not be checked: {why}")

    def _errors(self, unit: Kept, flags: UnitFlags, found: list[Diagnostic]) -> Iterator[Remark]:
        """Of the errors in a foreign file only the first for each place of ours: others mostly follow from it."""
        led_out_at: set[tuple[str, int, int]] = set()
        for error in found:
            remark = self._remark(unit, flags, error)
            if self._layout.find(error.place.path) is None:
                place = remark.path, remark.line, remark.column
                if place in led_out_at:
                    continue
                led_out_at.add(place)
            yield remark

    def _new(self, remarks: Iterator[Remark]) -> Iterator[Remark]:
        """A header's errors are met in every unit that includes it, and are one."""
        for remark in remarks:
            key = _without_help(remark)
            if key not in self._told:
                self._told.add(key)
                yield remark

    def _remark(self, unit: Kept, flags: UnitFlags, error: Diagnostic) -> Remark:
        """At the error's place, or at the nearest place of the run that led there, or at the unit's beginning."""
        help = self._help(unit, flags, error)
        for place in (error.place, *error.reasons):
            if kept := self._layout.find(place.path):
                text = error.text if place is error.place else _from_elsewhere(error)
                if kept.is_made:
                    text = f"{kept.seen_at.name}:{place.line}: {text}"
                if kept is not unit:
                    help = help or f"found while compiling {unit.file.path}"
                return _say(DOES_NOT_COMPILE, kept, self._origin(kept, place), f"does not compile: {text}", help)
        return _say(DOES_NOT_COMPILE, unit, _START, f"does not compile: {_from_elsewhere(error)}", help)

    def _help(self, unit: Kept, flags: UnitFlags, error: Diagnostic) -> str:
        if flags.borrowed_from and self._database:
            return (
                f"{self._database.path} has no entry for {unit.file.path}; the flags of {flags.borrowed_from} were used"
            )
        return _MISSING_HELP if error.text.endswith(_MISSING) and not self._database else ""

    def _origin(self, kept: Kept, place: Place) -> Position:
        if kept.is_made:
            return _START
        try:
            if kept not in self._places:
                self._places[kept] = Places(str(kept.file.path), kept.before.read_bytes(), kept.after.read_bytes())
        except OSError:  # somebody took it away meanwhile
            return Position(place.line, place.column)
        return self._places[kept].original(place.line, place.column)


def _say(rule: str, kept: Kept, position: Position, message: str, help: str = "") -> Remark:
    quoted = message.split("'")
    subject = quoted[1] if len(quoted) > 2 and rule == DOES_NOT_COMPILE else ""
    severity = load_rules().rules[rule].severity
    return Remark(str(kept.file.path), position, position, rule, severity, message, help, subject)


def _from_elsewhere(error: Diagnostic) -> str:
    """An error in a file of somebody else. What a compiler quotes of a file that is no header may be a secret: a source
    may include any file."""
    path = Path(os.path.normpath(error.place.path))
    is_header = path.suffix.lower() in SUFFIXES or (not path.suffix and "include" in path.parts)
    return f"{path}:{error.place.line}: {error.text if is_header else 'message not shown, as the file is not a header'}"


def _without_help(remark: Remark) -> Remark:
    return replace(remark, help="", subject="")


def _ending(code: int) -> str:
    return f"the compiler was killed by signal {-code}" if code < 0 else f"the compiler ended with exit code {code}"


def _by_file(remarks: Iterator[Remark]) -> Iterator[FileOutcome]:
    files: dict[str, list[Remark]] = defaultdict(list)
    for remark in remarks:
        files[remark.path].append(remark)
    for path, about_it in files.items():
        counted_already = File(Path(path), Path(path), "other")
        yield FileOutcome(
            counted_already, remarks=tuple(sorted(about_it, key=lambda remark: (remark.line, remark.column)))
        )
