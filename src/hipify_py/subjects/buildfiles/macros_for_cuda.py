"""Definitions of a macro for CUDA by which sources that are portable choose: they have another one for HIP, which a
build for AMD has to define."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import commands
from hipify_py.texts import to_bytes

_DEFINES = frozenset(
    (b"add_definitions", b"add_compile_definitions", b"target_compile_definitions", b"add_compile_options",
     b"target_compile_options", b"set_property", b"set_target_properties")
)  # fmt: skip
_SETS = pattern(rb"\s*(?P<name>\w+)\s+\"?(?:ON|TRUE|YES|1)\b")
_RULE = "BLD017"


def macros_for_cuda(
    kind: str, code: bytes, beside: Sequence[tuple[str, str]], is_unread: Callable[[int], bool]
) -> Iterator[Finding]:
    """One finding for each macro, where it reaches compilers; else where a variable of the name is set, which a
    template may be filled in with."""
    for cuda, hip in beside:
        name, other = to_bytes(cuda), to_bytes(hip)
        if name not in code or other in code:
            continue
        places = (each for each in _places(kind, code, name) if not is_unread(each))
        if (start := next(places, None)) is not None:
            message = f"'{cuda}' chooses the code for CUDA in sources that have a branch for {hip}"
            help = f"define `{hip}` in its place, in builds for AMD"
            yield Finding(_RULE, start, start + len(name), message, help=help, subject=cuda)


def _places(kind: str, code: bytes, name: bytes) -> Iterator[int]:
    if kind != "cmake":
        option = re.compile(
            rb"-D[ ]?(?P<at>" + re.escape(name) + rb")(?!\w)|[\"'](?P<pair>" + re.escape(name) + rb")[\"'],"
        )
        yield from (found.start(found.lastgroup or 0) for found in option.finditer(code))
        return
    defined = re.compile(rb"(?<![\w{])(?:-D)?(?P<at>" + re.escape(name) + rb")(?![\w}])")
    set_only: list[int] = []
    for command in commands(code):
        if command.name in _DEFINES:
            yield from (found.start("at") for found in defined.finditer(code, command.opened, command.end))
        elif command.name == b"set" and (found := _SETS.match(code, command.opened + 1)) and found["name"] == name:
            set_only.append(found.start("name"))
    yield from set_only
