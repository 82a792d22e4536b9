"""nvcc's options as clang reads them."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.subjects.buildfiles.flag_words import rows
from hipify_py.subjects.buildfiles.flags import Option, read

NVCC = shutil.which("nvcc")
GPUS = ("gfx90a", "gfx1100")
FORWARDING = "-forward-unknown-to-host-compiler"


def _read(line: str, archs: Sequence[str] = GPUS) -> list[Option]:
    return list(read(shlex.split(line), archs))


def _new(line: str) -> str:
    return shlex.join(word for option in _read(line) for word in option.new)


@pytest.mark.parametrize(
    "line",
    [
        "-c a.cu -o a.o",
        "-O3 -g -DX -D Y -UZ -Iinc -I inc -isystem inc -include a.h -Llib -lm -l m -std=c++17 -shared",
        "-MD -MP -MF a.d -MT a.o -Wno-deprecated-declarations -w -m64 -Xlinker -z",
        "'-DTEXT=\"a,b\"' $(FLAGS) ${FLAGS} $<TARGET_FILE:a> -",
        "'-I$(call f,a,b)'",
    ],
)
def test_what_clang_reads_stays_as_it_is_written(line: str) -> None:
    assert {option.fate for option in _read(line)} <= {"same", "input"}
    assert shlex.split(_new(line)) == shlex.split(line)


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("-arch=sm_80", "--offload-arch=gfx90a --offload-arch=gfx1100"),
        ("--gpu-architecture sm_80", "--offload-arch=gfx90a --offload-arch=gfx1100"),
        ("-Xcompiler -Wall,-fPIC", "-Wall -fPIC"),
        ("-Xcompiler=-Wall", "-Wall"),
        ("--compiler-options '-a -b'", "-a -b"),
        ("-Xcompiler '\"-Wl,-rpath,/x\"'", "-Wl,-rpath,/x"),
        (r"-Xcompiler '-Wl\,-rpath\,/x'", "-Wl,-rpath,/x"),
        ("-Xlinker -rpath,/x", "-Wl,-rpath,/x"),
        ("-rdc=true", "-fgpu-rdc"),
        ("-rdc true", "-fgpu-rdc"),
        ("--relocatable-device-code=false", "-fno-gpu-rdc"),
        ("-dc", "-fgpu-rdc -c"),
        ("-O 2", "-O2"),
        ("-DX=a,b", "-DX=a -Db"),
        (r"'-DX=a\,b'", "-DX=a,b"),
        ("-I=x --include-path y,z", "-Ix -Iy -Iz"),
        ("--output-file=a.o", "-o a.o"),
        ("--std c++17", "-std=c++17"),
        ("-x cu", "-x hip"),
        ("-lcublas -l cufft,m -lcudart_static", "-lhipblas -lhipfft -lm -lamdhip64"),
        ("-ftz=true -fmad=false", "-fgpu-flush-denormals-to-zero -ffp-contract=off"),
        ("-prec-div=false -prec-sqrt=false", "-fno-hip-fp32-correctly-rounded-divide-sqrt"),
        ("-Werror all-warnings,reorder,default-stream-launch", "-Werror -Werror=reorder"),
        ("-Xptxas=-v,-dlcm=ca", "-Rpass-analysis=kernel-resource-usage"),
        ("--default-stream per-thread", "-fgpu-default-stream=per-thread"),
        ("-lineinfo -G", "-gline-tables-only -g -Xarch_device -O0"),
    ],
)
def test_translated(line: str, new: str) -> None:
    assert {option.fate for option in _read(line)} <= {"translated", "dropped"}
    assert _new(line) == new


@pytest.mark.parametrize(
    "line",
    [
        "-maxrregcount=32",
        "-t 4",
        "-t4",
        "--threads=4",
        "-ccbin g++",
        "--cudart shared",
        "--expt-relaxed-constexpr",
        "-Xptxas -dlcm=ca",
        "-Xcudafe --diag_suppress=1",
        "-lcudadevrt",
        "-link",
        FORWARDING,
        "-prec-div=false",
        "-prec-sqrt=false",
        "-prec-div=false -prec-sqrt=true",
    ],
)
def test_dropped_with_a_reason(line: str) -> None:
    options = _read(line)
    assert {option.fate for option in options} == {"dropped"}
    assert _new(line) == ""
    assert all(option.why for option in options)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("-ptx", "AMD GPUs run no PTX"),
        ("-dlink", "clang links device code together with host code"),
        ("-lnppc", "ROCm has no counterpart of libnppc"),
        ("'-fmad=$(FMAD)'", "its value is not known here"),
        ("-optf flags.txt", "the options in the file are those of nvcc"),
        ("@flags.txt", "the options in the file are those of nvcc"),
    ],
)
def test_found_and_left(line: str, why: str) -> None:
    (option,) = _read(line)
    assert (option.fate, option.why) == ("finding", why)
    assert option.help
    assert list(option.new) == shlex.split(line)


def test_the_first_option_about_gpus_names_them_all() -> None:
    line = "-gencode arch=compute_80,code=sm_80 -c -gencode=arch=compute_90,code=[sm_90,compute_90] -code=sm_80"
    assert [(option.name, option.fate) for option in _read(line)] == [
        ("-gencode", "translated"),
        ("-c", "same"),
        ("-gencode", "dropped"),
        ("-code", "dropped"),
    ]


def test_gpus_of_nvidia_fall_away_where_none_of_amd_are_named() -> None:
    first, second, native = (*_read("-arch=sm_80 -code=sm_80", ()), *_read("-arch=native", ()))
    assert (first.fate, first.why, second.why) == ("dropped", "it names NVIDIA GPUs", "it names NVIDIA GPUs")
    assert native.new == ("--offload-arch=native",)


@pytest.mark.parametrize("flag", ["-Wall", "-fPIC", "-pthread", "-march=native", "-Wl,-z,now", "-xcu", "-oa.o"])
def test_other_options_reach_the_host_compiler_only_where_nvcc_forwards_them(flag: str) -> None:
    assert [option.fate for option in read([flag])] == ["unknown"]
    assert [option.fate for option in read([flag, FORWARDING])] == ["same", "dropped"]
    assert [option.fate for option in read([flag], forwards=True)] == ["same"]


def test_an_option_without_its_value_is_unknown() -> None:
    (option,) = read(["-arch"])
    assert (option.fate, option.why, option.new) == ("unknown", "its value is missing", ("-arch",))


_WORDS = st.one_of(
    st.sampled_from([name for name in rows() for name in (name, name + "=")]),
    st.text("-=,@$(){}[]<>\"'\\ aDIl", max_size=8),
)


@given(st.lists(_WORDS, max_size=6))
def test_every_word_belongs_to_one_option(words: list[str]) -> None:
    options = list(read(words, GPUS))
    spans = [(option.first, option.last) for option in options]
    assert [at for first, last in spans for at in range(first, last)] == list(range(len(words)))
    assert all(tuple(words[each.first : each.last]) == each.new for each in options if each.fate in ("same", "input"))


# -- the table ---------------------------------------------------------------------------------------------------------

_HELP_LINE = re.compile(r"^(--[\w-]+)(?: (\S.*?))?\s+\((-[\w-]+)\)\s*$", re.M)
_SAID_IN_TEXT = ("-MF", "-qpp-config")
_OPTIONS_TO_TOOLS = "words"  # nvcc's help calls these lists, but they are split at blanks too


def test_all_of_nvccs_options_are_in_the_table() -> None:
    if NVCC is None:
        pytest.skip("the table is not compared with nvcc --help, for want of nvcc")
    shown = _HELP_LINE.findall(subprocess.run([NVCC, "--help"], capture_output=True, text=True, check=True).stdout)
    named = {short: (long, _takes(value, short)) for long, value, short in shown}
    table = {
        name: (row.long, "list" if row.takes == _OPTIONS_TO_TOOLS else row.takes)
        for name, row in rows().items()
        if row.long and not row.hidden and (not row.releases or name in named)
    }
    assert len(named) > 100
    assert table == named


def _takes(value: str, name: str) -> str:
    if name in _SAID_IN_TEXT:
        return "value"
    if value == "{true|false}":
        return "bool"
    return "list" if value.endswith(",...") else "value" if value else ""


def test_each_option_says_what_becomes_of_it() -> None:
    for name, row in rows().items():
        assert row.to or row.dropped or row.finding or row.values or row.by, name
        assert not row.finding or not row.to, name


@pytest.mark.parametrize(("sides", "new"), [((0, 1), "-g -Xarch_device -O0"), ((1, 2), "-g -g -Xarch_device -O0")])
def test_what_stands_under_another_condition_says_nothing(sides: tuple[int, ...], new: str) -> None:
    found = read(["-g", "-G"], forwards=True, sides=sides)
    assert " ".join(word for option in found for word in option.new) == new


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("-g -G -O0", "-g -Xarch_device -O0 -O0"),
        ("-G --debug", "-Xarch_device -O0 -g"),
        ("-G -O0", "-g -Xarch_device -O0 -O0"),
    ],
)
def test_what_another_option_says_is_not_repeated(line: str, new: str) -> None:
    assert _new(line) == new
