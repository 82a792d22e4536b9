"""`__CUDA_ARCH__` and `__NVCC__`: "is this device code?" and "is this GPU code?" are asked of HIP instead.

`__CUDA_ARCH__` as a number is 0 on AMD, so comparisons take the branch for the oldest GPUs. Where every GPU since
compute capability 5.0 gives one answer, the comparison is that question again; where those of CUDA 13 do, it is judged
by what it guards (architectures.py); the rest stays and is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from hipify_py.edits import Edit
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.file.local_uses import UNITS
from hipify_py.file.rewrites import Anchors
from hipify_py.findings import DEVICE_ARCHITECTURE, UNSUPPORTED, Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS, Branch, Chain
from hipify_py.reading.numbers import whole
from hipify_py.reading.preprocessor import Directive
from hipify_py.reading.tokens import Name, words
from hipify_py.records import dataclass
from hipify_py.subjects.guards.both_compilers import repeated
from hipify_py.subjects.guards.qualifiers_by_pass import sets_qualifiers_alone
from hipify_py.subjects.guards.questions import Asks, Question, questions
from hipify_py.texts import to_bytes, to_text

ANCHORS = Anchors(frozenset((b"__CUDA_ARCH__", b"__NVCC__")))

# The oldest architectures that CUDA 12 and 13 compile for. What asks for less than the first asks for device code.
_OLDEST, OLDEST_NOW = 500, 750
_NVCC_ONLY = pattern(rb"#\s*pragma\s+(?:nv_|diag_|push|pop|hd_warning|nv)|_Pragma|__nv|\bnvcc\b|\basm\b|__CUDACC_VER")
_HIP = pattern(rb"\b__HIP(?:CC|_DEVICE_COMPILE)?__")
_AMD = pattern(rb"\b__(?:HIP_DEVICE_COMPILE|AMDGCN|AMDGPU|gfx\w+)__")
_NEGATIVE = (b"ifndef", b"elifndef")
_BY_NUMBER = (b"if", b"elif", b"define")
_LOWER = (b">=", b">")
_UPPER = (b"<", b"<=")
_DEVICE = "__HIP_DEVICE_COMPILE__"
# `defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 300)`: the second question is the first one again.
_DEFINED = rb"defined\s{0,9}(?:\(\s{0,9}__CUDA_ARCH__\s{0,9}\)|\s__CUDA_ARCH__\b)"
_COMPARED = rb"\s{0,9}(\({0,4})\s{0,9}__CUDA_ARCH__\s{0,9}%s\s{0,9}\d{1,9}\b((?:\s{0,9}\)){0,4}))"
_TWICE = (
    pattern(rb"(?<!!)" + _DEFINED + rb"(\s{0,9}&&" + _COMPARED % rb">=?"),
    pattern(rb"!" + _DEFINED + rb"(\s{0,9}\|\|" + _COMPARED % rb"<=?"),
)
_TOKEN = pattern(rb"\w+|&&|\|\||[<>]=?|[()]")
_VALUE_HELP = "set '%s' for AMD in a branch for defined(__HIP_DEVICE_COMPILE__), or test AMD macros where it decides"
_LONGEST_CHAIN = 64
_HELP = "test AMD macros (__gfx90a__, __HIP_DEVICE_COMPILE__), or choose the branch that suits AMD"


@dataclass(frozen=True)
class _Asked:
    """A directive that names any of the macros, and where."""

    line: Directive
    names: list[Name]

    def questions(self, facts: Facts) -> list[Question]:
        return list(questions(facts.reading.code, self.line.body, self.line.end, tuple(ANCHORS.words)))


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if facts.asks_for_hip:
        yield from _with_bodies(facts)
    if facts.is_half_ported:
        yield from _numbers_left(facts)
    if facts.is_ported or facts.asks_for_hip:
        return
    lines: dict[int, _Asked] = {}
    for name in facts.names(ANCHORS.words):
        line = facts.reading.directive_at(name.start)
        if name.text in facts.own_macros:
            continue
        if line is not None:
            lines.setdefault(line.start, _Asked(line, [])).names.append(name)
        elif name.text == b"__NVCC__":
            yield _compiler(name)
        else:
            yield _as_value(name)
    for_amd = _branches_for_amd(facts) if lines and facts.asks_for_amd_devices else {}
    for asked in lines.values():
        if _HIP.search(facts.reading.code, asked.line.body, asked.line.end) is None:
            yield from _line(facts, asked, for_amd)


def _with_bodies(facts: Facts) -> Iterator[Edit]:
    """The questions for nvcc whose branches convert, in a file that asks for HIP elsewhere."""
    for name in facts.names((b"__NVCC__",)) if b"__NVCC__" not in facts.own_macros else ():
        line = facts.reading.directive_at(name.start)
        if line is not None and facts.guards_converted(name.start) and not _speaks_to_nvcc(facts, line):
            yield _compiler(name)


def _numbers_left(facts: Facts) -> Iterator[Finding]:
    """The comparisons that stay in a file with conditions for HIP, whose authors may have thought of these, too."""
    amd = AmdBranches(facts.reading, (), facts.on_amd)
    for name in facts.reading.names((b"__CUDA_ARCH__",)) if b"__CUDA_ARCH__" not in facts.own_macros else ():
        line = facts.reading.directive_at(name.start)
        if line is None or (facts.is_left_alone(name.start) and not _is_asked_of_amd(amd, line)):
            continue
        if line.keyword in CONDITIONS and not _HIP.search(facts.reading.code, line.body, line.end):
            asked = [each for each in _Asked(line, [name]).questions(facts) if each.start == name.start]
            if not all(map(is_about_any_gpu, asked)) or any(each.asks is Asks.COMPARES for each in asked):
                found = as_numbers(facts, line, {name.start: name}, asked)
                yield from (replace(each, severity=Severity.INFO) for each in found if isinstance(each, Finding))


def _is_asked_of_amd(amd: AmdBranches, line: Directive) -> bool:
    """Whether a condition behind others of its chain is read by AMD, which takes none of these."""
    opened = amd.reading.conditionals.opened_by(line)
    if opened is None or opened.number == 0 or amd.is_dead(opened.chain.branches[0].directive.start):
        return False
    return amd.taken(opened.chain.branches[: opened.number]) is None


def _branches_for_amd(facts: Facts) -> dict[int, int]:
    """The first branch of a chain that is for AMD's GPUs, by its condition, or as an `#else` with such a one within.
    Chains are known by where their first branch begins."""
    code, found = facts.reading.code, dict[int, int]()
    for line in facts.reading.directives:
        if line.keyword in CONDITIONS and _AMD.search(code, line.body, line.end):
            branch = facts.reading.conditionals.opened_by(line)
            while branch is not None and branch.chain.branches[0].start not in found:
                found[branch.chain.branches[0].start] = branch.number
                around = branch.chain.around
                branch = around if around is not None and around.directive.keyword == b"else" else None
    return found


def _is_settled(facts: Facts, line: Directive, asked: Sequence[Question], for_amd: Mapping[int, int]) -> bool:
    """Whether AMD takes another branch of a chain, as is meant: one before, or one behind what it does not take."""
    opened = facts.reading.conditionals.opened_by(line)
    number = for_amd.get(opened.chain.branches[0].start) if opened is not None else None
    if opened is None or number is None:
        return False
    may_hold = line.keyword in _NEGATIVE or any(each.is_negated or _on_host(each) for each in asked)
    return number < opened.number or (number > opened.number and not may_hold)


def _left(name: Name) -> Finding:
    text = to_text(name.text)
    message = f"'{text}' was not converted: this file asks for {_DEVICE} itself"
    help = "add the AMD macro if AMD GPUs run this code, too"
    return Finding(DEVICE_ARCHITECTURE, name.start, name.end, message, help=help, severity=Severity.INFO, subject=text)


def _line(facts: Facts, asked: _Asked, for_amd: Mapping[int, int]) -> Iterator[Edit | Finding]:
    found = asked.questions(facts)
    negated = {question.start for question in found if question.is_negated}
    speaks_to_nvcc = _speaks_to_nvcc(facts, asked.line) if any(map(_is_compiler, asked.names)) else False
    spare = [] if speaks_to_nvcc else list(repeated(facts, asked.line))
    yield from spare
    for name in filter(_is_compiler, asked.names):
        is_spare = any(edit.start <= name.start < edit.end for edit in spare)
        if not is_spare and (name.start in negated or not speaks_to_nvcc):
            yield _compiler(name)
    wanted = {name.start: name for name in asked.names if not _is_compiler(name)}
    if wanted:
        about = [each for each in found if each.start in wanted]
        yield from _architecture(facts, asked.line, wanted, about, for_amd)


def _is_compiler(name: Name) -> bool:
    return name.text == b"__NVCC__"


def _speaks_to_nvcc(facts: Facts, line: Directive) -> bool:
    """Whether what a condition guards is for nvcc itself, and not for any GPU compiler."""
    branch = facts.reading.conditionals.opened_by(line) if line.keyword not in _NEGATIVE else None
    return branch is not None and _NVCC_ONLY.search(facts.reading.source.text, branch.start, branch.end) is not None


def _compiler(name: Name) -> Edit:
    return Edit(name.start, name.end, b"__HIPCC__", "__NVCC__", "guards")


def _architecture(
    facts: Facts,
    line: Directive,
    names: Mapping[int, Name],
    asked: Sequence[Question],
    for_amd: Mapping[int, int],
) -> Iterator[Edit | Finding]:
    """What becomes of all uses of `__CUDA_ARCH__` in a directive."""
    if line.keyword not in (*CONDITIONS, b"define"):
        yield from map(_as_value, names.values())
        return
    is_by_name = line.keyword not in _BY_NUMBER
    is_understood = is_by_name or (len(asked) == len(names) and all(is_about_any_gpu(each) for each in asked))
    if line.keyword in CONDITIONS and is_understood:
        if facts.asks_for_amd_devices:
            if not _is_settled(facts, line, asked, for_amd):
                yield _left(next(iter(names.values())))
        elif not _needs_number(facts, line):
            yield from (
                _by_name(facts, line, names.values()) if is_by_name else as_questions(facts, line, asked, _OLDEST)
            )
        elif _has_no_other_branch(facts, line):
            yield from map(_vanishing, names.values())
        elif _asks_first(facts, line):
            yield from _as_on_host(facts, line, next(iter(names.values())))
    elif not depends_on_what_is_guarded(facts, line, names, asked):
        yield from as_numbers(facts, line, names, asked)


def _by_name(facts: Facts, line: Directive, names: Iterable[Name]) -> Iterator[Edit]:
    """`#ifdef __CUDA_ARCH__`."""
    asked = _asked_instead(facts, line).encode()
    return (Edit(name.start, name.end, asked, "__CUDA_ARCH__", "guards") for name in names)


def _asked_instead(facts: Facts, line: Directive) -> str:
    """The macro that tells device code for AMD; for what both passes of clang need, the one that tells its compiler."""
    opened = facts.reading.conditionals.opened_by(line)
    return "__HIPCC__" if opened is not None and sets_qualifiers_alone(facts, opened.chain) else _DEVICE


def depends_on_what_is_guarded(
    facts: Facts, line: Directive, names: Mapping[int, Name], asked: Sequence[Question]
) -> bool:
    """Whether a condition has one answer on the GPUs that CUDA 13 compiles for, and another on older ones."""
    is_understood = line.keyword in (b"if", b"elif") and len(asked) == len(names)
    if not is_understood or not all(is_about_any_gpu(each, OLDEST_NOW) for each in asked):
        return False
    if all(map(is_about_any_gpu, asked)) or _is_range(asked) or _is_polyfill(facts, line, asked):
        return False
    return not facts.asks_for_amd_devices and not _needs_number(facts, line)


def as_questions(facts: Facts, line: Directive, asked: Sequence[Question], oldest: int) -> Iterator[Edit]:
    """Every use in the condition asks whether this is device code, or is answered alike there and on the host, if there
    are no older GPUs than one."""
    twice, device = _second_questions(facts, line), _asked_instead(facts, line)
    for each in asked:
        here, there = _on_host(each), _on_gpus(each, oldest)
        if each.start in twice:
            yield twice[each.start]
        elif here != there:
            question = device if each.asks is Asks.IS_DEFINED else f"defined({device})"
            new = ("" if there else "!") + question + ")" * each.closes
            yield Edit(each.start, each.end, to_bytes(new), "__CUDA_ARCH__", "guards", each.takes or None)


def _second_questions(facts: Facts, line: Directive) -> dict[int, Edit]:
    """The removals of questions whose answer the one before gives, by where they name the macro."""
    code, found = facts.reading.code, {}
    for twice in (each for kind in _TWICE for each in kind.finditer(code, line.body, line.end)):
        if twice[2].count(b"(") == twice[3].count(b")"):
            start, end = twice.span(1)
            takes = tuple(_TOKEN.findall(code, start, end))
            found[code.index(b"__CUDA_ARCH__", start)] = Edit(start, end, b"", "__CUDA_ARCH__", "guards", takes)
    return found


def _needs_number(facts: Facts, line: Directive) -> bool:
    """Whether a branch of the chain computes with the number, in code or as a macro: it exists for NVIDIA only."""
    opened = facts.reading.conditionals.opened_by(line)
    # Between the branches stand nothing but their conditions, which do not count.
    return opened is not None and facts.computes_with_architecture(*_span(opened.chain))


def _has_no_other_branch(facts: Facts, line: Directive) -> bool:
    opened = facts.reading.conditionals.opened_by(line)
    return opened is not None and line.keyword not in _NEGATIVE and opened.chain.branches[-1].directive is line


def _vanishing(name: Name) -> Finding:
    message = "the code below is left out on AMD: it computes with '__CUDA_ARCH__'"
    return Finding(DEVICE_ARCHITECTURE, name.start, name.end, message, help=_HELP, subject="__CUDA_ARCH__")


def _asks_first(facts: Facts, line: Directive) -> bool:
    """Whether no condition before it in its chain names `__CUDA_ARCH__`."""
    opened = facts.reading.conditionals.opened_by(line)
    before = opened.chain.branches[: min(opened.number, _LONGEST_CHAIN)] if opened is not None else ()
    return not any(b"__CUDA_ARCH__" in facts.reading.code[each.directive.body : each.directive.end] for each in before)


def _as_on_host(facts: Facts, line: Directive, asked: Name) -> Iterator[Finding]:
    """Device code of AMD takes the branch for the host, as another one computes with the number: reported where that
    branch defines what the other one sets to the number, else at the condition."""
    opened = facts.reading.conditionals.opened_by(line)
    branches = opened.chain.branches if opened is not None else ()
    set_to_number = _set_to_number(facts, branches)
    for name, defined_at in set_to_number.items():
        yield _as_host_value(facts, name, defined_at)
    if not set_to_number:
        message = "device code takes the branch for the host on AMD: the other one computes with '__CUDA_ARCH__'"
        yield _number(asked, message, None)


def _as_host_value(facts: Facts, name: Name, defined_at: Set[int]) -> Finding:
    """A macro or constant that keeps the host's value in device code; it decides nothing in a unit without uses."""
    text = to_text(name.text)
    message = f"'{text}' has the value of the host{_value_of(facts, name)} in device code on AMD"
    uses = [each.start for each in facts.reading.names((name.text,)) if each.start > max(defined_at)]
    if uses:
        message += f", and decides line {facts.reading.source.line(uses[0])}"
    is_spare = not uses and facts.reading.source.path.endswith(UNITS)
    found = _number(name, message, Severity.INFO if is_spare else None)
    return replace(found, help=_VALUE_HELP % text, subject=text)


