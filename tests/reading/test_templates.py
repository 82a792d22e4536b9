"""Templates of sources: what is filled in stands aside and comes back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.reading.file_names import Language, TemplateName, template_name
from hipify_py.reading.templates import UnreadableError, read

LANGUAGES: tuple[Language, ...] = ("configured", "jinja", "mako", "any")
PIECES = [
    b"{{", b"}}", b"{%", b"%}", b"{#", b"#}", b"@", b"${", b"}", b"{", b"<%", b"%>", b"</%", b"##", b"%", b"name", b" ",
    b"\n", b"\r\n", b"Y00000", b"Q00", b"/*", b"*/", b"//", b'"', b"'", b"cudaFree", b"\xff", b"#cmakedefine", b"\\",
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("a.cu.in", TemplateName("a.cu", "configured")),
        ("config.hpp.cmake", TemplateName("config.hpp", "configured")),
        ("A.CUH.J2", TemplateName("A.CUH", "jinja")),
        ("a.cu.mako", TemplateName("a.cu", "mako")),
        ("a.h.tmpl", TemplateName("a.h", "any")),
        ("options.inc.cmake", None),
        ("Makefile.inc.in", None),
        ("a.cu", None),
        ("a.py.in", None),
        ("a.jinja", None),
        (".cu.in", None),
    ],
)
def test_names(name: str, wanted: TemplateName | None) -> None:
    assert template_name(name) == wanted


@pytest.mark.parametrize(
    ("language", "text", "read_as"),
    [
        ("configured", b"@T@ x_@T@ = ${N};\n#cmakedefine A @T@\n", b"Q00 x_Q00 = Q01_;\n//Y00001__________\n"),
        ("jinja", b"f({{ x }}{% if y %}, z{%endif%});", b"f(Y00000_/*Y00003*/, z/*Q00__*/);"),
        ("jinja", b"{# it's\n #}/* {% a %} */", b"/*Q00__\n_*//* Y00001_ */"),
        ("mako", b"  % if x:\nf(${ {1: 2}[1] });\n", b"//Y00002_\nf(Y00001________);\n"),
        ("any", b"a[2][1] = {{1, 2}, {3}}; {{.N}}", b"a[2][1] = {{1, 2}, {3}}; Y00000"),
    ],
)
def test_what_is_read(language: Language, text: bytes, read_as: bytes) -> None:
    template = read(text, language)
    assert template.data == read_as
    assert template.restored(template.data) == text


def test_what_cannot_be_set_aside() -> None:
    with pytest.raises(UnreadableError):
        read(b"{%\n%}", "jinja")


@given(st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join), st.sampled_from(LANGUAGES))
def test_everything_stays_in_its_place_and_comes_back(text: bytes, language: Language) -> None:
    try:
        template = read(text, language)
    except UnreadableError:
        return
    assert len(template.data) == len(text)
    assert [place for place, byte in enumerate(template.data) if byte == 0x0A] == [
        place for place, byte in enumerate(text) if byte == 0x0A
    ]
    assert template.restored(template.data) == text
    assert template.is_whole(template.data)
