"""Which findings count: `--select`, `--ignore`, settings for single files, and what a run fails on.

A selector is a rule, by id or name, a group of rules, a severity, or ALL. The most specific one that fits decides, in
this order; where two are equally specific, ignoring wins.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path

from hipify_py.findings import Severity
from hipify_py.records import dataclass
from hipify_py.rules.model import Catalogue, Rule
from hipify_py.run.outcome import Remark
from hipify_py.system.globs import Globs, PatternError

ALL, NEVER = "ALL", "never"
_SEVERITIES = tuple(str(severity) for severity in sorted(Severity, reverse=True))
_NO_MATCH, _ANY, _BY_SEVERITY, _BY_GROUP, _BY_RULE = range(5)


class SelectorError(Exception):
    """A selector that selects nothing there is, in one line."""


def split(given: Iterable[str]) -> list[str]:
    """The items of options that may be repeated and hold several, separated by commas."""
    return [item for text in given for part in text.split(",") if (item := part.strip())]


def parse(given: Iterable[str], catalogue: Catalogue, what: str) -> frozenset[str]:
    """Selectors as they are written here: rules by id, groups in capitals, severities in small letters."""
    return frozenset(_normal(item, catalogue, what) for item in split(given))


def name_of(item: str, catalogue: Catalogue) -> str | None:
    """The rule or group that an id or name means."""
    if rule := catalogue.find(item):
        return rule.id
    return item.upper() if item.upper() in catalogue.groups else None


def suggestion(item: str, catalogue: Catalogue, others: Iterable[str] = ()) -> str:
    """What may have been meant by something that is neither a rule nor a group."""
    from difflib import get_close_matches

    group = item.rstrip("0123456789")
    padded = f"{group}{item[len(group) :].lstrip('0'):0>3}".upper()
    if padded in catalogue.rules:
        return f" (did you mean {padded}?)"
    known = [*catalogue.rules, *catalogue.groups, *(rule.name for rule in catalogue.rules.values()), *others]
    by_lowered = {name.lower(): name for name in known}
    close = get_close_matches(item.lower(), by_lowered, n=3, cutoff=0.7)
    return f" (did you mean {', '.join(by_lowered[name] for name in close)}?)" if close else ""


def _normal(item: str, catalogue: Catalogue, what: str) -> str:
    if item.upper() == ALL:
        return ALL
    if item.lower() in _SEVERITIES:
        return item.lower()
    if name := name_of(item, catalogue):
        return name
    raise SelectorError(
        f"{what}: {item!r} is not a rule, group or severity{suggestion(item, catalogue, (ALL, *_SEVERITIES))}"
    )


def _specificity(selectors: frozenset[str], rule: Rule, severity: Severity) -> int:
    """How closely one of the selectors fits."""
    if rule.id in selectors:
        return _BY_RULE
    if rule.group in selectors:
        return _BY_GROUP
    if str(severity) in selectors:
        return _BY_SEVERITY
    return _ANY if ALL in selectors else _NO_MATCH


@dataclass(frozen=True)
class Choice:
    """What the user wants to hear of. Without `select` it is all that is not optional."""

    catalogue: Catalogue
    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    _known: dict[tuple[str, Severity], bool] = field(default_factory=dict, compare=False, repr=False)

    def speaks(self, rule_id: str, severity: Severity) -> bool:
        """Whether a rule's findings of this severity count."""
        key = rule_id, severity
        if key not in self._known:
            rule = self.catalogue.rules.get(rule_id)
            self._known[key] = rule is None or self._is_wanted(rule, severity)
        return self._known[key]

    def _is_wanted(self, rule: Rule, severity: Severity) -> bool:
        if self.select is None:
            wanted = _NO_MATCH if rule.optional else _ANY
        else:
            wanted = _specificity(self.select, rule, severity)
            if rule.optional and wanted == _BY_SEVERITY:
                wanted = _ANY if ALL in self.select else _NO_MATCH
        return wanted > _specificity(self.ignore, rule, severity)


@dataclass(frozen=True)
class FileIgnores:
    """What is ignored in which files: patterns as in .gitignore, relative to the folder of the settings."""

    folder: Path
    rules: tuple[tuple[str, frozenset[str]], ...]
    _globs: dict[str, Globs] = field(default_factory=dict, compare=False, repr=False)

    def of(self, path: str) -> frozenset[str]:
        """The selectors of what is ignored in a file."""
        if not self.rules:
            return frozenset()
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/")
        if relative.startswith("../"):
            return frozenset()
        return frozenset().union(*(names for pattern, names in self.rules if self._matches(pattern, relative)))

    def _matches(self, pattern: str, relative: str) -> bool:
        if pattern not in self._globs:
            self._globs[pattern] = _globs(pattern)
        return self._globs[pattern].covers(relative)


def file_ignores(folder: Path, given: Mapping[str, Iterable[str]], catalogue: Catalogue) -> FileIgnores:
    rules = []
    for pattern, names in given.items():
        _globs(pattern)
        rules.append((pattern, parse(names, catalogue, "per-file-ignores")))
    return FileIgnores(folder, tuple(rules))


def is_ignored(remark: Remark, selectors: frozenset[str], catalogue: Catalogue) -> bool:
    rule = catalogue.rules.get(remark.rule)
    return bool(selectors) and rule is not None and _specificity(selectors, rule, remark.severity) > _NO_MATCH


def _globs(pattern: str) -> Globs:
    try:
        return Globs.of((pattern,))
    except PatternError as error:
        raise SelectorError(f"per-file-ignores: {error}") from error


@dataclass(frozen=True)
class FailOn:
    """What makes a run fail: findings from a severity on, and those of rules or groups, whatever their severity."""

    least: Severity | None = Severity.ERROR
    names: frozenset[str] = frozenset()

    def is_met_by(self, remark: Remark) -> bool:
        if self.least is not None and remark.severity >= self.least:
            return True
        return remark.rule in self.names or remark.rule.rstrip("0123456789") in self.names


def fail_on(given: Iterable[str], catalogue: Catalogue) -> FailOn:
    items = split(given)
    if any(item.lower() == NEVER for item in items):
        if len(items) > 1:
            raise SelectorError("--fail-on: 'never' cannot be combined with other values")
        return FailOn(None)
    if not items:
        raise SelectorError("--fail-on: expected error, warning, info, never, or rules and groups")
    known = frozenset(_failing(item, catalogue) for item in items)
    levels = [severity for severity in Severity if str(severity) in known or ALL in known]
    return FailOn(min(levels, default=None), known - {ALL, *_SEVERITIES})


def _failing(item: str, catalogue: Catalogue) -> str:
    try:
        return _normal(item, catalogue, "--fail-on")
    except SelectorError:
        close = suggestion(item, catalogue, (NEVER, ALL, *_SEVERITIES))
        raise SelectorError(
            f"--fail-on: {item!r} is not error, warning, info, never, a rule or a group{close}"
        ) from None
