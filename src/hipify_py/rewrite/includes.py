"""`#include` names: CUDA's headers become HIP's, quotes and spacing stay, a file of that name beside stays too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.analysis.facts import Facts
from hipify_py.edits import Edit
from hipify_py.findings import OWN_NAME, Finding
from hipify_py.rewrite.proposals import caution, left
from hipify_py.source import UTF8_BOM
from hipify_py.syntax.preprocessor import Directive, Header, header_at
from hipify_py.tables.model import Resolution

_HAS_INCLUDE = re.compile(rb"\b__has_include(?:_next)?\s*\(\s*")
_CLIMB = re.compile(r"(?:\.{1,2}/)+")
_LINE_END = re.compile(rb"[ \t]*(?:\r?\n|\Z)")


def rewrite(facts: Facts) -> Iterator[Edit | Finding]:
    for directive, header in facts.reading.headers:
        yield from _header(facts, header, directive)
    for header in _questions(facts):
        yield from _header(facts, header, None)


def _header(facts: Facts, header: Header, line: Directive | None) -> Iterator[Edit | Finding]:
    name = header.name.decode("utf-8", "surrogateescape")
    if renamed := _renamed(facts, name):
        yield Edit(header.start, header.end, renamed.encode("utf-8", "surrogateescape"), name, "renamed files")
        return
    resolution = facts.policy.header(name)
    if resolution is None:
        return
    if header.quoted and name in facts.local_headers:
        message = f"'{name}' is a file of this code base that shadows CUDA's header; left as it is"
        yield Finding(OWN_NAME, header.start, header.end, message, subject=name)
    elif resolution.target is None:
        yield left(resolution, header.start, header.end)
    elif resolution.target:
        yield from caution(resolution, header.start, header.end)
        if resolution.target != name:
            yield Edit(header.start, header.end, resolution.target.encode(), name, resolution.entry.library)
    elif line is not None:
        yield from _dropped(facts, header, line, resolution)


def _renamed(facts: Facts, name: str) -> str:
    """What the include must say if it names a file of this conversion that gets a new name, else nothing."""
    climb = _CLIMB.match(name)
    start = climb.end() if climb else 0
    renamed = facts.renamed_headers.get(name[start:])
    return name[:start] + renamed if renamed else ""


def _questions(facts: Facts) -> Iterator[Header]:
    """The headers that `__has_include` asks for."""
    code = facts.reading.code
    for directive in facts.reading.directives:
        if directive.keyword in (b"if", b"elif", b"define"):
            for match in _HAS_INCLUDE.finditer(code, directive.body, directive.end):
                if header := header_at(facts.reading.source.text, match.end()):
                    yield header


def _dropped(facts: Facts, header: Header, line: Directive, resolution: Resolution) -> Iterator[Edit]:
    """The directive goes; with its line, unless a comment stands there too."""
    text, end = facts.reading.source.text, header.end + 1
    rest_is_code = facts.reading.code[end : line.end].strip()
    if line_end := _LINE_END.match(text, end):
        end = line_end.end()
    # Text that does not belong behind an include would mean something else at the start of a line or file.
    if not rest_is_code and not text.startswith(UTF8_BOM, end):
        yield Edit(line.start, end, b"", resolution.entry.name, resolution.entry.library)
