"""The pieces that hipify_ptx.hpp consists of, and what of them a header has that is written for some calls."""

from __future__ import annotations

import re

import pytest

from hipify_py import helpers
from hipify_py.file.marks import COMPAT_HEADER, PTX_HEADER, calls_of_ptx_header
from hipify_py.helpers import pieces
from hipify_py.subjects.ptx import forms

PIECES = pieces.of(helpers.body(PTX_HEADER))
NAMES = {name for piece in PIECES for name in piece.names}


def _held(text: str) -> set[str]:
    return {name for piece in PIECES if f"#define {piece.guard}\n" in text for name in piece.names}


def test_all_of_the_header_is_in_pieces() -> None:
    assert "\n\n".join(piece.text for piece in PIECES).split() == helpers.body(PTX_HEADER).split()
    rest = [piece.text for piece in PIECES if not piece.names]
    assert rest[0].endswith("namespace hipify_ptx {")
    assert all(line.startswith("//") for text in rest[1:] for line in text.splitlines())


def test_each_piece_has_a_guard_of_its_own() -> None:
    guards = [piece.guard for piece in PIECES if piece.names]
    assert len(set(guards)) == len(guards) > 200
    code = re.sub("//.*", "", PIECES[0].text)
    assert not NAMES.intersection(re.findall(r"\w+", code)), "what all headers have says nothing about a part"


def test_whatever_is_called_is_known() -> None:
    called = calls_of_ptx_header("\n".join(f"hipify_ptx::{form.call} {form.code}" for form in forms.every()).encode())
    assert {"setp_eq_and", "atom_add_half_vec", "vadd4_add", "mad_lo_cc", "type::f32"} <= called
    assert called <= NAMES


def test_a_part_has_what_is_called_and_what_that_needs() -> None:
    text = helpers.text_for(PTX_HEADER, ["bfe"])
    assert {"bfe", "shr", "low_ones", "unsigned_of"} <= _held(text)
    assert _held(text).isdisjoint({"ld", "shfl", "fma_f32"})
    assert "// Single bits.\n" in text
    assert "// Atomics" not in text
    assert "// -- ld --" in helpers.text_for(PTX_HEADER, ["ld"])
    assert "// -- st --" not in helpers.text_for(PTX_HEADER, ["ld"])


def test_what_is_there_stays() -> None:
    for name in sorted(NAMES):
        part = helpers.text_for(PTX_HEADER, [name])
        assert name in _held(part)
        assert helpers.text_for(PTX_HEADER, (), [part.encode()]) == part
        assert helpers.text_for(PTX_HEADER, (), [part.replace("\n", "\r\n").encode()]) == part
    both = helpers.text_for(PTX_HEADER, ["ld", "setp_eq"])
    assert helpers.text_for(PTX_HEADER, ["setp_eq"], [helpers.text_for(PTX_HEADER, ["ld"]).encode()]) == both
    each = [helpers.text_for(PTX_HEADER, [name]).encode() for name in ("ld", "setp_eq")]
    assert helpers.text_for(PTX_HEADER, [], each) == both


def test_where_a_part_is_not_worth_it_or_nobody_knows_it_is_all() -> None:
    whole = helpers.text(PTX_HEADER)
    assert _held(whole) == NAMES
    assert helpers.text_for(PTX_HEADER, NAMES) == whole
    assert helpers.text_for(PTX_HEADER, ["bfe", "of_another_version"]) == whole
    assert helpers.text_for(PTX_HEADER, ["bfe"], [whole.encode()]) == whole
    assert helpers.text_for(PTX_HEADER, ["bfe"], [b"// hipify_ptx.hpp: of a version without parts\n"]) == whole
    assert helpers.text_for(PTX_HEADER, ["bfe"], [b"// mine\n", b""]) == helpers.text_for(PTX_HEADER, ["bfe"])


