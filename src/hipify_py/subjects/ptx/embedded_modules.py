"""PTX025: modules of PTX, or parts of them, in string literals, which are loaded at run time."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.subjects.ptx.module.embedded import Embedded, embedded

_PART = pattern(
    rb"\.version[ \t]+\d+\.\d|\.target[ \t]+sm_\d|\.visible[ \t]+\.(?:entry|func)|\.address_size[ \t]+(?:32|64)"
)
_BEGIN = b".version"


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    text = facts.reading.source.text
    modules = list(embedded(facts.reading))
    yield from (_whole(facts, module) for module in modules)
    for start, closing in facts.reading.literals:
        if not any(module.start <= start < module.end for module in modules):
            yield from (Hit(*match.span()) for match in _PART.finditer(text, start, closing))


def _whole(facts: Facts, module: Embedded) -> Hit:
    """One that can be translated, with the command that does."""
    source = facts.reading.source
    place = max(source.text.find(_BEGIN, module.start, module.end), module.start)
    where = quote(f"{source.path}:{source.line(place)}")
    help = (
        f"translate it with `hipify-py ptx {where} > kernel.hip`, build that with `hipcc --genco "
        "--offload-arch=gfx942 kernel.hip -o kernel.hsaco`, and load that file"
    )
    return Hit(place, place + len(_BEGIN), message="string contains a PTX module", help=help)
