"""Where clang puts the release of a spin lock: a wave hangs if it stands behind the loop in which its lanes wait.

The loops that WRP016 and WRP029 show instead, and those that conversion makes, keep it in the loop, at each level of
optimization; the loops that these rules report do not.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping

import pytest

from hipify_py import api
from hipify_py.rules.load import load
from tools.hip_toolchain import find_toolchain, read_pins

pytestmark = pytest.mark.slow

TOOLCHAIN = find_toolchain(read_pins().releases[-1].rocm)
GPUS = ("gfx90a", "gfx942", "gfx1100")
LEVELS = ("-O1", "-O2", "-O3")
OPTIMIZED = ("-O2", "-O3")
TRY = "atomicCAS(lock, 0, 1) == 0"
FREE, FREE_BIT = "atomicExch(lock, 0)", "atomicAnd(lock, ~bit)"
WORK = f"__threadfence(); *sum += v; __threadfence(); {FREE};"
# Each loop, and the levels at which clang moves the release.
LOOPS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "flag": (f"bool done = false; while (!done) {{ if ({TRY}) {{ {WORK} done = true; }} }}", OPTIMIZED),
    "do_loop": (f"bool done = false; do {{ if ({TRY}) {{ {WORK} done = true; }} }} while (!done);", OPTIMIZED),
    "number": (f"int left = 1; while (left != 0) {{ if ({TRY}) {{ {WORK} left = 0; }} }}", LEVELS),
    "for_flag": (f"for (bool done = false; !done;) {{ if ({TRY}) {{ {WORK} done = true; }} }}", OPTIMIZED),
    "count": (f"for (int i = 0; i < 1;) {{ if ({TRY}) {{ {WORK} ++i; }} }}", LEVELS),
    "count_on": (f"for (int i = 0; i < sum[1];) {{ if ({TRY}) {{ {WORK} ++i; }} }}", ()),
    "by_goto": (f"again: if (!({TRY})) goto again; {WORK}", LEVELS),
    "fence": (
        f"bool done = false; while (!done) {{ if ({TRY}) {{ {WORK} done = true; }} __threadfence(); }}",
        OPTIMIZED,
    ),
    "by_break": (f"for (;;) {{ if ({TRY}) {{ {WORK} break; }} }}", LEVELS),
    "by_return": (f"while (true) {{ if ({TRY}) {{ {WORK} return; }} }}", LEVELS),
    "add": (
        f"bool done = false; while (!done) {{ if (atomicAdd(lock, 1) == 0) {{ {WORK} done = true; }} }}",
        OPTIMIZED,
    ),
    "inc": (
        f"unsigned* l = (unsigned*)lock; bool done = false; while (!done) {{ if (atomicInc(l, ~0u) == 0) {{ "
        f"{WORK.replace('lock', 'l')} done = true; }} }}",
        OPTIMIZED,
    ),
    "bit": (
        f"int bit = 1 << (threadIdx.x & 3); bool done = false; while (!done) {{ if (!(atomicOr(lock, bit) & bit)) {{ "
        f"{WORK.replace(FREE, FREE_BIT)} done = true; }} }}",
        OPTIMIZED,
    ),
    "bit_in_head": (
        f"int bit = 1 << (threadIdx.x & 3); while (atomicOr(lock, bit) & bit) {{}} {WORK.replace(FREE, FREE_BIT)}",
        LEVELS,
    ),
    "result": (f"int old; do {{ old = atomicCAS(lock, 0, 1); if (old == 0) {{ {WORK} }} }} while (old != 0);", LEVELS),
}
CONVERTED = ("flag", "do_loop", "number", "for_flag", "fence", "add", "inc", "bit")
PARAMETERS = "(int* lock, float* sum, float v)"
_FUNCTION = re.compile(r"__device__ void (\w+)")
_KERNEL = re.compile(r"^(\w+):(?=.*@)(.*?)^\.Lfunc_end", re.M | re.S)
_LABEL = re.compile(r"(\.LBB\w+):")
_BRANCH = re.compile(r"s_(c?branch)\w*\s+(\.LBB\w+)")
_TRIES = re.compile(r"atomic_(?:cmpswap|add|inc|or)")
_RELEASES = re.compile(r"atomic_(?:swap|and)")
_ENDS = ("s_branch", "s_endpgm")


def _kernel(name: str, body: str) -> str:
    return f'extern "C" __global__ void {name}{PARAMETERS} {{ {body} }}\n'


def _source() -> str:
    cuda = "#include <cuda_runtime.h>\n" + "".join(_kernel(f"kept_{name}", LOOPS[name][0]) for name in CONVERTED)
    parts = [api.convert(cuda.encode(), api.policy(), path="locks.cu").output.decode()]
    parts += [_kernel(f"{name}_as_it_was", body) for name, (body, _levels) in LOOPS.items()]
    for rule in ("WRP016", "WRP029"):
        instead = load().rules[rule].instead
        assert instead is not None
        parts.append(f"namespace {rule} {{\n{instead.code}}}\n")
        functions = _FUNCTION.findall(instead.code)
        parts += [_kernel(f"kept_{rule}_{name}", f"{rule}::{name}(lock, sum, v);") for name in functions]
    return "\n".join(parts)


def _moved(assembly: str) -> set[str]:
    """The kernels that release their lock behind the loop in which they try to take it."""
    return {found[1] for found in _KERNEL.finditer(assembly) if not _releases_in_loop(found[2])}


def _releases_in_loop(text: str) -> bool:
    blocks = list(_blocks(text))
    reached = {name: _reached(_successors(blocks), name) for name, _lines in blocks}
    tries = [name for name, lines in blocks if _TRIES.search(lines)]
    releases = [name for name, lines in blocks if _RELEASES.search(lines)]
    assert tries
    assert releases
    return all(any(end in reached[start] and start in reached[end] for end in releases) for start in tries)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """The basic blocks, by label or by number."""
    name, lines = "0", list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        label, code = _LABEL.match(line), line.partition(";")[0].strip()
        if label or (lines and (_BRANCH.match(lines[-1]) or lines[-1].startswith(_ENDS))):
            yield name, "\n".join(lines)
            name, lines = label[1] if label else str(number), []
        if code and not label:
            lines.append(code)
    yield name, "\n".join(lines)


def _successors(blocks: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for index, (name, lines) in enumerate(blocks):
        last = lines.rpartition("\n")[2]
        jump = _BRANCH.match(last)
        following = [blocks[index + 1][0]] if index + 1 < len(blocks) and not last.startswith(_ENDS) else []
        found[name] = [*following, *([jump[2]] if jump else [])]
    return found


def _reached(successors: Mapping[str, list[str]], start: str) -> set[str]:
    found: set[str] = set()
    to_come = list(successors[start])
    while to_come:
        name = to_come.pop()
        if name not in found:
            found.add(name)
            to_come += successors[name]
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("gpu", GPUS)
def test_only_reported_loops_release_behind(gpu: str, level: str) -> None:
    if TOOLCHAIN is None:
        pytest.skip("no headers of the newest release: python -m tools.hip_toolchain")
    command = TOOLCHAIN.command(gpu)
    done = subprocess.run(
        [*command[: command.index("-c")], level, "-S", "--cuda-device-only", "-o", "-", "-"],
        input=_source(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(_KERNEL.findall(done.stdout)) == len(CONVERTED) + len(LOOPS) + 3
    expected = {f"{name}_as_it_was" for name, (_body, levels) in LOOPS.items() if level in levels}
    assert _moved(done.stdout) == expected