def _value_of(facts: Facts, name: Name) -> str:
    """What a macro is in the one branch beside that with the number."""
    macro, branch = facts.reading.macro_at(name.start), facts.reading.conditionals.at(name.start)
    if macro is None or branch is None or not facts.computes_with_architecture(*_span(branch.chain)):
        return ""
    is_one_of_two = branch.chain.branches[1:] == branch.chain.branches[-1:]
    return f", {to_text(facts.reading.code[macro.body : macro.end].strip())}," if is_one_of_two else ""


def _span(chain: Chain) -> tuple[int, int]:
    return chain.branches[0].start, chain.branches[-1].end


def _set_to_number(facts: Facts, branches: Sequence[Branch]) -> dict[Name, set[int]]:
    """The macros and constants that one branch sets to the number and another one, for the host, to something else:
    where that is, and all places where branches define them."""
    found: dict[Name, set[int]] = {}
    for place in facts.reading.names((b"__CUDA_ARCH__",)) if branches else ():
        holder = next((each for each in branches if each.start <= place.start < each.end), None)
        name = _defined_with(facts, place) if holder is not None else b""
        inside = [each for each in facts.reading.names((name,)) if name and _branch_of(branches, each) is not None]
        others = [each for each in inside if _branch_of(branches, each) is not holder]
        if others:
            found.setdefault(others[0], {each.start for each in inside})
    return found


