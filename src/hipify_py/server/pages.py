"""The pages of rules as files of the user's, to which editors can link: they have no other address."""

from __future__ import annotations

import os
from pathlib import Path

from hipify_py import compiled
from hipify_py.report.rule_markdown import page
from hipify_py.rules.model import Catalogue, Rule
from hipify_py.system import disk
from hipify_py.texts import to_bytes

_PRIVATE = 0o700


class Pages:
    """Each is written when something first links to it. Where that cannot be there are no links."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._known: dict[str, str | None] = {}

    def address(self, rule: Rule) -> str | None:
        if rule.id not in self._known:
            self._known[rule.id] = self._written(rule)
        return self._known[rule.id]

    def _written(self, rule: Rule) -> str | None:
        text = to_bytes(f"# {rule.id} {rule.name}\n\n{page(rule, self._catalogue)}")
        try:
            return _put(Path(os.path.realpath(compiled.cache_folder())) / "rules", f"{rule.id}.md", text).as_uri()
        except (OSError, RuntimeError):  # or nobody knows the home directory
            return None


def _put(place: Path, name: str, text: bytes) -> Path:
    """Write a file as a whole, unless it is there."""
    disk.make_folder(place, _PRIVATE)
    with disk.open_folder(place) as folder:
        if folder.stat(name) is None or folder.read(name, len(text))[0] != text:
            unfinished = f"{name}.{os.getpid()}.tmp"
            folder.create(unfinished, (text,), 0o600).close()
            folder.rename(unfinished, name)
        return folder.path / name
