"""Names that the preprocessor makes: `cuda##x` becomes `hip##x` where every use in sight proves it right."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import BUILTINS
from hipify_py.file.macro_uses import Arguments, Paste
from hipify_py.file.rewrites import Anchors
from hipify_py.file.unknown_names import looks_like_cudas
from hipify_py.findings import ARGUMENTS_DIFFER, PASTED_NAME, WARP_BUILTIN, Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import CONTROLS
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name
from hipify_py.texts import to_bytes, to_text

ANCHORS = Anchors(signs=(b"#",), tells=False)

# Only the first token of an argument is pasted to what stands before it: `CHECK(Malloc(&p, n))`.
_ARGUMENT = pattern(rb"\s*(\w+)\s*(\S?)")
# What only names of CUDA begin with.
_PREFIX = pattern(
    rb"_{0,2}(?:cu|cu(?:da|blas|sparse|solver|fft|rand|dnn|tensor|pti|file|dss|complex|_)\w*|nv(?:rtc|ml|tx|jpeg|shmem|_)\w*)",
    re.IGNORECASE,
)
# What an expression or a statement stands behind: words before it may declare what is pasted.
_BEFORE_USE = (b";", b"{", b"}", b"=", b"?", b"!", b"return", b"else")
_REACH = 400
_HELP = "spell out the HIP names, or paste to a prefix that is right for every use"


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    made_by: dict[tuple[int, bytes], list[str | None]] = {}
    for paste in facts.macros.pastes:
        if facts.is_left_alone(paste.parts[0].start):
            continue
        place = paste.macro.name_start if paste.macro is not None else -1
        key = place, b"##".join(part.text for part in paste.parts)
        if key not in made_by:
            is_seen = paste.macro is None or facts.macros.is_seen_whole(paste.macro)
            made_by[key] = _made(facts, paste) if is_seen else [None]
        if paste.macro is not None and paste.macro.name in facts.macros.orders:
            continue
        yield from _warp_builtins(facts, paste, made_by[key])
        is_known = paste.is_expanded and bool(made_by[key]) and None not in made_by[key]
        if is_known or paste.parts[0].text in paste.parameters:
            yield from _whole_names(paste, made_by[key], facts)
        elif facts.policy.begins_a_renamed_name(paste.parts[0].text):
            yield from _prefix(facts, paste, made_by[key])
    yield from _quoted(facts)


def _warp_builtins(facts: Facts, paste: Paste, made: list[str | None]) -> Iterator[Finding]:
    """`__##vote`: each builtin is converted with its arguments, and there is no name to convert here."""
    if not facts.is_surely_cuda:
        return
    head = paste.parts[0]
    for name in sorted({name for name in made if name and to_bytes(name) in BUILTINS}):
        message = f"'{name}' was not converted: the preprocessor forms it here"
        help = "spell the name out, and convert again: in HIP it works on 64 lanes"
        yield Finding(WARP_BUILTIN, head.start, head.end, message, help=help, subject=name)


def _prefix(facts: Facts, paste: Paste, made: list[str | None]) -> Iterator[Edit | Finding]:
    head = paste.parts[0]
    text = to_text(head.text)
    new, why_not = _new_prefix(facts, text, made)
    if new is None and paste.macro is None:
        yield from _whole_names(paste, made, facts)
        return
    if new is None and not (_may_change(facts, paste) and _is_of_cuda(facts, paste, made)):
        return
    if new is None:
        message = f"'{text}##…' was not converted: {why_not}"
        severity = _severity(facts, paste, made)
        yield Finding(PASTED_NAME, head.start, head.end, message, help=_HELP, subject=f"{text}##", severity=severity)
        return
    if new != text:
        yield Edit(head.start, head.end, to_bytes(new), f"{text}##", "pasted names")
    uses = facts.macros.calls.get(paste.macro.name, ()) if paste.macro is not None else ()
    counts = [_passed(facts, paste, use) for use in uses] if len(uses) == len(made) else [None] * len(made)
    called = zip(made, counts, strict=True)
    for name in sorted({name for name, count in called if name and _has_other_arguments(facts, name, count)}):
        message = f"'{text}##…' also forms '{name}', whose arguments must change, too"
        yield Finding(ARGUMENTS_DIFFER, head.start, head.end, message, subject=name)


def _is_of_cuda(facts: Facts, paste: Paste, made: list[str | None]) -> bool:
    """Whether a paste is about names of CUDA: many begin as those of others do (`__##x`, `atomic##x`)."""
    if not _PREFIX.fullmatch(paste.parts[0].text):
        return any(name and _is_changed(facts, name) for name in _made(facts, paste))
    return not made or any(name is None or _is_changed(facts, name) or looks_like_cudas(name) for name in made)


def _is_changed(facts: Facts, name: str) -> bool:
    found = facts.policy.name(name)
    return found is not None and found.target != name


def _may_change(facts: Facts, paste: Paste) -> bool:
    """Whether any name that the paste can make becomes another one: what `make_##type##4` makes stays."""
    own = paste.parameters
    pieces = to_text(b"".join(b"*" if part.text in own else part.text for part in paste.parts)).split("*")
    names = (name for name in facts.policy.names_beginning_with(pieces[0]) if _is_made_of(name, pieces))
    found = (facts.policy.name(name) for name in names)
    return any(known is not None and known.target != known.entry.name for known in found)


def _is_made_of(name: str, pieces: list[str]) -> bool:
    """Whether a name is these pieces one after the other, with anything between them."""
    first, *others = pieces
    if not others:
        return name == first
    place, end = len(first), len(name) - len(others[-1])
    if not (name.startswith(first) and name.endswith(others[-1])):
        return False
    for piece in others[:-1]:
        found = name.find(piece, place, end)
        if found < 0:
            return False
        place = found + len(piece)
    return place <= end


def _whole_names(paste: Paste, made: list[str | None], facts: Facts) -> Iterator[Finding]:
    """`a##b` makes a CUDA name at some use: it stays."""
    head = paste.parts[0]
    for name in sorted({name for name in made if name and to_bytes(name) not in facts.own}):
        resolution = facts.policy.name(name)
        if resolution is not None and resolution.target != name:
            message = f"'{name}' was not converted: the preprocessor forms it here"
            severity = _severity(facts, paste, made)
            yield Finding(PASTED_NAME, head.start, head.end, message, help=_HELP, subject=name, severity=severity)


def _severity(facts: Facts, paste: Paste, made: list[str | None]) -> Severity | None:
    """An error where an expression in sight is of a name that HIP lacks, and that the file does not declare."""
    calls = facts.macros.calls.get(paste.macro.name, ()) if paste.macro is not None else [()]
    lacking = (call for name, call in zip(made, calls, strict=False) if name and _is_lacking(facts, name))
    return Severity.ERROR if any(_is_used(facts, paste, call) for call in lacking) else None


def _is_lacking(facts: Facts, name: str) -> bool:
    """Whether HIP has no name as this one of CUDA, nor the file; HIP keeps some of those of device code."""
    text = to_bytes(name)
    return _is_changed(facts, name) and _PREFIX.match(text) is not None and text not in facts.own


def _is_used(facts: Facts, paste: Paste, call: Arguments) -> bool:
    """Whether a paste begins an expression where its macro is called so; it is none that other macros are passed."""
    reading, place = facts.reading, paste.parts[0].start
    if paste.is_expanded or paste.macro is None:
        joined = reading.argument_at(place, _REACH)
        place = joined.callee.start if joined is not None else place
    if paste.macro is not None and place == reading.skip_blank(paste.macro.body):
        called = reading.argument_at(call[0][0], _REACH) if call else None
        place = called.callee.start if called is not None else place
    around = reading.neighbours(Name(place, place, b""))
    opening, before = around.token_before(place)
    before = around.token_before(opening)[1] if before == b"(" else before
    is_expression = before in _BEFORE_USE or before in CONTROLS
    is_one_name = all(
        len(reading.macros_called.get(reading.code[each.start : each.end], ())) < 2 for each in paste.parts
    )
    is_read = reading.scopes.kind_at(place) is not Kind.ENUM and not facts.is_left_alone(place)
    return is_expression and is_one_name and is_read


def _made(facts: Facts, paste: Paste) -> list[str | None]:
    """The names that the calls in sight make of a paste; None for one that cannot be told."""
    calls = facts.macros.calls.get(paste.macro.name, []) if paste.macro is not None else [()]
    indexes = {name: index for index, name in enumerate(paste.parameters)}
    return [_spelled(facts, paste, indexes, arguments) for arguments in calls]


def _spelled(facts: Facts, paste: Paste, indexes: dict[bytes, int], arguments: Arguments) -> str | None:
    """The name that one call makes, or None where an argument does not begin with a word."""
    pieces = []
    for part in paste.parts:
        piece, index = part.text, indexes.get(part.text)
        if index is not None:
            argument = _ARGUMENT.match(facts.reading.code, *arguments[index]) if index < len(arguments) else None
            if argument is None or (argument.group(2) and part is not paste.parts[-1]):
                return None
            piece = argument.group(1)
            if piece in _parameters_at(facts, argument.start()):
                return None
        pieces.append(piece)
    return to_text(b"".join(pieces))


def _parameters_at(facts: Facts, offset: int) -> tuple[bytes, ...]:
    """The parameters of the macro that a place stands in."""
    line = facts.reading.directive_at(offset)
    macro = facts.reading.macro_at(line.start) if line is not None else None
    return (macro.parameters or ()) if macro is not None else ()


def _new_prefix(facts: Facts, prefix: str, names: list[str | None]) -> tuple[str | None, str]:
    """What the prefix must become so that each name becomes what the tables say; if no one prefix does that, why."""
    found = set()
    for name in names or [None]:
        if name is None:
            return None, "not all names that it forms are known here"
        resolution = facts.policy.name(name)
        target, rest = resolution.target if resolution is not None else None, name[len(prefix) :]
        if target is None:
            lacks = "HIP lacks" if resolution is not None else "the tables lack"
            return None, f"{lacks} '{name}', which it forms"
        if to_bytes(name) in facts.own or target in facts.own_targets:
            return (
                None,
                f"it forms '{name}', and this file has its own '{name if to_bytes(name) in facts.own else target}'",
            )
        if not target.endswith(rest):
            return None, f"'{name}', which it forms, becomes '{target}'"
        found.add(target[: len(target) - len(rest)])
    return (found.pop(), "") if len(found) == 1 else (None, "the names that it forms get more than one prefix")


def _passed(facts: Facts, paste: Paste, use: Arguments) -> int | None:
    """How many arguments one use of `#define TRY(f, ...) cuda##f(__VA_ARGS__)` passes; None where that is not seen."""
    opening = facts.reading.skip_blank(paste.parts[-1].end)
    handed = facts.reading.arguments(opening) or [] if facts.reading.code[opening : opening + 1] == b"(" else []
    is_pack = len(handed) == 1 and facts.reading.code[slice(*facts.reading.stripped(*handed[0]))] == b"__VA_ARGS__"
    is_named = len(paste.parameters) == 2 and paste.parts[-1].text == paste.parameters[0]
    is_whole = not any(facts.reading.code[slice(*span)].rstrip().endswith(b"...") for span in use)
    return len(use) - 1 if is_pack and is_named and is_whole else None


def _has_other_arguments(facts: Facts, name: str, count: int | None) -> bool:
    resolution = facts.policy.name(name)
    changes = facts.policy.argument_changes(resolution.entry) if resolution is not None else ()
    return any(count is None or int(change.get("when", count)) == count for change in changes)


def _quoted(facts: Facts) -> Iterator[Finding]:
    """Listed names that reach this file's macros only to be pasted or quoted."""
    in_pastes = {part.start for paste in facts.macros.pastes for part in paste.parts}
    kept = facts.macros.untouchable | facts.quoted_members.keys()
    for item in facts.listed:
        if item.name.start in kept and item.name.start not in in_pastes:
            name = to_text(item.name.text)
            message = f"'{name}' was not converted: a macro pastes or quotes it"
            help = f"HIP has '{item.resolution.target}'" if item.resolution.target else item.resolution.help
            yield Finding(PASTED_NAME, item.name.start, item.name.end, message, help=help, subject=name)
