"""Libraries that CMake hands to the linker by their names: `target_link_libraries(app cublas)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.edits import Edit
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement
from hipify_py.subjects.buildfiles.words_of_options import GROUP
from hipify_py.tables import builds
from hipify_py.texts import to_bytes, to_text

_LISTS = pattern(rb"(?i)\w{0,60}(?:libs|libraries)")
# Words that are libraries of CUDA beside others of them, and may be targets of a project elsewhere.
_PLAIN = frozenset((b"cuda", b"toolkit"))
_FIRST = {b"target_link_libraries": 1, b"link_libraries": 0, b"set": 1, b"list": 2}


def linked_by_name(file: CMakeFile, statement: Statement) -> Iterator[Edit]:
    """Their counterparts, but for targets of the file's own."""
    named = _named(statement)
    libraries = [(each, row) for each in named if (row := _library(file, each)) is not None]
    if all(each.text in _PLAIN for each, _row in libraries):
        return
    linked = {each.text for each in named}
    for argument, row in libraries:
        new, why = to_bytes(row.library), to_text(argument.text)
        if not new or new in linked:
            yield file.without_words(argument, argument, why)
        else:
            yield Edit(argument.start, argument.end, new, why, GROUP)
        linked.add(new)


def _named(statement: Statement) -> Sequence[Argument]:
    """The arguments that may be libraries."""
    first = _FIRST.get(statement.name)
    words = statement.words
    if first is None or (statement.name == b"list" and words[:1] not in ([b"APPEND"], [b"PREPEND"])):
        return ()
    if statement.name in (b"set", b"list") and not _LISTS.fullmatch(b"".join(words[first - 1 : first])):
        return ()
    return [each for each in statement.arguments[first:] if not each.is_quoted]


def _library(file: CMakeFile, argument: Argument) -> builds.Library | None:
    row = builds.library(to_text(argument.text)) if argument.text not in file.own_targets else None
    return row if row is not None and ((row.library and row.target) or row.dropped) else None
