"""Launches what `python -m benchmarks.ptx_modules gpu` has packed; needs Python, nvcc and an NVIDIA GPU of Hopper.

python3 run.py FOLDER RESULTS.jsonl [--seconds N] [--workers N]

Rows of results are written as they come. A run that is cut off has lost nothing but what it had not come to.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tarfile
import time
from collections import Counter
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--workers", type=int, default=1, help="processes at a time; what faults in one may stop all")
    options = parser.parse_args()
    folder: Path = options.folder.resolve()
    started = time.monotonic()
    building = subprocess.Popen(
        ["nvcc", "-std=c++17", "-O2", "-arch=sm_90", "-o", "driver", "driver.cu", "-lcuda"], cwd=folder
    )
    with tarfile.open(folder / "cubins.tar.xz") as packed:
        packed.extractall(folder)
    if building.wait():
        raise SystemExit("the driver does not compile")
    print(f"ready after {time.monotonic() - started:.0f} s", flush=True)
    results = options.results.absolute()
    results.write_text("")
    command = ["./driver", "jobs.tsv", str(results)]
    running = [
        subprocess.Popen([*command, str(worker), str(options.workers), str(options.seconds)], cwd=folder)
        for worker in range(options.workers)
    ]
    codes = [each.wait() for each in running]
    rows = [json.loads(line) for line in results.read_text().splitlines()]
    print(
        f"exit codes {sorted(set(codes))}; {len({row['job'] for row in rows})} kernels, {len(rows)} tries", flush=True
    )
    print(Counter(row["said"] for row in rows).most_common(), f"after {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
