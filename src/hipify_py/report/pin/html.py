"""A comparison as one page that opens from disk. Names come from anybody: they are escaped, and nothing in the page
can run a script or load anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path

from hipify_py import __version__
from hipify_py.report.lines import printable
from hipify_py.report.markup import digest, filled, palette
from hipify_py.report.pin import shown as words
from hipify_py.report.pin.shown import Shown
from hipify_py.run.pin.compare import MOST_ROWS, Row, Verdict

_STATIC = Path(__file__).parent / "static"
_MARKS = {"equal": "equal", "output differs": "output", "input differs": "input"}


def render(shown: Shown) -> str:
    style = palette() + _read("comparison.css")
    parts = {
        "policy": f"default-src 'none'; style-src '{digest(style)}'; base-uri 'none'; form-action 'none'",
        "version": escape(__version__),
        "title": _text(f"{shown.first.name} and {shown.second.name} - hipify-py"),
        "style": style,
        "main": "".join(_main(shown)),
    }
    return filled(_read("comparison.html"), parts)


def _main(shown: Shown) -> Iterator[str]:
    found = shown.comparison
    mark = "equal" if found.verdict is Verdict.EQUAL else "output"
    yield f'<section class="verdict {mark}"><h1>'
    if fault := found.fault:
        yield f"Call {fault.number}: <code>{_text(words.name(fault))}</code></h1>\n"
        yield f"<p>visit {fault.visit}, <code>{_text(words.where(fault))}</code></p>\n"
    else:
        yield f"{_text(words.summary(shown))}</h1>\n"
    yield f"<p>{_text(words.verdict(shown))}</p>\n"
    if fault:
        yield from _details(fault)
    yield "</section>\n"
    yield '<section><h2>Runs</h2>\n<dl class="runs">\n'
    for each in (shown.first, shown.second):
        yield f"<dt><code>{_text(each.name)}</code></dt><dd>{_text(words.side(each))}</dd>\n"
    yield f"<dt>Calls</dt><dd>{_text(words.summary(shown))}</dd>\n"
    yield f"<dt>Tolerances</dt><dd>{_text(words.tolerances(shown))}; integers exact</dd>\n</dl>\n"
    if notes := list(words.warnings(shown)):
        yield '<ul class="notes">' + "".join(f"<li>{_text(note)}</li>\n" for note in notes) + "</ul>\n"
    yield "</section>\n"
    if found.around:
        yield from _table("Around it", found.around, shown)
    if found.rows:
        left = found.different + sum(found.only) - len(found.rows)
        title = f"All that differ, the first {MOST_ROWS:,}" if left else "All that differ"
        yield from _table(title, found.rows, shown)


def _table(title: str, rows: Sequence[Row], shown: Shown) -> Iterator[str]:
    yield f'<section><h2>{title}</h2>\n<div class="wide" tabindex="0" role="region" aria-label="{title}">\n<table>\n'
    yield "<thead><tr>"
    for name in ("Call", "Visit", "Name", "Place", "Result", "What differs"):
        yield f'<th scope="col">{name}</th>'
    yield "</tr></thead>\n<tbody>\n"
    fault = shown.comparison.fault
    for row in rows:
        state = words.state(row, shown)
        is_fault = ' class="fault"' if fault and row.number == fault.number else ""
        yield f'<tr{is_fault}><td class="number">{row.number}</td><td class="number">{row.visit}</td>'
        yield f"<td><code>{_text(words.name(row))}</code></td><td><code>{_text(words.where(row))}</code></td>"
        yield f'<td><span class="state {_MARKS.get(state, "only")}">{_text(state)}</span></td><td>'
        yield from _details(row)
        yield "</td></tr>\n"
    yield "</tbody>\n</table>\n</div>\n</section>\n"


def _details(row: Row) -> Iterator[str]:
    found = [f"{kind}: {argument}: {how}" for kind, argument, how in words.details(row)] + list(row.found.remarks)
    if found:
        yield "<ul>" + "".join(f"<li>{_text(each)}</li>" for each in found) + "</ul>\n"


def _text(text: str) -> str:
    return escape(printable(text))


@cache
def _read(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")
