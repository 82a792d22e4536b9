"""CMake's language as far as it matters here: commands, their arguments, and which of these are texts for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.blanks import blank

# Comments, and what may contain signs that mean nothing there.
_OPAQUE = pattern(
    rb"\#\[(?P<long>=*)\[(?s:.*?(?:\](?P=long)\]|\Z))|\#[^\n]*|"
    rb"\"[^\"\\]*(?:\\(?s:.)[^\"\\]*)*\"?|\[(?P<equals>=*)\[(?s:.*?(?:\](?P=equals)\]|\Z))|\\[\"\#()]"
)
_SIGN = pattern(rb"\b(?P<name>[A-Za-z_]\w*)[ \t]*\(|[()]")
# Commands of which nothing builds anything: they speak, or have arguments that CMake does not evaluate.
_SAYS = frozenset(
    (b"message", b"option", b"mark_as_advanced", b"unset", b"else", b"endif", b"endforeach", b"endwhile", b"endmacro",
     b"endfunction", b"add_feature_info", b"set_package_properties")
)  # fmt: skip
_CONDITIONS = frozenset((b"if", b"elseif", b"while"))
# What stands before a text that describes something.
_DESCRIBED = pattern(
    rb"(?:\bCACHE\s+\w+|\b(?:DOC|COMMENT|HELPSTRING|DESCRIPTION|PURPOSE|FAIL_MESSAGE|REASON_FAILURE_MESSAGE))\s+(?=\")"
)
# Options of projects' own making: a name and what it is for.
_OWN_OPTION = pattern(rb"\(\s*\w+\s+(?=\")")
_NAME = pattern(rb"\s*\w+")
# What is taken out of texts and lists.
_REMOVED = pattern(
    rb"\(\s*(?:REGEX\s+)?REPLACE\s+(?P<text>\"[^\"\\]*(?:\\(?s:.)[^\"\\]*)*\"|[^\s\"()]+)\s+\"\s*\"|"
    rb"\(\s*REMOVE_ITEM\s+\w+(?P<items>[^()]*)"
)
_COMPARED = pattern(rb"\b(?:MATCHES|STREQUAL)\s+(?=\")")
# Many ask for the commands of a file, with more and less of it blanked: those of the last few texts are kept.
_FILES = 4
_ARGUMENT = pattern(
    rb"\"(?P<text>[^\"\\]*(?:\\(?s:.)[^\"\\]*)*)\"?|\[(?P<equals>=*)\[(?P<long>(?s:.*?))(?:\](?P=equals)\]|\Z)|"
    rb"(?P<bare>(?:[^\s()\"\\]|\\(?s:.))(?:[^\s()\"\\]|\\(?s:.)|\$\([^()\s]{0,200}\)|\"[^\"\n]{0,400}\")*)|[()]"
)


class Argument(NamedTuple):
    """An argument without its quotes, or one of the brackets in a condition."""

    start: int
    end: int
    text: bytes
    is_quoted: bool = False


class Command(NamedTuple):
    """`name(...)`, the name in lower case; `opened` and `end` are the places of its brackets."""

    name: bytes
    start: int
    opened: int
    end: int


def without_comments(data: bytes) -> bytes:
    return _OPAQUE.sub(lambda found: blank(found[0]) if found[0].startswith(b"#") else found[0], data)


@lru_cache(_FILES)
def commands(code: bytes) -> tuple[Command, ...]:
    """The commands of code without comments. What is not closed reaches to the end."""
    return tuple(_commands(code))


def _commands(code: bytes) -> Iterator[Command]:
    skeleton = _skeleton(code)
    name, start, opened, depth = b"", 0, 0, 0
    for sign in _SIGN.finditer(skeleton):
        if sign[0] == b")":
            depth = max(depth - 1, 0)
            if depth == 0 and name:
                yield Command(name, start, opened, sign.start())
                name = b""
        else:
            if depth == 0 and sign["name"]:
                name, start, opened = sign["name"].lower(), sign.start(), sign.end() - 1
            depth += 1
    if name:
        yield Command(name, start, opened, len(code))


def arguments(code: bytes, command: Command) -> list[Argument]:
    """Those of a command in code without comments."""
    found = []
    for each in _ARGUMENT.finditer(code, command.opened + 1, command.end):
        group = each.lastgroup or 0
        group = "long" if group == "equals" else group
        found.append(Argument(*each.span(group), each[group], is_quoted=group in ("text", "long")))
    return found


def texts(code: bytes) -> Iterator[tuple[int, int]]:
    """What is said to people, and what is removed, in code without comments."""
    skeleton = _skeleton(code)
    for command in commands(code):
        if command.name in (b"string", b"list") and (removed := _REMOVED.match(code, command.opened, command.end)):
            yield removed.span(removed.lastgroup or 0)
        if command.name in _SAYS:
            name = _NAME.match(skeleton, command.opened + 1) if command.name == b"option" else None
            yield name.end() if name else command.opened + 1, command.end
            continue
        before = [_DESCRIBED] if command.name not in _CONDITIONS else []
        if command.name.endswith(b"option"):
            before.append(_OWN_OPTION)
        for each in before:
            for found in each.finditer(skeleton, command.opened, command.end):
                yield found.end(), _behind_string(skeleton, found.end())


def choices(code: bytes) -> Iterator[tuple[int, int]]:
    """The names of options, and the texts that conditions compare with."""
    skeleton = _skeleton(code)
    for command in commands(code):
        if command.name == b"option":
            yield command.opened + 1, command.end
        for found in _COMPARED.finditer(skeleton, command.opened, command.end) if command.name in _CONDITIONS else ():
            start, end = found.end(), _behind_string(skeleton, found.end())
            if b"$" not in code[start:end]:
                yield start, end


@lru_cache(_FILES)
def _skeleton(code: bytes) -> bytes:
    """The code with blanks within strings, and for brackets that are none."""
    return _OPAQUE.sub(_hollow, code)


def _hollow(found: re.Match[bytes]) -> bytes:
    text = found[0]
    is_string = text.startswith(b'"') and len(text) > 1
    return b'"' + blank(text[1:-1]) + b'"' if is_string else blank(text)


def _behind_string(skeleton: bytes, start: int) -> int:
    closing = skeleton.find(b'"', start + 1)
    return len(skeleton) if closing < 0 else closing + 1
