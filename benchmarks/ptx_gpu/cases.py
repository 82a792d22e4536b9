"""What is run of a form: with which immediates, with which of its optional operands, on which memory."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from hipify_py.subjects.ptx.forms import Form, FormOperand

# Immediates that are tried where a form has one. A table of truth: each input alone, then what programs use.
_TRUTH_TABLES = (
    *(0x00, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x96, 0xCA, 0xD8, 0xE2, 0xE8, 0xEA, 0xF8, 0xFE, 0xFF),
    *(0x0F, 0x33, 0x55, 0x69, 0x6A, 0x78, 0xAA, 0xCC, 0xF0),
)
_IMMEDIATES: Mapping[str, tuple[int, ...]] = {"lop3": _TRUTH_TABLES}
_ANY_IMMEDIATE = (0, 1, 2, 3, 7, 31)
_ONLY_WITH_PAIR = ("elect.sync",)  # the manual says otherwise, but nothing assembles it
_COPIED_BYTES = {"ca": (4, 8, 16), "cg": (16,)}


@dataclass(frozen=True)
class Case:
    """One way to write a form. `inputs` are those that are there; `spaces` says in which memory addresses lie."""

    form: Form
    inputs: tuple[FormOperand, ...]
    immediates: Mapping[str, int] = field(default_factory=dict)
    pair: FormOperand | None = None
    spaces: tuple[str, ...] = ()

    @property
    def variant(self) -> str:
        """What tells the cases of one form apart."""
        said = [f"{name}={value:#x}" for name, value in self.immediates.items()]
        said += [f"with {operand.name}" for operand in self.inputs if operand.optional]
        said += [f"with |{self.pair.name}"] if self.pair else []
        return ", ".join((*said, *self.spaces))


def signature(form: Form) -> str:
    """The operands of a form in one line."""
    outputs = [_spelled(operand) for operand in form.outputs]
    if form.pair:
        outputs[0] += "|" + _spelled(form.pair)
    inputs = ", ".join(_spelled(operand) for operand in form.inputs)
    return f"{', '.join(outputs)} = {inputs}" if outputs else inputs


def fingerprint(form: Form) -> str:
    """Changes whenever a form needs a new run: not where its call leaves out what is the default."""
    says = form.whole_call, form.code
    said = (form.opcode, signature(form), *says, form.kind.value, form.carry, sorted(form.bound.items()))
    return hashlib.sha256(repr(said).encode()).hexdigest()[:10]


def cases_of(form: Form) -> Iterator[Case]:
    """All cases of a form that is run at all."""
    for inputs, pair, spaces in product(_with_and_without(form.inputs), _pairs(form), _spaces(form)):
        named = [operand.name for operand in inputs if operand.type == "imm"]
        for values in product(*(_immediates(form, name) for name in named)):
            yield Case(form, inputs, dict(zip(named, values, strict=True)), pair, spaces)


def _with_and_without(inputs: tuple[FormOperand, ...]) -> Iterator[tuple[FormOperand, ...]]:
    """Operands may be missing from the end on."""
    needed = sum(not operand.optional for operand in inputs)
    for count in range(needed, len(inputs) + 1):
        yield inputs[:count]


def _pairs(form: Form) -> tuple[FormOperand | None, ...]:
    if form.pair is None:
        return (None,)
    return (form.pair,) if not form.pair.optional or form.opcode in _ONLY_WITH_PAIR else (None, form.pair)


def _immediates(form: Form, name: str) -> Iterable[int]:
    head, *modifiers = form.opcode.split(".")
    if form.opcode.startswith("cp.async"):
        return _COPIED_BYTES["cg" if "cg" in modifiers else "ca"]
    return _IMMEDIATES.get(head, _ANY_IMMEDIATE) if name else ()


def _spaces(form: Form) -> Iterator[tuple[str, ...]]:
    """Where the addresses of a form may point to; a generic one points to either."""
    count = sum(operand.type == "address" for operand in form.inputs)
    words = form.opcode.replace("::", ".").split(".")
    if form.opcode.startswith("cp.async") and count == 2:
        yield ("shared", "global")
        return
    named = [word for word in words if word in ("global", "shared", "const", "local", "param")]
    if named or not count:
        yield tuple(named[:1] * count)
        return
    yield ("generic global",) * count
    if not (words[0] in ("atom", "red") and any(re.fullmatch(r"v\d", word) for word in words)):
        yield ("generic shared",) * count  # PTX has atomics on vectors in global memory only


def _spelled(operand: FormOperand) -> str:
    count = f"*{operand.count}" if operand.count else ""
    return f"{operand.name}:{operand.type}{count}{'?' if operand.optional else ''}"
