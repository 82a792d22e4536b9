"""The baseline: findings that were there before, kept in a file that is easy to review, and not shown again.

A finding is known by its file, its rule and its fingerprint, which stays the same when other lines change or its own
one moves. One entry is one line of the file, so that two people who mend two things do not meet there.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path

from hipify_py.records import dataclass
from hipify_py.report.model import Known
from hipify_py.run.deliver import atomic
from hipify_py.run.json_files import parsed
from hipify_py.run.outcome import Remark, fingerprint
from hipify_py.texts import reason, to_bytes

DEFAULT_NAME = "hipify-baseline.json"
_VERSION = 1
_MOST_BYTES = 64_000_000
_MOST_OF_ONE = 10**15  # sums are still numbers that all who read reports can tell apart
_MARK = "hipify-py baseline"


class BaselineError(Exception):
    """A baseline that cannot be read or written, in one line."""


@dataclass
class Baseline:
    """The entries of a file, and which of them were met again."""

    file: Path
    entries: Mapping[Known, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._folder = Path(os.path.abspath(self.file)).parent
        self._met: Counter[Known] = Counter()
        self._relative: dict[str, str] = {}

    def key(self, remark: Remark) -> Known:
        return Known(self.relative(remark.path), remark.rule, remark.fingerprint or _of_message(remark))

    def relative(self, path: str) -> str:
        if path not in self._relative:
            self._relative[path] = os.path.relpath(path, self._folder).replace(os.sep, "/")
        return self._relative[path]

    def knows(self, remark: Remark) -> bool:
        """Whether the finding is one of those recorded, each of which stands for as many as its count says."""
        key = self.key(remark)
        self._met[key] += 1
        return self._met[key] <= self.entries.get(key, 0)

    def fixed(self, paths: Iterable[str], rules: Iterable[str]) -> Mapping[Known, int]:
        """The entries of files and rules of this run that were not met again, and how often each is missing."""
        looked_at, looked_for = {self.relative(path) for path in paths}, frozenset(rules)
        missing = ((key, count - self._met[key]) for key, count in sorted(self.entries.items()))
        return {key: count for key, count in missing if count > 0 and key.path in looked_at and key.rule in looked_for}

    def others(self, paths: Iterable[str], rules: Iterable[str]) -> Counter[Known]:
        """The entries that this run can say nothing about, as their files or rules were no part of it."""
        looked_at, looked_for = {self.relative(path) for path in paths}, frozenset(rules)
        return Counter(
            {
                key: count
                for key, count in self.entries.items()
                if not (key.path in looked_at and key.rule in looked_for) and os.path.lexists(self._folder / key.path)
            }
        )


def read(file: Path) -> Baseline:
    written = parsed(file, _MOST_BYTES, BaselineError, "not a hipify-py baseline")
    if not isinstance(written, dict) or written.get("format") != _MARK or not isinstance(written.get("findings"), list):
        raise BaselineError(f"{file}: not a hipify-py baseline")
    if written.get("version") != _VERSION:
        raise BaselineError(
            f"{file}: unknown baseline version {written.get('version')!r}, expected {_VERSION}; write it again"
        )
    entries: Counter[Known] = Counter()
    for number, entry in enumerate(written["findings"], 1):
        key, count = _entry(file, number, entry)
        entries[key] += count
    return Baseline(file, entries)


def refuse_others(file: Path) -> None:
    """What is no baseline is never written over: `--write-baseline a.cu` may well mean the default file and a path."""
    try:
        if os.path.lexists(file):
            read(file)
    except BaselineError as error:
        raise BaselineError(f"{error}; write --write-baseline=FILE, or put --write-baseline last") from error


def write(file: Path, entries: Mapping[Known, int]) -> None:
    """Replace the file in one step."""
    lines = ",\n".join(
        json.dumps({"path": key.path, "rule": key.rule, "fingerprint": key.fingerprint, "count": count})
        for key, count in sorted(entries.items())
    )
    head = f'{{"format": "{_MARK}", "version": {_VERSION}, "findings": ['
    try:
        atomic.replace(file, to_bytes(f"{head}\n{lines}\n]}}\n") if lines else to_bytes(f"{head}]}}\n"))
    except OSError as error:
        raise BaselineError(f"{file}: {reason(error)}") from error


def _entry(file: Path, number: int, entry: object) -> tuple[Known, int]:
    if isinstance(entry, dict):
        texts = [entry.get(key) for key in Known._fields]
        count = entry.get("count", 1)
        if all(isinstance(text, str) for text in texts) and type(count) is int and 0 < count <= _MOST_OF_ONE:
            return Known(*map(str, texts)), count
    raise BaselineError(f"{file}: entry {number} must have a path, a rule, a fingerprint and a count")


def _of_message(remark: Remark) -> str:
    return fingerprint("\0".join((remark.rule, remark.subject, remark.message)), 1)
