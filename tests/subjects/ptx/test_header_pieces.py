"""The pieces that hipify_ptx.hpp consists of, and what of them a header has that is written for some calls."""

from __future__ import annotations

import re

from hipify_py.file.marks import calls_of_header
from hipify_py.subjects.ptx import forms, header
from hipify_py.subjects.ptx.header import pieces

PIECES = pieces.of(header.body())
NAMES = {name for piece in PIECES for name in piece.names}


def _held(text: str) -> set[str]:
    return {name for piece in PIECES if f"#define {piece.guard}\n" in text for name in piece.names}


def test_all_of_the_header_is_in_pieces() -> None:
    assert "\n\n".join(piece.text for piece in PIECES).split() == header.body().split()
    rest = [piece.text for piece in PIECES if not piece.names]
    assert rest[0].endswith("namespace hipify_ptx {")
    assert all(line.startswith("//") for text in rest[1:] for line in text.splitlines())


def test_each_piece_has_a_guard_of_its_own() -> None:
    guards = [piece.guard for piece in PIECES if piece.names]
    assert len(set(guards)) == len(guards) > 200
    assert not NAMES.intersection(pieces.words_of(PIECES[0].text)), "what all headers have says nothing about a part"


def test_whatever_is_called_is_known() -> None:
    called = calls_of_header("\n".join(f"hipify_ptx::{form.call} {form.code}" for form in forms.every()).encode())
    assert {"setp_eq_and", "atom_add_half_vec", "vadd4_add", "mad_lo_cc", "type"} <= called
    assert called <= NAMES


def test_a_part_has_what_is_called_and_what_that_needs() -> None:
    text = header.text_for(["bfe"])
    assert {"bfe", "shr", "low_ones", "unsigned_of"} <= _held(text)
    assert _held(text).isdisjoint({"ld", "shfl", "fma_f32"})
    assert "// Single bits.\n" in text
    assert "// Atomics" not in text
    assert "// -- ld --" in header.text_for(["ld"])
    assert "// -- st --" not in header.text_for(["ld"])


def test_what_is_there_stays() -> None:
    for name in sorted(NAMES):
        part = header.text_for([name])
        assert name in _held(part)
        assert header.text_for((), [part.encode()]) == part
        assert header.text_for((), [part.replace("\n", "\r\n").encode()]) == part
    both = header.text_for(["ld", "setp_eq"])
    assert header.text_for(["setp_eq"], [header.text_for(["ld"]).encode()]) == both
    assert header.text_for([], [header.text_for([name]).encode() for name in ("ld", "setp_eq")]) == both


def test_where_a_part_is_not_worth_it_or_nobody_knows_it_is_all() -> None:
    whole = header.text()
    assert _held(whole) == NAMES
    assert header.text_for(NAMES) == whole
    assert header.text_for(["bfe", "of_another_version"]) == whole
    assert header.text_for(["bfe"], [whole.encode()]) == whole
    assert header.text_for(["bfe"], [b"// hipify_ptx.hpp: of a version without parts\n"]) == whole
    assert header.text_for(["bfe"], [b"// mine\n", b""]) == header.text_for(["bfe"])


def test_a_part_of_another_version_stays_by_its_names() -> None:
    """Pieces may be cut in other ways then."""
    part = re.sub("HIPIFY_PTX_HAS_", "OLDER_HAS_", header.text_for(["ld"]))
    assert "ld" in _held(header.text_for(["bfe"], [part.encode()]))
