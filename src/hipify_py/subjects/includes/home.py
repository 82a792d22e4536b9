"""Where a file wants the header of the runtime: for all of it, or inside of the `#if` that holds all that needs it."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS, Branch
from hipify_py.reading.preprocessor import INCLUDES, Directive
from hipify_py.reading.scopes import Kind
from hipify_py.texts import to_text

_LAUNCH = pattern(rb"<<[ \t]*<")
# What compilers define by themselves, which conditions may ask for ahead of all headers.
_OF_COMPILERS = frozenset((b"__CUDACC__", b"__NVCC__", b"__CUDA_ARCH__"))


def has_stubs(facts: Facts, branches: list[Branch]) -> bool:
    """Whether other branches beside these have names of CUDA for builds without it."""
    names = [name.start for name in facts.reading.names(facts.policy.runtime_words)]
    spans = [(each.start, each.end) for branch in branches for each in branch.chain.branches if each is not branch]
    return any(start <= place < end for start, end in spans for place in names)


def home(facts: Facts, includes: list[Directive]) -> Branch | None:
    """The branch around all that needs the runtime: the innermost with an include of it, if there is one."""
    conditionals = facts.reading.conditionals
    places = _needs(facts, is_included=bool(includes))
    first = next(places, None)
    around = conditionals.around(first) if first is not None else []
    branches = [branch for branch in around if facts.reading.scopes.kind_at(branch.start) is Kind.FILE]
    for place in places:
        branches = [branch for branch in branches if branch.start <= place < branch.end]
        if not branches:
            return None
    including = [branch for branch in map(conditionals.at, (line.start for line in includes)) if branch in branches]
    if including or not branches:
        return next(iter(including), None)
    return branches[-1]


def _needs(facts: Facts, *, is_included: bool) -> Iterator[int]:
    """The places of names that the header declares, and of headers of the code base, which may rely on it where the
    file does not include it itself."""
    reading = facts.reading
    for found in _LAUNCH.finditer(reading.code):
        yield found.start()
    for name in reading.names(facts.policy.runtime_words):
        line = reading.directive_at(name.start)
        is_asked = line is not None and line.keyword in CONDITIONS
        if is_asked and name.text in _OF_COMPILERS:
            continue
        if not facts.is_left_alone(name.start) and not facts.is_without_cuda(name.start):
            yield line.start if line is not None and is_asked else name.start
    for line, header in reading.headers if not is_included else ():
        if line.keyword in INCLUDES and (header.quoted or to_text(header.name) in facts.local_headers):
            yield line.start
