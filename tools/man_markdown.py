"""A page of docs as a manual for `man`: headings, paragraphs, lists, tables and blocks of code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools import doc_links

_BLOCK = re.compile(r"^```.*?^```$|^(?!```)\S.*?(?=\n\n|\n```|\Z)", re.DOTALL | re.MULTILINE)
_ITEM = re.compile(r"^(-|\d+\.) +", re.MULTILINE)
_CELL = re.compile(r"(?<!\\)\|")
_MARKED = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*")


def body(text: str) -> Iterator[str]:
    """The lines of a manual for a page, from its second heading on; what is above that is its description."""
    for block in _BLOCK.findall(doc_links.with_links(text, lambda link: link.text)):
        if block.startswith("# "):
            yield ".SH DESCRIPTION"
        elif block.startswith("#"):
            yield f".SH {escaped(block.lstrip('# ').upper())}"
        elif block.startswith("```"):
            yield from (".nf", *(escaped(line) for line in block.splitlines()[1:-1]), ".fi", ".PP")
        elif block.startswith("|"):
            yield from _table(block)
        elif _ITEM.match(block):
            yield from _items(block)
        else:
            yield from (_said(block), ".PP")


def escaped(text: str) -> str:
    shown = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("`", "\\(ga")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown


def _table(block: str) -> Iterator[str]:
    """A row is a term and what is said of it; further cells have their titles before them."""
    titles, _line, *rows = (_cells(row) for row in block.splitlines())
    for term, said, *more in rows:
        yield from (".TP", _said(term), _said(said))
        yield from (f"({_said(f'{title}: {text}')})" for title, text in zip(titles[2:], more, strict=True))


def _cells(row: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in _CELL.split(row.strip())[1:-1]]


def _items(block: str) -> Iterator[str]:
    _before, *parts = _ITEM.split(block)
    for sign, text in zip(parts[::2], parts[1::2], strict=True):
        mark = "\\(bu" if sign == "-" else sign
        yield from (f".IP {mark} 4", _said(text))
    yield ".PP"


def _said(text: str) -> str:
    parts = _MARKED.split(" ".join(text.split()))
    plain, code, strong = parts[::3], parts[1::3], parts[2::3]
    marked = (f"\\fB{escaped(one or other)}\\fR" for one, other in zip(code, strong, strict=True))
    said = "".join(f"{_inside(before)}{bold}" for before, bold in zip(plain, (*marked, ""), strict=True))
    return f"\\&{said}" if said.startswith((".", "'")) else said


def _inside(text: str) -> str:
    return escaped(text).removeprefix("\\&")
