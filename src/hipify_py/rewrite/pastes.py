"""Names that the preprocessor makes: `cuda##x` becomes `hip##x` where every use in sight proves it right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hipify_py.analysis.facts import Facts
from hipify_py.analysis.macros import Paste, Use
from hipify_py.edits import Edit
from hipify_py.findings import PASTED_NAME, Finding
from hipify_py.tables.model import Policy

# Only the first token of an argument is pasted to what stands before it: `CHECK(Malloc(&p, n))`.
_ARGUMENT = re.compile(rb"\s*(\w+)\s*(\S?)")
_HELP = "write the HIP names out, or paste after a prefix that suits every use"


def rewrite(facts: Facts) -> Iterator[Edit | Finding]:
    macros = facts.macros
    for paste in macros.pastes:
        yield from _paste(facts, paste)
    yield from _quoted(facts)


def _paste(facts: Facts, paste: Paste) -> Iterator[Edit | Finding]:
    head, parameters = paste.parts[0], paste.macro.parameters or ()
    if head.text in parameters or not facts.policy.begins_a_renamed_name(head.text):
        return
    text = head.text.decode("latin-1")
    uses = facts.macros.uses.get(paste.macro.name, [])
    made = [_spelled(facts, paste, use) for use in uses]
    new = _new_prefix(facts.policy, text, made)
    if new is not None:
        yield Edit(head.start, head.end, new.encode(), f"{text}##", "pasted names")
    elif not made or any(name is None or facts.policy.name(name) for name in made):
        message = f"'{text}##…' makes names that are not all known here, so the prefix stays"
        yield Finding.of(PASTED_NAME, head.start, head.end, message, help=_HELP, subject=f"{text}##")


def _spelled(facts: Facts, paste: Paste, use: Use) -> str | None:
    """The name that one use makes, or None where an argument does not begin with a word."""
    code, parameters = facts.reading.code, paste.macro.parameters or ()
    pieces = []
    for part in paste.parts:
        piece = part.text
        if part.text in parameters:
            index = parameters.index(part.text)
            argument = _ARGUMENT.match(code, *use.arguments[index]) if index < len(use.arguments) else None
            if argument is None or (argument.group(2) and part is not paste.parts[-1]):
                return None
            piece = argument.group(1)
        pieces.append(piece)
    return b"".join(pieces).decode("latin-1")


def _new_prefix(policy: Policy, prefix: str, names: Sequence[str | None]) -> str | None:
    """What the prefix must become so that each name becomes what the tables say; None if no one prefix does that."""
    found = set()
    for name in names:
        resolution = policy.name(name) if name is not None else None
        if name is None or resolution is None or resolution.target is None:
            return None
        rest = name[len(prefix) :]
        if not resolution.target.endswith(rest):
            return None
        found.add(resolution.target[: len(resolution.target) - len(rest)])
    return found.pop() if len(found) == 1 else None


def _quoted(facts: Facts) -> Iterator[Finding]:
    """Listed names that reach this file's macros only to be pasted or quoted."""
    in_pastes = {part.start for paste in facts.macros.pastes for part in paste.parts}
    for item in facts.listed:
        if item.name.start in facts.macros.untouchable and item.name.start not in in_pastes:
            name = item.name.text.decode()
            message = f"'{name}' is only pasted or quoted by a macro, so it stays as it is"
            help = f"HIP has '{item.resolution.target}'" if item.resolution.target else item.resolution.help
            yield Finding.of(PASTED_NAME, item.name.start, item.name.end, message, help=help, subject=name)
