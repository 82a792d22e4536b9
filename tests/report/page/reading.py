"""What a browser finds in a page, read with Python."""

from __future__ import annotations

import base64
import json
import zlib
from html.parser import HTMLParser
from typing import Any


class Parts(HTMLParser):
    """The elements of a page, and the text of its scripts and styles, as a browser tells them apart."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.styles: list[str] = []
        self._raw: str | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append((dict(attrs), ""))
        elif tag == "style":
            self.styles.append("")
        self._raw = tag if tag in ("script", "style") else None

    def handle_endtag(self, tag: str) -> None:
        self._raw = None if tag == self._raw else self._raw

    def handle_data(self, data: str) -> None:
        if self._raw == "script":
            attributes, text = self.scripts[-1]
            self.scripts[-1] = (attributes, text + data)
        elif self._raw == "style":
            self.styles[-1] += data

    def json(self, id_: str) -> Any:
        return json.loads(self.json_text(id_))

    def json_text(self, id_: str) -> str:
        (text,) = (text for attributes, text in self.scripts if attributes.get("id") == id_)
        return text

    @property
    def code(self) -> list[str]:
        return [text for attributes, text in self.scripts if attributes.get("type") != "application/json"]

    @property
    def policy(self) -> str:
        found = (each for tag, each in self.elements if tag == "meta" and "http-equiv" in each)
        return next(each["content"] or "" for each in found)

    def data(self) -> Any:
        return inflated(self.json("data"))

    def source(self, number: int) -> Any:
        return inflated(self.json("sources")[str(number)])


def inflated(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text)))