def test_a_part_of_another_version_stays_by_its_names() -> None:
    """Pieces may be cut in other ways then."""
    part = re.sub("HIPIFY_PTX_HAS_", "OLDER_HAS_", helpers.text_for(PTX_HEADER, ["ld"]))
    assert "ld" in _held(helpers.text_for(PTX_HEADER, ["bfe"], [part.encode()]))


@pytest.mark.parametrize("header", [PTX_HEADER, COMPAT_HEADER])
def test_lines_end_within_120_columns(header: str) -> None:
    assert [line for line in helpers.text(header).splitlines() if len(line) > 120] == []


# The lines of a header for some functions, and of one for any other function.
LINES = [
    (COMPAT_HEADER, ["min"], 40),
    (COMPAT_HEADER, ["min", "max"], 40),
    (COMPAT_HEADER, ["sincos"], 22),
    (COMPAT_HEADER, ["__ldca"], 26),
    (COMPAT_HEADER, ["exp10"], 26),
    (COMPAT_HEADER, ["__vadd2"], 105),
    (COMPAT_HEADER, ["ballot_sync"], 105),
    (PTX_HEADER, ["fadd_rn", "fmul_rn"], 120),
    (PTX_HEADER, ["laneid"], 90),
    (PTX_HEADER, ["bfe"], 135),
    (PTX_HEADER, ["shfl"], 215),
    (PTX_HEADER, ["ld"], 365),
    (PTX_HEADER, ["atom_add"], 620),
]
_OF_MATRICES = (
    r"w?mma|bmma|core_|.*cores?|one_product|whole_sums|as_s8|first_of_core_row|(?:load|store)_matrix_sync|turn_"
)
_MOST, _MOST_FOR_MATRICES = 1050, 1600
_USUAL = {PTX_HEADER: 260, COMPAT_HEADER: 120}


@pytest.mark.parametrize(("header", "names", "most"), LINES, ids=lambda given: str(given))
def test_a_header_has_little_beside_what_is_called(header: str, names: list[str], most: int) -> None:
    lines = helpers.text_for(header, names).count("\n")
    assert 0.8 * most < lines <= most


@pytest.mark.parametrize("header", _USUAL)
def test_no_function_brings_most_of_a_header(header: str) -> None:
    lines = {name: helpers.text_for(header, [name]).count("\n") for name in helpers.functions(header)}
    assert sorted(lines.values())[len(lines) // 2] <= _USUAL[header]
    of_matrices = {name for name in lines if re.match(_OF_MATRICES, name)}
    assert {name: count for name, count in lines.items() if count > _MOST_FOR_MATRICES} == {}
    assert {name: lines[name] for name in lines.keys() - of_matrices if lines[name] > _MOST} == {}


def test_names_are_what_declarations_declare() -> None:
    made = pieces.of(
        "namespace made {\n\n"
        "template <class T, class... Parts>\nFN vec<T, sizeof...(Parts)> pack(Parts... parts) { return {parts...}; }\n"
        "\nstruct alignas(8) word : half<2> {\n  int low;\n};\n\n"
        "typedef int four __attribute__((ext_vector_type(4)));\n\n"
        "namespace type {\nstruct s8 : small<8> {};\n}  // namespace type\n\n"
        "enum class mode : int { up, down };\n"
    )
    assert [piece.names for piece in made[1:]] == [("pack",), ("word",), ("four",), ("type", "type::s8"), ("mode",)]


def test_what_a_piece_declares_itself_is_no_reference() -> None:
    own = "  const int high = low + 1, bits = 2;\n  return ::fence(high) + type::s8() + x.word + pack<4>(bits);\n"
    made = pieces.of(f"namespace made {{\n\nFN int f(int low, mode how) {{\n{own}}}\n")
    names = {"low", "mode", "how", "high", "bits", "fence", "type::s8", "type::u8", "word", "pack"}
    assert pieces.among(made[1].words, names) == {"mode", "type::s8", "pack"}
