"""Rule files → catalogue, checked key by key; compiled as the tables are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

from hipify_py import compiled
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.rules.model import Catalogue, CauseKind, Example, FixKind, Instead, Risk, Rule, TensorCores
from hipify_py.tables.model import Version
from hipify_py.texts import reason, to_bytes, to_text

_TEXTS = ("id", "name", "severity", "summary", "why", "remedy")
_OPTIONAL_TEXTS = ("message", "fix", "since", "cause", "next", "reason", "speaks_for", "tensor_cores", "risk")
_LISTS = ("sources", "archs", "also", "outranks", "covers", "inside", "covers_inside", "detect", "flagged", "accepted")
_CHOICES: Mapping[str, Any] = {"fix": FixKind, "cause": CauseKind, "tensor_cores": TensorCores, "risk": Risk}
_FLAGS = ("optional", "generic", "once", "once_each", "per_function", "lists_places")
_KEYS = frozenset((*_TEXTS, *_OPTIONAL_TEXTS, *_LISTS, *_FLAGS, "instead"))
# What each way of finding something needs, and what it may have beside that.
DETECTORS: Mapping[str, frozenset[str]] = {
    "names": frozenset(("tells", "called", "scope", "qualified", "members", "declared", "stays", "message", "unless")),
    "pattern": frozenset(("near", "words", "scope", "stays", "message", "unless")),
    "headers": frozenset(("message", "stays", "copies")),
    "ptx": frozenset(("message", "rank")),
    "strings": frozenset(("message", "words", "scope", "called", "tells")),
    "directives": frozenset(("words", "message", "stays")),
    "build": frozenset(("kinds", "message", "needs", "unless_file", "inside", "context", "options", "counterparts")),
    "files": frozenset(("message", "needs")),
    "check": frozenset(("scope", "words", "message", "stays", "tells", "in_hip")),
    "by": frozenset(),
}
# The keys whose values are regular expressions.
PATTERNS = (
    "pattern", "near", "ptx", "strings", "directives", "build", "unless", "needs", "unless_file", "inside", "context",
)  # fmt: skip
# Those that are looked for in code, and only where that has what they cannot do without.
_IN_CODE = ("pattern", "strings", "directives", "build")
SUBJECTS = Path(__file__).parent.parent / "subjects"
_GROUPS = Path(__file__).with_name("groups.yaml")
_ID = pattern(r"[A-Z]{3,4}\d{3}")
_FIND = pattern(r"^def find\(", re.MULTILINE)
_WORDS = pattern(r"^WORDS\b", re.MULTILINE)
_NAME = pattern(r"[a-z0-9]+(-[a-z0-9]+)*")


class RuleError(Exception):
    """A file of a subject that cannot be used: one line with the file, the key and what is wrong."""


@cache
def load() -> Catalogue:
    raw = compiled.read("rules", SUBJECTS, compile_rules)
    return Catalogue({entry["id"]: _rule(entry) for entry in raw["rules"]}, raw["groups"])


def compile_rules(folder: Path) -> dict[str, Any]:
    """Every rule of the subjects in a folder, checked, in the order of the ids."""
    groups = _parse(_GROUPS)
    rules = [_checked(path) for path in sorted(folder.glob("*/*.yaml"))]
    for rule in rules:
        if rule["id"].rstrip("0123456789") not in groups:
            raise RuleError(f"{_GROUPS}: no title for the group of {rule['id']}")
    return {"groups": groups, "rules": sorted(rules, key=lambda rule: str(rule["id"]))}


def _rule(entry: Mapping[str, Any]) -> Rule:
    known = dict(entry)
    for key in _LISTS:
        if key in entry:
            known[key] = tuple(entry[key])
    known["severity"] = Severity[entry["severity"].upper()]
    for key in ("flagged", "accepted"):
        known[key] = tuple(_example(given) for given in entry.get(key, ()))
    if "instead" in entry:
        known["instead"] = _instead(entry["instead"])
    return Rule(**known)


def _example(given: str | Mapping[str, str]) -> Example:
    if isinstance(given, str):
        return Example(given)
    return Example(given["code"], given.get("file", "example.cu"), tuple(given.get("flags", "").split()))


def _instead(given: str | Mapping[str, str]) -> Instead:
    return Instead(given) if isinstance(given, str) else Instead(**given)


def _checked(path: Path) -> dict[str, Any]:
    entry = _parse(path)
    for key in _TEXTS:
        if not isinstance(entry.get(key), str):
            raise RuleError(f"{path}: {key}: expected a string")
    for key, value in entry.items():
        if wrong := _wrong(key, value):
            raise RuleError(f"{path}: {key}: {wrong}")
    if not _ID.fullmatch(entry["id"]) or path.stem != entry["id"]:
        raise RuleError(f"{path}: id: {entry['id']!r} must be the name of the file")
    if ("covers" in entry) != ("reason" in entry):
        raise RuleError(f"{path}: covers: needs a reason, which needs covers")
    if ("inside" in entry) != ("covers_inside" in entry) or ("inside" in entry and "covers" not in entry):
        raise RuleError(f"{path}: inside: needs covers_inside, which needs it, and covers")
    for detector in entry["detect"]:
        _check_detector(path, detector)
    return {**entry, "subject": path.parent.name}


def _wrong(key: str, value: Any) -> str:
    if key not in _KEYS:
        return f"unknown key; expected one of {', '.join(sorted(_KEYS))}"
    if key in (*_TEXTS, *_OPTIONAL_TEXTS) and not isinstance(value, str):
        return "expected a string"
    if key in _LISTS and not isinstance(value, list):
        return "expected a list"
    if key in _FLAGS and not isinstance(value, bool):
        return "expected true or false"
    if key == "instead":
        return "" if isinstance(value, str) or _is_instead(value) else "expected code, or code with file and needs"
    if key in ("severity", "also"):
        given = [value] if key == "severity" else value
        unknown = [each for each in given if str(each).upper() not in Severity.__members__]
        return f"{unknown[0]!r} is not one of error, warning, info" if unknown else ""
    if key in _CHOICES and value not in get_args(_CHOICES[key]):
        return f"{value!r} is not one of {', '.join(get_args(_CHOICES[key]))}"
    if key == "name" and not _NAME.fullmatch(value):
        return f"{value!r} may contain only lowercase letters, digits and dashes"
    return _wrong_version(value) if key == "since" else ""


def _is_instead(value: Any) -> bool:
    fields = isinstance(value, dict) and "code" in value and value.keys() <= set(Instead._fields)
    return fields and all(isinstance(text, str) for text in value.values())


def _wrong_version(text: str) -> str:
    try:
        Version.parse(text)
    except ValueError as error:
        return str(error)
    return ""


def _check_detector(path: Path, detector: Any) -> None:
    kinds = [key for key in DETECTORS if key in detector] if isinstance(detector, dict) else []
    if len(kinds) != 1:
        raise RuleError(f"{path}: detect: each entry needs one of {', '.join(DETECTORS)}")
    for key in detector:
        if key not in (kinds[0], "severity", "help") and key not in DETECTORS[kinds[0]]:
            raise RuleError(f"{path}: detect: {key!r} cannot be combined with {kinds[0]!r}")
    if detector.get("severity", "error").upper() not in Severity.__members__:
        raise RuleError(f"{path}: detect: severity: {detector['severity']!r} is not one of error, warning, info")
    if "check" in detector:
        _check_module(path, detector)
    for key in PATTERNS:
        if key in detector and not (key == "near" and _is_words(detector[key])):
            _check_pattern(path, key, detector[key])
    for key in _IN_CODE:
        if key in detector:
            from hipify_py.literals import needed  # only where rules are compiled

            literals = needed(to_bytes(detector[key]), re.VERBOSE | re.MULTILINE)
            detector["needs_one_of"] = sorted(to_text(literal) for literal in literals)


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _check_module(path: Path, detector: dict[str, Any]) -> None:
    """Whether the module of a check is there; one that knows things of its words says itself which call for it."""
    module = path.with_name(f"{detector['check']}.py")
    text = module.read_text(encoding="utf-8") if module.is_file() else ""
    if not _FIND.search(text):
        raise RuleError(f"{path}: detect: check: no function find() in {module.name} beside the rule")
    if _WORDS.search(text):
        if "words" in detector:
            raise RuleError(f"{path}: detect: words: already given as WORDS in {module.name}")
        words = import_module(f"hipify_py.subjects.{path.parent.name}.{detector['check']}").WORDS
        detector["words"] = sorted(to_text(word) for word in words)


def _check_pattern(path: Path, key: str, text: Any) -> None:
    try:
        re.compile(text, re.VERBOSE)
    except (re.error, TypeError) as error:
        raise RuleError(f"{path}: detect: {key}: {error}") from error


def _parse(path: Path) -> dict[str, Any]:
    import yaml  # a wheel never needs it for this

    try:
        parsed = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except OSError as error:
        raise RuleError(f"{path}: {reason(error)}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise RuleError(f"{path}: {' '.join(str(error).split())}") from error
    if not isinstance(parsed, dict):
        raise RuleError(f"{path}: expected a YAML mapping")
    return parsed
