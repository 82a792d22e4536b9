"""hipify_pin.hpp compiles wherever instrumented sources do, and records without a GPU what units of the host do."""

from __future__ import annotations

import math
import os
import shutil
import signal
import struct
import subprocess
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.pin import __main__ as pin
from hipify_py import helpers
from hipify_py.file.marks import PIN_HEADER
from hipify_py.run.pin.records import Buffer, Call, Flag, Recording, Role, State, Type
from tests.compile.judging import ARCHS, TOOLCHAIN

pytestmark = pytest.mark.slow

SOURCES = Path(__file__).parent / "pin"
# Those of the header, too.
WARNINGS = ["-DHIPIFY_PIN_WITH_WARNINGS", "-Wall", "-Wextra"]
# What builds give names to that headers may use.
MACROS = ["-DN=7", "-DE=2.7", "-DR=8.3"]
DEVICE = """\
#include "hipify_pin.hpp"
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>

struct View { float* data; int n; };
struct Alone { explicit Alone(int n) : n(n) {} Alone(Alone&&) = default; int n; };
enum class Mode : short { FIRST };
typedef float (*Function)(float);
template <class T> __global__ void scale(T* x, const float4* y, View view, int n, Mode mode, __half h, Function f) {
  if (threadIdx.x < n) x[threadIdx.x] *= T(view.data[0]) + T(y[0].x);
}
__global__ void plain(const float* x) {}
template <class T> void launch(T* x, const float4* y, View view, hipStream_t stream) {
  const __half h = __float2half(1.0f);
  const Mode mode = Mode::FIRST;
  (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "a.cu", 1, "scale", 0), 6),
   scale<T><<<hipify_pin_grid(2), hipify_pin_block(dim3(64)), hipify_pin_shared(0), hipify_pin_stream(stream)>>>(
       hipify_pin_arg<0>(x), hipify_pin_arg<1>(y), hipify_pin_arg<2>(view), hipify_pin_arg<3>(7),
       hipify_pin_arg<4>(mode), hipify_pin_arg<5>(h), nullptr),
   hipify_pin_end());
  do {
    hipify_pin_begin(HIPIFY_PIN_SITE("launch", "a.cu", 2, "scale", 1), 2);
    hipLaunchKernelGGL((scale<T>), hipify_pin_grid(dim3(2)), hipify_pin_block(64), 0, hipify_pin_stream(stream),
                       hipify_pin_arg<0>(x), hipify_pin_arg<1>(y), view, 7, mode, h, nullptr);
    hipify_pin_end();
  } while (0);
}
// What converts to what is passed, and cannot be copied.
template <class T> struct Owner {
  Owner(const Owner&) = delete;
  operator T() { return value; }
  T value;
};
hipError_t owners(Owner<void*>& memory, Owner<void**>& pointer, Owner<size_t>& bytes, Owner<dim3>& size,
                  Owner<hipStream_t>& stream, const float* y) {
  (hipify_pin_begin(HIPIFY_PIN_SITE("allocate", "a.cu", 3, "cudaMalloc", 0), 2),
   hipify_pin_returned(hipMalloc(hipify_pin_out(pointer), hipify_pin_bytes(bytes))));
  (hipify_pin_begin(HIPIFY_PIN_SITE("copy", "a.cu", 4, "cudaMemcpyAsync", 0), 4),
   hipify_pin_returned(hipMemcpyAsync(hipify_pin_to(memory), hipify_pin_from(y), hipify_pin_bytes(bytes),
                                      hipMemcpyDefault, hipify_pin_stream(stream))));
  (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "a.cu", 5, "plain", 0), 1),
   plain<<<hipify_pin_grid(size), hipify_pin_block(size), hipify_pin_shared(bytes), hipify_pin_stream(stream)>>>(
       hipify_pin_arg<0>(y)),
   hipify_pin_end());
  return (hipify_pin_begin(HIPIFY_PIN_SITE("free", "a.cu", 6, "cudaFree", 0), 1),
          hipify_pin_returned(hipFree(hipify_pin_gone(memory))));
}
template <class T> struct Holder {
  T* x;
  int size = (launch(x, nullptr, View(), 0), 1);
};
Alone moved(Alone one) { return hipify_pin_arg<0>(static_cast<Alone&&>(one)); }
int main() {
  double* x = nullptr;
  float4* y = nullptr;
  __hip_bfloat16* z = nullptr;
  const View view = {nullptr, 1};
  launch(x, y, view, 0);
  Holder<float> holder;
  if ((hipify_pin_begin(HIPIFY_PIN_SITE("allocate", "a.cu", 9, "cudaMalloc", 0), 2),
       hipify_pin_returned(hipMalloc(hipify_pin_out(&z), hipify_pin_bytes(holder.size)))) != hipSuccess)
    return 1;
  return moved(Alone(1)).n;
}
"""


