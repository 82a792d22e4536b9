"""Runs programs as they are and with the PTX of their translations, which must print the same; needs Python and a GPU.

python3 run_programs.py FOLDER RESULTS.json
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path

NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def output(program: Path) -> str:
    program.chmod(0o755)
    try:
        done = subprocess.run(
            [program.resolve()], capture_output=True, text=True, errors="replace", timeout=20, check=False
        )
    except subprocess.TimeoutExpired:
        return "did not end"
    return f"{done.stdout}exit {done.returncode}"


def said(original: Path) -> dict[str, str]:
    """`near` differs in numbers alone, be they times or the last digits of results: the programs judge these."""
    one, other = output(original), output(original.with_suffix(".ptx"))
    if one == other:
        return {"said": "equal" if one != "exit 0" else "prints nothing"}
    is_near = NUMBER.sub("0", one) == NUMBER.sub("0", other) and one.endswith("exit 0") and other.endswith("exit 0")
    return {"said": "near" if is_near else "different", "cuda": one[-1500:], "translated": other[-1500:]}


def main() -> None:
    with tarfile.open(Path(sys.argv[1]) / "programs.tar.xz") as packed:
        packed.extractall(sys.argv[1])
    found = {path.stem: said(path) for path in sorted(Path(sys.argv[1]).glob("*.cuda"))}
    Path(sys.argv[2]).write_text(json.dumps(found, indent=1))
    for what in sorted({row["said"] for row in found.values()}):
        names = [name for name, row in found.items() if row["said"] == what]
        print(f"{len(names)} {what}: {', '.join(names)}")


if __name__ == "__main__":
    main()
