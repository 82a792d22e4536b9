"""What is measured in a process of its own: `python -m benchmarks.speed.child TASK LISTING` prints JSON.

A listing is a JSON file with the paths to work on.
"""

from __future__ import annotations

import dataclasses
import json
import re
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.speed.inside import Meter, Text
from benchmarks.speed.samples import COMMON_SUFFIXES
from hipify_py import api


def costs(_folder: Path, files: Sequence[Path]) -> list[dict[str, Any]]:
    texts = (Text(str(path), path.read_bytes()) for path in files)
    return [dataclasses.asdict(cost) for cost in Meter().costs(texts)]


def one(_folder: Path, files: Sequence[Path]) -> dict[str, float]:
    """One long file: CPU time of its conversion, and the most memory that the process had."""
    data, policy = files[0].read_bytes(), api.policy()
    api.convert(data[:100_000], policy, path="warm-up.cu")
    started = time.process_time()
    result = api.convert(data, policy, path="a.cu")
    seconds = time.process_time() - started
    return {"seconds": seconds, "peak_mb": _peak_mb(), "size": len(data), "skipped": result.skipped}


def _peak_mb() -> float:
    """Of this program alone: the usage that the system reports may begin with that of the process it was started by."""
    status = Path("/proc/self/status")
    if status.exists() and (found := re.search(r"VmHWM:\s*(\d+) kB", status.read_text())):
        return int(found[1]) / 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def pytorch(folder: Path, _files: Sequence[Path]) -> float:
    """PyTorch's own converter, on a copy: it writes beside its input."""
    import shutil

    from torch.utils.hipify import hipify_python  # type: ignore[import-not-found,unused-ignore]

    with tempfile.TemporaryDirectory() as work:
        source, target = Path(work, "in"), Path(work, "out")
        shutil.copytree(folder, source)
        started = time.perf_counter()
        hipify_python.hipify(
            project_directory=str(source),
            output_directory=str(target),
            includes=["*"],
            extensions=tuple(sorted(COMMON_SUFFIXES)),
            is_pytorch_extension=True,
            show_progress=False,
        )
        return time.perf_counter() - started


TASKS = {"costs": costs, "one": one, "pytorch": pytorch}


def main(arguments: Sequence[str]) -> None:
    task, listing = arguments
    document = json.loads(Path(listing).read_text())
    print(json.dumps(TASKS[task](Path(document["folder"]), [Path(name) for name in document["files"]])))


if __name__ == "__main__":
    main(sys.argv[1:])