def _branch_of(branches: Sequence[Branch], name: Name) -> Branch | None:
    return next((each for each in branches if each.start <= name.start < each.end), None)


def _defined_with(facts: Facts, number: Name) -> bytes:
    """The macro, or the variable, that a use of the number defines."""
    line = facts.reading.directive_at(number.start)
    if line is not None:
        macro = facts.reading.macro_at(number.start) if line.keyword == b"define" else None
        return macro.name if macro is not None else b""
    plain = facts.reading.plain[facts.reading.statement_start(number.start) : number.start]
    head, sign, _value = plain.replace(b"{", b"=").partition(b"=")
    return words(head)[-1] if sign and words(head) else b""


def is_about_any_gpu(asked: Question, oldest: int = _OLDEST) -> bool:
    """Whether each GPU gives the same answer: `>= 300`, `< 300`, `> 0`."""
    return asked.asks is not Asks.COMPUTES and _on_gpus(asked, oldest) is not None


def _on_gpus(asked: Question, oldest: int) -> bool | None:
    """The answer of all GPUs but older ones; None where they differ."""
    if asked.asks is not Asks.COMPARES:
        return True
    number = whole(asked.number)
    if number < oldest or (number == oldest and asked.sign in (b">=", b"<")):
        return asked.sign in (b">", b">=", b"!=")
    return None


