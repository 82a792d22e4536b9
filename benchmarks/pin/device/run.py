"""Builds and runs instrumented programs on a machine with nvcc and a GPU; needs nothing but Python.

python3 run.py FOLDER RESULTS [--jobs N]

RESULTS becomes a folder: `results.json`, and a file NAME.pin for each program.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from toolkit import HIP, wheels  # type: ignore[import-not-found]  # it stands beside this file

LIBRARIES = ["cublas", "cublasLt", "cuda"]
# For units of the host alone, the same platform as the others see.
HIP_OF_HOST = ["-D__HIP_PLATFORM_NVIDIA__=1"]
# The same program without device code.
OF_HOST = (
    "g++ -std=c++17 -O2 -x c++ -I /usr/local/cuda/include -c main.cu -o of_host.o && nvcc -o of_host of_host.o -lcuda"
)
# With what programs run once more, by their names.
ALSO = {"streams": ["detail=samples:50", "detail=values,visits=0-0", "visits=0-3"]}


def build(folder: Path, arch: str, libraries: list[str], headers: Path) -> str:
    """An empty text, or what the compiler says."""
    is_hip = folder.parent.name != "cuda"
    include = ["-I", str(headers)] if is_hip else []
    units = []
    for unit in sorted(folder.glob("*.cpp")):
        made = unit.with_suffix(".o")
        of_hip = [*HIP_OF_HOST, "-I", str(headers.parent / "host"), *include]
        flags = [*(of_hip if is_hip else []), "-I", "/usr/local/cuda/include"]
        command = ["g++", "-std=c++17", "-O2", *flags, "-c", unit.name, "-o", made.name]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            return done.stderr[-2_000:]
        units.append(made.name)
    flags = ["-std=c++17", "--expt-relaxed-constexpr", f"-arch={arch}", "-w", "-o", "main", "main.cu", *units]
    command = ["nvcc", *(HIP if is_hip else []), *include, *flags, *libraries]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode == 0 and str(folder).endswith("cuda/types"):
        done = subprocess.run(OF_HOST, cwd=folder, capture_output=True, text=True, check=False, shell=True)
    return "" if done.returncode == 0 else (done.stderr or done.stdout)[-2_000:]


def run(folder: Path, options: str, *words: str, program: str = "main") -> dict[str, Any]:
    if not (folder / program).exists():
        return {"output": "", "code": None}
    environment = {**os.environ, "HIPIFY_PIN": options}
    try:
        done = subprocess.run(
            [f"./{program}", *words],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        return {"output": "did not end", "code": None}
    return {"output": done.stdout + done.stderr, "code": done.returncode}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--arch", default="sm_90")
    options = parser.parse_args()
    root, into = options.folder.resolve(), options.results.resolve()
    into.mkdir(parents=True, exist_ok=True)
    folders = sorted(path.parent for path in root.glob("*/*/main.cu"))
    with ThreadPoolExecutor(options.jobs) as pool:
        said = pool.map(
            partial(build, arch=options.arch, libraries=wheels(LIBRARIES), headers=root / "include"), folders
        )
        results: dict[str, Any] = {
            f"{folder.parent.name}/{folder.name}": {"compiler": text, "runs": {}}
            for folder, text in zip(folders, said, strict=True)
        }
    for folder in folders:
        name = f"{folder.parent.name}/{folder.name}"
        file = into / f"{folder.parent.name}-{folder.name}.pin"
        runs = results[name]["runs"]
        runs["off"] = run(folder, "off")
        runs["digest"] = run(folder, f"file={file}")
        print(name, results[name]["compiler"] or runs["digest"]["code"], file=sys.stderr)
        if name == "cuda/types":
            runs["host"] = run(folder, f"file={file.with_suffix('.host.pin')}", program="of_host")
        if folder.name == "overhead":
            file.unlink(missing_ok=True)
        elif folder.name == "keeps":
            for word in ("crash", "kill"):
                runs[word] = run(folder, f"file={file.with_suffix(f'.{word}.pin')}", word)
        elif folder.parent.name in ("cuda", "hip"):
            runs["again"] = run(folder, f"file={file.with_suffix('.again.pin')}")
        for number, option in enumerate(ALSO.get(folder.name.partition(".")[0], [])):
            runs[option] = run(folder, f"file={file.with_suffix(f'.{number}.pin')},{option}")
        (into / "results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
