"""Links and headings of Markdown files, as code hosts read them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

# Code is matched first, so that what looks like a link in it is none; in the text of a link there may be code.
_LINK_OR_CODE = re.compile(
    r"(?P<code>^(?P<fence>```+|~~~+).*?^(?P=fence)|(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))"
    r"|\[(?P<text>(?:`[^`]*`|[^\]`])*)\]\((?P<target>[^)\s]+)\)",
    re.DOTALL | re.MULTILINE,
)
_CODE_BLOCK = re.compile(r"^(```+|~~~+).*?^\1", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} +(.*?)(?: +#+)?$", re.MULTILINE)
_ELSEWHERE = re.compile(r"[a-z][a-z+.-]*:|/")


class Link(NamedTuple):
    text: str
    target: str

    @property
    def is_relative(self) -> bool:
        return _ELSEWHERE.match(self.target) is None

    @property
    def anchor(self) -> str:
        return self.target.partition("#")[2]

    def path(self, source: str) -> str:
        """What it leads to, as a path like that of the file it stands in."""
        name = self.target.partition("#")[0]
        return posixpath.normpath(posixpath.join(posixpath.dirname(source), name)) if name else source


def links(text: str) -> Iterator[Link]:
    return (Link(found["text"], found["target"]) for found in _LINK_OR_CODE.finditer(text) if found["target"])


def with_links(text: str, write: Callable[[Link], str]) -> str:
    """The text with each link as a function writes it."""
    return _LINK_OR_CODE.sub(
        lambda found: write(Link(found["text"], found["target"])) if found["target"] else found[0], text
    )


def anchors(text: str) -> set[str]:
    """What links can name behind `#`."""
    found: set[str] = set()
    for heading in _HEADING.findall(_CODE_BLOCK.sub("", text)):
        name = base = slug(_plain(heading))
        number = 0
        while name in found:
            number += 1
            name = f"{base}-{number}"
        found.add(name)
    return found


def slug(heading: str, separator: str = "-") -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def _plain(heading: str) -> str:
    return with_links(heading, lambda link: link.text).replace("`", "")
