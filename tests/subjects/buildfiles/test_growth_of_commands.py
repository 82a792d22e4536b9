"""One command with many words takes time that grows as it does."""

from __future__ import annotations

import time

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert_build

_WORDS = {
    "set(X": b"  CUDA::cublas a%d.cu -gencode arch=compute_80,code=sm_80\n",
    "target_link_libraries(app": b"  CUDA::cublas mine%d\n",
}
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


def _seconds(command: str, count: int) -> float:
    return _time(command.encode() + b"\n" + b"".join(_WORDS[command] % number for number in range(count)) + b")\n")


def _time(data: bytes) -> float:
    context = Context(api.policy(), path="CMakeLists.txt")
    start = time.process_time()
    convert_build(data, context)
    return time.process_time() - start
