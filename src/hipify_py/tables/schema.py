"""Reads a YAML table and says, with file, line and key, what is wrong with it. Nothing else imports PyYAML."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from hipify_py.patterns import pattern
from hipify_py.system.disk import read_regular
from hipify_py.tables.changes import checked
from hipify_py.tables.model import TYPED, TableError
from hipify_py.tables.packed import Row
from hipify_py.texts import reason

Sections = dict[str, dict[str, Row]]

SECTIONS = (
    "headers",
    "namespaces",
    "types",
    "functions",
    "enumerators",
    "macros",
    "variables",
    "device_functions",
    "device_types",
    "scoped",
)
# Keys, and what each is.
TITLES = {
    "library": "name in statistics and for `hipify-py map --library`",
    "title": "description of the table",
    "direct": "library of the names under `--target roc`",
    "flag": "flag of the compiler that the names need",
    "flag_until": "first ROCm release that does not need the flag",
    "roc_flag": "flag of the compiler that the names of `--target roc` need",
    "absent": "why no ROCm release has the library; its names are left unchanged",
    "absent_until": "first ROCm release that has the library",
}
TEXTS = {
    "hip": "name in HIP",
    "older": "name in HIP before the release `since`",
    "roc": "name under `--target roc`",
    "rocsparse": "name under `--target roc` where rocSPARSE takes it",
    "expression": "expression that replaces a name or call; {0} is its first argument",
    "bfloat": "expression where an argument may be bfloat16",
    "gfx94": "name in HIP if all GPUs are of the MI300 series",
    "tag": "tag of the type that HIP declares as `typedef struct tag name;`",
    "asked": "name whose macro replaces this one in conditions",
    "guards": "header whose include guard the macro is; needs `caution`",
    "unless_legacy": "header that replaces this one in files without the older API",
    "with_dim3": "header that replaces this one in files that use `dim3`",
    "unsupported": "what to do instead, as there is no counterpart",
    "unsafe": "nearest name in HIP, which only `--unsafe-fixes` writes; needs `unsupported`",
    "requires": "header without which the name means something else and is left unchanged",
    "arity": 'number of arguments in HIP after `arguments`, such as "4" or "3-4"',
    "caution": "warning at each use",
    "roc_caution": "warning at each use under `--target roc`",
    "note": "text that only `hipify-py map` shows",
    "compat": "how the function of hipify_compat.hpp compares with that of CUDA",
}
VERSIONS = {
    "since": "first ROCm release with the name `hip`; for an older one, uses become `older` or are reported (API002)",
    "deprecated": "ROCm release that deprecates the name `hip`; shown by `hipify-py map`",
    "removed": "first ROCm release without the name `hip`; from then on, uses are reported (API002)",
    "roc_since": "like `since`, for the name `roc`",
    "roc_deprecated": "like `deprecated`, for the name `roc`",
    "roc_removed": "like `removed`, for the name `roc`",
    "rocsparse_since": "like `since`, for the name `rocsparse`",
    "cuda_since": "release of CUDA that added the CUDA name",
    "cuda_deprecated": "release of CUDA that deprecated the CUDA name",
    "cuda_removed": "release of CUDA that removed the CUDA name",
    "compat_until": "first ROCm release whose HIP has the function itself",
}
ARGUMENT_LISTS = {
    "arguments": "changes of the argument list, in order",
    "roc_arguments": "changes of the argument list under `--target roc`, in order",
}
EXPERIMENTAL = {"experimental": "`true`, or the ROCm release that marks the name in HIP as experimental"}
_KEYS = (*TEXTS, *VERSIONS, *ARGUMENT_LISTS, *EXPERIMENTAL)
_OF_HEADERS = ("unless_legacy", "with_dim3")
_OF_PLAIN_NAMES = (
    *("expression", "bfloat", "tag", "asked", "guards", "requires", "arity", "rocsparse", "rocsparse_since"),
    *ARGUMENT_LISTS,
)
_NOT_OF_QUALIFIED = (*_OF_PLAIN_NAMES, *_OF_HEADERS, "caution", "roc_caution")
# The keys of rows that conversion does not read in a section.
WITHOUT_EFFECT = {
    **dict.fromkeys(SECTIONS, _OF_HEADERS),
    "headers": _OF_PLAIN_NAMES,
    "namespaces": _NOT_OF_QUALIFIED,
    "scoped": _NOT_OF_QUALIFIED,
}
_MAX_DEPTH = 16
_MOST_BYTES = 16_000_000
VERSION = pattern(r"\d+\.\d+(\.\d+)?")
_TOO_DEEP = "nested too deeply"
# Newer libyaml counts by itself, before we see an event.
_PROBLEMS = {"exceeded maximum nesting depth": _TOO_DEEP}
# The JSON of hipify_torch: names and headers of any kind, and JSON is YAML.
_MAP_OF_HIPIFY_TORCH = "custom_map"
_HEADER_NAME = pattern(r"[/.]")
EXPRESSIONS = ("expression", "bfloat")
# An expression whose parentheses are empty: a name, a number, a call, or what stands in parentheses itself.
_PRIMARY = pattern(r"(?:[A-Za-z_][\w:]*(?:<[\w ]+>)?|[\d.](?:[eEpP][-+]|[\w.])*)?(?:\(\))*")
_PLACEHOLDER = pattern(r"\{\d\}")
_ARGUMENT = pattern(r"(?:\(|, )\{\d\}(?=[,)])")
IDENTIFIER = pattern(r"[A-Za-z_]\w*(::[A-Za-z_]\w*)*(<\w+>)?")


def read_table(path: Path) -> dict[str, Any]:
    """A checked table as plain data: its title keys and its sections."""
    try:
        text = read_regular(path, _MOST_BYTES).decode("utf-8", "strict")
        _refuse_tricks(path, text)
        root = yaml.compose(text, Loader=_LOADER)
    except OSError as error:
        raise TableError(f"{path}: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise TableError(f"{path}: not UTF-8 (byte {error.start})") from error
    except yaml.MarkedYAMLError as error:
        problem = error.problem or "not YAML"
        raise TableError(f"{path}:{_line(error.problem_mark)}: {_PROBLEMS.get(problem, problem)}") from error
    except yaml.YAMLError as error:
        raise TableError(f"{path}: {' '.join(str(error).split())}") from error
    return _Checker(path).table(root)


def _refuse_tricks(path: Path, text: str) -> None:
    """A table is three levels deep; libyaml crashes on a hundred thousand. And an alias may stand for itself, or for
    more than anyone can store."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _MAX_DEPTH:
            raise TableError(f"{path}:{_line(event.start_mark)}: {_TOO_DEEP}")
        if isinstance(event, yaml.AliasEvent):
            raise TableError(f"{path}:{_line(event.start_mark)}: YAML aliases are not supported; write the value out")


