"""One command with many words takes time that grows as it does."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert_build
from hipify_py.subjects.buildfiles.cmake_blocks import Blocks
from hipify_py.subjects.buildfiles.statements import CMakeFile

_WORDS = {
    "set(X": b"  CUDA::cublas a%d.cu -gencode arch=compute_80,code=sm_80\n",
    "target_link_libraries(app": b"  CUDA::cublas mine%d\n",
}
_PART = b"""\
find_package(CUDAToolkit REQUIRED)
if(USE_CUDA_%d)
  set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -gencode arch=compute_80,code=sm_80 --use_fast_math")
  add_library(mine%d STATIC a.cu)
  target_link_libraries(mine%d PUBLIC CUDA::cudart CUDA::cublas)
  set_target_properties(mine%d PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
  target_include_directories(mine%d PUBLIC ${CUDAToolkit_INCLUDE_DIRS} /usr/local/cuda/include)
else()
  set(CMAKE_CUDA_ARCHITECTURES 70)
endif()
"""
# Four times as many words; where each asked all others, it would be sixteen times as long.
_FEW, _MANY, _MOST = 1000, 4000, 9


@pytest.mark.parametrize("command", _WORDS)
def test_time_grows_with_the_words(command: str) -> None:
    few, many = (min(_seconds(command, count) for _try in range(2)) for count in (_FEW, _MANY))
    assert many < _MOST * few


@pytest.mark.parametrize("line", [b"set(EXT%d cu)\n", b'set(OPTIONS%d "-lineinfo")\n'])
def test_time_grows_with_the_commands(line: bytes) -> None:
    few, many = (min(_time(b"".join(line % n for n in range(count))) for _try in range(2)) for count in (_FEW, _MANY))
    assert many < _MOST * few


def test_time_grows_with_the_file() -> None:
    few, many = (min(_time(_parts(count)) for _try in range(2)) for count in (_FEW // 10, _MANY // 10))
    assert many < _MOST * few


def test_memory_grows_with_the_conditions_in_each_other() -> None:
    few, many = (_peak(b"if(A)\n" * count + b"endif()\n" * count) for count in (_FEW, _MANY))
    assert many < _MOST * few


@pytest.mark.slow
def test_a_megabyte_is_converted_in_time() -> None:
    """Conversion is not given up for the time that it takes."""
    data = _parts(2500)
    assert len(data) > 1_000_000
    result = convert_build(data, Context(api.policy(), path="CMakeLists.txt"))
    assert b"CUDA::" not in result.output
    assert not any(found.rule.startswith("TOOL") for found in result.findings)


def _peak(data: bytes) -> int:
    """The memory that the blocks of a file take while they are found."""
    blocks = Blocks(CMakeFile(data).statements)
    tracemalloc.start()
    assert blocks.unclosed == []
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def _parts(count: int) -> bytes:
    language = b"cmake_minimum_required(VERSION 3.21)\nproject(mine LANGUAGES CXX CUDA)\n"
    return language + b"".join(_PART % ((number,) * _PART.count(b"%d")) for number in range(count))


def _seconds(command: str, count: int) -> float:
    return _time(command.encode() + b"\n" + b"".join(_WORDS[command] % number for number in range(count)) + b")\n")


def _time(data: bytes) -> float:
    context = Context(api.policy(), path="CMakeLists.txt")
    start = time.process_time()
    convert_build(data, context)
    return time.process_time() - start
