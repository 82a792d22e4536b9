"""Whole statements that are tested: our own collection, and what real packages say.

An entry of statements.yaml has a `name`, a statement as it stands in a program (`asm`), and what that does not tell:

`types`: of variables that are not of the type that their constraint stands for. `lanes`: how values of a variable are
drawn, where not any will do. `spaces`: where a generic pointer points to. `constants`: values of an operand "n".
`drawn`, `before`, `keep`: variables that no operand names, C++ before the statement, and what to compare besides.
`mutants`: by what is wrong, a text of the statement and what stands there instead; or one of the translation (`code`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from benchmarks.ptx_packages import read
from hipify_py.file.assembler import HOLE, AsmOperand, Statement, statements
from hipify_py.file.style import Style
from hipify_py.reading.reading import Reading
from hipify_py.source import Source
from hipify_py.subjects.ptx.result import Translation

COLLECTION = Path(__file__).with_name("statements.yaml")
OWN = "collection"
CONSTANT = "4"  # what stands for an operand "n" of a package until values are put in
_KEYS = {"name", "asm", "types", "lanes", "spaces", "constants", "drawn", "before", "keep", "mutants"}


@dataclass(frozen=True)
class Mutant:
    """A wrong translation: a text of the statement, or of the C++, is replaced."""

    what: str
    old: str
    new: str
    in_code: bool = False


@dataclass(frozen=True)
class Sample:
    """A statement as C++ has it, with what is known of its operands."""

    name: str
    source: str
    asm: str
    types: Mapping[str, str] = field(default_factory=dict)
    lanes: Mapping[str, str] = field(default_factory=dict)
    spaces: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    drawn: Mapping[str, str] = field(default_factory=dict)
    before: str = ""
    keep: tuple[str, ...] = ()
    mutants: tuple[Mutant, ...] = ()
    problem: str = ""

    @property
    def is_own(self) -> bool:
        """Whether somebody has seen to it that loops end and that warps stay together."""
        return self.source == OWN


def collection(path: Path = COLLECTION) -> list[Sample]:
    """What statements.yaml has."""
    return [_sample(entry) for entry in yaml.safe_load(path.read_text(encoding="utf-8"))]


def _sample(entry: Mapping[str, object]) -> Sample:
    if unknown := set(entry) - _KEYS:
        raise ValueError(f"{entry.get('name')}: {sorted(unknown)} means nothing")
    said = {key: value for key, value in entry.items() if key not in ("mutants", "keep", "constants")}
    constants = {name: tuple(values) for name, values in _mapping(entry, "constants").items()}
    mutants = tuple(_mutant(what, said) for what, said in _mapping(entry, "mutants").items())
    kept = entry.get("keep", ())
    assert isinstance(kept, (list, tuple))
    return Sample(source=OWN, constants=constants, keep=tuple(kept), mutants=mutants, **said)  # type: ignore[arg-type]


def _mapping(entry: Mapping[str, object], key: str) -> Mapping[str, list[int]]:
    found = entry.get(key, {})
    assert isinstance(found, dict)
    return found


def _mutant(what: str, said: object) -> Mutant:
    if isinstance(said, dict):
        old, new = said["code"]
        return Mutant(what, old, new, in_code=True)
    assert isinstance(said, list)
    return Mutant(what, *said)


def of_packages(folders: Iterable[Path]) -> Iterator[Sample]:
    """The distinct statements of packages that are translated."""
    seen: set[tuple[object, ...]] = set()
    for folder in folders:
        for _counts, samples in read(folder, Style(ptx="approx")):
            for sample in samples:
                found = sample.statement
                key = (found.template, *((each.constraint, each.letter) for each in found.operands))
                if isinstance(sample.outcome, Translation) and key not in seen:
                    seen.add(key)
                    yield _of_package(folder.name, found)


def _of_package(package: str, found: Statement) -> Sample:
    text = _text(found)
    name = hashlib.sha256(text.encode()).hexdigest()[:10]
    problem = "a part of its text depends on the macro around it" if HOLE in found.template else ""
    return Sample(f"{package} {name}", package, text, problem=problem)


def _text(found: Statement) -> str:
    """The statement with plain variables for its operands."""
    operands = [(each, _spelled(index, each)) for index, each in enumerate(found.operands)]
    outputs = ", ".join(text for operand, text in operands if operand.is_output)
    inputs = ", ".join(text for operand, text in operands if not operand.is_output)
    clobbers = ", ".join(f'"{text}"' for text in found.clobbers)
    template = found.template.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", " ")
    keyword = "asm volatile" if found.is_volatile else "asm"
    return f'{keyword}("{template}" : {outputs} : {inputs} : {clobbers});'.replace("\r", "").replace(" : );", ");")


def _spelled(index: int, operand: AsmOperand) -> str:
    """A constraint that some macro says is that of a pointer: it is what code asks a macro for."""
    letter = operand.letter
    variable = CONSTANT if "n" in letter else f"op{letter if letter.isdigit() else index}"
    name = f"[{operand.name}]" if operand.name else ""
    return f'{name}"{operand.constraint.replace(HOLE, "l")}"({variable})'


@dataclass(frozen=True)
class Parsed:
    """A statement in its text."""

    text: str
    statement: Statement

    @property
    def expressions(self) -> list[str]:
        return [self.text[operand.start : operand.end].strip() for operand in self.statement.operands]

    def with_constants(self, values: Mapping[int, int]) -> str:
        """The text, with numbers for some operands."""
        text = self.text
        for index in sorted(values, reverse=True):
            operand = self.statement.operands[index]
            text = text[: operand.start] + str(values[index]) + text[operand.end :]
        return text


def parsed(asm: str) -> Parsed:
    """The one statement that a text has."""
    found = statements(Reading(Source("<statement>", asm.encode("latin-1")), True))
    if len(found) != 1:
        raise ValueError(f"{len(found)} statements: {asm}")
    return Parsed(asm, found[0])
