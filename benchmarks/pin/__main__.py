"""Whether faults in converted programs are found by comparing values, and what recording costs.

    python -m benchmarks.pin generate build/pin              # anywhere
    python3 build/pin/run.py build/pin build/pin-results     # with nvcc and an NVIDIA GPU
    python -m benchmarks.pin report build/pin-results

Each program is built as CUDA, as converted over headers that turn the names of HIP back into those of CUDA, and as
converted with one fault. Comments in the programs here say which faults these are, and where each must be found; their
calls are marked by hand. Those of `whole.toml` are programs of tests/compile, as `hipify-py pin` instruments them.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.corpus import ROOT
from benchmarks.gpu_equal import turned_back
from benchmarks.gpu_equal.programs import headers_of
from hipify_py import api, helpers
from hipify_py.file.marks import PIN_HEADER
from hipify_py.report.pin.full import lines
from hipify_py.report.pin.shown import Shown
from hipify_py.run.pin.compare import Comparison, compare
from hipify_py.run.pin.comparison import side
from hipify_py.run.pin.instrument import instrument
from hipify_py.run.pin.records import Recording
from hipify_py.tables.model import Policy

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROGRAMS = Path(__file__).parent / "programs"
WHOLE = ROOT / "tests" / "compile" / "programs"
DEVICE = Path(__file__).parent / "device"
OF_GPU_EQUAL = Path(turned_back.__file__).parent / "device"
SHARED = "pinned.h"
# For units without device code, which know no names of libraries.
_OF_HOST = f"#include <cuda_runtime.h>\n#include <{turned_back.NAMES}>\n"
_NUMBER = re.compile(r"[\d.]+(?:e[+-]?\d+)?")
_FAULT = re.compile(r"^// fault: (\S+) (\S+): (.+) => (.+)$", re.MULTILINE)


class Fault(NamedTuple):
    """A text in place of another one, and the verdict that it must lead to."""

    verdict: str
    call: str
    right: str
    wrong: str


def faults(program: Path) -> list[Fault]:
    if program.suffix:
        row = whole()[program.stem]
        return [Fault(row["verdict"], row["call"], row["right"], row["wrong"])] if "right" in row else []
    return [Fault(*found) for found in _FAULT.findall((program / "main.cu").read_text(encoding="utf-8"))]


def programs() -> list[Path]:
    return sorted(path for path in PROGRAMS.iterdir() if path.is_dir())


def whole() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("whole.toml").read_text(encoding="utf-8"))


def _whole_programs() -> list[Path]:
    return [WHOLE / f"{name}.cu" for name in whole()]


def generate(into: Path, names: Collection[str] = ()) -> None:
    shutil.rmtree(into, ignore_errors=True)
    policy = api.policy()
    turned_back.write(policy, into / "include")
    _write(into / "host" / "hip", {"hip_runtime.h": _OF_HOST})
    for script in (DEVICE / "run.py", OF_GPU_EQUAL / "toolkit.py"):
        shutil.copy(script, into / script.name)
    for program in programs():
        if names and program.name not in names:
            continue
        texts = {path.name: path.read_text(encoding="utf-8") for path in (*program.iterdir(), PROGRAMS / SHARED)}
        texts[PIN_HEADER] = helpers.pin_header()
        _write(into / "cuda" / program.name, texts)
        converted = {name: _converted(name, text, policy) for name, text in texts.items()}
        _write(into / "hip" / program.name, converted)
        for number, fault in enumerate(faults(program)):
            head, _, code = converted["main.cu"].partition("#include")
            if code.count(fault.right) != 1:
                raise SystemExit(f"{program.name}: {fault.right!r} stands in {code.count(fault.right)} places")
            wrong = {**converted, "main.cu": f"{head}#include{code.replace(fault.right, fault.wrong)}"}
            _write(into / "fault" / f"{program.name}.{number}", wrong)
    for program in _whole_programs():
        _generate_whole(program, into, policy)
    print(f"{len(list(into.glob('*/*/main.cu')))} programs in {into}")


def _generate_whole(program: Path, into: Path, policy: Policy) -> None:
    text = program.read_text(encoding="utf-8")
    result = api.convert(text.encode(), policy, path=program.name)
    converted = result.output.decode()
    trees = {into / "cuda" / program.stem: text, into / "hip" / program.stem: converted}
    for number, fault in enumerate(faults(program)):
        if converted.count(fault.right) != 1:
            raise SystemExit(f"{program.name}: {fault.right!r} stands in {converted.count(fault.right)} places")
        trees[into / "fault" / f"{program.stem}.{number}"] = converted.replace(fault.right, fault.wrong)
    headers = {PIN_HEADER: helpers.pin_header(), **headers_of([result])}
    for folder, code in trees.items():
        made = instrument(code.encode(), program.name, PIN_HEADER, is_cuda=True).data.decode()
        _write(folder, {"main.cu": made, **headers})


def _converted(name: str, text: str, policy: Policy) -> str:
    if name == PIN_HEADER:
        return text
    return api.convert(text.encode(), policy, path=name).output.decode()


def _write(folder: Path, texts: dict[str, str]) -> None:
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def report(results: Path) -> int:
    found: dict[str, Any] = json.loads((results / "results.json").read_text(encoding="utf-8"))
    wrong = [*_builds(found), *_transparent(found)]
    for program in (*programs(), *_whole_programs()):
        wrong += _alike(results, program)
    wrong += _same_bits(results / "cuda-types.pin", results / "cuda-types.host.pin")
    _print_overhead(found)
    for text in wrong:
        print(f"WRONG {text}")
    return int(bool(wrong))


def _builds(found: dict[str, Any]) -> Iterator[str]:
    for name, row in found.items():
        if row["compiler"]:
            yield f"{name} does not compile: {row['compiler']}"


def _transparent(found: dict[str, Any]) -> Iterator[str]:
    """Programs print the same whether they record or not; the whole ones print times, too."""
    for name, row in found.items():
        tree, _, program = name.partition("/")
        off, on = row["runs"].get("off"), row["runs"].get("digest")
        if tree == "fault" or program == "overhead" or not (off and on):
            continue
        if program in whole():
            off, on = ({**run, "output": _NUMBER.sub("", run["output"])} for run in (off, on))
        if off != on:
            yield f"{name} prints something else when it records: {off}, {on}"


def _alike(results: Path, program: Path) -> Iterator[str]:
    """Equal where nothing is wrong, different at the right call where something is."""
    name = program.stem
    if name == "overhead":
        return
    pairs = [
        ("cuda", "hip"),
        ("cuda", "cuda.again"),
        ("cuda", "hip.again"),
        *((f"cuda.{n}", f"hip.{n}") for n in range(4)),
    ]
    for one, other in pairs:
        paths = [_pin(results, side, name) for side in (one, other)]
        if all(path.exists() for path in paths):
            shown = _shown(*paths)
            print(f"{name}: {one} and {other}: {_said(shown.comparison)}")
            if shown.comparison.verdict.value != whole().get(name, {}).get("known", "equal"):
                yield f"{name}: {one} and {other} differ:\n{_text(shown)}"
    for number, fault in enumerate(faults(program)):
        for suffix in ("", *(f".{n}" for n in range(2))):
            paths = [_pin(results, f"cuda{suffix}", name), _pin(results, f"fault{suffix}", f"{name}.{number}")]
            if not all(path.exists() for path in paths):
                continue
            shown = _shown(*paths)
            row = shown.comparison.fault
            is_found = row and (shown.comparison.verdict.value, row.place.name) == (fault.verdict, fault.call)
            print(f"{name}: fault {number} ({fault.call}{suffix}): {'found' if is_found else 'NOT FOUND'}")
            if not is_found:
                yield f"{name}: fault {number}: {fault}\n{_text(shown)}"


def _same_bits(device: Path, host: Path) -> Iterator[str]:
    """The host finds the digests that kernels find."""
    with Recording(device) as one, Recording(host) as other:
        calls = [(one.call(seen), other.call(seen)) for seen in one.calls]
    same = sum(repr(a.buffers) == repr(b.buffers) for a, b in calls if a and b)
    print(f"types: {same} of {len(calls)} digests are the same on the host")
    if same < len(calls):
        yield "digests on the host are others"


def _pin(results: Path, side: str, name: str) -> Path:
    tree, _, suffix = side.partition(".")
    return results / f"{tree}-{name}{f'.{suffix}' if suffix else ''}.pin"


def _shown(first: Path, second: Path) -> Shown:
    with Recording(first) as one, Recording(second) as other:
        return Shown(side(first.name, one), side(second.name, other), compare(one, other))


def _said(found: Comparison) -> str:
    return f"{found.verdict.value}, {found.equal} of {found.calls} calls equal, {found.buffers} buffers"


def _text(shown: Shown) -> str:
    return "\n".join(each.plain() for each in lines(shown))


def _print_overhead(found: dict[str, Any]) -> None:
    for tree in ("cuda", "hip"):
        runs = found.get(f"{tree}/overhead", {}).get("runs")
        if not runs:
            continue
        for off, on in zip(runs["off"]["output"].splitlines(), runs["digest"]["output"].splitlines(), strict=False):
            plain, recorded = (float(text.split()[-2]) for text in (off, on))
            print(f"{tree} {off.rpartition(' ms')[0]} ms, recorded {recorded:.4f} ms: {recorded / plain:.2f} times")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pin", description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("generate").add_argument("into", type=Path)
    commands.add_parser("report").add_argument("results", type=Path)
    options = parser.parse_args()
    if options.command == "report":
        return report(options.results)
    generate(options.into)
    return 0


if __name__ == "__main__":
    sys.exit(main())
