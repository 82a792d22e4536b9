"""`hipify-py init`: settings that a run reads, and none that exist are lost."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from hipify_py.commands.schema import schema
from hipify_py.run.config import read
from hipify_py.run.deliver import atomic
from hipify_py.run.found_out import found_out
from hipify_py.tables.model import Version

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

OWN = Path(".hipify-py.toml")
PROJECT = Path("pyproject.toml")
WAIT_SECONDS = 120
NEWEST = Version.parse("7.1")


@pytest.fixture(autouse=True)
def _no_rocm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever this machine has."""
    monkeypatch.setenv("ROCM_PATH", str(tmp_path / "rocm"))


@pytest.fixture
def source(write: Write) -> None:
    write("src/a.cu", b"int x;\n")
    write("third_party/lib/b.cu", b"int x;\n")
    write("src/external/c.cuh", b"int x;\n")
    write("vendor/notes.cpp", b"int x;\n")
    write("libs/cub/d.cu", b"int x;\n")
    write(".gitmodules", b'[submodule "cub"]\n\tpath = libs/cub\n\turl = https://example.org/cub\n')
    write("Makefile", b"FLAGS = --offload-arch=gfx90a --offload-arch=gfx1100 # gfx12345 gfxabc\n")
    write("../rocm/.info/version", b"6.4.1-83\n")


def _written() -> dict[str, Any]:
    settings = read(OWN if OWN.exists() else PROJECT)
    jsonschema.Draft7Validator(schema("settings")).validate(json.loads(json.dumps(settings)))
    return settings


@pytest.mark.usefixtures("source")
def test_yes_takes_what_is_found_out(hipify: Hipify) -> None:
    ran = hipify("init", "--yes")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(".hipify-py.toml: written\n")
    assert _written() == {
        "rocm": "6.4",
        "arch": ["gfx1100", "gfx90a"],
        "exclude": ["/libs/cub/", "external/", "third_party/"],
    }
    assert OWN.read_text().startswith("#:schema ./.hipify-py.schema.json\n# Settings")
    assert json.loads(Path(".hipify-py.schema.json").read_text()) == schema("settings")
    hipify("scan", ".", "--format", "json:report.json")
    report = json.loads(Path("report.json").read_text())
    assert report["rocm"].startswith("6.4")
    assert report["archs"] == ["gfx1100", "gfx90a"]
    assert [file["path"] for file in report["files"] if file["path"].endswith(".cu")] == ["src/a.cu"]


def test_what_is_commented_out_may_be_said(hipify: Hipify, write: Write) -> None:
    write("a.cu", b"int x;\n")
    hipify("init", "--yes")
    assert _written() == {}
    text = OWN.read_text()
    lines = text.splitlines()
    OWN.write_text("\n".join(line.removeprefix("# ") if " = " in line else line for line in lines))
    assert _written().keys() == {"rocm", "arch", "exclude", "target", "fail-on", "ignore"}
    assert hipify("scan", ".").code == 0


def test_dry_run_writes_nothing(hipify: Hipify, write: Write) -> None:
    write("a.cu", b"int x;\n")
    ran = hipify("init", "--dry-run")
    assert ran.code == 0
    assert ran.out.startswith("#:schema")
    assert os.listdir() == ["a.cu"]  # noqa: PTH208


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_a_table_at_the_end_of_a_project(hipify: Hipify, end: str, last: str) -> None:
    before = f'[project]\nname = "x"\n\n[tool.ruff]\nline-length = 99{last}'.replace("\n", end)
    PROJECT.write_bytes(before.encode())
    ran = hipify("init", "--yes", ".")
    assert ran.out == "pyproject.toml: added [tool.hipify-py]\n"
    after = PROJECT.read_bytes()
    assert after.startswith(before.encode() + end.encode())
    assert after.count(b"\r\n") in (0, after.count(b"\n"))
    assert b"#:schema" not in after
    assert not OWN.exists()
    assert read(PROJECT) == {}
    assert "has settings of hipify-py already" in hipify("init", "--yes").error


def test_a_project_that_takes_no_table(hipify: Hipify) -> None:
    PROJECT.write_text('tool = {ruff = {}}\n[project]\nname = "x"\n')
    assert hipify("init", "--yes").out.startswith(".hipify-py.toml: written")


