"""Translates every module, and compiles the translations for AMD: a file FOLDER/results/NAME.json for each module.

A translation is made anew when the translator has changed, and compiled anew when the translation has.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.compile_units import first_failure
from benchmarks.compiling import ran
from benchmarks.corpus import ROOT
from benchmarks.ptx_modules import make, ptx_text, translator
from tools.hip_toolchain import SET_UP, Toolchain, find_toolchain

ARCHITECTURES = ("gfx90a", "gfx942", "gfx1100")
_SECONDS = 300
Row = dict[str, Any]


def run(folder: Path, names: Sequence[str], archs: Sequence[str], jobs: int, command: str, every: int = 1) -> None:
    """Of the modules that a name or pattern matches each is translated, and each `every`-th compiled."""
    toolchain = find_toolchain("7.2")
    if toolchain is None:
        raise SystemExit(f"no compiler for HIP is set up; run: {SET_UP}")
    for part in ("hip", "results"):
        (folder / part).mkdir(exist_ok=True)
    translator.write_headers(folder / "hip", is_for_nvidia=False)
    judge = partial(judged, folder, toolchain, command, state_of_translator(command))
    wanted = [row for row in make.modules(folder) if make.is_one(row["name"], names)]
    compiled_for = [archs if number % every == 0 else () for number in range(len(wanted))]
    with ThreadPoolExecutor(jobs) as pool:
        for number, row in enumerate(pool.map(judge, wanted, compiled_for), 1):
            if row["fresh"]:
                print(f"{number}/{len(wanted)} {said(row)}", flush=True)


def judged(folder: Path, toolchain: Toolchain, command: str, state: str, module: Row, archs: Sequence[str]) -> Row:
    kept = folder / "results" / f"{module['name']}.json"
    row: Row = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}
    fresh = row.get("translator") != state
    if fresh:
        before = row
        row = _translation(folder, module, command) | {"translator": state}
        if before.get("digest") == row["digest"]:
            row["compiled"] = before["compiled"]
    for arch in archs if row["translated"] else ():
        if arch not in row["compiled"]:
            row["compiled"][arch] = _compiled(folder, toolchain, arch, module["name"])
            fresh = True
    if fresh:
        kept.write_text(json.dumps(row, indent=1), encoding="utf-8")
    return row | {"fresh": fresh}


def state_of_translator(command: str) -> str:
    """Changes whenever a translation could; another command is taken to stay what it is."""
    digest = hashlib.sha256(command.encode())
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".py", ".yaml", ".hpp"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def results(folder: Path) -> list[Row]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((folder / "results").glob("*.json"))]


def newest(folder: Path) -> list[Row]:
    """Those of the translator that has written the last one."""
    last = max((folder / "results").glob("*.json"), key=lambda path: path.stat().st_mtime)
    state = json.loads(last.read_text(encoding="utf-8"))["translator"]
    return [row for row in results(folder) if row["translator"] == state]


def _translation(folder: Path, module: Row, command: str) -> Row:
    path = folder / "ptx" / f"{module['name']}.ptx"
    started = time.monotonic()
    result = translator.translated(path, command)
    seconds = time.monotonic() - started
    (folder / "hip" / f"{module['name']}.hip").write_text(result.code, encoding="utf-8")
    found = list(ptx_text.functions(path.read_text(encoding="utf-8", errors="replace")))
    kernels = {each.name: each for each in found if each.is_kernel}
    others = {each.name for each in found if not each.is_kernel}
    return {
        "name": module["name"],
        "package": module["package"],
        "options": module["options"],
        "kernels": len(kernels),
        "functions": len(others),
        "translated": sorted(kernels.keys() & result.kernels),
        "translated_functions": sorted(others & translator.device_functions(result.code)),
        "left": {name: kernel.special for name, kernel in kernels.items() if name not in result.kernels},
        "reasons": list(result.reasons),
        "error": result.error,
        "seconds": round(seconds, 2),
        "digest": hashlib.sha256(result.code.encode()).hexdigest()[:12],
        "lines": result.code.count("\n"),
        "compiled": {},
    }


def _compiled(folder: Path, toolchain: Toolchain, arch: str, name: str) -> str:
    """An empty text, or the first error."""
    command = [*toolchain.command(arch), "--cuda-device-only", "-O1", f"{name}.hip"]
    done = ran(command, folder / "hip", _SECONDS)
    if done is None:
        return f"the compiler did not finish within {_SECONDS} s"
    if done.returncode == 0:
        return ""
    failure = first_failure(done.stderr)
    return f"{failure.path}:{failure.line}: {failure.text}"[:400]


def said(row: Row) -> str:
    errors = [f"{arch}: {error}" for arch, error in row["compiled"].items() if error]
    counts = f"{row['name']}: {len(row['translated'])} of {row['kernels']} kernels, {row['seconds']} s"
    return "; ".join((counts, *filter(None, (row["error"],)), *errors))


def failing(rows: Iterable[Row]) -> list[tuple[str, str, str]]:
    return [(row["name"], arch, error) for row in rows for arch, error in row["compiled"].items() if error]
