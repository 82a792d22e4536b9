"""Golden tests and a conversion on the oldest and the newest Python that this machine has.

    python -m tools.other_pythons [--all]

With `--all`, as before a release, on those between them, too.
They are looked for on PATH and among pyenv's versions; one that is missing is one line, and no failure. Each gets a
virtual environment in build/. `examples` must become there what it becomes here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
# What `requires-python` promises, and more than there will be for some years.
OLDEST, _NEWEST = 10, 20


def main() -> int:
    found = pythons()
    if OLDEST not in found:
        print(f"no Python 3.{OLDEST}: not tested on it")
    if max(found, default=0) <= sys.version_info.minor:
        print(f"no Python newer than 3.{sys.version_info.minor}: not tested on one")
    wanted = found.keys() if "--all" in sys.argv[1:] else {OLDEST, max(found, default=0)}
    chosen = sorted(wanted & found.keys() - {sys.version_info.minor})
    here = converted(sys.executable)
    return max((_test(minor, found[minor], here) for minor in chosen), default=0)


def pythons() -> dict[int, str]:
    """A program for each minor version that there is."""
    return {minor: path for minor in range(OLDEST, _NEWEST) for path in _candidates(minor) if _is_version(path, minor)}


def _candidates(minor: int) -> Iterator[str]:
    name = f"python3.{minor}"
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    yield from (str(path) for path in sorted(versions.glob(f"3.{minor}.*/bin/python")))
    yield from filter(None, (shutil.which(name),))


def _is_version(path: str, minor: int) -> bool:
    """pyenv also puts programs on PATH for versions that are not chosen, and these only fail."""
    shown = subprocess.run([path, "-I", "-V"], capture_output=True, text=True, check=False).stdout
    return shown.startswith(f"Python 3.{minor}.")


def _test(minor: int, path: str, here: dict[str, bytes]) -> int:
    environment = ROOT / "build" / f"python3.{minor}"
    python = str(environment / "bin" / "python")
    subprocess.run([path, "-I", "-m", "venv", "--clear", str(environment)], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "-e", ".[test]"], cwd=ROOT, check=True)
    print(f"Python 3.{minor}:", flush=True)
    code = subprocess.run([python, "-m", "pytest", "-n", "2", "tests/test_cases.py"], cwd=ROOT, check=False).returncode
    there = converted(python)
    different = sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name))
    print(*(f"{name}: not what Python 3.{sys.version_info.minor} makes of it" for name in different), sep="\n")
    return int(bool(code or different))


def converted(python: str) -> dict[str, bytes]:
    """What becomes of the files of `examples`."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        command = [python, "-m", "hipify_py", "-q", "--no-cache", "examples", "-o", str(out)]
        if subprocess.run(command, cwd=ROOT, check=False).returncode > 1:
            raise SystemExit(f"{python}: examples cannot be converted")
        files = (path for path in out.rglob("*") if path.is_file() and path.name != ".hipify-py")
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


if __name__ == "__main__":
    sys.exit(main())