class _Checker:
    def __init__(self, path: Path) -> None:
        self._path = path

    def table(self, root: yaml.Node | None) -> dict[str, Any]:
        table: dict[str, Any] = {}
        for key, value, line in self._items(root, "the table") if root is not None else ():
            if key in SECTIONS:
                table[key] = {name: self._row(key, name, row, at) for name, row, at in self._items(value, key)}
            elif key in TITLES:
                table[key] = self._title(key, value, line)
            elif key == _MAP_OF_HIPIFY_TORCH:
                for name, row, at in self._items(value, key):
                    section = "headers" if _HEADER_NAME.search(name) else "functions"
                    table.setdefault(section, {})[name] = self._row(section, name, row, at)
            else:
                raise self._error(line, key, _unknown("key", key, (*SECTIONS, *TITLES)))
        return table

    def _title(self, key: str, node: yaml.Node, line: int) -> str:
        text = self._text(node, key, line)
        if key in ("flag_until", "absent_until") and not VERSION.fullmatch(text):
            raise self._error(line, key, f'{text!r} is not a version like "6.3"')
        return text

    def _row(self, section: str, name: str, node: yaml.Node, line: int) -> Row:
        key = f"{section}.{name}"
        if section != "headers" and not IDENTIFIER.fullmatch(name):
            raise self._error(line, key, "not a C++ name")
        if isinstance(node, yaml.ScalarNode):
            return self._target(section, self._text(node, key, line), key, line)
        row = {
            field: self._field(section, field, value, f"{key}.{field}", at)
            for field, value, at in self._items(node, key)
        }
        if not row.keys() & {"hip", "roc", "expression", "unsupported"}:
            raise self._error(line, key, "needs one of 'hip', 'roc', 'expression', 'unsupported'")
        if len(both := [field for field in ("hip", "expression", "unsupported") if field in row]) > 1:
            raise self._error(line, key, f"{both[0]!r} and {both[1]!r} cannot be combined")
        if "requires" in row and any(not TYPED.isdisjoint(change) for change in row.get("arguments", ())):
            raise self._error(line, key, "'requires' and types of arguments cannot be combined")
        return row

    def _field(self, section: str, field: str, node: yaml.Node, key: str, line: int) -> Any:
        if field in WITHOUT_EFFECT[section]:
            raise self._error(line, key, f"has no effect in the section {section!r}")
        if field in ARGUMENT_LISTS:
            return self._changes(node, key, line)
        if field not in _KEYS:
            raise self._error(line, key, _unknown("key", field, _KEYS))
        text = self._text(node, key, line)
        if field == "experimental":
            return text
        if field in VERSIONS and not VERSION.fullmatch(text):
            raise self._error(line, key, f'{text!r} is not a version like "6.3"')
        if field in EXPRESSIONS and not stands_anywhere(text):
            raise self._error(line, key, f"{text!r} must be a name, a number, a call, or in parentheses; so must {{0}}")
        return self._target(section, text, key, line) if field in ("hip", "roc") else text

    def _changes(self, node: yaml.Node, key: str, line: int) -> list[dict[str, Any]]:
        if not isinstance(node, yaml.SequenceNode):
            raise self._error(line, key, "expected a list of changes such as {wrap: 0, with: M}")
        try:
            return [checked(change) for change in _plain(node)]
        except ValueError as error:
            raise self._error(line, key, str(error)) from error

    def _target(self, section: str, text: str, key: str, line: int) -> str:
        if section == "headers":
            if any(sign in text for sign in '<>"\n'):
                raise self._error(line, key, f"{text!r} is not a header name")
        elif not IDENTIFIER.fullmatch(text):
            raise self._error(line, key, f"{text!r} is not a C++ name")
        return text

    def _text(self, node: yaml.Node, key: str, line: int) -> str:
        if not isinstance(node, yaml.ScalarNode):
            raise self._error(line, key, "expected a string")
        return str(node.value)

    def _items(self, node: yaml.Node | None, key: str) -> Iterator[tuple[str, yaml.Node, int]]:
        if not isinstance(node, yaml.MappingNode):
            raise self._error(_line(node and node.start_mark), key, "expected `key: value` lines")
        seen = set()
        for name_node, value in node.value:
            line = _line(name_node.start_mark)
            name = self._text(name_node, key, line)
            if name in seen:
                raise self._error(line, f"{key}.{name}", "defined twice")
            seen.add(name)
            yield name, value, line

    def _error(self, line: int, key: str, message: str) -> TableError:
        return TableError(f"{self._path}:{line}: {key}: {message}")


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _plain(node: yaml.Node) -> Any:
    """A node as plain data; texts stay texts."""
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item) for item in node.value]
    if isinstance(node, yaml.MappingNode):
        return {_plain(key): _plain(value) for key, value in node.value}
    return node.value


def _line(mark: Any) -> int:
    return mark.line + 1 if mark else 1


def stands_anywhere(text: str) -> bool:
    """Whether an expression means the same within any other one, and its arguments mean the same within it."""
    depth = 0
    outside = []
    for sign in text:
        depth -= sign == ")"
        if depth <= 0:
            outside.append(sign)
        depth += sign == "("
    is_primary = depth == 0 and _PRIMARY.fullmatch("".join(outside)) is not None
    return is_primary and len(_ARGUMENT.findall(text)) == len(_PLACEHOLDER.findall(text))


def _unknown(what: str, name: str, known: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"unknown {what} {name!r}" + (f" (did you mean {close[0]!r}?)" if close else "")
