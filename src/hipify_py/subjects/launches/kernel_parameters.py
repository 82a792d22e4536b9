"""DEV031: kernels that take references or lists of the host's."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_KERNEL = pattern(
    rb"\b__global__\b[^;{}()]{0,200}(?:__launch_bounds__\s*\([^()]{0,100}(?:\([^()]*\)[^()]{0,60})?\)[^;{}()]{0,100})?\b[A-Za-z_]\w*\s*(?P<at>\()"
)
_NAME = pattern(rb"\b[A-Za-z_]\w{0,90}\s{0,9}\Z")
_REFERENCE = pattern(rb"(?<!&)&(?!&)\s*[A-Za-z_]\w*\s*(?:=|$)")
# What refers to device memory where it is launched: `*pointer`, or what a function returns.
_ON_DEVICE = pattern(rb"\*|[^)]{0,200}\)\Z")
_IF_LAUNCHED = "pass by value, unless every launch passes an object that lies in device memory, as in `*pointer`"
# So far behind a name its launch may stand, with template arguments and a configuration.
_REACH = 400
_HOSTS = pattern(rb"(?<!&)&(?!&)\s*[A-Za-z_]\w*\s*(?:=|$)|\bva_list\b|\binitializer_list\b")
# Most kernels have none of these among their parameters, which then are not told apart.
_SIGNS = (b"&", b"va_list", b"initializer_list")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    plain, closers = facts.reading.plain, facts.reading.closers
    for found in _KERNEL.finditer(plain):
        opening = found.start("at")
        if not any(plain.find(sign, opening, closers.get(opening, opening)) >= 0 for sign in _SIGNS):
            continue
        for index, (start, end) in enumerate(facts.reading.arguments(opening) or ()):
            place = facts.reading.stripped(start, end)
            if _HOSTS.search(plain, *place):
                is_reference = _REFERENCE.search(plain, *place) is not None
                passed = list(_passed(facts, opening, index)) if is_reference else []
                if not passed and is_reference:
                    yield Hit(*place, help=_IF_LAUNCHED, severity=Severity.INFO)
                elif not all(map(_ON_DEVICE.match, passed)) or not is_reference:
                    yield Hit(*place)


def _passed(facts: Facts, opening: int, index: int) -> Iterator[bytes]:
    """What the launches of the file pass for a parameter of the kernel whose parameters open there."""
    plain = facts.reading.plain
    name = _NAME.search(plain, max(0, opening - 100), opening)
    for use in facts.reading.names({name[0].strip()}) if name is not None else ():
        launch = plain.find(b"<<<", use.end, use.end + _REACH)
        end = plain.find(b">>>", launch, launch + _REACH) + 3 if launch >= 0 else 2
        if end > 2 and not any(sign in plain[use.end : launch] for sign in (b";", b"{", b"(")):
            arguments = facts.reading.arguments(plain.find(b"(", end)) or ()
            if index < len(arguments):
                yield plain[slice(*arguments[index])].strip()