def _on_host(asked: Question) -> bool:
    """The answer where the macro is not defined, and 0 as a number."""
    return asked.asks is Asks.COMPARES and asked.holds_for(0)


def as_numbers(
    facts: Facts, line: Directive, names: Mapping[int, Name], asked: Sequence[Question]
) -> Iterator[Edit | Finding]:
    if _is_polyfill(facts, line, asked):
        yield Edit(line.body, line.body, b" defined(__CUDA_ARCH__) &&", "__CUDA_ARCH__", "guards")
        return
    known = {each.start: each for each in asked}
    is_range = line.keyword in CONDITIONS and _is_range(asked)
    for start, name in names.items():
        found = known.get(start)
        if found is None or found.asks is not Asks.IS_DEFINED:
            is_lower = found is not None and is_range and found.sign in _LOWER
            yield _number(name, _on_amd(facts, line, found), Severity.INFO if is_lower else None)


def _on_amd(facts: Facts, line: Directive, asked: Question | None) -> str:
    """What a use of the number comes to where it is 0, and what that makes of the code where nothing else is asked."""
    if asked is None or asked.asks is not Asks.COMPARES:
        return "'__CUDA_ARCH__' is not defined on AMD and counts as 0 here"
    holds = _on_host(asked)
    said = f"'__CUDA_ARCH__ {to_text(asked.sign)} {to_text(asked.number)}' is {'true' if holds else 'false'} on AMD"
    if line.keyword not in (b"if", b"elif") or not _is_all(facts, line, asked):
        return said
    if holds:
        return f"{said}: the code below is compiled" if line.keyword == b"if" else said
    return f"{said}: the code below is left out"


