"""`hipify-py ptx` with programs, libraries, objects and fat binaries of nvcc."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.subjects.ptx.module.fat_binaries import MAGIC, packed_modules

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify

BINARIES = Path(__file__).parent / "fat_binaries"
KERNELS = "_Z4sumsPKfPfi, _Z4axpyIfEvT_PKS0_PS0_i"
PLAIN = (BINARIES / "plain.fatbin").read_bytes()
# Where a fat binary that holds one module says how large it is, and the module.
_SIZE_OF_ALL, _SIZE_OF_ENTRY, _SIZE_OF_MODULE = 8, 20, 24


@pytest.mark.parametrize(
    ("name", "gpu", "others"),
    [
        ("plain.fatbin", 80, ""),
        ("lz4.fatbin", 80, ""),
        ("zstd.fatbin", 80, ""),
        ("all.fatbin", 90, "; machine code for sm_80, sm_90"),
        ("sass.fatbin", 90, "; machine code for sm_90"),
        ("rdc.o", 80, ""),
    ],
)
def test_modules_are_listed(hipify: Hipify, name: str, gpu: int, others: str) -> None:
    path = str(BINARIES / name)
    ran = hipify("ptx", path)
    size = 2_309 if name == "rdc.o" else 2_313
    assert ran.code == 0
    assert ran.out == f"{path}: 1 PTX module{others}\n{path}:1: compute_{gpu}, {size:,} bytes, {KERNELS}\n"


@pytest.mark.parametrize("name", ["lz4.fatbin", "zstd.fatbin"])
def test_a_compressed_module_is_what_it_was(hipify: Hipify, name: str) -> None:
    extracted = [hipify("ptx", "--extract", f"{BINARIES / file}:1").data for file in (name, "plain.fatbin")]
    assert extracted[0] == extracted[1]
    assert extracted[0].startswith(b".version 9.0\n.target sm_80\n")


def test_a_module_is_translated(hipify: Hipify) -> None:
    ran = hipify("ptx", f"{BINARIES / 'zstd.fatbin'}:1")
    assert ran.code == 0
    assert 'extern "C" __global__ void _Z4sumsPKfPfi(' in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("zstd.fatbin:2", "zstd.fatbin:2: there is no such module"),
        ("zstd.fatbin:0", "zstd.fatbin:0: there is no such module"),
        ("alone.cubin", "alone.cubin: no PTX and no code for GPUs that nvcc has packed"),
    ],
)
def test_what_is_not_there(hipify: Hipify, text: str, said: str) -> None:
    assert said in hipify("ptx", str(BINARIES / text)).error


def test_machine_code_alone(hipify: Hipify, tree: Path) -> None:
    code = (BINARIES / "sass.fatbin").read_bytes()
    size = len(code) - 16 - 64 - 6568
    (tree / "a.so").write_bytes(b"\x7fELF" + bytes(12) + code[:8] + (64 + 6568).to_bytes(8, "little") + code[16:-size])
    assert hipify("ptx", "a.so").error == "a.so: no PTX but machine code for sm_90"


def test_without_the_library(hipify: Hipify, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    path = str(BINARIES / "zstd.fatbin")
    ran = hipify("ptx", path)
    assert ran.code == 1
    assert "compute_80, it is compressed by Zstandard: install hipify-py[binaries]" in ran.out


@pytest.mark.parametrize("place", [_SIZE_OF_ALL, _SIZE_OF_ENTRY, _SIZE_OF_MODULE])
@pytest.mark.parametrize("value", [0, 1, 0xFFFF, 0xFFFFFFFF])
def test_sizes_that_are_wrong(place: int, value: int) -> None:
    data = bytearray(PLAIN)
    data[place : place + 4] = value.to_bytes(4, "little")
    assert len(list(packed_modules(bytes(data)))) <= 1


@pytest.mark.parametrize("data", [MAGIC, MAGIC * 50, MAGIC + b"\1\0\x10\0" + bytes(8), b"", PLAIN[:60]])
def test_what_is_cut_off(data: bytes) -> None:
    assert list(packed_modules(data)) == []


@pytest.mark.parametrize("name", ["lz4.fatbin", "zstd.fatbin"])
def test_damaged_modules(name: str) -> None:
    data = (BINARIES / name).read_bytes()
    for place in range(96, len(data), 40):
        damaged = data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]
        for module in packed_modules(damaged):
            assert module.text or module.problem == "it is damaged"
