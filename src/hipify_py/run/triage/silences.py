"""Comments that ask for silence, held against the findings of their file; those that silence nothing are findings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import field

from hipify_py.findings import FILE_NOT_READ, UNUSED_SUPPRESSION
from hipify_py.records import dataclass
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark, Silence, fingerprint
from hipify_py.run.triage.selectors import name_of, suggestion

_ANY = ""
# Of the names in one comment that are no rules so many are said one by one, and in a file so many get a suggestion.
_SHOWN_NAMES = 5
_SUGGESTIONS = 20
# About a file as a whole: no line of it could ask for silence.
_FOR_FILES_ONLY = frozenset((FILE_NOT_READ, "VFY"))


@dataclass
class Silenced:
    """The findings of one file and the comments in it."""

    path: str
    silences: tuple[Silence, ...]
    catalogue: Catalogue
    _used: set[tuple[int, str]] = field(default_factory=set)
    _suggested: int = 0

    def __post_init__(self) -> None:
        self._names = [self._keys(silence) for silence in self.silences]
        self._at: dict[tuple[int, str], int] = {}
        for number, (silence, names) in enumerate(zip(self.silences, self._names, strict=True)):
            if not silence.is_region:
                self._at.update({(line, name): number for line in silence.lines for name in names})
        self._regions = [silence.lines for silence in self.silences if silence.is_region]

    def covers(self, remark: Remark) -> bool:
        """Whether a comment silences the finding; the comment has then been of use."""
        group = remark.rule.rstrip("0123456789")
        if not _FOR_FILES_ONLY.isdisjoint((remark.rule, group)):
            return False
        covered = self._is_in_region(remark.line)
        for line in {remark.start.line, remark.end.line, *remark.lines}:
            for name in (remark.rule, group, _ANY):
                number = self._at.get((line, name))
                if number is not None:
                    self._used.add((number, name))
                    covered = True
        return covered

    def unused(self, selected: Iterable[str]) -> Iterator[Remark]:
        """What is wrong with the comments: names that nobody knows, and silence about nothing."""
        if not self.silences:  # as in most files of a run
            return
        wanted = frozenset(selected)
        groups = {name.rstrip("0123456789") for name in wanted}
        for number, (silence, names) in enumerate(zip(self.silences, self._names, strict=True)):
            if silence.is_region:
                continue
            wrong = [(name, why) for name in dict.fromkeys(silence.names) if (why := self._wrong(name))]
            for name, why in wrong[:_SHOWN_NAMES]:
                yield self._remark(silence, why, name)
            if len(wrong) > _SHOWN_NAMES:
                yield self._remark(
                    silence, f"{len(wrong) - _SHOWN_NAMES} more names in this comment have no effect", ""
                )
            idle = [name for name in names if (number, name) not in self._used]
            if idle == [_ANY]:
                yield self._remark(silence, "unused suppression: there is no finding here", "")
            elif idle := [name for name in idle if name in wanted or name in groups]:
                text = ", ".join(idle)
                yield self._remark(silence, f"unused suppression: there is no {text} finding here", text)

    def _keys(self, silence: Silence) -> tuple[str, ...]:
        if not silence.names:
            return (_ANY,)
        known = dict.fromkeys(name_of(name, self.catalogue) for name in silence.names)
        return tuple(name for name in known if name is not None and name not in _FOR_FILES_ONLY)

    def _wrong(self, name: str) -> str:
        known = name_of(name, self.catalogue)
        if known is None:
            self._suggested += 1
            close = suggestion(name, self.catalogue) if self._suggested <= _SUGGESTIONS else ""
            return f"'{name}' is not a rule or group, and has no effect{close}"
        if known in _FOR_FILES_ONLY or known.rstrip("0123456789") in _FOR_FILES_ONLY:
            return f"{known} can be ignored for whole files only, with per-file-ignores in the settings"
        return ""

    def _is_in_region(self, line: int) -> bool:
        index = bisect_right(self._regions, line, key=lambda lines: lines[0]) - 1
        return index >= 0 and line <= self._regions[index][1]

    def _remark(self, silence: Silence, message: str, subject: str) -> Remark:
        rule = self.catalogue.rules[UNUSED_SUPPRESSION]
        key = "\0".join((rule.id, subject, " ".join(silence.source.split())))
        return Remark(
            self.path,
            silence.start,
            silence.end,
            rule.id,
            rule.severity,
            message,
            rule.help,
            subject,
            silence.source,
            fingerprint(key, 1),
        )
