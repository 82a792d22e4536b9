"""How a rewrite takes part in a conversion: what it declares of the files that concern it, and what it answers with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import field
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.style import Style
from hipify_py.findings import Said
from hipify_py.records import dataclass


@dataclass(frozen=True, slots=True)
class Anchors:
    """What a file must hold for a rewrite to have anything to do there: one of these words as a name, one of these
    signs in its code, (`listed`) a name that the tables know, or a macro of another file that stands for `asm`
    (`assembler`) or for `qualifiers` of functions. `tells` says whether one of the words makes a file worth reading in
    which nothing else is CUDA's."""

    words: frozenset[bytes] = field(default_factory=frozenset)
    signs: tuple[bytes, ...] = ()
    listed: bool = False
    tells: bool = True
    assembler: bool = False
    qualifiers: bool = False


# Any file that is read closely.
EVERYWHERE = Anchors(signs=(b"",), tells=False)
LISTED = Anchors(listed=True)


class Screen(NamedTuple):
    """What is known of a file before it is read closely."""

    data: bytes
    words: Collection[bytes]
    style: Style


class Judged(NamedTuple):
    """What comes of judging the edits of all proposals: all of them with the new ones, and what is to be said."""

    edits: tuple[Edit, ...]
    said: Sequence[Said] = ()
