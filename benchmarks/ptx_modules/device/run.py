"""Assembles and launches what `python -m benchmarks.ptx_modules gpu` has packed; needs nvcc and a GPU of Hopper.

python3 run.py FOLDER RESULTS.jsonl [--seconds N]

Rows of results are written as they come. A run that is cut off has lost nothing but what it had not come to. One
process uses the GPU at a time: what faults in one may stop the kernels of all others.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tarfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_SECONDS = 120  # for one module


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--seconds", type=float, default=400, help="for everything")
    options = parser.parse_args()
    folder: Path = options.folder.resolve()
    end = time.monotonic() + options.seconds
    build = ["nvcc", "-std=c++17", "-O2", "-arch=sm_90", "-o", "driver", "driver.cu", "-lcuda"]
    subprocess.run(build, cwd=folder, check=True)
    with tarfile.open(folder / "sources.tar.xz") as packed:
        packed.extractall(folder)
    commands = json.loads((folder / "commands.json").read_text())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda command: assembled(folder, command, end), commands.values())
        errors = dict(zip(commands, found, strict=True))
    print(
        f"{end - time.monotonic():.0f} s left; {sum(not each for each in errors.values())} of {len(errors)} assembled"
    )
    with options.results.open("w") as results:
        results.writelines(f"{json.dumps(row)}\n" for row in launchable(folder, errors))
    command = ["./driver", "launched.tsv", str(options.results.absolute()), "0", "1", str(end - time.monotonic())]
    code = subprocess.run(command, cwd=folder, check=False).returncode
    rows = [json.loads(line) for line in options.results.read_text().splitlines()]
    print(f"exit code {code}; {len({row['job'] for row in rows})} kernels, {len(rows)} tries")
    print(Counter(row["said"] for row in rows).most_common(), f"{end - time.monotonic():.0f} s left")


def assembled(folder: Path, command: Sequence[str], end: float) -> str:
    """An empty text, or the first error."""
    left = min(_SECONDS, end - time.monotonic() - 60)
    if left < 1:
        return "no time left"
    try:
        done = subprocess.run(
            command, cwd=folder / "sources", capture_output=True, text=True, errors="replace", timeout=left, check=False
        )
    except subprocess.TimeoutExpired:
        return f"did not end within {left:.0f} s"
    lines = (done.stderr + done.stdout).splitlines() if done.returncode else []
    return next((line for line in lines if "error" in line or "fatal" in line), "fails")[:300] if lines else ""


def launchable(folder: Path, errors: dict[str, str]) -> list[dict[str, object]]:
    """Writes the jobs whose modules are there, and says what is with the others."""
    left, lines = [], []
    for line in (folder / "jobs.tsv").read_text().splitlines(keepends=True):
        number, original, other = line.split("\t")[:3]
        for name, what in ((original, "is not assembled as PTX"), (other, "does not compile as translated")):
            if error := errors[Path(name).name]:
                said = what if "time" not in error and "did not end" not in error else "had no time"
                left.append({"job": int(number), "kind": "", "said": said, "error": error})
                break
        else:
            lines.append(line)
    (folder / "launched.tsv").write_text("".join(lines))
    return left


if __name__ == "__main__":
    main()
