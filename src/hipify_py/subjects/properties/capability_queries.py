"""PRP001: a query for the compute capability, unless its function then goes by nothing that AMD answers otherwise."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.subjects.properties.compute_capability import decides

_INTO = pattern(rb"&\s*([A-Za-z_]\w*)\s*,\s*$")
_IN_TABLE = pattern(rb"\"\s*,\s*(?:cudaDevAttr|CU_)")
_DEBUGS = pattern(rb"\s{0,9}(?:defined\s{0,9})?\(?\s{0,9}(?!NDEBUG)\w{0,60}?(?:DEBUG|VERBOSE)\w{0,60}\s{0,9}\)?\s*\Z")
# A variable that is used more often than that goes into something.
_MOST_USES = 50


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name in facts.names(words):
        if _is_meant(facts, name) and _decides(facts, name):
            severity = Severity.INFO if _only_debugs(facts, name) else None
            yield Hit(name.start, name.end, severity=severity)


def _only_debugs(facts: Facts, name: Name) -> bool:
    """Whether what a query tells is a variable of a branch for debugging, `#ifdef DEBUG_RUNTIME`, and ends with it."""
    into = _INTO.search(facts.reading.plain, max(0, name.start - 100), name.start)
    function = facts.functions.around(name.start) if into else None
    if into is None or function is None:
        return False
    uses = [each.start for each in facts.reading.names([into[1]]) if function.start <= each.start < function.end]
    around = (branch for branch in facts.reading.conditionals.around(name.start) if branch.number == 0)
    debugging = (branch for branch in around if _is_for_debugging(facts, branch))
    return any(branch.start <= uses[0] and uses[-1] < branch.end for branch in debugging)


def _is_for_debugging(facts: Facts, branch: Branch) -> bool:
    line = branch.directive
    return line.keyword in (b"if", b"ifdef") and _DEBUGS.match(facts.reading.code, line.body, line.end) is not None


def _is_meant(facts: Facts, name: Name) -> bool:
    around = facts.reading.neighbours(name)
    if usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL) or facts.introduces(name):
        return False
    line = facts.reading.source.text[facts.reading.line_start(name.start) : facts.reading.line_stop(name.end)]
    return _IN_TABLE.search(line) is None


def _decides(facts: Facts, name: Name) -> bool:
    """Whether code goes by what a query tells."""
    into = _INTO.search(facts.reading.plain, max(0, name.start - 100), name.start)
    function = facts.functions.around(name.start) if into else None
    if into is None or function is None:
        return True
    names = facts.reading.names([into[1]])
    first, last = (bisect_left(names, place, key=_start) for place in (name.end, function.end))
    return last - first > _MOST_USES or any(decides(facts, use) for use in names[first:last])


def _start(name: Name) -> int:
    return name.start
