"""`hipify-py -i`: what conversion would change is asked for hunk by hunk, as `git add -p` does."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hipify_py.engine import Understood, final_edits, understand
from hipify_py.file.marks import COMPAT_HEADER, PTX_HEADER, calls_of_compat_header, calls_of_ptx_header
from hipify_py.records import dataclass
from hipify_py.report.console import Console
from hipify_py.report.lines import COLORS, Line, counted, line, printable
from hipify_py.run.outcome import FileOutcome, Remark
from hipify_py.run.project.branches import looks_portable
from hipify_py.run.review.kept import kept
from hipify_py.run.review.patch import EditError, edited, patch_of
from hipify_py.run.review.pieces import Lines, Piece, made, pieces_of, whole
from hipify_py.run.review.together import Question, Questions, questions
from hipify_py.run.runner import result_of
from hipify_py.run.task import Job, Reader
from hipify_py.system import stopping

if TYPE_CHECKING:
    from hipify_py.engine import Context
    from hipify_py.run.project.index import Project

Answer = Literal["", "yes", "no", "keep", "edited"]
# Changes with fewer unchanged lines than this between them are one hunk, which `s` splits.
_APART = 3
_MOST_LINES = 120
_MOST_REMARKS = 8
_HELP = (
    ("y", "convert this hunk"),
    ("n", "leave this hunk as it is; the next run asks for it again"),
    ("o", "leave it as it is for good: put it between `// hipify: off` and `// hipify: on`"),
    ("a", "convert this hunk and all later ones of this file"),
    ("d", "leave this hunk and all later ones of this file"),
    ("r", "convert this hunk and, in all files, each later one of the kinds in its title alone"),
    ("R", "leave this hunk and, in all files, each later one of the kinds in its title alone"),
    ("s", "split this hunk into smaller ones"),
    ("e", "edit this hunk in $EDITOR"),
    ("k", "go back to the hunk before, in this file"),
    ("q", "quit: what was accepted is written, the rest stays as it is"),
    ("?", "print this help"),
)
_ABOVE_EDIT = b"""# Lines with + are what the file gets instead of those with -; lines with a blank stay.
# Change, add or delete lines with +, or make a - a blank to keep its line. If all lines are deleted, nothing is done.
# Lines that begin with # are not part of it.
"""


class _QuitError(Exception):
    pass


@dataclass
class _Hunk:
    """Questions that stand near each other, and what was answered. `pieces` are what is made of them."""

    parts: tuple[Question, ...]
    answer: Answer = ""
    pieces: Sequence[Piece] = ()

    @property
    def asked(self) -> tuple[Piece, ...]:
        return tuple(sorted(piece for part in self.parts for piece in part.pieces))

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset[str]().union(*(part.kinds for part in self.parts))

    def answered(self, answer: Answer, pieces: Sequence[Piece] = ()) -> None:
        self.answer, self.pieces = answer, self.asked if answer == "yes" else pieces


@dataclass
class _Open:
    """The file that is asked about."""

    outcome: FileOutcome
    data: bytes
    hunks: list[_Hunk]
    with_any: tuple[Piece, ...]
    convert: Callable[[bytes], bytes]
    names: dict[tuple[int, int], tuple[tuple[str, str], ...]] = field(default_factory=dict)

    @property
    def converts_any(self) -> bool:
        return any(hunk.answer in ("yes", "edited") for hunk in self.hunks)

    @property
    def is_plain(self) -> bool:
        """Whether hunks were accepted or left, and nothing else made of them."""
        return not self.outcome.made_name and all(hunk.answer in ("", "yes", "no") for hunk in self.hunks)

    def accepted(self) -> list[Piece]:
        of_hunks = [piece for hunk in self.hunks for piece in hunk.pieces]
        return [*self._includes(of_hunks), *of_hunks]

    def _includes(self, of_hunks: Iterable[Piece]) -> Sequence[Piece]:
        """Includes follow what becomes of the code: without any that is converted, or will be, they stay for good."""
        is_left_for_good = bool(self.hunks) and all(hunk.answer == "keep" for hunk in self.hunks)
        if is_left_for_good and self.with_any:
            return kept(self.data, self.with_any, self.convert, of_hunks) or ()
        return self.with_any if self.converts_any else ()


class Review:
    """Asks about each outcome that changes something; what it gives on changes what was accepted."""

    def __init__(self, job: Job, project: Project | None, console: Console) -> None:
        self._reader = Reader(job, job.recipe(), None, project)
        self._policy, self._job, self._console = job.policy(), job, console
        self._kinds: list[tuple[frozenset[str], Answer]] = []
        self._is_tree = project is not None
        self._is_over = False

    def asked(self, outcomes: Iterable[FileOutcome]) -> Iterator[FileOutcome]:
        try:
            for outcome in outcomes:
                yield outcome if outcome.output is None or outcome.problem else self._asked(outcome)
                if self._is_over:
                    return
        except stopping.Stopped:
            self._console.lines([line("")])  # below the question
            raise
        finally:
            self._reader.close()

    def _asked(self, outcome: FileOutcome) -> FileOutcome:
        file = self._opened(outcome)
        try:
            self._ask_about(file)
        except _QuitError:
            self._is_over = True
        answered = _answered(file)
        if answered.output is not None and file.is_plain and file.convert(answered.output) != outcome.output:
            self._console.note(
                f"{outcome.file.path}: the next run may not ask for all that was left here; if it takes the file for "
                "portable, use --ported convert"
            )
        return answered

    def _opened(self, outcome: FileOutcome) -> _Open:
        data = outcome.original or b""
        if outcome.made_name:
            found = Questions((Question((Piece(0, 0, outcome.output or b""),)),))
            return _Open(outcome, b"", [_Hunk(found.asked)], (), lambda text: text)
        context = self._reader.task(outcome.file, data, outcome.signature).input.context(self._policy, self._job.style)

        def convert(text: bytes) -> bytes:
            is_left = self._is_tree and text != data and looks_portable(outcome.file, text, self._policy)
            return text if is_left else result_of(outcome.file, text, context).output

        found = questions(data, _pieces(outcome, data, context), convert)
        return _Open(outcome, data, _hunks(data, found.asked), found.with_any, convert)

    def _ask_about(self, file: _Open) -> None:
        number = 0
        while number < len(file.hunks):
            hunk = file.hunks[number]
            rule = next((answer for kinds, answer in self._kinds if hunk.kinds and hunk.kinds <= kinds), None)
            if rule is not None and not hunk.answer:
                hunk.answered(rule)
                number += 1
                continue
            self._show(file, number)
            number = self._acted(file, number, self._letter(file, number))

    def _acted(self, file: _Open, number: int, letter: str) -> int:
        """Do what a letter says; the hunk to go on with."""
        hunk = file.hunks[number]
        if letter == "q":
            raise _QuitError
        if letter in "yn":
            hunk.answered("yes" if letter == "y" else "no")
        elif letter in "ad":
            for each in file.hunks[number:]:
                each.answered("yes" if letter == "a" else "no")
            return len(file.hunks)
        elif letter in "rR":
            answer: Answer = "yes" if letter == "r" else "no"
            self._kinds.append((hunk.kinds, answer))
            hunk.answered(answer)
        elif letter == "s":
            file.hunks[number : number + 1] = [_Hunk((part,)) for part in hunk.parts]
            return number
        elif letter == "k":
            return number - 1
        elif not (self._keeps(file, hunk) if letter == "o" else self._edits(file, number)):
            return number
        return number + 1

    def _letter(self, file: _Open, number: int) -> str:
        """A letter that means something here."""
        letters = _letters(file, number)
        while True:
            self._console.prompt(f"Convert this hunk [{','.join(letters)}]? ")
            said = sys.stdin.readline()
            if not said:  # the end of the input
                raise _QuitError
            letter = said.strip()
            if letter in letters and letter != "?":
                return letter
            self._console.lines(line(f"{each} - {text}", "cyan") for each, text in _HELP if each in letters)

    def _keeps(self, file: _Open, hunk: _Hunk) -> bool:
        pieces = kept(file.data, hunk.asked, file.convert)
        if pieces is None:
            self._console.lines([line("comments around this hunk would change other code; use n", "red")])
            return False
        hunk.answered("keep", pieces)
        return True

    def _edits(self, file: _Open, number: int) -> bool:
        hunk = file.hunks[number]
        others = [*file.with_any, *(p for each in file.hunks if each is not hunk for p in each.asked)]
        patch = b"".join((_ABOVE_EDIT, *patch_of(file.data, hunk.asked)))
        try:
            pieces = edited(file.data, hunk.asked, _from_editor(patch, file.outcome.file.path), others)
        except EditError as error:
            self._console.lines([line(f"not applied: {error}", "red")])
            return False
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            self._console.lines([line(f"the editor failed: {error}", "red")])
            return False
        hunk.answered("edited" if pieces else "no", pieces)
        return True

    def _show(self, file: _Open, number: int) -> None:
        hunk = file.hunks[number]
        brought = file.with_any if not file.converts_any else ()
        name = file.outcome.file.path
        first = Lines(file.data).number(hunk.asked[0].start) + 1
        place = f"{name}:{first}" if not file.outcome.made_name else f"{name} becomes {file.outcome.made_name}"
        title = f"hunk {number + 1} of {len(file.hunks)}" + "".join(f", {kind}" for kind in sorted(hunk.kinds))
        self._console.lines([line(""), Line(((place, "bold"), (f"  {title}", "")))])
        patch = patch_of(file.data, sorted((*brought, *hunk.asked)))
        self._console.patch(patch[:_MOST_LINES])
        if more := len(patch) - _MOST_LINES:
            self._console.lines([line(f"… and {counted(more, 'line')} more")] if more > 0 else [])
        self._console.lines(_about(file, hunk))


def _letters(file: _Open, number: int) -> list[str]:
    hunk = file.hunks[number]
    useless = set("k" if number == 0 else "")
    useless |= set() if file.outcome.file.is_source else {"o"}
    useless |= set("oe") if file.outcome.made_name else set()
    useless |= set() if len(hunk.parts) > 1 else {"s"}
    useless |= set() if hunk.kinds else {"r", "R"}
    return [letter for letter, _text in _HELP if letter not in useless]


def _about(file: _Open, hunk: _Hunk) -> Iterator[Line]:
    """The findings in the lines of a hunk."""
    lines = Lines(file.data)
    spans = [(lines.number(piece.start) + 1, lines.number(max(piece.start, piece.end - 1)) + 1) for piece in hunk.asked]
    found = [each for each in file.outcome.remarks if any(a <= each.line <= b for a, b in spans)]
    for remark in found[:_MOST_REMARKS]:
        yield _said(remark)
    if more := found[_MOST_REMARKS:]:
        yield line(f"  and {counted(len(more), 'more finding')}")


def _said(remark: Remark) -> Line:
    parts = [(f"  {remark.line}:{remark.column} ", ""), (f"{remark.severity} ", COLORS[remark.severity])]
    return Line((*parts, (f"{remark.rule} {remark.message}", "")))


def _pieces(outcome: FileOutcome, data: bytes, context: Context) -> list[Piece]:
    """What conversion changes, piece by piece; the file as one where they do not add up to it. So are templates, and
    build files: one that is half converted looks like one that builds for both, and would be left alone."""
    new = outcome.output or b""
    understood = understand(data, context) if outcome.file.is_source else None
    if isinstance(understood, Understood):
        edits = final_edits(understood.facts.reading, understood.edits)
        pieces = pieces_of(data, edits, understood.edits)
        if made(data, pieces) == new:
            return pieces
    return whole(data, new, result_of(outcome.file, data, context).edits)


def _hunks(data: bytes, asked: Sequence[Question]) -> list[_Hunk]:
    """Questions by their places, those near each other as one."""
    lines = Lines(data)
    hunks: list[_Hunk] = []
    for question in sorted(asked, key=lambda each: each.pieces[0]):
        before = hunks[-1].asked[-1] if hunks else None
        first = question.pieces[0]
        if before is not None and lines.number(first.start) - lines.number(before.end) < _APART:
            hunks[-1] = _Hunk((*hunks[-1].parts, question))
        else:
            hunks.append(_Hunk((question,)))
    return hunks


def _answered(file: _Open) -> FileOutcome:
    """The outcome with what was accepted alone."""
    outcome, pieces = file.outcome, file.accepted()
    if not pieces:
        return _left(outcome)
    if outcome.made_name:
        return outcome
    text = made(file.data, pieces)
    changes = [name for piece in pieces for name in piece.names]
    return replace(
        outcome,
        output=text,
        converted=Counter(group for group, _why in changes),
        names=Counter(why for _group, why in changes),
        needs_headers=outcome.needs_headers if file.converts_any else frozenset(),
        header_calls=_calls(outcome, text),
    )


def _calls(outcome: FileOutcome, text: bytes) -> dict[str, frozenset[str]]:
    """What a file calls of our headers, without what only the declined hunks would call."""
    full, calls = outcome.output or b"", dict(outcome.header_calls)
    if PTX_HEADER in calls:
        calls[PTX_HEADER] -= calls_of_ptx_header(full) - calls_of_ptx_header(text)
    if COMPAT_HEADER in calls:
        calls[COMPAT_HEADER] -= calls_of_compat_header(full) - calls_of_compat_header(text)
    return calls


def _left(outcome: FileOutcome) -> FileOutcome:
    """A file that stays as it is."""
    none: frozenset[str] = frozenset()
    return replace(outcome, original=None, output=None, converted={}, names={}, needs_headers=none, header_calls={})


def _from_editor(text: bytes, path: Path) -> bytes:
    """What somebody makes of a text, as `git commit` asks for one."""
    command = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    with tempfile.TemporaryDirectory(prefix="hipify-") as folder:
        file = Path(folder) / f"{printable(path.name)[:100].replace('/', '_')}.diff"
        file.write_bytes(text)
        subprocess.run([*command, str(file)], check=True)
        return file.read_bytes()
