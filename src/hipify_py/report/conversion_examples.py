"""What conversion does with a name that no table renames: short pieces of code with the name are converted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from hipify_py import engine
from hipify_py.findings import UNKNOWN_NAME, Finding
from hipify_py.tables.model import Policy
from hipify_py.texts import to_bytes, to_text

_NAME = re.compile(r"[A-Za-z_]\w*")
_ARGUMENTS = "abcdef"
_HEADER = "#include <cuda_runtime.h>\n"


class _Place(NamedTuple):
    """What stands before and behind an example."""

    before: str
    after: str


# The arguments are parameters, so that each has a type.
_IN_FUNCTION = _Place(f"{_HEADER}__device__ void f({', '.join(f'int {name}' for name in _ARGUMENTS)}) {{\n  ", ";\n}\n")
_AS_CONDITION = _Place(_HEADER, "\n#endif\n")
_RULES_SHOWN = 3


class Examples(NamedTuple):
    lines: tuple[str, ...] = ()
    is_rewritten: bool = False


class _Converted(NamedTuple):
    code: str
    output: str
    findings: tuple[Finding, ...]

    @property
    def is_changed(self) -> bool:
        return self.output != self.code


def of(name: str, policy: Policy) -> Examples:
    """Uses of a name that conversion changes, and the rules that report it."""
    if not _NAME.fullmatch(name):
        return Examples()
    calls = [_converted(f"{name}({', '.join(_ARGUMENTS[:count])})", _IN_FUNCTION, policy) for count in range(6)]
    value = _converted(f"a = {name}", _IN_FUNCTION, policy)
    condition = _converted(f"#ifdef {name}", _AS_CONDITION, policy)
    changed = [each for each in (*calls, value, condition) if each.is_changed]
    is_called = any(each.is_changed for each in calls)
    reported = () if is_called else tuple(_reports(name, value))
    lines = tuple(f"{each.code}  →  {each.output}" for each in changed)
    return Examples((*lines, *reported[:_RULES_SHOWN]), bool(changed))


def _converted(code: str, place: _Place, policy: Policy) -> _Converted:
    result = engine.convert(to_bytes(place.before + code + place.after), engine.Context(policy))
    lines = to_text(result.output).split("\n")
    output = "\n".join(lines[place.before.count("\n") : len(lines) - place.after.count("\n")])
    return _Converted(code, output.strip().rstrip(";"), result.findings)


def _reports(name: str, value: _Converted) -> Iterator[str]:
    for finding in value.findings:
        if name in finding.message and finding.rule != UNKNOWN_NAME:
            yield f"{finding.rule}: {finding.message}; see `hipify-py explain {finding.rule}`"