def _put_header(folder: Path) -> None:
    (folder / PIN_HEADER).write_text(helpers.pin_header(), encoding="utf-8")


@pytest.mark.parametrize("arch", [*ARCHS, pytest.param("gfx1100", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("standard", [pytest.param("c++11", marks=pytest.mark.thorough), "c++20"])
def test_compiles_with_device_code(arch: str, standard: str, tmp_path: Path) -> None:
    """For waves of 64 lanes and of 32, and without a warning."""
    assert TOOLCHAIN
    _put_header(tmp_path)
    (tmp_path / "a.hip").write_text(DEVICE, encoding="utf-8")
    command = [word for word in TOOLCHAIN.command(arch) if word not in ("-w", "-std=gnu++17")]
    done = subprocess.run(
        [*command, f"-std={standard}", *WARNINGS, *MACROS, "a.hip"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line for line in done.stderr.splitlines() if "error:" in line or PIN_HEADER in line] == []
    assert done.returncode == 0


@pytest.mark.thorough
@pytest.mark.parametrize("name", [path.name for path in pin.programs()])
def test_programs_compile_for_amd(name: str, tmp_path: Path) -> None:
    """Those that are compared on a GPU."""
    assert TOOLCHAIN
    pin.generate(tmp_path / "pin", [name])
    for unit in (tmp_path / "pin" / "hip" / name).glob("*.c*"):
        command = [*TOOLCHAIN.command("gfx1100"), str(unit)]
        done = subprocess.run(command, cwd=unit.parent, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by the host's compiler, over a runtime that has no GPU."""
    assert TOOLCHAIN
    compiler = shutil.which("g++") or pytest.skip("there is no g++")
    folder = tmp_path_factory.mktemp("pin")
    _put_header(folder)
    flags = ["-D__HIP_PLATFORM_AMD__=1", "-isystem", str(TOOLCHAIN.root / "include"), "-I", str(folder), "-pthread"]
    strict = ["-std=c++11", *WARNINGS, *MACROS, "-Werror"]
    units = [str(SOURCES / name) for name in ("program.cpp", "runtime.cpp")]
    subprocess.run([compiler, *strict, *flags, *units, "-o", str(folder / "program")], check=True)
    return folder / "program"


Run = Callable[..., list[Recording]]


@pytest.fixture
def run(program: Path, tmp_path: Path) -> Iterator[Run]:
    opened: list[Recording] = []

    def runs(*words: str, options: str = "", code: int = 0, said: str = "", **environment: str) -> list[Recording]:
        done = subprocess.run(
            [program, *words],
            cwd=tmp_path,
            env={**os.environ, "HIPIFY_PIN": options, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (code, said)
        assert code or done.stdout.endswith("0 1\n")
        opened.extend(Recording(path) for path in sorted(tmp_path.glob("**/*.pin")))
        return opened

    yield runs
    for each in opened:
        each.__exit__(None, None, None)


def _calls(recording: Recording) -> list[Call]:
    calls = [recording.call(seen) for seen in recording.calls]
    assert not recording.damage
    return [call for call in calls if call]


def test_what_is_recorded(run: Run) -> None:
    (recording,) = run()
    assert recording.path.name == "hip.pin"
    assert recording.is_complete
    assert recording.program
    assert (recording.program.dialect, recording.program.platform) == ("HIP", "AMD")
    assert recording.program.devices == ("No GPU",)
    calls = _calls(recording)
    assert [(call.place.name, call.place.nth, call.visit) for call in calls] == [
        ("cudaMalloc", 0, 0),
        ("cudaMalloc", 1, 0),
        *(("cudaMemcpy", 0, visit) for visit in range(3)),
        ("library", 0, 0),
        ("cudaMemcpy", 0, 3),
        ("cudaFree", 0, 0),
    ]
    assert [(each.place, each.value) for each in calls[0].scalars] == [(Role.SIZE, 8000)]
    (copied,) = calls[2].buffers
    assert (copied.place, copied.type, copied.elements) == (Role.TO, Type.F64, 1000)
    assert copied.before.state is State.ABSENT
    _is_digest_of(copied)
    library = calls[5]
    assert {each.place: (each.type, each.value) for each in library.scalars} == {
        1: (Type.F32, 2.0),
        4: (Type.ENUMERATION, 111),
        5: (Type.I32, 1000),
    }
    x, y = sorted(library.buffers)
    # What the program asked for, and not what the driver made of it; its type is that of the allocation.
    assert (x.place, x.type, x.elements, x.after.state) == (2, Type.F64, 1000, State.ABSENT)
    assert (y.place, y.type, y.elements) == (3, Type.F64, 1000)
    assert (y.before.least, y.before.most, y.after.most) == (0, 0, 799)
    # An error that the program has not asked for yet is left to it.
    assert calls[6].flags & Flag.ERROR_PENDING
    assert calls[6].buffers[0].after.state is State.ABSENT if calls[6].buffers else True


def _is_digest_of(buffer: Buffer) -> None:
    values = [float("nan") if i % 10 == 3 else 0.5 * i - 100 for i in range(1000)]
    finite = [value for value in values if math.isfinite(value)]
    digest = buffer.after
    assert (digest.state, digest.nan, digest.inf) == (State.TAKEN, 100, 0)
    assert (digest.least, digest.most) == (min(finite), max(finite))
    starts = [1000 // 16 * chunk // 16 * 16 for chunk in range(16)] + [1000]
    for chunk, (start, stop) in enumerate(pairwise(starts)):
        some = [value for value in values[start:stop] if math.isfinite(value)]
        assert digest.sums[chunk] == sum(some)
        assert digest.absolutes[chunk] == sum(map(abs, some))
        assert abs(digest.scattered[chunk]) <= digest.absolutes[chunk]
    assert len({digest.hash, buffer.before.hash, 0}) == 2


def test_nothing_is_recorded_when_it_is_off(run: Run) -> None:
    assert run(options="off") == []


def test_sites_and_visits_are_chosen(run: Run) -> None:
    (recording,) = run(options="sites=cudaMem*|*.cu:60,visits=1-,every=2")
    assert [(call.place.name, call.visit) for call in _calls(recording)] == [("cudaMemcpy", 2)]


def test_names_alone(run: Run) -> None:
    (recording,) = run(options="detail=names,file=of.%p.pin")
    assert recording.path.name.startswith("of.")
    assert not any(call.buffers for call in _calls(recording))


def test_fill(run: Run) -> None:
    (recording,) = run(options="fill=none")
    x, y = sorted(_calls(recording)[5].buffers)
    assert (x.before.state, y.before.hash) == (State.TAKEN, y.before.hash)
    assert y.before.most != 0


@pytest.mark.parametrize(("detail", "count"), [("values", 1000), ("samples:10", 10), ("samples:5000", 1000)])
def test_values(run: Run, detail: str, count: int) -> None:
    (recording,) = run(options=f"detail={detail},sites=library")
    (call,) = _calls(recording)
    index = next(at for at, buffer in enumerate(call.buffers) if buffer.place == 3)
    (piece,) = recording.pieces(call, index, is_after=True)
    values = struct.unpack(f"<{count}d", recording.values(piece))
    step = 1000 // count
    expected = [2 * (0.5 * i - 100) for i in range(0, 1000, step)]
    assert [value for value in values if not math.isnan(value)] == [
        value for i, value in zip(range(0, 1000, step), expected, strict=True) if i % 10 != 3
    ]
    assert piece.is_sample == (count == 10)


def test_what_a_killed_program_recorded_is_there(run: Run) -> None:
    (recording,) = run("kill", code=-signal.SIGKILL)
    assert not recording.is_complete
    assert len(_calls(recording)) == 5


def test_a_child_has_a_file_of_its_own(run: Run) -> None:
    recordings = run("fork")
    assert sorted(len(_calls(each)) for each in recordings) == [2, 8]
    assert all(each.is_complete for each in recordings)


def test_exceptions_in_arguments(run: Run) -> None:
    """What was begun never ends, and what comes after it is recorded as ever."""
    (recording,) = run("throw")
    calls = _calls(recording)
    assert sum(bool(call.flags & Flag.UNFINISHED) for call in calls) == 200
    assert calls[-1].place.name == "cudaFree"
    assert next(call for call in calls if call.place.name == "library").buffers


@pytest.mark.parametrize("options", ["", "sites=library"])
def test_nothing_waits_for_a_device_while_anything_captures(run: Run, options: str) -> None:
    (recording,) = run("capture", options=options)
    call = next(call for call in _calls(recording) if call.place.name == "library")
    assert call.flags & Flag.CAPTURED
    assert not call.buffers


def test_files_are_named_by_ranks(run: Run) -> None:
    (recording,) = run(OMPI_COMM_WORLD_RANK="3")
    assert recording.path.name == "hip.3.pin"
    assert recording.program
    assert recording.program.rank == 3


def test_a_word_that_is_not_known_is_said_once(run: Run) -> None:
    said = "hipify_pin: HIPIFY_PIN: 'detail=much' is not known, and ignored; see docs/pin.md\n"
    (recording,) = run(options="detail=much,every=1", said=said)
    assert len(_calls(recording)) == 8


def test_a_file_that_cannot_be_written_is_said(run: Run) -> None:
    said = "hipify_pin: none/a.pin: No such file or directory; nothing is recorded\n"
    assert run(options="file=none/a.pin", said=said) == []
