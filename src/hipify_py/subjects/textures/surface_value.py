"""TEX004: surface reads that return what they read."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

# The arguments of the form that HIP has, without a boundary mode: where to, the surface, coordinates, layer or face.
_COUNTS = {
    b"surf1D": 3,
    b"surf2D": 4,
    b"surf3D": 5,
    b"surf1DLayered": 4,
    b"surf2DLayered": 5,
    b"surfCubemap": 5,
    b"surfCubemapLayered": 5,
}
_READ = pattern(rb"(surf\w+?)read")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    code = facts.reading.code
    for name in facts.reading.names(words):
        after = facts.reading.skip_blank(name.end)
        kind = _READ.fullmatch(name.text)
        if code[after : after + 1] != b"<" or kind is None:
            continue
        opening = facts.reading.behind_template_arguments(after)
        arguments = facts.reading.arguments(opening) if opening is not None else None
        if arguments and not _writes(code[slice(*arguments[0])], len(arguments), _COUNTS.get(kind[1], 9)):
            yield Hit(name.start, name.end)


def _writes(first: bytes, count: int, wanted: int) -> bool:
    """Whether the first argument is the pointer that HIP's form wants."""
    return first.lstrip().startswith((b"&", b"(", b"reinterpret_cast")) or count > wanted
