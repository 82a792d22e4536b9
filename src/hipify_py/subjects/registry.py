"""The rewrites of all subjects, found and not listed.

A module of a subject takes part by what it defines: `propose(facts)` yields edits and findings from the file alone,
`judge(facts, edits)` adds to the edits of all what depends on them. Its `ANCHORS` say which files concern it; where
words and signs cannot say whether a file is worth reading, `concerns(screen)` does. Modules are imported when a file
has one of their anchors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from hipify_py import compiled
from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors, Judged, Screen
from hipify_py.findings import Finding
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.rules.load import RuleError
from hipify_py.texts import to_bytes, to_text

FOLDER = Path(__file__).parent
Kind = Literal["propose", "judge"]
_ENTRY = pattern(r"^def (propose|judge)\(", re.MULTILINE)
_SCREENS = pattern(r"^def concerns\(", re.MULTILINE)


@dataclass(frozen=True)
class Rewrite:
    module: str
    kind: Kind
    anchors: Anchors
    screens: bool

    @cached_property
    def has_other_anchors(self) -> bool:
        """Whether not words alone call for it."""
        anchors = self.anchors
        return anchors.listed or anchors.assembler or anchors.qualifiers or bool(anchors.signs)

    def propose(self, facts: Facts) -> Iterator[Edit | Finding]:
        found: Iterator[Edit | Finding] = self._module.propose(facts)
        return found

    def judge(self, facts: Facts, edits: tuple[Edit, ...]) -> Judged:
        judged: Judged = self._module.judge(facts, edits)
        return judged

    def concerns(self, screen: Screen) -> bool:
        """Whether a file is worth reading for this alone, by its own screen."""
        has_sign = any(sign in screen.data for sign in self.anchors.signs)
        if not (has_sign or not self.anchors.words.isdisjoint(screen.words)):
            return False
        answer: bool = self._module.concerns(screen)
        return answer

    @cached_property
    def _module(self) -> Any:
        return import_module(f"hipify_py.subjects.{self.module}")


@cache
def rewrites(kind: Kind) -> tuple[Rewrite, ...]:
    """In the order in which they are asked; those that judge see the edits of the ones before."""
    listed = compiled.read("rewrites", FOLDER, compile_rewrites)
    return tuple(_rewrite(entry) for entry in listed if entry["kind"] == kind)


@cache
def _by_word(kind: Kind) -> dict[bytes, tuple[int, ...]]:
    """The numbers of the rewrites that a word of a file calls for."""
    found: dict[bytes, list[int]] = {}
    for number, rewrite in enumerate(rewrites(kind)):
        for word in rewrite.anchors.words:
            found.setdefault(word, []).append(number)
    return {word: tuple(numbers) for word, numbers in found.items()}


@cache
def _with_other_anchors(kind: Kind) -> tuple[int, ...]:
    return tuple(number for number, rewrite in enumerate(rewrites(kind)) if rewrite.has_other_anchors)


def acting(kind: Kind, facts: Facts) -> Iterator[Rewrite]:
    """The rewrites of which a file that is read has an anchor, in their order."""
    by_word, reading, every = _by_word(kind), facts.reading, rewrites(kind)
    words = by_word if reading.cuts_names else by_word.keys() & reading.words
    called = {number for word in words for number in by_word[word]}
    called.update(
        number
        for number in _with_other_anchors(kind)
        if number not in called and _has_other_anchor(every[number].anchors, facts)
    )
    return (every[number] for number in sorted(called))


def _has_other_anchor(anchors: Anchors, facts: Facts) -> bool:
    if anchors.listed and (facts.occurrences or facts.typed_calls):
        return True
    around = facts.surroundings
    if (anchors.assembler and around.assembler) or (anchors.qualifiers and around.qualifiers):
        return True
    return any(map(facts.reading.code.__contains__, anchors.signs))


def words() -> frozenset[bytes]:
    """All anchors that are words."""
    return frozenset().union(*(each.anchors.words for each in _every()))


@cache
def telling_words() -> frozenset[bytes]:
    """The words that make a file worth reading for some rewrite, whatever else is in it."""
    return frozenset().union(*(each.anchors.words for each in _every() if each.anchors.tells and not each.screens))


@cache
def _screening() -> tuple[Rewrite, ...]:
    return tuple(each for each in _every() if each.screens)


def _every() -> tuple[Rewrite, ...]:
    return (*rewrites("propose"), *rewrites("judge"))


def concerns(screen: Screen) -> bool:
    """Whether a file is worth reading for any rewrite."""
    if not telling_words().isdisjoint(screen.words):
        return True
    return any(each.concerns(screen) for each in _screening())


def compile_rewrites(folder: Path) -> list[dict[str, Any]]:
    """What the modules of a folder's subjects declare."""
    return sorted(_declared(folder), key=lambda entry: (entry["rank"], entry["module"]))


def _declared(folder: Path) -> Iterable[dict[str, Any]]:
    for path in sorted(folder.glob("*/*.py")):
        text = path.read_text(encoding="utf-8")
        if entry := _ENTRY.search(text):
            name = f"{path.parent.name}.{path.stem}"
            module = import_module(f"hipify_py.subjects.{name}")
            anchors = getattr(module, "ANCHORS", None)
            if not isinstance(anchors, Anchors) or not (anchors.words or anchors.signs or anchors.listed):
                raise RuleError(f"{path}: ANCHORS: a module with {entry[1]}() says which files concern it")
            yield {
                "module": name,
                "kind": entry[1],
                "words": sorted(to_text(word) for word in anchors.words),
                "signs": [to_text(sign) for sign in anchors.signs],
                "listed": anchors.listed,
                "tells": anchors.tells,
                "assembler": anchors.assembler,
                "qualifiers": anchors.qualifiers,
                "screens": _SCREENS.search(text) is not None,
                "rank": getattr(module, "RANK", 0),
            }


def _rewrite(entry: dict[str, Any]) -> Rewrite:
    words = frozenset(to_bytes(word) for word in entry["words"])
    signs = tuple(to_bytes(sign) for sign in entry["signs"])
    kinds = (entry[kind] for kind in ("listed", "tells", "assembler", "qualifiers"))
    anchors = Anchors(words, signs, *kinds)
    return Rewrite(entry["module"], entry["kind"], anchors, entry["screens"])
