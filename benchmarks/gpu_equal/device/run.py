"""Builds and runs all programs of a folder on a machine with nvcc and a GPU; needs nothing but Python.

python3 run.py FOLDER RESULTS.json [--jobs N]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from toolkit import HIP, wheels  # type: ignore[import-not-found]  # it stands beside this file

LIBRARIES = ["cublas", "cublasLt", "cufft", "curand", "cusparse", "cusolver", "nccl", "nvrtc", "cuda"]
AT_ONCE = 4
"""Programs that run at a time: most of their time goes into starting CUDA."""


def build(folder: Path, arch: str, libraries: list[str], headers: Path) -> str:
    """An empty text, or what the compiler says."""
    flags = [
        "-std=c++17",
        "--expt-relaxed-constexpr",
        f"-arch={arch}",
        "-w",
        "-o",
        str(folder / "main"),
        str(folder / "main.cu"),
        *libraries,
    ]
    hip = [] if folder.parent.name == "cuda" else [*HIP, "-I", str(headers)]
    done = subprocess.run(["nvcc", *hip, *flags], capture_output=True, text=True, errors="replace", check=False)
    return "" if done.returncode == 0 else (done.stderr or done.stdout)[-2_000:]


def output(folder: Path) -> str:
    if not (folder / "main").exists():
        return ""
    try:
        done = subprocess.run(
            ["./main"], cwd=folder, capture_output=True, text=True, errors="replace", timeout=30, check=False
        )
    except subprocess.TimeoutExpired:
        return "did not end"
    return f"{done.stdout}exit {done.returncode}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--arch", default="sm_90")
    options = parser.parse_args()
    folders = sorted(path.parent for path in options.folder.glob("*/*/main.cu"))
    with ThreadPoolExecutor(options.jobs) as pool:
        building = partial(build, arch=options.arch, libraries=wheels(LIBRARIES), headers=options.folder / "include")
        said = list(pool.map(building, folders))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        printed = list(pool.map(output, [folder for folder in folders for _ in range(2)]))
    results = {
        f"{folder.parent.name}/{folder.name}": {"compiler": text, "outputs": printed[2 * at : 2 * at + 2]}
        for at, (folder, text) in enumerate(zip(folders, said, strict=True))
    }
    options.results.write_text(json.dumps(results, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
