"""Small modules and the sources that they become: `python -m tests.subjects.ptx.module.test_golden` writes these
again. Where there is a compiler for HIP, each compiles for AMD GPUs."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py import helpers
from hipify_py.file.marks import PTX_HEADER, calls_of_ptx_header
from hipify_py.subjects.ptx.module.conversion import Conversion, converted
from tests.compiling import Compiler
from tools.hip_toolchain import find_toolchain

FOLDER = Path(__file__).parent / "golden"
MODULES = sorted(FOLDER.glob("*.ptx"))
TOOLCHAIN = find_toolchain(None)
# What is said of what is translated.
NOTES = ("PTX042", "PTX030", "TEX001")
ARCHS = ("gfx90a", *(pytest.param(arch, marks=pytest.mark.thorough) for arch in ("gfx942", "gfx1100")))


def made(module: Path) -> Conversion:
    return converted(module.read_bytes(), module.name, PTX_HEADER)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_the_source_is_as_expected(module: Path) -> None:
    found = made(module)
    assert [each.message for each in found.findings if each.rule not in NOTES] == []
    assert found.code.decode() == module.with_suffix(".hip").read_text(encoding="utf-8")


def test_the_example_of_the_documentation_is_one_of_them() -> None:
    page = (Path(__file__).parents[4] / "docs" / "ptx-modules.md").read_text(encoding="utf-8")
    for suffix, begin in ((".ptx", ".visible"), (".hip", 'extern "C"')):
        text = (FOLDER / "loop").with_suffix(suffix).read_text(encoding="utf-8")
        assert text[text.index(begin) :] in page


@pytest.mark.slow
@pytest.mark.skipif(TOOLCHAIN is None, reason="no compiler for HIP: python -m tools.hip_toolchain")
@pytest.mark.parametrize("arch", ARCHS)
def test_the_sources_compile(arch: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """With no more of the header than what each names."""
    assert TOOLCHAIN is not None
    compiler = Compiler(TOOLCHAIN, tmp_path_factory)
    complaints = {}
    for module in MODULES:
        code = made(module).code
        folder = tmp_path / module.stem
        folder.mkdir()
        header = helpers.text_for(PTX_HEADER, calls_of_ptx_header(code))
        (folder / PTX_HEADER).write_text(header, encoding="utf-8")
        source = folder / f"{module.stem}.hip"
        source.write_bytes(code)
        if said := compiler.complaints(source.name, folder, arch, sides=["--cuda-device-only"]):  # as --genco does
            complaints[module.name] = said
    assert complaints == {}


def test_line_ends_mean_nothing() -> None:
    for module in MODULES:
        data = module.read_bytes()
        assert converted(data.replace(b"\n", b"\r\n"), module.name, PTX_HEADER).code == made(module).code


if __name__ == "__main__":
    for each in MODULES:
        each.with_suffix(".hip").write_bytes(made(each).code)
