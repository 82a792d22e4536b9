"""The trees of `hipify-py pin`: whatever is written to them is instrumented on its way."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py import helpers
from hipify_py.file.marks import PIN_HEADER, is_our_header
from hipify_py.patterns import pattern
from hipify_py.run.deliver.state import journals, turn_on
from hipify_py.run.deliver.tree import OtherTree
from hipify_py.run.delivery import Companion, Delivered, Delivery
from hipify_py.run.discover import File, Problem, discover
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.pin.instrument import Place, instrument
from hipify_py.run.task import MAX_BYTES
from hipify_py.system import disk, stopping
from hipify_py.texts import to_bytes

if TYPE_CHECKING:
    from hipify_py.report.console import Console
    from hipify_py.run.request import Request

_OF_C = frozenset((".c", ".m"))
# A header by that name may be one of C.
_MAYBE_OF_C = ".h"
_OF_CPP = pattern(rb"<<<|\b(?:template|namespace|class|typename|constexpr|nullptr)\b|\bstd::")


class Left(NamedTuple):
    """A call of a file that is not recorded."""

    path: Path
    place: Place


class Pins:
    """What is instrumented in one tree."""

    def __init__(self) -> None:
        self.recorded = Counter[str]()
        self.files = 0
        self.left: list[Left] = []

    def over(self, tree: OtherTree, root: Path, real: Path) -> Delivery:
        """The delivery to a tree, which lies at `root`, without links `real`."""
        return _Instrumenting(tree, self, Companion(PIN_HEADER, root / PIN_HEADER, real / PIN_HEADER, _header))

    def instrumented(self, file: File, data: bytes) -> bytes | None:
        """The source with its calls recorded; None where none of them is."""
        suffix = file.path.suffix.lower()
        if suffix in _OF_C or (suffix == _MAYBE_OF_C and not _OF_CPP.search(data)) or is_our_header(data):
            return None
        done = instrument(data, file.relative.as_posix(), _header_from(file), is_cuda=file.is_cuda)
        self.left += (Left(file.path, place) for place in done.left)
        self.recorded += done.recorded
        self.files += bool(done.recorded)
        return done.data if done.recorded else None


def _header(_lying: bytes | None) -> bytes:
    return to_bytes(helpers.pin_header())


def _header_from(file: File) -> str:
    """How a file includes the header at the root of its tree."""
    return str(PurePosixPath(*[".."] * (len(file.relative.parts) - 1), PIN_HEADER))


class _Instrumenting:
    """A delivery whose sources are instrumented first."""

    def __init__(self, delivery: OtherTree, pins: Pins, header: Companion) -> None:
        self._delivery = delivery
        self._pins = pins
        self._header = header

    def deliver(self, outcome: FileOutcome) -> Sequence[Delivered]:
        file = outcome.file
        if file.is_source and not file.is_template:
            try:
                data = outcome.output or outcome.original or disk.read(file.real, MAX_BYTES)[0]
            except OSError as error:
                return (Delivered(outcome, error=error),)
            output = self._pins.instrumented(file, data) if data else None
            if output is not None:
                self._delivery.accompany(self._header)
                outcome = replace(outcome, output=output)
        return self._delivery.deliver(outcome)

    def accompany(self, companion: Companion) -> str:
        return self._delivery.accompany(companion)

    def obstacle(self, file: File, name: str) -> str:
        return self._delivery.obstacle(file, name)

    def finish(self) -> Sequence[Delivered]:
        return self._delivery.finish()

    def close(self) -> Sequence[Delivered]:
        return self._delivery.close()


def copy(request: Request, paths: tuple[Path, ...], root: Path, pins: Pins, console: Console) -> list[Problem]:
    """Write a tree as it is, but for what is recorded; what could not be done."""
    real = Path(os.path.realpath(root))
    found = discover(paths, request.selection, everything=True, enough="sources", modules="none", journals=journals())
    problems = list(found.problems)
    root.mkdir(parents=True, exist_ok=True)
    tree = OtherTree(root, real, [file.real for file in found.files], copy=True, force=request.force)
    with turn_on(real, console.note), closing(pins.over(tree, root, real)) as delivery:
        for file in console.progress(found.files, len(found.files), "copying"):
            with stopping.held():
                told = delivery.deliver(FileOutcome(file))
                problems += (Problem(str(file.path), each.problem) for each in told if each.error is not None)
    return problems
