"""A statement of inline PTX as C++ that computes the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hipify_py.file.assembler import Statement
from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.lines import lines
from hipify_py.subjects.ptx.program import NotWanted, Wishes, fresh_names, resolve
from hipify_py.subjects.ptx.result import Class, Refusal, Translation, slot
from hipify_py.subjects.ptx.variables import Variable

_NO_VARIABLES: Mapping[bytes, Variable] = MappingProxyType({})
_NVIDIAS = frozenset("rlfdh")
_REGISTERS = _NVIDIAS | frozenset("0123456789")
_HINT = "A hint to the assembler for NVIDIA GPUs, which is dropped."


def translate(
    statement: Statement, texts: Sequence[bytes], wishes: Wishes, variables: Mapping[bytes, Variable] = _NO_VARIABLES
) -> Translation | Refusal:
    """The statement in C++, or why not. `texts` are the expressions of its operands, `variables` what is known of the
    names among them."""
    names = fresh_names(wishes.taken)
    parameters = (statement.macro.parameters if statement.macro is not None else None) or ()
    expressions = [Expression(text, parameters, wishes.acting, variables.get(text.strip())) for text in texts]
    try:
        program = resolve(statement, expressions, wishes, names)
        if not program.steps:
            return Translation(("(void)0;",), Class.EQUIVALENT, (_HINT,))
        found = lines(statement, expressions, program, names)
    except NotUnderstood as problem:
        kind = Class.APPROXIMATE if isinstance(problem, NotWanted) else Class.MANUAL
        return Refusal(problem.reason, _place(statement, problem.offset), kind)
    forms_said = [step.match.form for step in program.instructions]
    return Translation(
        tuple(found),
        program.kind,
        tuple(dict.fromkeys(program.notes)),
        waits=any(form.waits for form in forms_said),
        begun=any(form.begun for form in forms_said),
    )


def kept_in_registers(statement: Statement) -> Translation | None:
    """An empty template keeps the compiler from seeing through its operands; on AMD, with the letter of its vector
    registers. None where it says nothing of registers."""
    letters = [operand.constraint.lstrip("=+&%") for operand in statement.operands]
    if statement.is_goto or not _REGISTERS.issuperset(letters) or not _NVIDIAS.intersection(letters):
        return None
    parts = [f'"{_in_vector(item.constraint)}"({slot(index)})' for index, item in enumerate(statement.operands)]
    outputs = sum(item.is_output for item in statement.operands)
    sections = [", ".join(parts[:outputs]), ", ".join(parts[outputs:])]
    sections.append(", ".join(f'"{clobber}"' for clobber in statement.clobbers))
    text = " : ".join(sections).rstrip(" :").replace(":  :", "::")
    return Translation((f'asm{" volatile" * statement.is_volatile}("" : {text});',), Class.EXACT)


def _in_vector(constraint: str) -> str:
    return constraint[:-1] + "v" if constraint[-1] in _NVIDIAS else constraint


def _place(statement: Statement, offset: int) -> int:
    return statement.offsets[min(offset, len(statement.offsets) - 1)] if statement.offsets else statement.start


def reads_carry(statement: Statement) -> bool:
    """Whether a statement begins with a carry that another one must have left."""
    carries = [found.opcode for found in statement.instructions]
    reads = (index for index, opcode in enumerate(carries) if re.match(r"(?:addc|subc|madc)\b", opcode))
    first = next(reads, None)
    return first is not None and not any(".cc" in opcode for opcode in carries[:first])
