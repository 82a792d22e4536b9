"""Settings from `pyproject.toml [tool.hipify-py]` or `.hipify-py.toml`, checked key by key."""

from __future__ import annotations

import difflib
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

OWN_FILE = ".hipify-py.toml"
_STRING_LISTS = ("include", "exclude", "mapping", "select", "ignore", "arch", "format")
_TEXTS = (
    "rocm",
    "target",
    "baseline",
    "launch-syntax",
    "ptx",
    "ptx-header",
    "verify-flags",
    "verify-compiler",
    "compile-commands",
)
_SUFFIXES = ("cuda-suffix", "header-suffix")
_FLAGS = ("rename-files", "gitignore", "statistics", "unsafe-fixes", "verify")
_NUMBERS = ("jobs",)
_LISTS_OR_TEXTS = ("fail-on",)
_TABLES = ("per-file-ignores",)
_SUFFIX = re.compile(r"(\.[\w+-]+)+")
# Where the settings lie: no key of theirs, but what relative paths in `verify-flags` start from.
FOLDER = "folder"
KEYS = (*_STRING_LISTS, *_TEXTS, *_LISTS_OR_TEXTS, *_TABLES, *_SUFFIXES, *_FLAGS, *_NUMBERS)


class ConfigError(Exception):
    """Settings that cannot be used: one line with the file, the key and what is wrong."""


def find(start: Path) -> tuple[Path, dict[str, Any]] | None:
    """The nearest settings at or above a directory, as (file, settings); the search ends at a repository's root."""
    start = Path(os.path.abspath(start))
    for folder in (start, *start.parents):
        own = folder / OWN_FILE
        if own.is_file():
            return own, _checked(own, _parse(own))
        project = folder / "pyproject.toml"
        if project.is_file():
            settings = _of_project(_parse(project))
            if settings is not None:
                return project, _checked(project, settings)
        if (folder / ".git").exists():
            return None
    return None


def read(path: Path) -> dict[str, Any]:
    """The settings of one named file."""
    parsed = _parse(path)
    if path.name == "pyproject.toml":
        return _checked(path, _of_project(parsed) or {})
    return _checked(path, parsed)


def _of_project(parsed: dict[str, Any]) -> Any:
    tool = parsed.get("tool")
    return tool.get("hipify-py") if isinstance(tool, dict) else None


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: {error}") from error


def _checked(path: Path, settings: Any) -> dict[str, Any]:
    if not isinstance(settings, dict):
        raise ConfigError(f"{path}: tool.hipify-py: expected a table")
    for key, value in settings.items():
        if key not in KEYS:
            close = difflib.get_close_matches(key, KEYS, n=1)
            raise ConfigError(f"{path}: unknown key {key!r}" + (f" (did you mean {close[0]!r}?)" if close else ""))
        if wrong := _wrong(key, value):
            raise ConfigError(f"{path}: {key}: expected {wrong}")
    # Paths in a file are relative to that file, wherever the command runs.
    rooted = _rooted_paths(path.parent, settings)
    if isinstance(fail_on := settings.get("fail-on", []), str):
        rooted["fail-on"] = [fail_on]
    return {**settings, **rooted, FOLDER: str(path.parent)}


def _rooted_paths(folder: Path, settings: dict[str, Any]) -> dict[str, Any]:
    """A compiler named without a directory is one of PATH."""
    keys = ("compile-commands", "verify-compiler", "baseline", "ptx-header")
    named = {key: settings[key] for key in keys if key in settings}
    rooted: dict[str, Any] = {
        key: str(folder / name) for key, name in named.items() if key != "verify-compiler" or "/" in name
    }
    rooted["mapping"] = [str(folder / name) for name in settings.get("mapping", [])]
    if "format" in settings:
        rooted["format"] = [_rooted_format(folder, text) for text in settings["format"]]
    return rooted


def _rooted_format(folder: Path, text: str) -> str:
    name, colon, file = text.partition(":")
    return f"{name}:{folder / file}" if file else name + colon


def _wrong(key: str, value: Any) -> str:
    checks: tuple[tuple[tuple[str, ...], Callable[[Any], bool], str], ...] = (
        (_STRING_LISTS, _is_string_list, "a list of strings"),
        (_LISTS_OR_TEXTS, lambda given: isinstance(given, str) or _is_string_list(given), "a string or a list of them"),
        (_TABLES, _is_table_of_lists, "a table of lists of strings"),
        (_TEXTS, lambda given: isinstance(given, str), "a string"),
        (_SUFFIXES, lambda given: isinstance(given, str) and bool(_SUFFIX.fullmatch(given)), 'a suffix like ".hip"'),
        (_FLAGS, lambda given: isinstance(given, bool), "true or false"),
        (_NUMBERS, lambda given: type(given) is int and given > 0, "a number above 0"),
    )
    return next((wanted for keys, is_right, wanted in checks if key in keys and not is_right(value)), "")


def _is_table_of_lists(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_string_list(item) for item in value.values())


def _is_string_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
