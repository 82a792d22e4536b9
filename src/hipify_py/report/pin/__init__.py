"""A comparison of two runs, as text, JSON and HTML: each module here renders what `shown.py` has."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from hipify_py.texts import to_text

if TYPE_CHECKING:
    from hipify_py.report.pin.shown import Shown

FORMATS = ("full", "json", "html")


def render(name: str, shown: Shown) -> str:
    """As text that any encoding of Unicode takes."""
    text: str = import_module(f"{__name__}.{name}").render(shown)
    return to_text(text.encode("utf-8", "replace"))
