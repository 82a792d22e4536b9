"""How long each rule takes over texts made to keep it busy: `python -m benchmarks.hostile_rules [RULE…]`.

Times are compared between a text and one of twice the size: what is linear takes twice as long, what is quadratic
four times. Only what takes long enough to be measured is shown.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator

from hipify_py import api
from hipify_py.analysis.facts import Facts
from hipify_py.rules import detect
from hipify_py.source import Source
from hipify_py.syntax.reading import Reading

_POLICY = api.policy()
_SIZE = 40_000
_WORTH_A_LOOK = 0.15
_PATIENCE = 20


def texts(word: bytes, size: int) -> Iterator[tuple[str, bytes]]:
    """Texts of about one size around a word that calls for a rule."""
    repeated = {
        "opened": word + b"(",
        "repeated": word + b" ",
        "assigned": word + b" = a;\n",
        "called": word + b"(a, b);\n",
        "added": word + b".x & ",
        "in functions": b"__device__ void f() { " + word + b"(a); }\n",
        "in braces": b"{ " + word + b"(a); ",
        "quoted": b'"' + word + b'" ',
        "asked": b"#if " + word + b" > 1\n",
        "declared": b"int " + word + b";\n",
        "templates": word + b"<a, ",
    }
    for name, piece in repeated.items():
        yield name, piece * (size // len(piece))
    for name, filler in {"blanks": b" ", "lines": b"\n", "digits": b"1", "letters": b"a", "arguments": b"a,"}.items():
        gap = filler * (size // len(filler))
        yield name, word + b" " + gap + b" " + word
        yield f"{name} in a call", word + b"(" + gap + b") " + word


def seconds(detector: detect.Detector, text: bytes) -> float:
    reading = Reading(Source("a.cu", text), True)
    facts = Facts(reading, _POLICY, is_unit=True)
    words = frozenset(word for word in reading.words if word in detector.words)
    # What every rule needs is none of this one's cost.
    _shared = reading.closers, reading.scopes.blocks, facts.fates, facts.functions.kernels
    started = time.perf_counter()
    list(detect.hits(detector, facts, words))
    return time.perf_counter() - started


def main(only: list[str]) -> None:
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    for detector in detect.index().detectors:
        if not only or detector.rule.id in only:
            _report(detector)


def _report(detector: detect.Detector) -> None:
    exact = sorted(detector.words.exact)
    listed = next((detector.spec[key] for key in ("names", "words", "called") if key in detector.spec), ["cudaX"])
    word = exact[0] if exact else str(listed[0]).replace("*", "Foo").encode()
    for (name, short), (_name, long) in zip(texts(word, _SIZE), texts(word, 2 * _SIZE), strict=True):
        signal.alarm(_PATIENCE)
        try:
            first, second = seconds(detector, short), seconds(detector, long)
        except KeyboardInterrupt:
            first, second = 1.0, float("inf")
        finally:
            signal.alarm(0)
        if second > _WORTH_A_LOOK and second > 2.8 * first:
            way = detector.spec.get("check") or next(iter(detector.spec))
            print(f"{detector.rule.id} {way}: {name}: {first:.2f} s, {second:.2f} s for twice as much", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
