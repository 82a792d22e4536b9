"""The two kernels of a statement: itself, and what the whole tool makes of a kernel with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product

from benchmarks.ptx_gpu.generate import bound_of
from benchmarks.ptx_gpu.kernels import Pair
from benchmarks.ptx_gpu.operands import UntestableError
from benchmarks.ptx_gpu.statement_body import Body, Variable
from benchmarks.ptx_gpu.statement_flow import undefined
from benchmarks.ptx_gpu.statement_roles import Area, Roles, roles
from benchmarks.ptx_gpu.statements import Mutant, Parsed, Sample, parsed
from hipify_py import api
from hipify_py.file.style import Style
from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.program import Jump, Program, Target, Wishes, fresh_names, resolve
from hipify_py.subjects.ptx.registers import BoundRegister
from hipify_py.subjects.ptx.result import Class
from hipify_py.tables.model import Policy

_NAME = re.compile(r"[A-Za-z_]\w*")
_CONSTANTS = (0, 1, 4, 7, 16)
_COPIED_BYTES = (16, 8, 4)
_OTHER_EACH_TIME = re.compile(r"%(?:clock|globaltimer|n?smid|warpid)")
_OF_THREADS = re.compile(r"%(?:laneid|lanemask|n?tid|n?ctaid)")
_ENDS = ("trap", "brkpt", "exit", "discard", "setmaxnreg")
_OF_WARPS = ("bar.", "barrier.", "shfl.", "vote.", "match.", "redux.", "activemask", "elect.")
_NO_ARITHMETIC = ("mov.", "ld", "st.", "cvt.u32.u16", "cvt.u16.u32")
_OURS = frozenset(("t", "i"))  # names that a kernel has already
_HEAD = "__global__ void statement(const ptx_gpu::Lanes t, const unsigned i) {\n"


@dataclass(frozen=True)
class Variant:
    """One way to run a statement: constants by operand, spaces of generic pointers by variable."""

    constants: Mapping[int, int]
    spaces: Mapping[str, str]

    @property
    def text(self) -> str:
        said = [f"n={value}" for value in dict.fromkeys(self.constants.values())]
        return ", ".join((*said, *(f"{name}: {space}" for name, space in self.spaces.items())))


class Writer:
    """Raises UntestableError for a statement that cannot be run, or that leaves nothing to compare."""

    def __init__(self, sample: Sample) -> None:
        if sample.problem:
            raise UntestableError(sample.problem)
        self.sample = sample
        self.parsed: Parsed = parsed(sample.asm)
        self.program = self._program()
        self.roles: Roles = roles(self.program)
        self._opcodes = [step.match.form.opcode for step in self.program.instructions]
        self._check()
        self.variables = list(self._variables())

    @property
    def arch(self) -> str:
        """The newest GPU that one of its instructions needs."""
        needed = [step.match.form.arch for step in self.program.instructions if step.match.form.arch]
        return max(needed, key=lambda arch: (int(re.sub(r"\D", "", arch)), arch), default="")

    @cached_property
    def bound(self) -> str:
        """How much results may differ: as in the one instruction that is approximate."""
        if self.program.kind is Class.APPROXIMATE:
            forms = (step.match.form for step in self.program.instructions)
            return bound_of(next(form for form in forms if form.kind is Class.APPROXIMATE))
        doubles = [each for each in self._opcodes if each.endswith(".f64") and not each.startswith(_NO_ARITHMETIC)]
        return "ulp=0" if len(doubles) > 1 else "-"  # PTX leaves open which NaN comes out of two

    @property
    def mode(self) -> str:
        if self._is_of_warps or _OF_THREADS.search(self.parsed.statement.template):
            return "warp"  # whole warps, of many blocks
        return "memory" if self.roles.areas else "statement"

    def variants(self) -> Iterator[Variant]:
        """Constants change together: not all of them with each other."""
        indices = [index for index, each in enumerate(self.parsed.statement.operands) if "n" in each.constraint]
        expressions = self.parsed.expressions
        usual = _COPIED_BYTES if "cp.async" in self.sample.asm else _CONSTANTS
        values = [self.sample.constants.get(expressions[index], usual) for index in indices]
        generic = [each.name for each in self.variables if each.space == "generic"]
        rounds = range(max((len(each) for each in values), default=1))
        for turn, where in product(rounds, ("global", "shared") if generic else ("",)):
            places = enumerate(zip(indices, values, strict=True))
            chosen = {index: each[(turn + place) % len(each)] for place, (index, each) in places}
            yield Variant(chosen, dict.fromkeys(generic, f"generic {where}"))

    def pair(self, variant: Variant, mutant: Mutant | None = None) -> Pair:
        body = Body(self.sample, self.program, self.roles, self.variables, variant.spaces, self.bound)
        asm = self.parsed.with_constants(variant.constants)
        wrong = _replaced(asm, mutant) if mutant and not mutant.in_code else asm
        ours = converted(body.text(wrong))
        ours = _replaced(ours, mutant) if mutant and mutant.in_code else ours
        return Pair(body.text(asm), ours, tuple(body.inputs), tuple(body.outputs), self.mode)

    def _program(self) -> Program:
        expressions = [Expression(text.encode("latin-1")) for text in self.parsed.expressions]
        try:
            return resolve(self.parsed.statement, expressions, Wishes(approximate=True), fresh_names(frozenset()))
        except NotUnderstood as problem:
            raise UntestableError(f"it is not translated: {problem.reason}") from None

    # Whether it can be compared

    def _check(self) -> None:
        if problem := undefined(self.program) or self._problem():
            raise UntestableError(problem)
        if not self.sample.is_own and (problem := self._problem_of_order()):
            raise UntestableError(problem)

    def _problem(self) -> str:
        if ended := next((opcode for opcode in self._opcodes if opcode.startswith(_ENDS)), ""):
            return f"'{ended}' leaves nothing to compare"
        if _OTHER_EACH_TIME.search(self.parsed.statement.template):
            return "it reads what is another value each time"
        makers = [step for step in self.program.instructions if step.match.form.opcode.startswith("createpolicy")]
        written = (register for step in makers for register in step.written)
        if any(isinstance(each, BoundRegister) and each.is_output for each in written):
            return "what a policy looks like says nothing"
        if any("sum" in step.match.form.bound for step in self.program.instructions):
            return "its bound is relative to sums, which only the test of the form makes (device/matrix.cu)"
        kinds = [step.match.form.kind for step in self.program.instructions]
        others = [opcode for opcode in self._opcodes if not opcode.startswith(_NO_ARITHMETIC)]
        if Class.APPROXIMATE in kinds and len(others) > 1:
            return "no bound is known for an approximate instruction with others"
        if not self.roles.areas and not self.sample.keep and not any(cell.is_output for cell in self.program.operands):
            return "it has no result"
        return ""

    def _problem_of_order(self) -> str:
        """Statements of the collection were written so that they have none of these."""
        steps = self.program.steps
        labels = {step.label: index for index, step in enumerate(steps) if isinstance(step, Target)}
        if any(isinstance(step, Jump) and labels[step.label] <= index for index, step in enumerate(steps)):
            return "it is a loop, and nobody knows whether it ends"
        instructions = self.program.instructions
        guarded = any(step.guard and step.match.form.opcode.startswith(_OF_WARPS) for step in instructions)
        return "a part of a warp takes part" if self._is_of_warps and (guarded or self.program.jumps) else ""

    @property
    def _is_of_warps(self) -> bool:
        return any(opcode.startswith(_OF_WARPS) for opcode in self._opcodes)

    # What its operands are

    def _variables(self) -> Iterator[Variable]:
        """The variables that operands are; an expression that is none has to be prepared by the collection."""
        whole = list(zip(self.parsed.expressions, self.parsed.statement.operands, self.program.operands, strict=True))
        for name in dict.fromkeys(expression for expression, _operand, cell in whole if not cell.is_constant):
            if not _NAME.fullmatch(name) or name in self.sample.drawn:
                if not self.sample.before:
                    raise UntestableError(f"'{name}' is no variable")
                continue
            if name in _OURS:
                raise UntestableError(f"a variable cannot be named '{name}' here")
            own = [(operand, cell) for expression, operand, cell in whole if expression == name]
            reads = [cell for operand, cell in own if not operand.is_output or "+" in operand.constraint]
            written = next((cell for operand, cell in own if operand.is_output), None)
            areas = [self.roles.areas[cell] for cell in reads if cell in self.roles.areas]
            area = _together(areas) if areas else None
            yield Variable(name, tuple(reads), written, area, self._space(name, area) if area else "")

    def _space(self, name: str, area: Area) -> str:
        said = self.sample.spaces.get(name)
        return _common(area.spaces | ({f"generic {said}"} if said else set()))


def _together(areas: list[Area]) -> Area:
    """What a variable points to that several operands are."""
    return Area(
        {space for area in areas for space in area.spaces},
        min(area.lowest for area in areas),
        max(area.highest for area in areas),
        [kind for area in areas for kind in area.types],
    )


def _common(spaces: set[str]) -> str:
    """The space that an address has which is used as one of several; what points to global memory is generic, too."""
    if spaces == {"shared"}:
        return "shared"
    narrow = {space.removeprefix("generic ") for space in spaces if space != "generic"}
    if len(narrow) > 1 or "shared" in spaces:
        raise UntestableError("an address is used in several spaces")
    return f"generic {narrow.pop()}" if narrow else "generic"


def _replaced(text: str, mutant: Mutant) -> str:
    if mutant.old not in text:
        raise UntestableError(f"'{mutant.old}' is no part of it")
    return text.replace(mutant.old, mutant.new, 1)


@cache
def _policy() -> Policy:
    return api.policy()


def converted(body: str) -> str:
    """What the tool makes of the body of a kernel."""
    style = Style(ptx="approx", replaces_ptx=True)
    whole = api.convert(f"{_HEAD}{body}\n}}\n".encode(), _policy(), path="statement.cu", style=style).output.decode()
    inner = whole[whole.index(_HEAD) + len(_HEAD) : whole.rindex("}")].rstrip("\n")
    if re.search(r"\basm\b", inner):
        raise UntestableError("it is not translated in a kernel of its own")
    return inner
