"""Where each file of a run lies for the compiler, and where its bytes before and after conversion are kept.

In place and with `-o` they are the files written. Where nothing is written, converted bytes lie in a directory of ours,
and an overlay of clang's virtual file system shows them in the places of the originals: so every include finds what it
would find after a real run, and everything around the tree stays where it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Literal

from hipify_py.once import cached_property
from hipify_py.records import dataclass
from hipify_py.run.delivery import Companion, Delivered, Delivery
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome

# Files that a compiler is given; others are reached through these. The first are CUDA, converted or not.
_CUDA_UNITS = frozenset((".cu", ".hip"))
_HOST_UNITS = frozenset((".cc", ".cpp", ".cxx", ".c++"))
_RENAMED = b"#error this header has another name after conversion\n"
How = Literal["in place", "tree", "nowhere"]


@dataclass(frozen=True)
class Kept:
    """A file of the run: `seen_at` is its path for the compiler; `before` and `after` hold its bytes. Of a module
    the source is compiled that it becomes, which has lines of its own."""

    file: File
    seen_at: Path
    before: Path
    after: Path
    changed: bool
    is_unit: bool

    @property
    def is_made(self) -> bool:
        return self.file.kind == "module"

    @property
    def is_renamed(self) -> bool:
        return self.seen_at.name != self.file.path.name


class Layout:
    """`root` is where output lies, and `work` is a directory of ours."""

    def __init__(self, how: How, base: Path, root: Path, work: Path) -> None:
        self._how = how
        self._base = base
        self._root = Path(os.path.abspath(root))
        self._work = work
        self._stored = 0
        self._companions: dict[str, Path] = {}
        self.files: list[Kept] = []

    def keep(self, outcome: FileOutcome) -> Kept:
        """Note a file that is about to be delivered."""
        file = outcome.file
        seen_at = self._seen_at(outcome)
        before, after = file.path, seen_at if self._how != "nowhere" else file.path
        if outcome.original is not None and outcome.output is not None:
            if self._how == "in place":
                before = self._store(outcome.original)
            elif self._how == "nowhere":
                after = self._store(outcome.output)
        elif self._how == "in place":
            before = after
        return Kept(file, seen_at, before, after, outcome.output is not None, _is_unit(outcome))

    def show_also(self, companion: Companion) -> None:
        """Note a file that converted sources include, where it is not written among these."""
        if self._how == "nowhere":
            data = companion.over(companion.present())
            place = os.path.relpath(companion.path, self._root)
            self._companions[os.path.abspath(self._base / place)] = self._store(data)

    @cached_property
    def _by_name(self) -> dict[str, Kept]:
        paths = ((path, kept) for kept in self.files for path in {kept.seen_at, self.unit_path(kept)})
        return {name: kept for path, kept in paths for name in _names(path)}

    @cached_property
    def _by_old_name(self) -> dict[str, Kept]:
        return {name: kept for kept in self.files for name in _names(kept.file.path)}

    def find(self, path: str) -> Kept | None:
        """The file of the run that a compiler means."""
        return self._by_name.get(os.path.abspath(path)) or self._by_name.get(os.path.realpath(path))

    def unit_path(self, kept: Kept) -> Path:
        """clang's driver knows nothing of overlays: what it is given must exist under that name."""
        keeps_its_name = self._how == "nowhere" and kept.is_unit
        return Path(os.path.abspath(kept.file.path if keeps_its_name else kept.seen_at))

    def moved(self, path: Path) -> Path:
        """Where a file or directory of the source lies now, if the run put it anywhere."""
        if self._how == "tree":
            with suppress(ValueError):
                candidate = self._root / Path(os.path.realpath(path)).relative_to(os.path.realpath(self._base))
                if candidate.exists():
                    return candidate
        kept = self._by_old_name.get(str(path))
        return kept.seen_at if kept else path

    def overlay(self) -> list[str]:
        """The flag that shows converted files in the places of the originals, where nothing is written."""
        shown = (each for kept in self.files for each in sorted(self._shown(kept)))
        roots = [
            {"type": "file", "name": name, "external-contents": os.path.abspath(contents)}
            for name, contents in (*shown, *self._companions.items())
        ]
        if not roots:
            return []
        path = self._work / "overlay.json"
        path.write_text(json.dumps({"version": 0, "use-external-names": False, "roots": roots}))
        return [f"-ivfsoverlay{path}"]

    def _shown(self, kept: Kept) -> Iterator[tuple[str, Path]]:
        if self._how != "nowhere" or not (kept.changed or kept.is_renamed):
            return
        under_old_name = self._renamed if kept.is_renamed and not kept.is_unit else kept.after
        yield from ((name, under_old_name) for name in _names(kept.file.path))
        if kept.is_renamed:
            yield from ((name, kept.after) for name in _names(kept.seen_at))

    @cached_property
    def _renamed(self) -> Path:
        return self._store(_RENAMED)

    def _seen_at(self, outcome: FileOutcome) -> Path:
        name = outcome.made_name or outcome.name_after
        if self._how == "tree":
            return self._root / outcome.file.relative.with_name(name)
        return Path(os.path.abspath(outcome.file.path)).with_name(name)

    def _store(self, data: bytes) -> Path:
        path = self._work / f"{self._stored:06}"
        path.write_bytes(data)
        self._stored += 1
        return path


class Recording:
    """A delivery whose files are kept in mind. Those that are `left` as they are nobody compiles."""

    def __init__(self, delivery: Delivery, layout: Layout, left: Container[File]) -> None:
        self._delivery = delivery
        self._layout = layout
        self._left = left
        self._kept: dict[File, Kept] = {}
        self._written: set[File] = set()

    def deliver(self, outcome: FileOutcome) -> Sequence[Delivered]:
        kept = self._layout.keep(outcome)
        self._kept[outcome.file] = replace(kept, is_unit=False) if outcome.file in self._left else kept
        return self._noted(self._delivery.deliver(outcome))

    def accompany(self, companion: Companion) -> str:
        self._layout.show_also(companion)
        return self._delivery.accompany(companion)

    def obstacle(self, file: File, name: str) -> str:
        return self._delivery.obstacle(file, name)

    def finish(self) -> Sequence[Delivered]:
        return self._noted(self._delivery.finish())

    def close(self) -> Sequence[Delivered]:
        told = self._noted(self._delivery.close())
        self._layout.files += (kept for file, kept in self._kept.items() if file in self._written)
        return told

    def _noted(self, told: Sequence[Delivered]) -> Sequence[Delivered]:
        self._written.update(each.outcome.file for each in told if each.error is None)
        return told


def _names(path: Path) -> set[str]:
    return {os.path.abspath(path), os.path.realpath(path)}


def _is_unit(outcome: FileOutcome) -> bool:
    suffix = outcome.file.path.suffix.lower()
    if outcome.made_name:
        return True
    if outcome.skipped or not outcome.file.is_source:
        return False
    return suffix in _CUDA_UNITS or (suffix in _HOST_UNITS and outcome.output is not None)
