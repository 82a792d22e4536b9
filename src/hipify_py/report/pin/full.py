"""A comparison for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.report.lines import Line, line
from hipify_py.report.pin import shown as words
from hipify_py.report.pin.shown import Shown
from hipify_py.run.pin.compare import Row, Verdict

_COLORS = {"equal": "green", "output differs": "red", "input differs": "yellow"}


def render(shown: Shown) -> str:
    return "".join(f"{each.plain()}\n" for each in lines(shown))


def lines(shown: Shown) -> Iterator[Line]:
    width = max(len(each.name) for each in (shown.first, shown.second)) + 1
    for each in (shown.first, shown.second):
        yield line(f"{each.name + ':':<{width}} {words.side(each)}")
    for warning in words.warnings(shown):
        yield line(f"note: {warning}", "yellow")
    yield line("")
    found = shown.comparison
    fault = found.fault
    if fault:
        yield line(f"call {fault.number}: {words.name(fault)}, visit {fault.visit}, {words.where(fault)}", "bold")
    is_equal = found.verdict is Verdict.EQUAL
    yield line(("  " if fault else "") + words.verdict(shown), "green" if is_equal else "red")
    if fault:
        yield from _details(fault)
        yield line("")
        yield from _table(shown, fault)
    if found.verdict is not Verdict.NOTHING:
        yield line("")
        yield line(words.summary(shown))


def _details(row: Row) -> Iterator[Line]:
    for kind, argument, how in words.details(row):
        yield line(f"  {kind}: {argument}: {how}")
    for remark in row.found.remarks:
        yield line(f"  {remark}")


def _table(shown: Shown, fault: Row) -> Iterator[Line]:
    header = ("call", "visit", "name", "place", "result")
    rows = [(_cells(row, shown), row) for row in shown.comparison.around]
    widths = [max(map(len, column)) for column in zip(header, *(cells for cells, _row in rows), strict=True)]
    yield line("    " + _aligned(header, widths).rstrip(), "bold")
    for cells, row in rows:
        mark = "  > " if row.number == fault.number else "    "
        yield Line(((mark + _aligned(cells[:-1], widths) + "  ", ""), (cells[-1], _COLORS.get(cells[-1], "yellow"))))


def _cells(row: Row, shown: Shown) -> tuple[str, ...]:
    return str(row.number), str(row.visit), words.name(row), words.where(row), words.state(row, shown)


def _aligned(cells: tuple[str, ...], widths: list[int]) -> str:
    numbers = 2
    return "  ".join(
        f"{cell:>{width}}" if at < numbers else f"{cell:<{width}}"
        for at, (cell, width) in enumerate(zip(cells, widths, strict=False))
    )
