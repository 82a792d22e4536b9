"""What files say, kept for the formats that show it: as much of it as a page can hold."""

from __future__ import annotations

from hipify_py.report.model import Sources
from hipify_py.report.sources import Hunk, Text, packed
from hipify_py.run.deliver.hunks import Hunks
from hipify_py.run.outcome import FileOutcome
from hipify_py.source import Source
from hipify_py.system import disk
from hipify_py.texts import to_bytes, to_text

# No one reads more of a single file in a page.
MOST_OF_FILE = 2_000_000
# Packed, and several times what a page takes: it chooses the files that matter most.
MOST_PACKED = 32_000_000
_MOST_LINES_COMPARED = 60_000


class Texts:
    """Of files that change, or have findings; nobody looks at the others."""

    def __init__(self, most: int = MOST_PACKED) -> None:
        self._room = most
        self._texts: dict[str, bytes] = {}
        self._left_out: dict[str, str] = {}

    def add(self, outcome: FileOutcome) -> None:
        path = str(outcome.file.path)
        if path in self._texts or path in self._left_out or not (outcome.output is not None or outcome.remarks):
            return
        try:
            before = self._before(outcome)
        except OSError:
            self._left_out[path] = "it could not be read again"
            return
        if before is None or len(before) + len(outcome.output or b"") > 2 * MOST_OF_FILE:
            self._left_out[path] = f"it is larger than {MOST_OF_FILE // 1_000_000} MB"
        elif b"\0" in before:
            self._left_out[path] = "it is not text"
        else:
            self._keep(path, packed(_text(before, outcome)))

    def sources(self) -> Sources:
        return Sources(self._texts, self._left_out)

    def _keep(self, path: str, data: bytes) -> None:
        if len(data) > self._room:
            self._left_out[path] = "the sources of the run are too large"
            return
        self._room -= len(data)
        self._texts[path] = data

    @staticmethod
    def _before(outcome: FileOutcome) -> bytes | None:
        """The file as it was; one that does not change lies where it lay."""
        if outcome.original is not None:
            return outcome.original if len(outcome.original) <= MOST_OF_FILE else None
        if not outcome.file.real.name:  # standard input
            raise FileNotFoundError
        return disk.read(outcome.file.real, MOST_OF_FILE)[0]


def _text(before: bytes, outcome: FileOutcome) -> Text:
    old = _lines(before)
    if outcome.output is None:
        return Text(old, ())
    new = _lines(outcome.output)
    return Text(old, _hunks(old, new, is_other=bool(outcome.made_name)))


def _hunks(old: list[str], new: list[str], *, is_other: bool) -> list[Hunk]:
    """Where the lines differ; a text that is another one, or too long to be compared, differs as a whole."""
    if is_other or len(old) + len(new) > 2 * _MOST_LINES_COMPARED:
        return [Hunk(0, len(old), new)]
    opcodes = Hunks([to_bytes(line) for line in old], [to_bytes(line) for line in new]).get_opcodes()
    return [Hunk(i1, i2 - i1, new[j1:j2]) for tag, i1, i2, j1, j2 in opcodes if tag != "equal"]


def _lines(data: bytes) -> list[str]:
    """As findings count them; a byte-order mark is no character."""
    text, end = data.decode("utf-8-sig", "replace"), to_text(Source("", data).line_end)
    return [line.removesuffix("\r") for line in text.split(end)]
