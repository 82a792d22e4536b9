"""Places of editors and bytes: whatever a text is made of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("lsprotocol", reason="the extra lsp is not installed")

from lsprotocol import types

from hipify_py.api import convert, policy
from hipify_py.server import parts
from hipify_py.server.documents import Documents, path_of
from hipify_py.server.positions import Encoding, Place, Text, encoded
from hipify_py.source import Source

_SIGNS = st.sampled_from(
    ["a", "\t", "é", "€", "\U0001d6fc", "\U0010ffff", "\ud800", "\udfff", "\ufeff", "\n", "\r", "\r\n", "\f", "\u2028"]
)
TEXTS = st.lists(_SIGNS, max_size=40).map("".join)
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])


def _units(text: str, encoding: Encoding) -> int:
    """How an editor counts."""
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    name = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
    return len(text.encode(name, "surrogatepass")) // width


def _lines(text: str) -> list[str]:
    return re.split("\r\n|\n|\r", text)


@given(TEXTS, ENCODINGS, st.data())
def test_places_are_those_of_the_protocol(text: str, encoding: Encoding, data: st.DataObject) -> None:
    lines = _lines(text)
    line = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, len(lines[line])))
    place = Place(line, _units(lines[line][:column], encoding))
    ours = Text.of(text)
    offset = ours.offset(place, encoding)
    assert ours.data[ours.line_start(line) : offset] == encoded(lines[line][:column])
    assert ours.place(offset, encoding) == place


@given(TEXTS, ENCODINGS, st.integers(-3, 50), st.integers(-3, 50))
def test_places_outside_are_at_the_nearest_end(text: str, encoding: Encoding, line: int, character: int) -> None:
    ours = Text.of(text)
    offset = ours.offset(Place(line, character), encoding)
    assert 0 <= offset <= len(ours.data)
    found = ours.place(offset, encoding)
    assert found <= Place(max(line, 0), max(character, 0))
    assert ours.offset(found, encoding) == offset


@given(TEXTS, TEXTS, ENCODINGS, st.data())
def test_changes_are_made_where_the_editor_makes_them(
    old: str, new: str, encoding: Encoding, data: st.DataObject
) -> None:
    """Between two places of whole characters."""
    documents = Documents()
    documents.encoding = encoding
    documents.open(types.TextDocumentItem("file:///a.cu", "cuda", 1, old))
    text = documents["file:///a.cu"].text
    low, high = sorted(data.draw(st.integers(0, len(old))) for _ in range(2))
    ends = [len(encoded(old[:place])) for place in (low, high)]
    if any(text.data[end - 1 : end + 1] == b"\r\n" for end in ends):
        return  # no editor has a place there
    change = types.TextDocumentContentChangePartial(range=documents.range(text, *ends), text=new)
    changed = documents.change("file:///a.cu", 2, [change])
    assert changed.text.data == text.data[: ends[0]] + encoded(new) + text.data[ends[1] :]


@given(st.binary(max_size=60) | TEXTS.map(encoded))
def test_positions_of_findings_lead_back_to_their_bytes(data: bytes) -> None:
    source = Source("a.cu", data)
    for offset in range(3 if data.startswith(b"\xef\xbb\xbf") else 0, len(data) + 1):
        if offset == len(data) or data[offset] & 0xC0 != 0x80:  # no finding begins within a character
            assert source.offset(source.position(offset)) == offset


def test_positions_far_into_a_line_lead_back_to_their_bytes() -> None:
    source = Source("a.cu", "é".encode() * 9_000)
    for offset in (0, 2, 9_998, 10_000, 10_002, 18_000):
        assert source.offset(source.position(offset)) == offset


_CODE = """#include <cuda_runtime.h>
__global__ void k(int* p, unsigned x) {
  unsigned r;
  asm volatile("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));
  asm volatile("bar.sync 1, 64;");
  p[0] = __shfl_down_sync(/* all of them */ 0xffffffff, r, 1);
}
void f(int* p, cudaStream_t s) {
  cudaMalloc(&p, 12); k<<<dim3(1), {32}, 0, s>>>(p, 1);
  cudaStreamSynchronize(s);
  cudaMemcpyAsync(p, p, 4,
                  cudaMemcpyHostToDevice, s);
}
"""
_RESULT = convert(_CODE.encode(), policy(), path="a.cu")


def _made(found: parts.Part) -> bytes:
    data = _CODE.encode()
    for each in reversed(found.replacements):
        data = data[: each.start] + each.new + data[each.end :]
    return data


def test_all_replacements_together_are_the_conversion() -> None:
    assert _made(parts.whole(_RESULT)) == _RESULT.output


@given(st.integers(0, len(_CODE)), st.integers(0, len(_CODE)))
def test_a_part_is_completed_by_the_next_conversion(one: int, other: int) -> None:
    start, end = sorted((one, other))
    spans = [(start, end), *parts.around(_CODE.encode(), start, end)]
    found = parts.part(_RESULT, spans, lambda data: convert(data, policy(), path="a.cu"))
    assert _made(found) == found.text
    assert convert(found.text, policy(), path="a.cu").output == _RESULT.output


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "untitled:1",
        "file:",
        "http://a/b.cu",
        "file:///a%00b",
        "file://[::1",
        "\0",
        "file:///%ff%fe.cu",
        "a" * 9_999,
    ],
)
def test_any_uri_is_a_path_or_none(uri: str) -> None:
    path = path_of(uri)
    assert path is None or "\0" not in str(path)


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a%20b/%C3%BC%F0%9F%98%80.cu", "/a b/ü😀.cu"),
        ("file:///a#b?c.cu", "/a#b?c.cu"),
        ("file:///a%23b%3fc%25.cu", "/a#b?c%.cu"),
        ("file://localhost/a.cu", "/a.cu"),
        ("file:/a.cu", "/a.cu"),
    ],
)
def test_uris_as_editors_write_them(uri: str, path: str) -> None:
    assert path_of(uri) == Path(path)
