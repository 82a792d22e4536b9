"""Libraries that makefiles name without `-l`, which `foreach` or `addprefix` adds: `LIBRARIES := cudart cublas`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.words_of_options import Word, edits_of
from hipify_py.tables import builds
from hipify_py.texts import to_text

_NAMED = pattern(
    rb"\$\(foreach[ \t]+(?P<each>\w+),[ \t]*\$[({](?P<listed>\w+)[)}],[ \t]*-l\$[({]?(?P=each)[)}]?[ \t]*\)|"
    rb"\$\(addprefix[ \t]+-l,[ \t]*\$[({](?P<prefixed>\w+)[)}]|\$[({](?P<suffixed>\w+):%?=-l%?[)}]|"
    rb"\$\(patsubst[ \t]+%,-l%,[ \t]*\$[({](?P<substituted>\w+)[)}]"
)
_LITERAL = pattern(rb"\$\((?:foreach[ \t]+\w+|addprefix[ \t]+-l|patsubst[ \t]+%,-l%),(?P<names>[^()$\n]*)[,)]")
_ADDS = pattern(rb"-l")
_WORD = pattern(rb"[^\s]+")


def variables_of_libraries(code: bytes) -> frozenset[bytes]:
    """The variables whose words become `-l` options."""
    groups = ("listed", "prefixed", "suffixed", "substituted")
    return frozenset(found[group] for found in _NAMED.finditer(code) for group in groups if found[group])


def literal_libraries(code: bytes) -> Iterator[list[Word]]:
    """The words that stand in such a call themselves."""
    for found in _LITERAL.finditer(code):
        line = code.find(b"\n", found.end())
        if _ADDS.search(code, found.start(), line if line >= 0 else len(code)):
            spans = (each.span() for each in _WORD.finditer(code, *found.span("names")))
            yield [Word(start, end, to_text(code[start:end])) for start, end in spans]


def in_place_of_libraries(code: bytes, words: Sequence[Word]) -> Iterator[Edit | Finding]:
    made: dict[int, str] = {}
    for place, word in enumerate(words):
        row = builds.library(word.text)
        new = row.library if row else ""
        if row and (new or row.dropped):
            made[place] = "" if new in made.values() else new
        elif row and row.remedy:
            message = f"'{word.text}' links a CUDA library: ROCm has no counterpart of lib{word.text}"
            yield Finding("BLD006", word.start, word.end, message, help=row.remedy, subject=word.text)
    if words:
        yield from edits_of(code, words, made, words[0].start)
