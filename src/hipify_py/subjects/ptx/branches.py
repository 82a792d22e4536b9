"""`#if __CUDA_ARCH__ >= 800`: AMD takes the branch with assembler where all of that translates, and the branch that it
would take else does nothing, or does with less order in memory, or with assembler too. A macro that stands for such a
question is one: `#ifdef MINE_SM80_ENABLED`.

A branch for old GPUs that does the work in C++ stays the one for AMD. What was decided is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hipify_py.edits import Edit, in_order
from hipify_py.file.amd_branches import AmdBranches, in_device_code, on_newest
from hipify_py.file.assembler import KEYWORDS, Statement
from hipify_py.file.facts import Facts
from hipify_py.file.fallbacks import Fallbacks
from hipify_py.file.newer_gpus import FOR_NEWER, FOR_OLDER, is_for_newer
from hipify_py.file.platform import FOR_AMD_DEVICES
from hipify_py.file.rewrites import Anchors, Judged
from hipify_py.findings import DEVICE_ARCHITECTURE, Finding, Severity
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.expressions import UNDEFINED, UNKNOWN, Worth, asked_in
from hipify_py.reading.preprocessor import Directive
from hipify_py.records import dataclass
from hipify_py.rules import detect
from hipify_py.rules.load import load
from hipify_py.subjects.ptx.companions import Companions
from hipify_py.subjects.ptx.rewrite import translated
from hipify_py.subjects.ptx.well_known import well_known
from hipify_py.texts import to_bytes, to_text

ANCHORS = Anchors(KEYWORDS, signs=(b"ASM",), tells=False, assembler=True)
RANK = -1  # before the assembler itself, which is translated where AMD reads it
DECIDED, UNDECIDED = "PTX034", "PTX035"

_AMD, _NOT_AMD = FOR_AMD_DEVICES + b" || ", b"!" + FOR_AMD_DEVICES + b" && "
_ARCHITECTURE = b"__CUDA_ARCH__"
# `defined(A)`, `A`, and several of these that hold together.
_NAME = rb"[A-Za-z_]\w*"
_DEFINED = rb"(?:defined\s{0,9}\(\s{0,9}%s\s{0,9}\)|defined\s{1,9}%s|\(?\s{0,9}%s\s{0,9}\)?)" % (_NAME, _NAME, _NAME)
_ARE_DEFINED = pattern(rb"\s{0,40}%s(?:\s{0,40}&&\s{0,40}%s){0,3}\s{0,40}" % (_DEFINED, _DEFINED))
_IS_NOT_DEFINED = pattern(rb"\s{0,40}!\s{0,9}%s\s{0,40}" % _DEFINED)
# What is called as if it were for some architecture, and nobody in sight defines.
_LIKE_ONE = pattern(
    rb"(?:[A-Z0-9]{1,30}_){0,9}(?:SM_?\d{2,3}[AF]?|MMA|LDSM|LDMATRIX|CP_ASYNC)(?:_[A-Z0-9]{1,30}){0,5}"
    rb"_(?:EN|ACTIVAT|SUPPORT)\w*"
)
# Lanes of a wave do not go on without each other.
_WAITS = pattern(rb"\b(?:while|goto|do)\b|\bfor\s{0,9}\(\s{0,9};\s{0,9};")
_ORDERS = pattern(rb"(?i)acquire|release|acq_rel|fence|membar|\.volatile")
# Each branch is translated for the question alone: what asks more often than any code does stays as it is.
_MOST = 200
_TAKEN = "AMD GPUs take this branch, whose assembler is translated"


def judge(facts: Facts, edits: tuple[Edit, ...]) -> Judged:
    if not facts.assembler or facts.style.ptx == "off" or facts.is_ported or facts.asks_for_hip:
        return Judged(edits)
    choice = _Choice(facts, edits)
    candidates = list(choice.candidates())
    why_not = {branch.start: choice.why_not(branch) for branch in candidates}
    if not all(why_not.values()):
        failing = _failing(facts, edits)
        for branch in candidates:
            if not why_not[branch.start] and _holds(branch, failing):
                why_not[branch.start] = "something in this one has no counterpart"
    conflicts = dict[int, str]()
    while found := choice.conflicts([each for each in candidates if not why_not[each.start]]):
        conflicts |= found
        why_not |= found
    new = [each for branch in candidates if not why_not[branch.start] for each in choice.asked(branch)]
    undecided = {each.start: each for each in choice.undecided(why_not, conflicts)}
    said = {choice.line(branch).start: _decided(choice.line(branch), why_not[branch.start]) for branch in candidates}
    return Judged(in_order((*edits, *new)), [*(said | undecided).values()])


def _decided(line: Directive, why_not: str) -> Finding:
    text = f"AMD GPUs take another branch than this one for newer GPUs: {why_not}" if why_not else _TAKEN
    return _said(DECIDED, line, {"decision": text})


def _said(rule: str, line: Directive, values: dict[str, str]) -> Finding:
    return detect.finding(load().rules[rule], detect.Hit(line.start, line.end, values), "")


@dataclass(frozen=True, eq=False)
class _Choice:
    """Which branches of a file AMD should take, where `edits` are made."""

    facts: Facts
    edits: Sequence[Edit]

    @cached_property
    def _amd(self) -> AmdBranches:
        return AmdBranches(self.facts.reading, self.edits, self._on_amd)

    def _on_amd(self, name: bytes) -> Worth:
        """What a name is that the file does not define: that of a library's macro is not defined at all."""
        worth = self.facts.on_amd(name)
        return UNDEFINED if worth == UNKNOWN and name in self._elsewhere else worth

    @cached_property
    def _elsewhere(self) -> frozenset[bytes]:
        others = (to_bytes(name) for name in self.facts.surroundings.for_newer_gpus)
        given = {to_bytes(each.name) for each in self.facts.surroundings.given}
        return frozenset((*others, *(well_known().keys() - given)))

    def candidates(self) -> Iterator[Branch]:
        """The branches of functions that AMD does not read, for newer GPUs, with assembler."""
        for branch in self._with_assembler:
            line = self.line(branch)
            if not self._asks_for_newer(branch, line) or self.facts.functions.around(branch.start) is None:
                continue
            before = (other for other in branch.chain.branches[: branch.number] if other.directive is not line)
            if self._amd.is_dead(branch.start) and all(self._amd.is_dead(other.start) for other in before):
                yield branch

    @cached_property
    def _with_assembler(self) -> list[Branch]:
        """The branches with assembler, each once, by where they begin."""
        facts, found = self.facts, dict[int, Branch]()
        for statement in facts.assembler:
            if not facts.is_left_alone(statement.start):
                found |= {each.start: each for each in facts.reading.conditionals.around(statement.start)}
        return [found[start] for start in sorted(found)][:_MOST]

    def line(self, branch: Branch) -> Directive:
        """The directive whose condition decides: that of the branch, or the one before its `#else`."""
        is_else = branch.directive.keyword == b"else" and branch.number > 0
        return branch.chain.branches[branch.number - 1].directive if is_else else branch.directive

    def _asks_for_newer(self, branch: Branch, line: Directive) -> bool:
        """Whether newer GPUs take a branch by the condition of a line, which is its own or the one before."""
        code = self.facts.reading.code[line.body : line.end]
        is_else = line is not branch.directive
        if line.keyword in (b"ifdef", b"elifdef", b"ifndef", b"elifndef"):
            return is_else is (line.keyword in (b"ifndef", b"elifndef")) and self._is_for_newer(code.strip())
        if is_else:
            is_one = _IS_NOT_DEFINED.fullmatch(code) and all(map(self._is_for_newer, asked_in(code)))
            return bool(FOR_OLDER.fullmatch(code) or is_one)
        is_one = _ARE_DEFINED.fullmatch(code) and all(map(self._is_for_newer, asked_in(code)))
        return bool(FOR_NEWER.fullmatch(code) or is_one)

    def _is_for_newer(self, name: bytes) -> bool:
        if name in self.facts.own_macros:
            return is_for_newer(self.facts.reading, name)
        return name in self._elsewhere or name == _ARCHITECTURE

    def why_not(self, branch: Branch) -> str:
        """Why a branch stays one for NVIDIA's GPUs; nothing if it should be the one for AMD."""
        is_idle = self._does_nothing(branch)
        if not is_idle and not self._is_stronger(self._amd.taken(branch.chain.branches), branch):
            return "that one does the work"
        is_translated = translated(self.facts, self._statements(branch), self.edits)
        return "" if is_translated else "the assembler of this one is not translated"

    def conflicts(self, chosen: Sequence[Branch]) -> dict[int, str]:
        """Why branches that AMD GPUs should take cannot be theirs beside what they take elsewhere in the file."""
        edits = in_order((*self.edits, *(each for branch in chosen for each in self.asked(branch))))
        companions = Companions(self.facts, edits, self._on_amd)
        found = {branch.start: companions.conflict(branch, self.line(branch)) for branch in chosen}
        number_of = self.facts.reading.source.line
        text = "line %d, which belongs with it, stays as for older GPUs"
        return {start: text % number_of(place) for start, place in found.items() if place is not None}

    def _statements(self, branch: Branch) -> Sequence[Statement]:
        return [each for each in self.facts.assembler if branch.start <= each.start < branch.end]

    def _does_nothing(self, branch: Branch) -> bool:
        """Whether the branch that AMD would take gives up, or is not there."""
        taken = self._amd.taken(branch.chain.branches)
        return taken is None or not Fallbacks(self.facts, self._amd).does_work(taken)

    def _is_stronger(self, taken: Branch | None, branch: Branch) -> bool:
        """Whether a branch for newer GPUs does more than the one that AMD would take, and waits for no other lane."""
        if taken is None or _WAITS.search(self.facts.reading.plain, branch.start, branch.end):
            return False
        return bool(self._statements(taken)) or (self._orders(branch) and not self._orders(taken))

    def _orders(self, branch: Branch) -> bool:
        return _ORDERS.search(self.facts.reading.source.text, branch.start, branch.end) is not None

    def asked(self, branch: Branch) -> Iterator[Edit]:
        """The question for AMD in the condition of a branch."""
        line = self.line(branch)
        is_else = line is not branch.directive
        code = self.facts.reading.code[line.body : line.end]
        start = line.body + len(code) - len(code.lstrip())
        end = line.body + len(code.rstrip())
        before = _NOT_AMD if is_else else _AMD
        if line.keyword.endswith(b"def"):
            keyword = self.facts.reading.code.index(line.keyword, line.start)
            word = b"elif" if line.keyword.startswith(b"el") else b"if"
            yield Edit(keyword, keyword + len(line.keyword), word, "__CUDA_ARCH__", "guards", (line.keyword,))
            yield Edit(start, start, before + b"!" * is_else + b"defined(", "__CUDA_ARCH__", "guards")
            yield Edit(end, end, b")", "__CUDA_ARCH__", "guards")
            return
        is_long = b"&&" in code
        yield Edit(start, start, before + b"(" * is_long, "__CUDA_ARCH__", "guards")
        if is_long:
            yield Edit(end, end, b")", "__CUDA_ARCH__", "guards")

    def undecided(self, why_not: Mapping[int, str], conflicts: Mapping[int, str]) -> Iterator[Finding]:
        """What is to be said of branches by macros of which nobody says on AMD that they are defined: where nothing
        stands beside one that is left to NVIDIA's GPUs, or elsewhere in its place, and where what is translated may not
        be compiled."""
        for branch in self._with_assembler:
            line = self.line(branch)
            names = asked_in(self.facts.reading.code[line.body : line.end]) - {_ARCHITECTURE}
            asked = sorted(name for name in names if self._is_for_newer(name) or self._is_nobodys(name))
            lost = [] if asked else sorted(filter(self._is_lost_on_devices, names))
            if not asked and not lost:
                continue
            if lost:
                problem = self._why_not_on_devices(branch)
            elif branch.start not in why_not:
                problem = self._why_not_compiled(branch)
            else:
                has_place = branch.start in conflicts and self._amd.taken(branch.chain.branches) is None
                is_idle = why_not[branch.start] and not has_place and self._does_nothing(branch)
                problem = "and the branch that AMD GPUs take does nothing" if is_idle else ""
            if problem:
                yield _said(UNDECIDED, line, {"macro": to_text((asked or lost)[0]), "problem": problem})

    def _why_not_compiled(self, branch: Branch) -> str:
        """What is the matter with a translation in a branch that AMD takes only if somebody defines a macro."""
        is_for_defined = branch.directive.keyword in (b"if", b"elif", b"ifdef", b"elifdef")
        if not is_for_defined or self._as_said.is_dead(branch.start):
            return ""
        is_translated = translated(self.facts, self._statements(branch), self.edits)
        return "so the translation below is not compiled" if is_translated else ""

    def _why_not_on_devices(self, branch: Branch) -> str:
        problem = self._why_not_compiled(branch) if self._on_devices.is_dead(branch.start) else ""
        return f"in device code, {problem}" if problem else ""

    def _is_lost_on_devices(self, name: bytes) -> bool:
        """Whether a macro of the file is not defined in device code of AMD, and is on the newest GPUs of NVIDIA's."""
        is_own = name in self.facts.own_macros
        return is_own and self._on_devices.at_end(name) == UNDEFINED and self._on_newest.at_end(name).is_defined is True

    @cached_property
    def _on_devices(self) -> AmdBranches:
        return AmdBranches(self.facts.reading, self.edits, in_device_code(self.facts.on_amd))

    @cached_property
    def _on_newest(self) -> AmdBranches:
        return AmdBranches(self.facts.reading, (), on_newest)

    @cached_property
    def _as_said(self) -> AmdBranches:
        return AmdBranches(self.facts.reading, self.edits, self.facts.on_amd)

    def _is_nobodys(self, name: bytes) -> bool:
        if name in self.facts.own_macros or self._on_amd(name) != UNKNOWN:
            return False
        surroundings, text = self.facts.surroundings, to_text(name)
        is_given = text in surroundings.on_amd_gpus or any(each.name == text for each in surroundings.given)
        return not is_given and _LIKE_ONE.fullmatch(name) is not None


def _failing(facts: Facts, edits: Sequence[Edit]) -> list[int]:
    """Where rules will say that AMD lacks something, apart from assembler."""
    starts = [edit.start for edit in edits]
    return [
        hit.start
        for detector, hit in detect.detect(facts, includes_known=True)
        if detector.rule.severity is Severity.ERROR
        and detector.rule.id != DEVICE_ARCHITECTURE
        and (detector.stays or not detect.is_touched(hit, edits, starts))
    ]


def _holds(branch: Branch, places: Sequence[int]) -> bool:
    return any(branch.start <= place < branch.end for place in places)
