"""How often a finding is untrue, or of no use: a sample to read, and what its readers say of it.

`python -m benchmarks.precision draw TREE… --count 300 --seed 1 > sample.md` scans trees as users do and draws errors
and warnings: as many from each tree as from any other while it has any, and of each cause one place before a second.
Readers write `true`, `noise` or `false` behind each `verdict:`, and `python -m benchmarks.precision tally sample.md`
counts.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

VERDICTS = ("true", "noise", "false")
_AROUND = 8
_LONGEST_LINE = 160
_OFTEN = 20
_ENTRY = re.compile(r"(?m)^## (?P<tree>\S+) (?P<rule>[A-Z]+\d+) .*\n+verdict:[ \t]*(?P<verdict>\w*)")


class Place(NamedTuple):
    """A finding, and among how many places of its cause it is one."""

    tree: Path
    finding: dict[str, Any]
    of: int


def places(tree: Path, seed: int) -> list[Place]:
    """The errors and warnings of a tree in an order drawn at random: one of each cause first, then a second one."""
    command = [sys.executable, "-m", "hipify_py", "scan", "-q", "--no-cache", "--format", "json", str(tree)]
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout)
    causes: dict[str, list[dict[str, Any]]] = {}
    for finding in report["findings"]:
        if finding["severity"] != "info":
            causes.setdefault(finding["cause"], []).append(finding)
    chance = random.Random(f"{seed} {tree.name}")
    groups = list(causes.values())
    chance.shuffle(groups)
    for group in groups:
        chance.shuffle(group)
    rounds = zip_longest(*([Place(tree, each, len(group)) for each in group] for group in groups))
    return [place for each in rounds for place in each if place is not None]


def draw(trees: Sequence[Path], count: int, seed: int) -> list[Place]:
    rounds = zip_longest(*(places(tree, seed) for tree in trees))
    return [place for each in rounds for place in each if place is not None][:count]


def entry(place: Place) -> Iterator[str]:
    """What a reader needs: the finding as it is shown, and the lines around it."""
    found, line = place.finding, place.finding["start"]["line"]
    others = f", one of {place.of} places of its cause" if place.of > 1 else ""
    yield f"## {place.tree.name} {found['rule']} {found['path']}:{line}{others}\n"
    yield "verdict:\n"
    yield f"{found['severity']}: {found['message']}  "
    yield f"help: {found['help']}\n"
    text = Path(found["path"]).read_bytes().decode("utf-8", "replace").splitlines()
    first = max(0, line - 1 - _AROUND)
    yield "```"
    for number, shown in enumerate(text[first : line + _AROUND], first + 1):
        yield f"{'>' if number == line else ' '} {number:5} {shown[:_LONGEST_LINE]}"
    yield "```\n"


def tally(texts: Sequence[str]) -> Iterator[str]:
    """A table by rule, those with untrue ones first, and by tree."""
    entries = [(match["tree"], match["rule"], match["verdict"]) for text in texts for match in _ENTRY.finditer(text)]
    unread = [each for each in entries if each[2] not in VERDICTS]
    if unread:
        yield f"{len(unread)} of {len(entries)} have no verdict\n"
    yield "| | findings | true | noise | false |\n|---|---:|---:|---:|---:|"
    yield _row("all", Counter(verdict for _tree, _rule, verdict in entries))
    for number, often in ((1, _OFTEN), (0, 1)):
        groups: dict[str, Counter[str]] = {}
        for each in entries:
            groups.setdefault(each[number], Counter())[each[2]] += 1
        for name, verdicts in sorted(groups.items(), key=lambda item: (-item[1]["false"], -item[1]["noise"], item[0])):
            if verdicts.total() >= often or (number == 1 and verdicts["false"]):
                yield _row(name, verdicts)


def _row(name: str, verdicts: Counter[str]) -> str:
    shares = (f"{verdicts[verdict]} ({verdicts[verdict] / verdicts.total():.1%})" for verdict in VERDICTS)
    return f"| {name} | {verdicts.total()} | {' | '.join(shares)} |"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.precision", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw", help="print a sample of findings in trees")
    drawing.add_argument("trees", type=Path, nargs="+", metavar="TREE")
    drawing.add_argument("--count", type=int, default=300, metavar="N")
    drawing.add_argument("--seed", type=int, default=1, metavar="N")
    counting = commands.add_parser("tally", help="count what readers have said of a sample")
    counting.add_argument("files", type=Path, nargs="+", metavar="FILE")
    options = parser.parse_args()
    if options.command == "draw":
        sample = draw(options.trees, options.count, options.seed)
        print(f"# {len(sample)} findings of {len(options.trees)} trees, seed {options.seed}\n")
        for place in sample:
            print("\n".join(entry(place)))
    else:
        for line in tally([path.read_text(encoding="utf-8") for path in options.files]):
            print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