def _number(name: Name, message: str, severity: Severity | None) -> Finding:
    return Finding(
        DEVICE_ARCHITECTURE, name.start, name.end, message, help=_HELP, subject="__CUDA_ARCH__", severity=severity
    )


def _is_polyfill(facts: Facts, line: Directive, asked: Sequence[Question]) -> bool:
    """`#if __CUDA_ARCH__ < 600` around what old GPUs lack, and AMD has."""
    branch = facts.reading.conditionals.opened_by(line)
    if branch is None or line.keyword != b"if" or len(asked) != 1 or asked[0].sign not in _UPPER:
        return False
    return _is_all(facts, line, asked[0]) and facts.declares_builtin(branch.start, branch.end)


def _is_all(facts: Facts, line: Directive, asked: Question) -> bool:
    """Whether a directive asks nothing else."""
    rest = facts.reading.code[line.body : asked.start] + facts.reading.code[asked.end : line.end]
    return not rest.strip().strip(b"()").strip()


def _is_range(asked: Sequence[Question]) -> bool:
    """Whether a condition is about the GPUs from one to another. Its answer on AMD may well be that of the newest GPU,
    but nobody knows whether AMD was meant to go with that, so it is worth knowing, and no more."""
    signs = {each.sign for each in asked if each.asks is Asks.COMPARES and whole(each.number)}
    return not signs.isdisjoint(_LOWER) and not signs.isdisjoint(_UPPER)


def _as_value(name: Name) -> Finding:
    message = "'__CUDA_ARCH__' is not defined on AMD"
    return Finding(UNSUPPORTED, name.start, name.end, message, help=_HELP, subject="__CUDA_ARCH__")
