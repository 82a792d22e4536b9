"""How many threads blocks have in each direction: what the launches of a file say, or what may be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Function, Side
from hipify_py.file.launches import OPENING, configuration_of, kernel_of, launch_at
from hipify_py.file.once_per_file import once_per_file
from hipify_py.patterns import pattern
from hipify_py.reading.numbers import integer
from hipify_py.reading.tokens import words

_MOST_THREADS, _MOST_LAUNCHES = 1024, 200
_DIM3 = pattern(rb"\A(?:dim3)?\s*[({]([^(){}]{0,200})[)}]\Z")
_OPENS_SIZES = pattern(rb"\s*(?:=\s*)?(?:dim3\s*)?[({]")
_IS_NUMBER = pattern(rb"\s*=\s*(\w+)\s*[,;]")
_NAME = pattern(rb"[A-Za-z_]\w*\Z")
_OTHER_ROWS = pattern(rb"\bthreadIdx\s{0,9}\.\s{0,9}[yz]\b")


class Shape(NamedTuple):
    """The size of a block in each direction."""

    x: int
    y: int
    z: int

    @property
    def threads(self) -> int:
        return self.x * self.y * self.z


# What is assumed where nothing is known: one row, and rows of one warp where code tells rows apart.
ROW = Shape(_MOST_THREADS, 1, 1)
ROWS_OF_WARPS = Shape(32, 32, 1)


def shapes_at(facts: Facts, place: int) -> Sequence[Shape]:
    """The shapes of blocks for which code runs: those of all launches of its kernel, if the file shows them."""
    function = facts.functions.around(place)
    if function is None:
        return (ROW,)
    known = _known(facts)
    if function.start not in known:
        known[function.start] = _shapes_in(facts, function, place)
    return known[function.start]


@once_per_file
def _known(_facts: Facts) -> dict[int, Sequence[Shape]]:
    return {}


def _shapes_in(facts: Facts, function: Function, place: int) -> Sequence[Shape]:
    if facts.functions.side_at(place) is Side.KERNEL and (known := shapes_of(facts, function)):
        return known
    has_rows = _OTHER_ROWS.search(facts.reading.plain, function.start, function.end) is not None
    return (ROW, ROWS_OF_WARPS) if has_rows else (ROW,)


def shapes_of(facts: Facts, kernel: Function) -> Sequence[Shape]:
    """Those for which a kernel is launched; none where that is not certain, as something else names the kernel."""
    known = _launched(facts).get(kernel.name, ())
    shapes = [each for each in known if each is not None]
    if not known or len(shapes) < len(known):
        return ()
    names = facts.reading.names([kernel.name])
    others = [each for each in names if not kernel.start <= each.start < kernel.end and not facts.introduces(each)]
    return tuple(dict.fromkeys(shapes)) if len(others) == len(known) else ()


@once_per_file
def _launched(facts: Facts) -> Mapping[bytes, Sequence[Shape | None]]:
    """The shapes for which the file launches kernels, by their names; None for one that does not show."""
    found = defaultdict[bytes, list[Shape | None]](list)
    reading = facts.reading
    if b"<<" not in reading.source.text:
        return found
    for opening in islice(OPENING.finditer(reading.code), _MOST_LAUNCHES):
        launch = launch_at(reading, Span(*opening.span()))
        kernel = kernel_of(reading, launch) if launch is not None else None
        configuration = configuration_of(reading, launch) if launch is not None else None
        if kernel is not None:
            name = words(reading.code[kernel.start : kernel.end].partition(b"<")[0])[-1:]
            shape = _shape(facts, configuration[1]) if configuration is not None else None
            found[b"".join(name)].append(shape)
    return found


def _shape(facts: Facts, block: Span) -> Shape | None:
    """`128`, `dim3(32, 8)`, or a variable that is one of those."""
    text = facts.reading.code[block.start : block.end]
    sizes = _sizes(facts, text, block.start)
    if sizes is None and _NAME.match(text):
        sizes = _declared(facts, text, block.start)
    shape = Shape(*(*sizes, 1, 1)[:3]) if sizes else None
    return shape if shape is not None and 0 < shape.threads <= _MOST_THREADS else None


def _declared(facts: Facts, name: bytes, place: int) -> list[int] | None:
    """`dim3 block(32, 8);`, `dim3 block = dim3(32, 8);`, `const int block = 64;`, of a variable that nothing sets."""
    known = facts.reading.declarations.of(name, place)
    if known is None or known.depth:
        return None
    code, behind = facts.reading.code, known.place + len(name)
    opening, number = _OPENS_SIZES.match(code, behind), _IS_NUMBER.match(code, behind)
    closing = facts.reading.closers.get(opening.end() - 1) if opening is not None else None
    others = (use for use in facts.reading.names([name]) if known.place < use.start < place)
    is_set = any(code[facts.reading.skip_blank(use.end) : use.end + 20].lstrip()[:1] in b"=.+-*" for use in others)
    if is_set:
        return None
    if opening is not None and closing is not None:
        return _sizes(facts, code[opening.end() - 1 : closing + 1], place)
    return _sizes(facts, number[1], place) if number is not None else None


def _sizes(facts: Facts, text: bytes, place: int) -> list[int] | None:
    """The numbers in the brackets of a `dim3`, or a number alone."""
    inner = _DIM3.match(text)
    parts = (inner[1] if inner is not None else text).split(b",")
    found = [integer(facts.constant(part.strip(), place).strip(b"() ")) for part in parts]
    sizes = [each for each in found if each is not None]
    return sizes if len(sizes) == len(found) <= 3 else None
