"""Which names that the tables rename still stand in a converted file, and why they may."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from benchmarks.clang_tokens import Lexed, Token, header_name, without_splices
from benchmarks.name_tables import Tables

BAD = "left behind"

# Findings that explain a name or, of a shim header, all names of a file; see the tool's own list of rules.
_REPORTED = re.compile(
    r"(?m)^(?P<path>[^\n]+?):\d+:\d+: \w+ (?P<rule>TOOL006|API034|API037) (?:namespace )?'(?P<name>[\w:]+)'"
)
_REPORTED_FILE = re.compile(r"(?m)^(?P<path>[^\n]+?):\d+:\d+: \w+ TOOL009 ")


@dataclasses.dataclass(frozen=True)
class Leftover:
    reason: str
    path: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.name}: {self.reason}"


@dataclasses.dataclass(frozen=True)
class Allowed:
    """Names that a person, or the tool's own report, says are left on purpose."""

    patterns: tuple[tuple[str, str], ...] = ()
    reported: Mapping[tuple[str, str], str] = dataclasses.field(default_factory=dict)

    @classmethod
    def read(cls, path: Path | None) -> Allowed:
        """Lines `path:name`; both sides may be globs."""
        lines = path.read_text(encoding="utf-8").split() if path else []
        parts = (line.rpartition(":") for line in lines)
        return cls(tuple((where, name) for where, _, name in parts))

    def with_report(self, report: str) -> Allowed:
        """Also what the tool says it left: a name that it reports is not left in silence."""
        found = {(line["path"], line["name"].rpartition("::")[2]): line["rule"] for line in _REPORTED.finditer(report)}
        found |= {(line["path"], ""): "TOOL009" for line in _REPORTED_FILE.finditer(report)}
        return dataclasses.replace(self, reported=found)

    def reason(self, path: str, name: str) -> str:
        if any(fnmatchcase(path, where) and fnmatchcase(name, what) for where, what in self.patterns):
            return "on the list of --allow"
        rule = self.reported.get((path, name)) or self.reported.get((path, ""))
        return f"reported as {rule}" if rule else ""


def leftovers(lexed: Lexed, tables: Tables, allowed: Allowed, tree_files: Collection[str]) -> Iterator[Leftover]:
    headers = included_headers(lexed)
    for index, token in enumerate(lexed.tokens):
        if token.text == b"#" and lexed.directives[index].startswith("include"):
            yield from _header_leftover(lexed, index, tables, tree_files)
        elif token.is_name and not lexed.directives[index].startswith("include"):
            name = token.text.decode("utf-8", "replace")
            if _must_go(lexed, index, name, tables):
                reason = _reason(lexed, index, name, tables, headers, allowed)
                yield Leftover(reason, lexed.path, lexed.line(index), name)


def included_headers(lexed: Lexed) -> set[str]:
    found = set()
    for index, token in enumerate(lexed.tokens):
        if token.text == b"#" and lexed.directives[index].startswith("include"):
            header = header_name(lexed.text(index, lexed.directive_end(index)))
            found.add(header[0] if header else "")
    return found


def _header_leftover(lexed: Lexed, index: int, tables: Tables, tree_files: Collection[str]) -> Iterator[Leftover]:
    header = header_name(lexed.text(index, lexed.directive_end(index)))
    if header is None:
        return
    name, quoted = header
    row = tables.headers.get(name)
    if row is None or not row.renames(name):
        return
    own = quoted and any(path == name or path.endswith(f"/{name}") for path in tree_files)
    yield Leftover("a header of this tree" if own else BAD, lexed.path, lexed.line(index), f"#include {name}")


def _must_go(lexed: Lexed, index: int, name: str, tables: Tables) -> bool:
    if _is_scoped(lexed, index, name, tables):
        return True
    if (row := tables.names.get(name)) and row.renames(name):
        return True
    if not ((row := tables.namespaces.get(name)) and row.renames(name)):
        return False
    return _text(lexed, index + 1) == b"::" or _text(lexed, index - 1) == b"namespace"


def _reason(lexed: Lexed, index: int, name: str, tables: Tables, headers: set[str], allowed: Allowed) -> str:
    """The first explanation that fits, or BAD."""
    before, after = _text(lexed, index - 1), _text(lexed, index + 1)
    directive = lexed.directives[index]
    if known := allowed.reason(lexed.path, name):
        return known
    if _is_scoped(lexed, index, name, tables):
        return BAD
    if before in (b".", b"->"):
        return "member access"
    if _declares_namespace_of(lexed, name, tables):
        return "a namespace of the tree's own"
    if before == b"::" and _is_qualifier(lexed, index - 2):
        return f"qualified by {_text(lexed, index - 2).decode('utf-8', 'replace')}"
    if b"##" in (before, after) or (before == b"#" and directive == "define"):
        return "pasted or stringised"
    if directive in ("error", "warning", "pragma"):
        return f"text of #{directive}"
    if directive in ("define", "undef") and before == directive.encode():
        return f"#{directive} of the name itself"
    return _reason_in_tables(name, tables, headers)


def _reason_in_tables(name: str, tables: Tables, headers: set[str]) -> str:
    row = tables.names.get(name) or tables.namespaces[name]
    if row.requires:
        needed = tables.headers.get(row.requires)
        if row.requires not in headers and not (needed and needed.target in headers):
            return f"right only with {row.requires}"
    return f"its HIP name went with ROCm {row.removed}" if row.removed else BAD


def _declares_namespace_of(lexed: Lexed, name: str, tables: Tables) -> bool:
    """The file declares the namespace of the name's library: it is a copy of that library, or a stand-in."""
    library = (tables.names.get(name) or tables.namespaces[name]).library
    names = [namespace.encode() for namespace, row in tables.namespaces.items() if row.library == library]
    text = without_splices(lexed.data)
    return any(re.search(rb"\bnamespace\s+" + namespace + rb"\s*[{=]", text) for namespace in names)


def _is_scoped(lexed: Lexed, index: int, name: str, tables: Tables) -> bool:
    scope = _text(lexed, index - 2).decode("utf-8", "replace")
    return _text(lexed, index - 1) == b"::" and (scope, name) in tables.scoped


def _is_qualifier(lexed: Lexed, index: int) -> bool:
    return index >= 0 and (lexed.tokens[index].is_name or lexed.tokens[index].text == b">")


def _text(lexed: Lexed, index: int) -> bytes:
    neighbour: Token | None = lexed.tokens[index] if 0 <= index < len(lexed.tokens) else None
    return neighbour.text if neighbour else b""
