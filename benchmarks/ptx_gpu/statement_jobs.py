"""Pairs of kernels for all statements that can be run, and why the others cannot."""

from __future__ import annotations

import hashlib
import re
import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchmarks.ptx_gpu.generate import ARCH, is_newer, target_of
from benchmarks.ptx_gpu.kernels import Pair
from benchmarks.ptx_gpu.operands import UntestableError
from benchmarks.ptx_gpu.statement_kernels import Variant, Writer
from benchmarks.ptx_gpu.statements import Mutant, Sample

FIRST = 1_000_000  # number of the first statement: those below are forms
PER_FILE = 64
LIST = "statements.jsonl"


@dataclass(frozen=True)
class StatementJob:
    """A pair of kernels, or why there is none."""

    number: int
    sample: Sample
    variant: str = ""
    pair: Pair | None = None
    file: str = ""
    reason: str = ""
    mutant: str = ""
    bound: str = "-"
    listed_in: str = LIST

    @property
    def title(self) -> str:
        said = [self.sample.name, *([self.variant] if self.variant else []), *([self.mutant] if self.mutant else [])]
        return ", ".join(said)

    def described(self) -> dict[str, object]:
        said: dict[str, object] = {"number": self.number, "statement": self.sample.name, "source": self.sample.source}
        said["fingerprint"] = fingerprint(self.sample)
        for key in ("variant", "reason", "mutant"):
            said.update({key: getattr(self, key)} if getattr(self, key) else {})
        return said


_HEX = re.compile(r"\b0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"(?<![\w.])(-?\d+\.\d+)f\b")
_BITS = "hipify_ptx::bits<float>(uint32_t({:#x}u))"


def fingerprint(sample: Sample) -> str:
    """Changes whenever a statement, or what it is translated to, needs a new run."""
    try:
        writer = Writer(sample)
        said = "\n".join(writer.pair(variant).ours for variant in writer.variants())
    except UntestableError as error:
        said = str(error)
    return hashlib.sha256(f"{sample.asm}\n{_by_bits(said, sample.asm)}".encode()).hexdigest()[:10]


def _by_bits(code: str, asm: str) -> str:
    """The code with the literals of a statement in one spelling: how a translation spells a number needs no new run."""
    for number in set(_HEX.findall(asm)):
        code = re.sub(rf"\b{number}(?=u|ll\b)", f"{int(number, 16):#x}", code)
    return _FLOAT.sub(lambda number: _BITS.format(struct.unpack("<I", struct.pack("<f", float(number[1])))[0]), code)


def jobs(samples: Iterable[Sample], arch: str = ARCH) -> Iterator[StatementJob]:
    """All variants of all statements, and their mutants."""
    files: dict[str, int] = defaultdict(int)
    number = FIRST
    for sample in samples:
        for variant, pair, reason, mutant, bound, needed in _runs(sample):
            target = target_of(needed, arch)
            if pair and is_newer(target, arch):
                reason = f"needs {target}"
            is_run = pair is not None and not reason
            file = f"kernels-{target}-statements{files[target] // PER_FILE:03}" if is_run else ""
            yield StatementJob(number, sample, variant, pair, file, reason, mutant, bound)
            files[target] += is_run
            number += 1


_Run = tuple[str, Pair | None, str, str, str, str]  # variant, kernels, reason, mutant, bound, architecture


def _runs(sample: Sample) -> Iterator[_Run]:
    try:
        writer = Writer(sample)
        variants = list(writer.variants())
    except UntestableError as error:
        yield "", None, str(error), "", "-", ""
        return
    for variant in variants:
        pair, reason = _pair(writer, variant, None)
        yield variant.text, pair, reason, "", writer.bound, writer.arch
    for mutant in sample.mutants:
        pair, reason = _pair(writer, variants[0], mutant)
        yield variants[0].text, pair, reason, mutant.what, writer.bound, writer.arch


def _pair(writer: Writer, variant: Variant, mutant: Mutant | None) -> tuple[Pair | None, str]:
    try:
        return writer.pair(variant, mutant), ""
    except UntestableError as error:
        return None, str(error)
