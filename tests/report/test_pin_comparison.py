"""A comparison as people and programs read it."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hipify_py.report.console import Console
from hipify_py.report.pin import FORMATS, render
from hipify_py.report.pin.shown import Shown
from hipify_py.run.pin.compare import compare
from hipify_py.run.pin.comparison import compared, side
from hipify_py.run.pin.records import Kind, Recording, Role, Type
from hipify_py.run.triage.formats import Destination
from tests.run.pin.files import Data, Writer, buffer, scalar

HOSTILE = "</style><script>alert(1)</script>\x1b[31m\u202e<img src=x onerror=alert(1)>&amp;##vso[x]"
ONES, TWOS, THREES = Data([1.0, 1.0]), Data([2.0, 2.0]), Data([3.0, 3.0])
TEXT = """\
cuda.pin: CUDA, Some GPU, 4 calls
hip.pin:  HIP, Some GPU, 4 calls, rank 1, HIPIFY_PIN=detail=digest

call 3: reduce<<<>>> #2, visit 0, src/a.cu:20, src/a.hip:21
  the fault is in this call, or in what it reads without a pointer: its inputs agree, and what it wrote differs
  output: argument 2, 2 f32: min: 2, 3; max: 2, 3; sum of elements 0 to 1: 4, 6
  another grid: 4x1x1, 8x1x1

    call  visit  name             place                      result
       1      0  cudaMemcpy       src/a.cu:14, src/a.hip:15  equal
       2      0  scale<<<>>>      src/a.cu:17, src/a.hip:18  equal
  >    3      0  reduce<<<>>> #2  src/a.cu:20, src/a.hip:21  output differs
       4      1  scale<<<>>>      src/a.cu:17, src/a.hip:18  input differs

