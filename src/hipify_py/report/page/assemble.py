"""The page: template, style and script of static/, with the data of a report.

Names and sources come from anybody. They are in the page as data only, the script makes text of them and never markup,
and the policy of the page runs that script and no other.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path

from hipify_py import __version__
from hipify_py.report.lines import printable
from hipify_py.report.markup import digest, filled, palette
from hipify_py.report.model import Report
from hipify_py.report.page import budget
from hipify_py.report.page.columns import Names
from hipify_py.report.page.embedded import json_in_html
from hipify_py.report.page.head import head
from hipify_py.report.progress import progress
from hipify_py.report.text import closing_lines
from hipify_py.rules.model import Catalogue

STATIC = Path(__file__).parent / "static"
# In this order they are one script: each uses what stands above it.
SCRIPTS = (
    "dom", "data", "highlight", "words", "rows", "list", "treemap", "charts", "finding", "overview", "source", "files",
    "findings", "progress", "route", "keys", "main",
)  # fmt: skip
STYLES = ("base", "overview", "code", "findings", "print")
# Closing tags, names of parts, and the figures of what was left out.
_AROUND = 2_000


def page(report: Report, catalogue: Catalogue, most: int = budget.MOST) -> str:
    names, since = Names(report), progress(report, catalogue)
    first, plain = head(report, catalogue, names, since), escape(_plain(report))
    around = len(_style()) + len(_script()) + len(_template()) + len(plain) + _AROUND
    packed = budget.packed(report, catalogue, names, since, around + len(json_in_html(first)), most)
    first["leftOut"] = {"findings": len(report.remarks) - packed.findings, "sources": packed.why}
    parts = {
        "policy": _policy(),
        "title": escape(_title(report)),
        "version": escape(__version__),
        "style": _style(),
        "plain": plain,
        "head": json_in_html(first),
        "data": json_in_html(packed.data),
        "sources": json_in_html(packed.texts),
        "script": _script(),
    }
    return filled(_template(), parts)


def _title(report: Report) -> str:
    what = ", ".join(path for path in report.call.paths[:3] if path.strip("./")) or "report"
    return printable(f"{what} - hipify-py")


def _plain(report: Report) -> str:
    """For who runs no script."""
    return "\n".join(printable(line) for line in closing_lines(report))


def _policy() -> str:
    script, style = digest(_script()), digest(_style())
    return (
        f"default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; form-action 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )


@cache
def _template() -> str:
    return _read("page.html")


@cache
def _style() -> str:
    return "\n" + palette() + "\n".join(_read(f"css/{name}.css") for name in STYLES)


@cache
def _script() -> str:
    return '\n(() => {\n"use strict";\n\n' + "\n".join(_read(f"js/{name}.js") for name in SCRIPTS) + "})();\n"


def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
