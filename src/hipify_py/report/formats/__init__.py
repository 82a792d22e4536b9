"""The formats of a report. Each renders what the model and the modules beside it know, and finds out nothing itself:
what one says, any other could say too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

from hipify_py.patterns import pattern
from hipify_py.report.model import Report
from hipify_py.rules.model import Catalogue

Renderer = Callable[[Report, Catalogue], Iterator[str]]

# A format's module is imported when it is asked for: most runs ask for none of them.
FORMATS: Mapping[str, str] = {
    "full": "full",
    "concise": "concise",
    "json": "json_object",
    "jsonl": "json_lines",
    "sarif": "sarif",
    "github": "github",
    "gitlab": "gitlab",
    "junit": "junit",
    "markdown": "markdown",
}
_SURROGATE = pattern("[\ud800-\udfff]")


def render(name: str, report: Report, catalogue: Catalogue) -> str:
    """The report in a format, as plain text that any encoding of Unicode takes: bytes of a path that are no text
    become replacement characters."""
    renderer: Renderer = import_module(f"{__name__}.{FORMATS[name]}").render
    return _SURROGATE.sub("\ufffd", "".join(renderer(report, catalogue)))
