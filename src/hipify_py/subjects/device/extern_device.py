"""DEV027: device functions and variables that another file defines."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_EXTERN = pattern(
    rb"\bextern\s+(?:\"[^\"]{0,8}\"\s*)?(?P<at>__(?:device|constant)__[^;{}=()]{0,200}?\b(?P<name>[A-Za-z_]\w*)"
    rb"(?:\s*\([^;{}]{0,1000}\)|\s*(?:\[[^\[\];{}]{0,80}\])+)?)\s*;"
)
_OWN = pattern(
    rb"__(?:device|constant)__[^;{}()=]{0,200}?\b([A-Za-z_]\w*)\s*"
    rb"(?:\([^;{}]{0,1000}\)[^;{}]{0,40}\{|(?:\[[^\[\];{}]{0,80}\]\s*)*[;={])"
)
_EXTERNAL = pattern(rb"\bextern\s*(?:\"[^\"]*\"\s*)?$")
# What the compiler itself provides is defined in no file.
_BUILTIN = (b"__nvvm_", b"__builtin_")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.surroundings.is_linked_for_devices and facts.style.converts_builds:
        return  # the build has the option that this needs
    plain = facts.reading.plain
    own = {found[1] for found in _OWN.finditer(plain) if not _is_external(plain, found.start())}
    for found in _EXTERN.finditer(plain):
        is_outside = facts.reading.scopes.kind_at(found.start()) in (Kind.FILE, Kind.NAMESPACE)
        name = found["name"]
        is_nvidias = name.startswith(_BUILTIN) or to_text(name) in facts.policy.tables.homes  # no file defines it
        if is_outside and name not in own and not is_nvidias:
            yield Hit(found.start("at"), found.end("at"), {"name": to_text(name)})


def _is_external(plain: bytes, start: int) -> bool:
    return _EXTERNAL.search(plain[max(0, start - 20) : start]) is not None
