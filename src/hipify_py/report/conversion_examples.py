"""What conversion does with a name that no table renames: short pieces of code with the name are converted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hipify_py import engine
from hipify_py.findings import UNKNOWN_NAME, Finding
from hipify_py.tables.model import Policy
from hipify_py.texts import to_bytes, to_text

_NAME = re.compile(r"[A-Za-z_]\w*")
_ARGUMENTS = "abcdef"
_HEADER = "#include <cuda_runtime.h>\n"


_RULES_SHOWN = 3


class Converted(NamedTuple):
    code: str
    output: str
    findings: tuple[Finding, ...]

    @property
    def is_changed(self) -> bool:
        return self.output != self.code


def of(name: str, policy: Policy) -> tuple[tuple[str, ...], str]:
    """Uses of a name that conversion changes and the rules that report it, and what the first use becomes."""
    if not _NAME.fullmatch(name):
        return (), ""
    calls = (f"{name}({', '.join(_ARGUMENTS[:count])})" for count in range(6))
    *called, value = _in_functions((*calls, f"a = {name}"), policy)
    changed, reported = [each for each in called if each.is_changed], list[str]()
    if not changed:
        changed = [each for each in (value, _in_condition(name, policy)) if each.is_changed]
        reported = list(_reports(name, value))
    lines = (f"{each.code} → {each.output}".replace("a = ", "") for each in changed)
    use = changed[0].output.removeprefix("a = ").removeprefix("#ifdef ") if changed else ""
    return (*lines, *reported[:_RULES_SHOWN]), use


def _in_functions(codes: Iterable[str], policy: Policy) -> Iterator[Converted]:
    """Statements converted in a function each. The arguments are parameters, so that each has a type."""
    parameters = ", ".join(f"int {name}" for name in _ARGUMENTS)
    heads = {f"__device__ void f{number}({parameters}) {{\n  ": code for number, code in enumerate(codes)}
    text = _HEADER + "".join(f"{head}{code};\n}}\n" for head, code in heads.items())
    result = engine.convert(to_bytes(text), engine.Context(policy))
    output = to_text(result.output)
    for head, code in heads.items():
        start = text.index(head) + len(head)
        found = tuple(each for each in result.findings if start <= each.start < start + len(code))
        yield Converted(code, output.partition(head)[2].partition(";\n}\n")[0], found)


def _in_condition(name: str, policy: Policy) -> Converted:
    code, end = f"#ifdef {name}", "\n#endif\n"
    result = engine.convert(to_bytes(_HEADER + code + end), engine.Context(policy))
    return Converted(code, to_text(result.output).removesuffix(end).rpartition("\n")[2], result.findings)


def _reports(name: str, value: Converted) -> Iterator[str]:
    for finding in value.findings:
        if name in finding.message and finding.rule != UNKNOWN_NAME:
            yield f"{finding.rule}: {finding.message}; see `hipify-py explain {finding.rule}`"
