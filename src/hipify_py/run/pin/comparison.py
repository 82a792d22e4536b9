"""`hipify-py pin compare A B`, with its options read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from hipify_py.report.console import Console
from hipify_py.report.formats import PEOPLE
from hipify_py.report.pin import render
from hipify_py.report.pin.full import lines
from hipify_py.report.pin.shown import Shown, Side
from hipify_py.run.pin.compare import compare
from hipify_py.run.pin.differences import TOLERANCES
from hipify_py.run.pin.records import Recording, Type, UnreadableError
from hipify_py.run.triage.formats import Destination, write
from hipify_py.texts import reason, to_bytes


class ToleranceError(Exception):
    """A tolerance that is none, in one line."""


def tolerances(given: Iterable[str]) -> dict[Type, float]:
    """What `f32=1e-3,f64=0` says. Integers may be given one, too."""
    found: dict[Type, float] = {}
    numbers = {kind.name.lower(): kind for kind in Type if Type.F32 <= kind <= Type.U64}
    for word in (word for text in given for word in text.split(",")):
        name, _, value = word.partition("=")
        kind = numbers.get(name.strip().lower())
        if kind is None:
            raise ToleranceError(f"{word!r} names no type; write f32=1e-3, with one of {', '.join(numbers)}")
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 <= number < float("inf"):
            raise ToleranceError(f"{word!r} is no tolerance; write {name}=1e-3, with a number that is not negative")
        found[kind] = number
    return found


def compared(
    first: Path,
    second: Path,
    console: Console,
    *,
    tolerances: Mapping[Type, float] = TOLERANCES,
    outputs: Iterable[Destination] = (Destination(PEOPLE),),
) -> int:
    """The exit code: 0 if the runs are equal, 1 if they are not, 2 if they cannot be compared."""
    try:
        with Recording(first) as one, Recording(second) as other:
            comparison = compare(one, other, tolerances)
            names = (str(first), str(second))
            shown = Shown(side(names[0], one), side(names[1], other), comparison)
    except UnreadableError as error:
        console.problem(str(error))
        return 2
    code = comparison.exit_code
    for name, file in outputs:
        if file is None and name == PEOPLE:
            console.lines(lines(shown))
        elif file is None:
            console.data(render(name, shown))
        elif not _is_written(file, render(name, shown), console):
            code = 2
    return code


def side(name: str, run: Recording) -> Side:
    return Side(name, run.program, run.damage, run.is_complete, len(run.calls))


def _is_written(file: Path, text: str, console: Console) -> bool:
    try:
        write(file, to_bytes(text))
    except OSError as error:
        console.problem(f"{file}: cannot write the comparison: {reason(error)}")
        return False
    return True
