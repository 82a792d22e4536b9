"""Converted kernels compute the same as machine code of AMD's GPUs, and naive conversions do not.

The programs of tests/simt are built by clang for a GPU of CDNA and one of RDNA, and that code runs on the CPU
(tools/amdgcn). It shows what AMD's compiler makes of a conversion; it does not show a GPU's memory model or its timing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from hipify_py import api
from tests.shared import once
from tests.simt.programs import HANGS, INCLUDE, KERNELS, Program, program, write_headers
from tools.hip_toolchain import SET_UP, find_toolchain

pytest.importorskip("tinygrad", reason="without the extra `amd`, no machine code of AMD's GPUs runs")

from tools.amdgcn import build
from tools.amdgcn.operations import LANE

HERE = Path(__file__).parent
TOOLCHAIN = find_toolchain("7.2")
LANES = {"gfx90a": 64, "gfx942": 64, "gfx1100": 32}
LEVELS = ("-O2", "-O3")
# One of each family is run always, and the others before a release.
ALWAYS = (("gfx942", "-O3"), ("gfx1100", "-O2"))
TARGETS = [(arch, level) for arch in LANES for level in LEVELS]
UNITS = 2

pytestmark = [
    pytest.mark.amd,
    pytest.mark.slow,
    pytest.mark.skipif(TOOLCHAIN is None, reason=f"no compiler for HIP ({SET_UP}): no machine code of AMD's GPUs runs"),
]
targets = pytest.mark.parametrize(
    ("arch", "level"),
    [target if target in ALWAYS else pytest.param(*target, marks=pytest.mark.thorough) for target in TARGETS],
    scope="module",
)

_MAIN = """
#include <cstring>
int main(int, char **arguments) {
%s
  return 1;
}
"""


def _unit(programs: Sequence[Program]) -> str:
    """All versions of some programs as one text, which runs the one that its argument names."""
    versions = {name: text for each in programs for name, text in each.versions.items()}
    includes = sorted({line.strip() for text in versions.values() for line in INCLUDE.findall(text)})
    bodies = [f"namespace {name} {{\n{INCLUDE.sub('', text)}\n}}" for name, text in versions.items()]
    runs = "\n".join(f'  if (!std::strcmp(arguments[1], "{name}")) return {name}::main(), 0;' for name in versions)
    return "\n".join([*includes, *bodies, _MAIN % runs])


def _print(arch: str, level: str, folder: Path) -> None:
    assert TOOLCHAIN is not None
    programs = [program(path) for path in KERNELS]
    write_headers(programs, folder)
    parts = [programs[number::UNITS] for number in range(UNITS)]
    build.runtime_library(TOOLCHAIN)
    with ThreadPoolExecutor(build.WORKERS) as pool:
        built = list(pool.map(partial(_built, folder, arch, level), range(UNITS), parts))
        build.translate(built)
        runs = [
            (path, version)
            for path, part in zip(built, parts, strict=True)
            for each in part
            for version in each.versions
        ]
        printed = pool.map(_printed, runs)
        rows = {version: text for (_, version), text in zip(runs, printed, strict=True)}
    (folder / "printed.json").write_text(json.dumps(rows), encoding="utf-8")


def _built(folder: Path, arch: str, level: str, number: int, programs: Sequence[Program]) -> Path:
    assert TOOLCHAIN is not None
    source, into = folder / f"unit{number}.hip", folder / f"unit{number}"
    source.write_text(_unit(programs), encoding="utf-8")
    # Each `main` is a function among others here, whose end without `return` is not its own.
    build.compile_program(TOOLCHAIN, arch, source, into, (level, f"-I{folder}", "-fno-strict-return"))
    return into


def _printed(run: tuple[Path, str]) -> str:
    path, version = run
    done = build.run(path, version)
    return done.printed.strip() if done.code == 0 else f"error: {done.errors.strip()}"


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory, arch: str, level: str) -> dict[str, str]:
    """What each version of each program prints on a GPU, at a level of optimization."""
    folder = once(tmp_path_factory, f"{arch}{level}", partial(_print, arch, level))
    rows: dict[str, str] = json.loads((folder / "printed.json").read_text(encoding="utf-8"))
    return rows


@targets
def test_machine_code_computes_what_cuda_computes(printed: dict[str, str], arch: str, level: str) -> None:
    del level
    wrong = {}
    for path in KERNELS:
        text = printed[path.stem]
        hangs = str(LANES[arch]) in HANGS.findall(path.read_text(encoding="utf-8"))
        right = re.search("does not end|all waves wait", text) if hangs else text == program(path).prints
        if not right:
            wrong[path.stem] = text
    assert not wrong


@targets
def test_naive_conversions_do_not(printed: dict[str, str], arch: str, level: str) -> None:
    """The mutants are naive about waves of 64 lanes."""
    del level
    if LANES[arch] != 64:
        pytest.skip("its waves are as wide as warps")
    prints = {path.stem: program(path).prints for path in KERNELS}
    versions = [(name, *name.partition("_mutant")) for name in printed]
    assert not [name for name, stem, mutant, _ in versions if mutant and printed[name] == prints[stem]]


gpus = pytest.mark.parametrize(
    "arch", [arch if arch == "gfx1100" else pytest.param(arch, marks=pytest.mark.thorough) for arch in LANES]
)


@gpus
def test_functions_give_the_same_as_on_the_host(tmp_path: Path, arch: str) -> None:
    """The executor itself: integers, floats of three sizes, conversions and divisions."""
    assert TOOLCHAIN is not None
    compiled = _compiled("arithmetic", arch, "-O2", tmp_path)
    assert build.run(compiled).printed == "100 functions, 0 results differ\n"


WRONG = {
    "V_LSHLREV_B32": "D0 = S1 << (S0 & 15);",
    "V_MUL_HI_U32": "D0 = (uint32_t)(S0 * S1 >> 31);",
    "V_CVT_F16_F32": "D0 = half_toward_zero(bits_float(S0));",
    "V_DIV_FIXUP_F32": "D0 = S0;",
    "V_FMA_F64": "D0 = float_bits(bits_double(S0) * bits_double(S1) + bits_double(S2));",
    "V_RNDNE_F32": "D0 = float_bits(std::round(bits_float(S0)));",
}


@pytest.mark.thorough
def test_wrong_instructions_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = _compiled("arithmetic", "gfx942", "-O2", tmp_path)
    for name, body in WRONG.items():
        with monkeypatch.context() as patch:
            patch.setitem(LANE, name, body)
            build.translate([compiled])
        assert " 0 results differ" not in build.run(compiled).printed, name


@gpus
@pytest.mark.parametrize("level", LEVELS)
def test_the_locks_that_we_recommend_end(tmp_path: Path, arch: str, level: str) -> None:
    """What the page of WRP016 writes about its forms; the third is the one that it warns of."""
    compiled = _compiled("locks", arch, level, tmp_path)
    assert [build.run(compiled, str(number)).printed for number in (0, 1)] == ["128\n", "128\n"]
    warned_of = build.run(compiled, "2", environment={"AMDGCN_LIMIT": "1000000"})
    assert "does not end" in warned_of.errors


@gpus
def test_what_only_one_lane_sets_is_not_taken_for_set(tmp_path: Path, arch: str) -> None:
    """clang drops the condition around what sets a value that is passed on undefined: subjects/groups/unset_values."""
    converted, left = _counts_started_and_left("aggregated", arch, tmp_path)
    assert converted == ["64"]
    assert int(left[0]) > 64


@gpus
def test_no_part_that_only_one_lane_sets_is_taken_for_set(tmp_path: Path, arch: str) -> None:
    converted, left = _counts_started_and_left("reserved", arch, tmp_path)
    assert converted == ["2"] * 7
    assert [count for count in left if int(count) <= 2] == []


_STARTED = re.compile(r"\b(base|range|pair|next|by_case|least|taken\[2\])(?: = 0| = \{\}|\{\})(?=[,;])")


def _counts_started_and_left(name: str, arch: str, into: Path) -> list[list[str]]:
    """What a program prints as it is converted, and with its variables left as they were."""
    assert TOOLCHAIN is not None
    source = (HERE / "programs" / f"{name}.cu").read_bytes()
    converted = api.convert(source, api.policy(), path=f"{name}.cu").output.decode()
    counts = []
    for number, text in enumerate((converted, _STARTED.sub(r"\1", converted))):
        unit, compiled = into / f"{number}.hip", into / str(number)
        unit.write_text(text, encoding="utf-8")
        build.compile_program(TOOLCHAIN, arch, unit, compiled)
        build.translate([compiled])
        counts.append(build.run(compiled).printed.split())
    return counts


_PRINTED = """\
0 words of a text  0.00 123456789abcdef x%    -3|ab  |abc
1 words of a text  1.50 123456789abcdef x%    -3|ab  |abc
plain
5 and 1.5
4294967295 -56 18446744073709551615
4294967295 -56 18446744073709551615
host
"""


@gpus
def test_kernels_print(tmp_path: Path, arch: str) -> None:
    assert build.run(_compiled("printed", arch, "-O2", tmp_path)).printed == _PRINTED


@gpus
def test_kernels_allocate_and_recurse(tmp_path: Path, arch: str) -> None:
    assert build.run(_compiled("allocated", arch, "-O2", tmp_path)).printed == "3 7 64 194 "


@gpus
@pytest.mark.parametrize("level", LEVELS)
def test_threads_have_the_numbers_that_a_kernel_asks_for(tmp_path: Path, arch: str, level: str) -> None:
    assert build.run(_compiled("numbered", arch, level, tmp_path)).printed == "8 2 1 32\n"


def _compiled(name: str, arch: str, level: str, into: Path) -> Path:
    assert TOOLCHAIN is not None
    compiled = into / name
    build.compile_program(TOOLCHAIN, arch, HERE / "programs" / f"{name}.hip", compiled, (level,))
    build.translate([compiled])
    return compiled