def test_a_project_that_is_no_toml(hipify: Hipify) -> None:
    PROJECT.write_text("[project\n")
    assert "pyproject.toml" in hipify("init", "--yes").error
    assert PROJECT.read_text() == "[project\n"


@pytest.mark.parametrize("text", ["", "rocm = '6.3'\n", "broken ["])
def test_settings_that_exist_stay(hipify: Hipify, text: str) -> None:
    OWN.write_text(text)
    assert hipify("init", "--yes").error == ".hipify-py.toml: has settings of hipify-py already; edit them there"
    assert OWN.read_text() == text


@pytest.mark.parametrize("file", [OWN, PROJECT])
def test_a_link_that_leads_nowhere_stays(file: Path, hipify: Hipify) -> None:
    file.symlink_to("nowhere")
    assert f"{file}: is no file, or a link to none" in hipify("init", "--yes").error
    assert not Path("nowhere").exists()


def test_what_cannot_be_written_is_named(hipify: Hipify, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object) -> None:
        raise PermissionError(13, "Permission denied", "a name of ours")

    monkeypatch.setattr(atomic, "replace", refuse)
    assert hipify("init", "--yes").error == ".hipify-py.toml: cannot be written: permission denied"


def test_where_nobody_can_be_asked(hipify: Hipify) -> None:
    assert "use --yes" in hipify("init").error
    assert "not a directory" in hipify("init", "nowhere").error


def test_names_that_mean_something_in_patterns(write: Write, tree: Path) -> None:
    write("[a]!/b/x.cu", b"")
    write(".gitmodules", b"path = [a]!/b\n")
    assert found_out(tree, NEWEST).exclude == {"/\\[a\\]\\!/b/": 1}


@pytest.mark.parametrize(("text", "release"), [("6.4.1-83", "6.4"), ("99.1", ""), ("", ""), ("x", "")])
def test_the_release_that_is_installed(write: Write, tree: Path, text: str, release: str) -> None:
    write("../rocm/.info/version", text.encode())
    assert found_out(tree, NEWEST).rocm == release


@pytest.mark.slow
class TestAtATerminal:
    @pytest.fixture
    def child(self, source: None, tree: Path) -> Iterator[Any]:
        del source
        pexpect = pytest.importorskip("pexpect")
        started = pexpect.spawn(
            sys.executable,
            ["-m", "hipify_py", "init"],
            cwd=str(tree),
            encoding="utf-8",
            timeout=WAIT_SECONDS,
            dimensions=(50, 200),
        )
        yield started
        started.close(force=True)

    @staticmethod
    def _ended(child: Any) -> int:
        import pexpect

        child.expect(pexpect.EOF)
        child.close()
        return int(child.exitstatus)

    def test_answers(self, child: Any) -> None:
        child.expect(r"ROCm release to convert for \[6\.4\]: ")
        child.sendline("six")
        child.expect("--rocm: ")
        child.expect(r"\[6\.4\]: ")
        child.sendline("6.3")
        child.expect(r"\[gfx1100,gfx90a\]: ")
        child.sendline("gfx90q")
        child.expect("not the name of a GPU")
        child.expect(r"\[gfx1100,gfx90a\]: ")
        child.sendline("-")
        child.expect(r"third_party/ \(1 CUDA source\)")
        child.expect(r"\[/libs/cub/,external/,third_party/\]: ")
        child.sendline("third_party/, *.gen.cu")
        assert self._ended(child) == 0
        assert _written() == {"rocm": "6.3", "exclude": ["third_party/", "*.gen.cu"]}

    @pytest.mark.parametrize("how", ["sendintr", "sendeof"])
    def test_nothing_is_written_before_all_is_answered(self, child: Any, how: str) -> None:
        child.expect(r"\[6\.4\]: ")
        child.sendline("")
        child.expect(r"\[gfx1100,gfx90a\]: ")
        getattr(child, how)()
        assert self._ended(child) == 130
        assert not OWN.exists()


@pytest.mark.parametrize("name", ["pyproject.toml", ".hipify-py.toml"])
def test_a_link_out_of_the_directory_is_not_written_through(
    hipify: Hipify, tree: Path, tmp_path: Path, name: str
) -> None:
    outside = tmp_path / "outside.toml"
    outside.write_bytes(b"[project]\n")
    (tree / name).symlink_to(outside)
    assert "is a link to a file outside of" in hipify("init", "--yes").error
    assert outside.read_bytes() == b"[project]\n"
