"""What becomes of the inline PTX of real packages: found, out of reach of AMD's compiler, translated, left and why.

python -m benchmarks.ptx_packages [--reasons] [--sample N --seed S] [FOLDER…]   (default: every package of the corpus)
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.corpus import DEFAULT_INTO
from hipify_py import api
from hipify_py.edits import Edit, in_order, splice
from hipify_py.file.assembler import Statement
from hipify_py.file.facts import Facts
from hipify_py.file.style import Style
from hipify_py.reading.reading import Reading
from hipify_py.run.discover import Selection, discover
from hipify_py.source import Source
from hipify_py.subjects import registry
from hipify_py.subjects.ptx import rewrite as assembler
from hipify_py.subjects.ptx.dialect import Dialect, dialect_of
from hipify_py.subjects.ptx.result import Class, Outcome, Refusal

_QUOTED = re.compile(r"'[^']*'")


@dataclass
class Counts:
    """Statements of PTX: all, those that no build for AMD reads, and what became of the others."""

    found: int = 0
    guarded: int = 0
    classes: Counter[Class] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        self.found += other.found
        self.guarded += other.guarded
        self.classes += other.classes
        self.reasons += other.reasons


@dataclass(frozen=True)
class Sample:
    path: Path
    line: int
    statement: Statement
    original: str
    outcome: Outcome
    translated: str


def read(folder: Path, style: Style) -> Iterator[tuple[Counts, list[Sample]]]:
    """The counts of each file, with every statement that concerns AMD."""
    policy = api.policy()
    for file in discover([folder], Selection(gitignore=False)).files:
        data = file.path.read_bytes() if file.is_source else b""
        if b"asm" in data or b"ASM" in data:
            source = Source(str(file.path), data)
            reading = Reading(source, file.is_cuda)
            facts = Facts(reading, policy, is_unit=file.path.suffix == ".cu", style=style)
            yield _of_file(facts, file.path)


def _of_file(facts: Facts, path: Path) -> tuple[Counts, list[Sample]]:
    ptx = [found for found in facts.assembler if dialect_of(facts, found) in (Dialect.PTX, Dialect.UNKNOWN)]
    counts = Counts(len(ptx))
    if not ptx:
        return counts, []
    proposed = (item for each in registry.acting("propose", facts) for item in each.propose(facts))
    ported = assembler.port(facts, in_order(item for item in proposed if isinstance(item, Edit)))
    counts.guarded = len(ptx) - len(ported.outcomes)
    samples = []
    for found in ptx:
        if (outcome := ported.outcomes.get(found.start)) is not None:
            counts.classes[Class.MANUAL if isinstance(outcome, Refusal) else outcome.kind] += 1
            if isinstance(outcome, Refusal):
                counts.reasons[f"{outcome.reason}"] += 1
            samples.append(_sample(facts, path, found, outcome, ported.edits))
    return counts, samples


def _sample(facts: Facts, path: Path, found: Statement, outcome: Outcome, edits: Sequence[Edit]) -> Sample:
    data = facts.reading.source.data
    own = [edit for edit in edits if edit.start <= found.start < edit.end]
    translated = ""
    if own:
        whole = splice(data, own)
        translated = whole[own[0].start : len(whole) - (len(data) - own[0].end)].decode("utf-8", "replace")
    original = data[found.start : found.end].decode("utf-8", "replace")
    return Sample(path, facts.reading.source.line(found.start), found, original, outcome, translated)


def _line(name: str, counts: Counts) -> str:
    reaching = counts.found - counts.guarded
    done = reaching - counts.classes[Class.MANUAL]
    share = f"{done / reaching:6.1%}" if reaching else "     -"
    classes = " ".join(f"{counts.classes[kind]:>6}" for kind in Class)
    return f"{name:<24} {counts.found:>6} {counts.guarded:>7} {reaching:>6} {classes} {share}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--reasons", action="store_true", help="list why statements are left")
    parser.add_argument("--exact", action="store_true", help="leave approximate instructions, as with --ptx=exact")
    parser.add_argument("--sample", type=int, default=0, help="show so many statements with their translations")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folders = options.folders or sorted(path for path in DEFAULT_INTO.iterdir() if path.is_dir())
    style = Style(ptx="exact" if options.exact else "approx")
    total, samples = Counts(), []
    print(f"{'package':<24}  found guarded reach  exact  equiv approx manual  share")
    for folder in folders:
        counts = Counts()
        for of_file, shown in read(folder, style):
            counts.add(of_file)
            samples += shown
        if counts.found:
            print(_line(folder.name, counts))
        total.add(counts)
    print(_line("all", total))
    if options.reasons:
        for reason, count in total.reasons.most_common():
            print(f"{count:>6}  {reason}")
    _show(samples, options.sample, options.seed)


def _show(samples: list[Sample], count: int, seed: int) -> None:
    translated = [sample for sample in samples if sample.translated]
    for sample in random.Random(seed).sample(translated, min(count, len(translated))):
        print(f"\n=== {sample.path}:{sample.line}\n{sample.translated or sample.original}")


if __name__ == "__main__":
    main()
