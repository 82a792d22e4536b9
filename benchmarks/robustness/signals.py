"""Kills and interrupts runs at random moments, and looks at what is left.

    python -m benchmarks.robustness.signals [--signal INT|TERM|HUP|KILL]... [--count N] [--seed S] [--jobs J]

A trial converts a tree in place with two workers and sends a signal: Ctrl-C to the whole process group, as a terminal
does, the others to the process alone, or every second time to the group. Half of the signals are aimed at start-up and
at the forking of workers. Then must hold: the process ends in time and says how in its exit code, without a traceback;
no process of it is left; each file is the original or fully converted; `undo` gives back every byte and leaves
nothing behind. The clock starts when the process has begun to listen for signals: before, they meet a Python
interpreter that has not read a line of ours.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

FILES = 100
# A run that has not ended so long after a signal hangs.
_PATIENCE = 20.0
_LISTENS_TO = 1 << (signal.SIGTERM - 1)
_SOURCE = """\
#include <cuda_runtime.h>
#include "file_{next:03}.cu"
__global__ void kernel_{number}(float *out, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = __shfl_down_sync(0xffffffff, out[i], 1);
    if (i < n) out[i] = sum;
}}
void launch_{number}(float *out, int n) {{
    cudaMalloc(&out, n * sizeof(float));
    kernel_{number}<<<(n + 255) / 256, 256>>>(out, n);
    cudaDeviceSynchronize();
    cudaFree(out);
}}
"""


class BrokenPromiseError(Exception):
    """What a trial has shown, in one line."""


@dataclass
class Tree:
    """A tree to convert, with what it holds before and after."""

    folder: Path
    environment: dict[str, str]
    before: dict[str, bytes] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)
    seconds: float = 1.0

    @classmethod
    def make(cls, folder: Path, files: int = FILES) -> Tree:
        work = folder / "work"
        work.mkdir(parents=True)
        for number in range(files):
            text = _SOURCE.format(number=number, next=(number + 1) % files)
            (work / f"file_{number:03}.cu").write_text(text * (1 + number % 5))
        (folder / "state").mkdir()
        tree = cls(work, {**os.environ, "HIPIFY_PY_STATE": str(folder / "state"), "HOME": str(folder)})
        tree.before = tree.contents()
        started = time.monotonic()
        tree.run("-q", "--rename-files", "-j2", ".")
        tree.seconds = time.monotonic() - started
        tree.after = tree.contents()
        tree.undo()
        return tree

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "hipify_py", *arguments],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def run(self, *arguments: str) -> int:
        process = self.start(*arguments)
        _out, err = process.communicate()
        if process.returncode not in (0, 1):
            raise BrokenPromiseError(f"{' '.join(arguments)}: exit code {process.returncode}: {err.decode()}")
        return process.returncode

    def undo(self) -> None:
        self.run("undo", ".")
        if (now := self.contents()) != self.before:
            wrong = sorted(name for name in now.keys() | self.before.keys() if now.get(name) != self.before.get(name))
            raise BrokenPromiseError(f"undo did not restore {', '.join(wrong)}")

    def contents(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def check(self) -> bool:
        """Whether something is converted; all must be old or new, but for a file that nobody has given its name yet.
        Names change last, so a converted file may have either."""
        now = self.contents()
        for name, content in now.items():
            converted = self.after.get(_renamed(name))
            if not name.endswith("hipify-tmp") and content not in (self.before.get(name), converted):
                raise BrokenPromiseError(
                    f"{name} is neither as it was nor converted: {_difference(content, converted)}"
                )
        lost = [name for name in self.before if name not in now and _renamed(name) not in now]
        if lost:
            raise BrokenPromiseError(f"{', '.join(lost)}: lost")
        return now != self.before


def _difference(content: bytes, expected: bytes | None) -> str:
    """The first line that is not as expected."""
    if expected is None:
        return "nobody has made it"
    lines, wanted = content.decode(errors="replace").splitlines(), expected.decode(errors="replace").splitlines()
    pairs = enumerate(zip_longest(lines, wanted, fillvalue="(nothing)"), 1)
    return next((f"line {number} is {line!r}, not {other!r}" for number, (line, other) in pairs if line != other), "")


def _renamed(name: str) -> str:
    return Path(name).with_suffix(".hip").name


def trial(tree: Tree, number: signal.Signals, delay: float, *, to_group: bool) -> str:
    """Run, send the signal, look. Returns what became of it."""
    process = tree.start("-q", "--rename-files", "-j2", ".")
    _wait_until_it_listens(process)
    time.sleep(delay)
    with_group = to_group or number is signal.SIGINT
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number) if with_group else process.send_signal(number)
    try:
        _out, err = process.communicate(timeout=_PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise BrokenPromiseError(f"hangs after {number.name}") from None
    _check_ending(process.returncode, err, number)
    _check_group(process.pid)
    is_changed = tree.check()
    if is_changed:
        tree.undo()
    finished = process.returncode in (0, 1)
    return "finished before" if finished else "stopped midway" if is_changed else "stopped early"


def _wait_until_it_listens(process: subprocess.Popen[bytes]) -> None:
    status = Path(f"/proc/{process.pid}/status")
    while process.poll() is None:
        caught = next((line for line in status.read_text().splitlines() if line.startswith("SigCgt")), "SigCgt: 0")
        if int(caught.split()[1], 16) & _LISTENS_TO:
            return
        time.sleep(0.0005)


def _check_ending(code: int, err: bytes, number: signal.Signals) -> None:
    # While Python ends, signals have their ordinary effect again; a shell sees the same code.
    expected = (0, 1, -number, 128 + number)
    if code not in expected:
        raise BrokenPromiseError(f"exit code {code} after {number.name}: {err.decode(errors='replace')}")
    if b"Traceback" in err or b"Exception ignored" in err or b"internal error" in err:
        raise BrokenPromiseError(f"noise after {number.name}: {err.decode(errors='replace')}")


def _check_group(group: int) -> None:
    """No process of the group may be left; the last ones get a moment to notice that their parent is gone."""
    for _ in range(300):
        if not (left := list(_members(group))):
            return
        time.sleep(0.01)
    raise BrokenPromiseError(f"processes left: {left}")


def _members(group: int) -> Iterator[int]:
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split() if entry.name.isdigit() else []
        except OSError:
            continue
        if fields and int(fields[2]) == group and fields[0] != "Z":
            yield int(entry.name)


def trials(number: signal.Signals, count: int, seed: int, folder: Path) -> tuple[Counter[str], list[str]]:
    chance = random.Random(seed)
    tree = Tree.make(folder)
    seen: Counter[str] = Counter()
    broken: list[str] = []
    for index in range(count):
        early = index % 2 == 0
        delay = chance.uniform(0, tree.seconds * (0.5 if early else 1.1))
        try:
            seen[trial(tree, number, delay, to_group=bool(index % 4 < 2))] += 1
        except BrokenPromiseError as error:
            broken.append(f"seed {seed} trial {index} after {delay:.4f} s: {error}")
            tree = Tree.make(folder / f"again-{index}")
    return seen, broken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--signal", action="append", choices=["INT", "TERM", "HUP", "KILL"])
    parser.add_argument("--count", type=int, default=50, help="trials of each signal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    failed = False
    for name in arguments.signal or ["INT", "TERM", "KILL"]:
        number = signal.Signals[f"SIG{name}"]
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
            share = -(-arguments.count // arguments.jobs)
            results = [
                pool.submit(trials, number, share, arguments.seed + job, Path(folder, str(job)))
                for job in range(arguments.jobs)
            ]
            seen = sum((result.result()[0] for result in results), Counter[str]())
            broken = [line for result in results for line in result.result()[1]]
        print(f"{number.name}: {dict(seen)}, {len(broken)} broken promises")
        print(*broken, sep="\n", end="\n" if broken else "")
        failed = failed or bool(broken)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
