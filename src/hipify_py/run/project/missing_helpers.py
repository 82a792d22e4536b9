"""Units that read code which calls a header of ours before they have included it: what is included in braces relies on
the files around it, and some of these are left as they are."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence, Set

from hipify_py.file.amd_branches import on_amd
from hipify_py.findings import HELPER_MISSING
from hipify_py.rules.load import load as load_rules
from hipify_py.run.outcome import FileOutcome, Remark
from hipify_py.run.project.fragments import Fragments
from hipify_py.run.project.tree import Edge, Tree

_HELP = "include it before the braces"
Callers = Mapping[str, Set[str]]


class MissingHelpers:
    """`callers` are the files that call a header of ours, by the header; `names` are what includes call it."""

    def __init__(self, tree: Tree, fragments: Fragments, callers: Callers, names: Mapping[str, str]) -> None:
        self._tree = tree
        self._fragments = fragments
        self._names = names
        self._calling = callers
        self._including = {
            header: {path for path in paths if not fragments.is_one(path)} for header, paths in callers.items()
        }

    def found(self) -> Iterator[FileOutcome]:
        mentions = (each for named in self._tree.survey.mentions.values() for each in named)
        for path in sorted({each.path for each in mentions if each.may_be_in_braces}) if self._calling else ():
            for edge in self._tree.edges(path, on_amd):
                if self._is_in_braces(path, edge.place):
                    yield from self._missed_by(path, edge)

    def _is_in_braces(self, path: str, place: int) -> bool:
        unit = self._tree.unit(path)
        return unit is not None and unit.reading.scopes.at(place) is not None

    def _missed_by(self, path: str, edge: Edge) -> Iterator[FileOutcome]:
        """What is missing where a file includes another one in braces."""
        read = self._tree.reached_from(edge.file) | {edge.file}
        ways: dict[str, Sequence[str]] = {}
        for header in sorted(self._calling):
            calling = sorted(read & self._calling[header])
            if calling and (way := self._way_without(path, edge.place, header)):
                last = () if edge.file in calling else ("…", calling[0])
                ways[self._names[header]] = (*way, edge.file, *last)
        if ways:
            yield self._outcome(path, edge.place, ways)

    def _way_without(self, path: str, place: int, header: str) -> Sequence[str]:
        """The files from a unit on through which a compiler comes to a place without having read a header."""
        waiting: list[tuple[int, Sequence[str]]] = [(place, (path,))]
        seen = {path}
        while waiting:
            place, way = waiting.pop()
            path = way[0]
            if self._is_read_before(path, place, header):
                continue
            if self._fragments.is_first(path):
                return way
            for other in sorted(set(self._tree.includers.including(path)) - seen):
                seen.add(other)
                edges = (each for each in self._tree.edges(other, on_amd) if each.file == path)
                waiting += ((each.place, (other, *way)) for each in edges)
        return ()

    def _is_read_before(self, path: str, place: int, header: str) -> bool:
        including = self._including[header]
        unit = self._tree.unit(path)
        if path in including or unit is None:
            return True
        names = {posixpath.basename(each.spelling) for each in unit.includes if each.place < place}
        if self._names[header] in names:
            return True
        before = (each.file for each in self._tree.edges(path, on_amd) if each.place < place)
        return any(file in including or including & self._tree.reached_from(file) for file in before)

    def _outcome(self, path: str, place: int, ways: Mapping[str, Sequence[str]]) -> FileOutcome:
        """The finding at an include; `ways` are those to code that calls a header, by the header's name."""
        file, unit = self._tree.files[path], self._tree.unit(path)
        assert unit is not None
        start, names = unit.reading.source.position(place), " and ".join(ways)
        chain = " > ".join(map(posixpath.basename, next(iter(ways.values()))))
        message = f"code in braces calls {names}, which nothing includes before: {chain}"
        severity, line = load_rules().rules[HELPER_MISSING].severity, unit.reading.source.line_text(start.line)
        said = HELPER_MISSING, severity, message, _HELP, names, line
        return FileOutcome(file, remarks=(Remark(str(file.path), start, start, *said),))
