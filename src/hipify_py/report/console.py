"""Where output goes: data to stdout, messages to stderr, a progress bar only for a person at a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Literal, TextIO, TypeVar

import click

from hipify_py.findings import Severity
from hipify_py.report.lines import Line, line, printable, separated, whole_line

if TYPE_CHECKING:
    from hipify_py.report.model import Report
    from hipify_py.report.patch import PatchOutput
    from hipify_py.rules.model import Catalogue
    from hipify_py.run.outcome import Remark

__all__ = ["Color", "Console", "silence"]

T = TypeVar("T")
Color = Literal["auto", "always", "never"]
_PROGRESS_FROM = 64
_BAR_SECONDS = 0.1
_LINES_AT_ONCE = 500
# The colors of its lines.
_OF_PATCHES = {b"+": "green", b"-": "red", b"@": "cyan"}


class Console:
    """`verbosity` is -1 for --quiet, 0, or 1 for --verbose. With `data_on_stdout`, findings give way to stderr."""

    def __init__(self, verbosity: int, color: Color, *, data_on_stdout: bool) -> None:
        self._verbosity = verbosity
        self._color = color
        self._findings = sys.stderr if data_on_stdout else sys.stdout
        self._held: list[tuple[str, TextIO]] | None = None

    def report(
        self, report: Report, catalogue: Catalogue, *, least: Severity = Severity.WARNING, statistics: bool = False
    ) -> None:
        """A run for people. The tables of a scan are what was asked for; those of a conversion are messages."""
        verbose, is_heard = self._verbosity > 0, self._verbosity >= 0
        if not (is_heard or statistics):
            return
        from hipify_py.report.formats import full
        from hipify_py.report.overview import readiness_lines
        from hipify_py.report.text import closing_lines

        findings = full.finding_lines(report, catalogue, verbose=verbose, least=least) if is_heard else ()
        counts = full.statistics_of(report, catalogue) if statistics else ()
        tables = readiness_lines(report, catalogue) if is_heard else ()
        hides_info = not verbose and least > Severity.INFO
        closing = map(line, closing_lines(report, hides_info=hides_info)) if is_heard else ()
        steps = full.next_lines(report, catalogue) if is_heard else ()
        if report.command == "scan":
            self._lines(separated((findings, counts, tables)), self._findings)
            self._lines(closing, sys.stderr)
            self._lines(_set_off(steps), self._findings)
        else:
            self._lines(separated((findings, counts)), self._findings)
            self._lines(separated((tables, closing, steps)), sys.stderr)

    def remarks(self, remarks: tuple[Remark, ...], catalogue: Catalogue | None = None) -> None:
        """The findings of a file; all of them only where the user wants to know it all."""
        if self._verbosity >= 0:
            from hipify_py.report.causes import causes_of
            from hipify_py.report.formats import full
            from hipify_py.rules.load import load

            known = catalogue or load()
            shown = full.cause_lines(causes_of(remarks, known), known, verbose=self._verbosity > 0)
            self._lines(shown, self._findings)

    def data(self, text: str) -> None:
        """A format for other programs: UTF-8, whatever the terminal speaks."""
        self.write_bytes(text.encode("utf-8", "replace"))

    def problem(self, message: str) -> None:
        self._say(click.style("error: ", fg="red", bold=True) + printable(message), sys.stderr)

    def failures(self, messages: Sequence[str]) -> None:
        """Files that could not be read or written for the same reason: the first one, and how many there are."""
        self.problem(messages[0] + (f" ({len(messages)} files)" if len(messages) > 1 else ""))

    def note(self, message: str) -> None:
        if self._verbosity >= 0:
            self._say(whole_line(message), sys.stderr)

    def detail(self, message: str) -> None:
        if self._verbosity > 0:
            self._say(whole_line(message), sys.stderr)

    def closing(self, report: Report) -> None:
        """The summary of a run."""
        if self._verbosity >= 0:
            from hipify_py.report.text import closing_lines

            for each in closing_lines(report):
                self.note(each)

    def lines(self, lines: Iterable[Line]) -> None:
        """What a dialogue says."""
        self._lines(lines, sys.stdout)

    def patch(self, lines: Iterable[bytes]) -> None:
        """A part of a patch, for a person at a terminal."""
        from hipify_py.report.patch import for_terminal

        for each in lines:
            text = for_terminal(each).decode("utf-8", "backslashreplace").rstrip("\n")
            self._say(_styled(text, _OF_PATCHES.get(each[:1], "")), sys.stdout)

    def prompt(self, text: str) -> None:
        """Ask something, on a line that the answer goes on with."""
        shown = click.style(text, fg="blue", bold=True)
        click.echo(shown, nl=False, color=self._wants_color(sys.stdout))
        sys.stdout.flush()

    def data_lines(self, lines: Iterable[str]) -> None:
        for each in lines:
            self._say(each, self._findings)

    def write_bytes(self, data: bytes) -> None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)

    def patch_output(self) -> PatchOutput:
        from hipify_py.report.patch import PatchOutput

        sys.stdout.flush()
        return PatchOutput(sys.stdout.buffer)

    def progress(
        self, items: Iterable[T], total: int, doing: str = "converting", least: int = _PROGRESS_FROM
    ) -> Iterator[T]:
        """The items, with a bar on a terminal; what is said meanwhile is held back until the bar is gone."""
        if self._verbosity < 0 or total < least or not sys.stderr.isatty():
            yield from items
            return
        self._held = []
        try:
            yield from _bar(items, total, doing)
        finally:
            held, self._held = self._held, None
            for text, stream in held:
                self._say(text, stream)

    def _lines(self, lines: Iterable[Line], stream: TextIO) -> None:
        waiting = map(_shown, lines)
        while some := list(islice(waiting, _LINES_AT_ONCE)):
            self._say("\n".join(some), stream)

    def _say(self, text: str, stream: TextIO) -> None:
        if self._held is not None:
            self._held.append((text, stream))
            return
        # Paths may hold bytes that are no text in any encoding.
        encoding = stream.encoding or "utf-8"
        encodable = text.encode(encoding, "backslashreplace").decode(encoding, "strict")
        try:
            click.echo(encodable, file=stream, color=self._wants_color(stream))
        except BrokenPipeError:
            # Who has read enough of the findings, as `head` does, has not asked for half a conversion.
            silence(stream)

    def _wants_color(self, stream: TextIO) -> bool:
        if self._color != "auto":
            return self._color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def _set_off(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines below what went to another stream, which a file does not hold."""
    for number, each in enumerate(lines):
        if number == 0:
            yield line("")
        yield each


def _shown(line: Line) -> str:
    plain = line.plain()
    is_harmless = plain == "".join(text for text, _style in line.parts)
    styled = "".join(_styled(text, style) for text, style in line.parts) if is_harmless else plain
    return styled.rstrip(" ")


def silence(stream: TextIO) -> None:
    """Let what is still buffered, and all that follows, go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _styled(text: str, style: str) -> str:
    if not style:
        return text
    return click.style(text, bold=True) if style == "bold" else click.style(text, fg=style)


def _bar(items: Iterable[T], total: int, doing: str) -> Iterator[T]:
    from rich.console import Console as RichConsole
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Without a thread of its own: workers may be forked at any item.
    with Progress(*columns, console=RichConsole(stderr=True), transient=True, auto_refresh=False) as progress:
        task, shown = progress.add_task("", total=total), 0.0
        for item in items:
            yield item
            progress.advance(task)
            if time.monotonic() > shown + _BAR_SECONDS:
                progress.refresh()
                shown = time.monotonic()
