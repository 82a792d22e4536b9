"""The formats of a report: each module here is one, called as `--format` calls it, with `render(report, catalogue)`.

Each renders what the model and the modules beside it know, and finds out nothing itself: what one says, any other could
say too. What several of them need lies in `shared/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.patterns import pattern

if TYPE_CHECKING:
    from hipify_py.report.model import Report
    from hipify_py.rules.model import Catalogue

    Renderer = Callable[[Report, Catalogue], Iterator[str]]

PEOPLE = "full"
# Those that show what files say, which is kept for them.
WITH_SOURCES = frozenset(("html",))
_SURROGATE = pattern("[\ud800-\udfff]")


@cache
def names() -> tuple[str, ...]:
    """All formats, the one for people first."""
    modules = (path.stem for path in Path(__file__).parent.glob("*.py"))
    others = sorted(name for name in modules if name not in ("__init__", PEOPLE))
    return (PEOPLE, *others)


def render(name: str, report: Report, catalogue: Catalogue) -> str:
    """The report in a format, as plain text that any encoding of Unicode takes: bytes of a path that are no text
    become replacement characters. A format's module is imported when it is asked for: most runs ask for none of them.
    """
    renderer: Renderer = import_module(f"{__name__}.{name}").render
    return _SURROGATE.sub("\ufffd", "".join(renderer(report, catalogue)))
