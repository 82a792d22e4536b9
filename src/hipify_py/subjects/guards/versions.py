"""`CUDART_VERSION >= 11000`: the versions of CUDA, which AMD counts as 0, are answered there as by the newest CUDA.

That the newest branch is the one for AMD is certain only if all that it uses carries over. Where it does not, the
condition stays, and a rule says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.edits import Edit, in_order
from hipify_py.file.amd_branches import AmdBranches, on_newest
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Call, Decision
from hipify_py.file.local_uses import UNITS
from hipify_py.file.rewrites import Anchors, Judged
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.preprocessor import Directive
from hipify_py.subjects.guards.answers import AMD, Part, answer
from hipify_py.subjects.guards.questions import Asks, Question, questions
from hipify_py.texts import to_text

VERSIONS = frozenset(
    (b"CUDA_VERSION", b"CUDART_VERSION", b"__CUDACC_VER_MAJOR__", b"__CUDACC_VER_MINOR__", b"__CUDACC_VER_BUILD__")
)
ANCHORS = Anchors(VERSIONS, tells=False)

# Each line is judged with all edits so far: what asks more often than any code does is left as it is.
_MOST_LINES = 200
_FLAG = pattern(rb"\s{0,40}#\s{0,40}define\s{1,40}\w{1,99}\s{0,40}(?:1|true)?\s{0,40}")
# What takes the number of a device, and in CUDA 13 a location: by as many arguments.
_WITH_LOCATION = ("cudaMemAdvise", "cuMemAdvise")
_LOCATION = pattern(rb"(?i)loc|\{")
_HIP = pattern(rb"\bHIP|\b__HIP|_HIP\b|ROCM")


def judge(facts: Facts, edits: tuple[Edit, ...]) -> Judged:
    is_own = not facts.own_macros.isdisjoint(VERSIONS)
    if is_own or facts.is_ported or facts.asks_for_hip or facts.policy.unsafe:
        return Judged(edits)
    lines = {line.start: line for name in facts.names(VERSIONS) if (line := facts.reading.directive_at(name.start))}
    if len(lines) > _MOST_LINES:
        return Judged(edits)
    foreign = foreign_places(facts) if lines else []
    for line in lines.values():
        answered = in_order((*edits, *_answers(facts, line)))
        if len(answered) > len(edits) and _carries_over(facts, edits, answered, line, foreign):
            edits = answered
    return Judged(edits)


def _answers(facts: Facts, line: Directive) -> Iterator[Edit]:
    """The questions of a condition that AMD would answer otherwise than the newest CUDA, each with its answer."""
    code = facts.reading.code
    if line.keyword == b"ifndef":
        yield from _unless_amd(facts, line)
    if line.keyword not in (b"if", b"elif") or _HIP.search(code, line.body, line.end):
        return
    yield from answer(code, line.body, line.end, list(_answered(facts, line)))


def _answered(facts: Facts, line: Directive) -> Iterator[Part]:
    code = facts.reading.code
    asked = [(_name(code, each), each) for each in questions(code, line.body, line.end, tuple(VERSIONS))]
    is_compared = any(each.asks is Asks.COMPARES for _name, each in asked)
    for name, each in asked:
        if each.asks is Asks.IS_DEFINED and (is_compared or _only_complains(facts, line)):
            yield Part(*_question(code, line, each), holds=True, is_operand=True)
        elif each.asks is Asks.COMPARES and not each.closes:
            wanted = each.holds_for(on_newest(name).value or 0)
            if wanted != each.holds_for(0):
                yield Part(each.start, each.end, wanted)


def _unless_amd(facts: Facts, line: Directive) -> Iterator[Edit]:
    """`#ifndef CUDART_VERSION` around an `#error`: AMD needs no version."""
    code = facts.reading.code
    name = code[line.body : line.end].strip()
    if name not in VERSIONS or not _only_complains(facts, line):
        return
    keyword, start = code.index(line.keyword, line.start), code.index(name, line.body)
    end = start + len(name)
    yield Edit(keyword, keyword + len(line.keyword), b"if", "CUDA_VERSION", "guards", (line.keyword,))
    yield Edit(start, start, b"!" + AMD + b" && !defined(", "CUDA_VERSION", "guards")
    yield Edit(end, end, b")", "CUDA_VERSION", "guards")


def _only_complains(facts: Facts, line: Directive) -> bool:
    """Whether the branch that a line opens is nothing but an `#error`."""
    branch = facts.reading.conditionals.opened_by(line)
    return branch is not None and facts.reading.only_keywords(branch) == {b"error"}


def _question(code: bytes, line: Directive, asked: Question) -> tuple[int, int]:
    """`defined(NAME)` or `defined NAME`, as it stands."""
    start = code.rfind(b"defined", line.body, asked.start)
    is_bracketed = b"(" in code[start : asked.start]
    return start, code.find(b")", asked.end) + 1 if is_bracketed else asked.end


def _name(code: bytes, asked: Question) -> bytes:
    return next(name for name in VERSIONS if code.startswith(name, asked.start))


def _carries_over(
    facts: Facts, before: Sequence[Edit], after: Sequence[Edit], line: Directive, foreign: Sequence[int]
) -> bool:
    """Whether nothing comes alive on AMD that it cannot compile, and that it does not read where the line stays; and
    nothing that it lacks otherwise goes."""
    opened = facts.reading.conditionals.opened_by(line)
    if opened is None:
        return False
    unchanged = without(before, line)
    then, now = (AmdBranches(facts.reading, edits, facts.on_amd) for edits in (unchanged, after))
    revived = [
        branch for branch in opened.chain.branches if then.is_dead(branch.start) and not now.is_dead(branch.start)
    ]
    if any(_only_sets_flags(facts, branch) for branch in revived):
        return False
    gone = [branch for branch in opened.chain.branches if now.is_dead(branch.start) and not then.is_dead(branch.start)]
    if any(_is_missed(facts, now, name) for name in _defined_in(facts, gone)):
        return False
    return not any(branch.start <= place < branch.end for branch in revived for place in foreign)


def _defined_in(facts: Facts, branches: Sequence[Branch]) -> Iterator[bytes]:
    """The names as of CUDA that branches define."""
    for name, definitions in facts.definitions.items() if branches else ():
        if any(branch.start <= each.start < branch.end for each in definitions for branch in branches):
            yield name


def _is_missed(facts: Facts, amd: AmdBranches, name: bytes) -> bool:
    """Whether AMD reads uses of a name that nothing defines there, neither in the file nor in HIP. Those of what a
    header defines may be anywhere."""
    read = {each.start for each in facts.reading.names((name,)) if not amd.is_dead(each.start)}
    is_used = bool(read) or not facts.reading.source.path.endswith(UNITS)
    if not is_used or any(each.start in read for each in facts.definitions[name]):
        return False
    resolution = facts.policy.name(to_text(name))
    if resolution is None or resolution.target is None:
        return True
    uses = (item for item in facts.listed if item.name.start in read)
    return any(_lacks_form(facts, facts.call(item)) for item in uses)


def _only_sets_flags(facts: Facts, branch: Branch) -> bool:
    """Whether a branch does nothing but set flags: nobody knows here what they enable elsewhere."""
    lines = [line for line in facts.reading.directives if branch.start <= line.start < branch.end]
    is_bare = not facts.reading.plain[branch.start : branch.end].strip()
    return bool(lines) and is_bare and all(_FLAG.fullmatch(facts.reading.code, line.start, line.end) for line in lines)


def without(edits: Sequence[Edit], line: Directive) -> tuple[Edit, ...]:
    """The edits that leave a line as it is."""
    return tuple(edit for edit in edits if not line.start <= edit.start < line.end)


def foreign_places(facts: Facts) -> list[int]:
    """Where names stand that have no counterpart, or that nobody knows, calls in forms that HIP lacks, and
    assembler."""
    left = [item.name.start for item, decision in facts.decisions if decision is Decision.LEFT]
    return [
        *left,
        *(call.item.name.start for call in facts.calls if _lacks_form(facts, call)),
        *(name.start for name in facts.unknown_names.unknown),
        *(statement.start for statement in facts.assembler),
    ]


def _lacks_form(facts: Facts, call: Call) -> bool:
    """Whether HIP has a function with other parameters only: CUDA 13 has changed some, as by edges of graphs."""
    name = call.item.resolution.entry.name
    if call.wrong_count:
        return not facts.declares(call.item.name, call.item.around)
    if call.count is not None and call.target.endswith("_v2"):
        newer = facts.policy.name(f"{name}_v2")
        return newer is not None and newer.target is None
    if name in _WITH_LOCATION and call.opening is not None:
        *_others, last = facts.reading.arguments(call.opening) or [(0, 0)]
        return _LOCATION.search(facts.reading.code, *last) is not None
    return False