4 calls: 2 equal, 2 different; 8 buffers compared
"""


def _run(dialect: str, suffix: str, later: int, data: Data, grid: int = 4) -> Writer:
    is_hip = dialect == "HIP"
    writer = Writer(dialect, options="detail=digest" if is_hip else "", rank=1 if is_hip else -1)
    file = f"src/a.{suffix}"
    copy = writer.place(Kind.COPY, file, 14 + later, "cudaMemcpy")
    scale = writer.place(Kind.LAUNCH, file, 17 + later, "scale")
    reduce = writer.place(Kind.LAUNCH, file, 20 + later, "reduce", nth=1)
    writer.call(copy, scalars=[scalar(Role.SIZE, 8, Type.U64)], buffers=[buffer(Role.TO, after=ONES)])
    writer.call(scale, buffers=[buffer(0, ONES, TWOS)])
    writer.call(reduce, grid=(grid, 1, 1), buffers=[buffer(0, TWOS), buffer(1, ONES, data)])
    writer.call(scale, 1, buffers=[buffer(0, data, data)])
    return writer


def _shown(first: Path, second: Path) -> Shown:
    with Recording(first) as one, Recording(second) as other:
        return Shown(side(first.name, one), side(second.name, other), compare(one, other))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    first = _run("CUDA", "cu", 0, TWOS).end(tmp_path / "cuda.pin")
    return first, _run("HIP", "hip", 1, THREES, grid=8).end(tmp_path / "hip.pin")


def test_text(files: tuple[Path, Path]) -> None:
    assert render("full", _shown(*files)) == TEXT


def test_text_of_runs_that_agree(files: tuple[Path, Path]) -> None:
    assert render("full", _shown(files[0], files[0])).splitlines()[3:] == [
        "all calls that were compared agree",
        "",
        "4 calls: 4 equal, 0 different; 8 buffers compared",
    ]


def test_json(files: tuple[Path, Path]) -> None:
    document = json.loads(render("json", _shown(*files)))
    assert {key: document[key] for key in ("schema", "command", "exit_code", "summary", "notes")} == {
        "schema": 1,
        "command": "pin compare",
        "exit_code": 1,
        "summary": {"calls": 4, "equal": 2, "different": 2, "only_first": 0, "only_second": 0, "buffers": 8},
        "notes": [],
    }
    call = document["verdict"]["call"]
    assert document["verdict"]["kind"] == "call"
    assert call == {
        "number": 3,
        "name": "reduce",
        "kind": "launch",
        "nth": 1,
        "visit": 0,
        "state": "output differs",
        "first": {"path": "src/a.cu", "line": 20},
        "second": {"path": "src/a.hip", "line": 21},
        "differences": [
            {
                "what": "output",
                "argument": "argument 2, 2 f32",
                "how": "min: 2, 3; max: 2, 3; sum of elements 0 to 1: 4, 6",
            }
        ],
        "remarks": ["another grid: 4x1x1, 8x1x1"],
    }
    assert document["second"]["program"]["rank"] == 1
    assert [each["number"] for each in document["calls"]] == [3, 4]


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_page_says_what_the_text_says(files: tuple[Path, Path]) -> None:
    page = _Page(render("html", _shown(*files)))
    for each in (
        "reduce<<<>>> #2",
        "src/a.cu:20, src/a.hip:21",
        "output: argument 2, 2 f32: min: 2, 3; max: 2, 3; sum of elements 0 to 1: 4, 6",
        "4 calls: 2 equal, 2 different; 8 buffers compared",
        "HIP, Some GPU, 4 calls, rank 1, HIPIFY_PIN=detail=digest",
    ):
        assert each in page.text


def test_page_allows_nothing_but_its_style(files: tuple[Path, Path]) -> None:
    text = render("html", _shown(*files))
    style = re.search(r"<style>(.*?)</style>", text, re.S)
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = next(attributes for tag, attributes in _Page(text).tags if "http-equiv" in attributes)["content"]
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert "url(" not in style[1]


def _hostile(tmp_path: Path) -> tuple[Path, Path]:
    paths = []
    for dialect, data in (("CUDA", TWOS), ("HIP", THREES)):
        writer = Writer(dialect, options=HOSTILE)
        place = writer.place(Kind.LAUNCH, f"{HOSTILE}\udcff.cu", 1, HOSTILE)
        writer.call(place, buffers=[buffer(0, ONES, data)])
        paths.append(writer.end(tmp_path / f"{dialect}.pin"))
    return paths[0], paths[1]


def test_names_from_anybody_are_text(tmp_path: Path) -> None:
    shown = _shown(*_hostile(tmp_path))
    page = _Page(render("html", shown))
    assert {"script", "img"}.isdisjoint(tag for tag, _attributes in page.tags)
    assert not any(name.startswith("on") for _tag, attributes in page.tags for name in attributes)
    assert "<script>alert(1)</script>" in page.text
    for name in FORMATS:
        text = render(name, shown)
        text.encode("utf-8")
        assert not re.search("[\x1b\u202e]|##vso\\[", text)
    assert json.loads(render("json", shown))["verdict"]["call"]["name"] == HOSTILE


def _says(capsys: pytest.CaptureFixture[str], first: Path, second: Path, *outputs: Destination) -> tuple[int, str, str]:
    console = Console(0, "never", data_on_stdout=False)
    code = compared(first, second, console, outputs=outputs or (Destination("full"),))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_exit_codes(files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = files
    code, out, err = _says(capsys, first, second)
    assert (code, err) == (1, "")
    assert out.splitlines()[3:] == TEXT.splitlines()[3:]
    assert _says(capsys, first, first)[0] == 0
    assert _says(capsys, first, tmp_path / "none.pin") == (
        2,
        "",
        f"error: {tmp_path}/none.pin: no such file or directory\n",
    )
    code, out, _err = _says(capsys, first, Writer("HIP").end(tmp_path / "empty.pin"))
    assert code == 2
    assert f"no calls were recorded in {tmp_path}/empty.pin" in out
    other = Writer("HIP")
    other.call(other.place(Kind.LAUNCH, "src/b.hip", 1, "scale"))
    code, out, _err = _says(capsys, first, other.end(tmp_path / "other.pin"))
    assert code == 2
    assert "the two files have no call in common" in out


def test_a_file_that_ends_early_is_said_in_one_line(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = files
    second.write_bytes(second.read_bytes()[:-30])
    code, out, _err = _says(capsys, first, second)
    (note,) = (line for line in out.splitlines() if "damaged" in line)
    assert re.fullmatch(r"note: .*hip\.pin: damaged at byte [\d,]+: the file ends within a record; what is .*", note)
    assert code == 1


def test_formats_go_to_files(files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    code, out, _err = _says(capsys, *files, Destination("json"), Destination("html", page))
    assert (code, json.loads(out)["exit_code"]) == (1, 1)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    code, _out, err = _says(capsys, *files, Destination("html", tmp_path / "none" / "page.html"))
    assert code == 2
    assert "cannot write the comparison" in err


def test_a_device_stays_one(capsys: pytest.CaptureFixture[str], files: tuple[Path, Path]) -> None:
    """As those of reports: `--format json:/dev/stdout` is written to, and never replaced."""
    read, write = os.pipe()
    try:
        code, _out, err = _says(capsys, *files, Destination("json", Path(f"/dev/fd/{write}")))
    finally:
        os.close(write)
    with os.fdopen(read, encoding="utf-8") as said:
        assert json.loads(said.read())["verdict"]
    assert (code, err) == (1, "")
