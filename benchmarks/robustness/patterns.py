"""Texts that are made to keep the converter busy: `python -m benchmarks.robustness.patterns [WORD…]`.

They are built from the structure of every regular expression (each repeat is fed with what it repeats, behind what
leads to it, with and without what comes after), from the words of every rule in shapes that code comes in, and from
brackets and directives in numbers that nobody writes. Each goes through the whole converter, at one size and at twice
that size: what is linear takes twice the CPU time, what is quadratic four times. Whatever takes more than three times
as long is shown, and the exit code is 1. A WORD limits the run to texts with that word in their name.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from types import FrameType
from typing import Any

from hipify_py import api
from hipify_py.engine import Context, convert, convert_build
from hipify_py.rules import detect
from hipify_py.rules.load import load
from hipify_py.subjects.buildfiles.kinds import KINDS
from tools.growth import examples
from tools.patterns import Pattern, all_patterns

SIZE = 16_000
_AGAIN = 2.5
_TWICE = 3.0  # of the time at half the size: more than linear, whatever the clock says
_FLOOR = 0.25  # CPU seconds, below which nobody waits and nothing is certain
_PATIENCE = 30
_POLICY = api.policy()


@dataclass(frozen=True)
class Attack:
    """Texts of any size for a file of one name."""

    name: str
    path: str
    text: Callable[[int], bytes]


def repeated(piece: bytes, before: bytes = b"", after: bytes = b"") -> Callable[[int], bytes]:
    return lambda size: before + piece * (size // max(1, len(piece))) + after


def nested(opening: bytes, closing: bytes, inside: bytes = b"x") -> Callable[[int], bytes]:
    def text(size: int) -> bytes:
        depth = size // (len(opening) + len(closing))
        return opening * depth + inside + closing * depth

    return text


def numbered(piece: bytes, before: bytes = b"", after: bytes = b"") -> Callable[[int], bytes]:
    """The piece again and again, each with a name of its own."""
    return lambda size: (
        before + b"".join(piece.replace(b"@", b"%d" % number) for number in range(size // len(piece))) + after
    )


def shapes(word: bytes) -> Iterator[tuple[str, Callable[[int], bytes]]]:
    """What a word may stand in, any number of times."""
    kernel = b"__global__ void k(int n) {\n"
    yield "alone", repeated(word + b" ")
    yield "calls", repeated(word + b"(a, b);\n", kernel, b"}")
    yield "calls that never close", repeated(word + b"(")
    yield "calls in calls", nested(word + b"(", b")")
    yield "templates", repeated(word + b"<a, ")
    yield "launches", repeated(word + b"<<<a, ", kernel)
    yield "assigned", repeated(word + b" = a;\n", kernel, b"}")
    yield "members", repeated(word + b".x & ", kernel)
    yield "qualified", repeated(word + b"::")
    yield "functions", numbered(b"__device__ int f@(int a) { return " + word + b"(a); }\n")
    yield "in braces", nested(b"{ " + word + b"(a); ", b"}", b"")
    yield "below conditions", nested(b"if (a) { " + word + b"(a); ", b"}", b"")
    yield "quoted", repeated(b'"' + word + b'" ')
    yield "asked for", numbered(b"#if " + word + b" > @\n" + word + b"(a);\n#endif\n")
    yield "asked for, nested", nested(b"#if " + word + b"\n", b"#endif\n", word)
    yield "asked for in a chain", numbered(b"#elif " + word + b" > @\n" + word + b"(a);\n", b"#if a\n", b"#endif\n")
    yield "declared", numbered(b"int " + word + b"(int a@);\n")
    yield "variables", numbered(b"int a@ = " + word + b";\na@(a@);\n", kernel, b"}")
    yield "macros", numbered(b"#define M@(a) " + word + b"(a)\nM@(1);\n")
    yield "macros of macros", numbered(b"#define M@ M@ " + word + b"\n")
    yield "pasted", numbered(b"#define P@(a, b) a##" + word + b"##b\nP@(x, y)\n")
    yield "cases", numbered(b"case " + word + b": return @;\n", b"int f(int a) { switch (a) {\n", b"}}")
    yield "longer", repeated(b"a", word)
    for name, filler in {"blanks": b" ", "lines": b"\n", "digits": b"1", "stars": b"*", "splices": b"\\\n"}.items():
        yield f"before {name}", repeated(filler, word, b" " + word)
        yield f"in a call with {name}", repeated(filler, word + b"(", b") " + word)


def bare_shapes() -> Iterator[Attack]:
    """Text without any word of ours, in a file that is CUDA's."""
    pieces: dict[str, Callable[[int], bytes]] = {
        "braces": nested(b"{", b"}"),
        "parentheses": nested(b"(", b")"),
        "brackets": nested(b"[", b"]"),
        "heads": repeated(b"void f() const noexcept -> a "),
        "namespaces": repeated(b"namespace a { "),
        "templates": repeated(b"template <class a> "),
        "classes": nested(b"struct a { ", b"};"),
        "conditions": nested(b"#if A\n", b"#endif\n"),
        "comments": repeated(b"/* */ "),
        "comment on a condition": repeated(b"x", b"#if CUDA_VERSION /* ", b" */ > 1\ncudaFree(p);\n#endif\n"),
        "blanks on a condition": repeated(b" ", b"#if CUDA_VERSION", b" > 1\ncudaFree(p);\n#endif\n"),
        "raw strings": repeated(b'R"a(" '),
        "unclosed comments": repeated(b"/* // "),
        "includes": numbered(b"#include <a@.h>\n"),
        "assembler in macros": numbered(b'#define M@(x) asm("mov.u32 %0, %1;" : "=r"(x) : "r"(x))\n'),
        "assembler": repeated(b'asm volatile("bar.sync 0;");\n', b"__global__ void k() {\n", b"}"),
        "silences": repeated(b"// hipify: ignore[API001]\n", b"", b"cudaFree(p);"),
        "definitions of what HIP has": repeated(b"float3 operator+(float3 a, float3 b) { return a; }\n"),
        "an unknown name": repeated(b"a", b"void f() { cudaFree", b"(p); }"),
        "a number of multiprocessors": repeated(b" ", b"__global__ void k(); int num_sms", b"x;"),
        "conditions with a lane below": repeated(b"if(i)i)", b"__global__ void k() { v = __shfl_sync(~0ull, v, 0); "),
    }
    for name, text in pieces.items():
        yield Attack(name, "a.cu", text)
    build_files = {
        "CMakeLists.txt": (
            b"project(",
            b"project(a b ",
            b"LANGUAGES ",
            b"add_library(",
            b"$<$<COMPILE_LANGUAGE:CUDA>:",
        ),
        "a.vcxproj": (b"<!--",),
        "requirements.txt": (b"nvidia-", b"cuda-toolkit"),
        "setup.py": (b'"""', b"help=", b"print("),
        "build.sh": (b'\\"', b"clang++ ", b"nvcc "),
    }
    for path, begun in build_files.items():
        for piece in begun:
            yield Attack(f"{path} {piece.decode()}", path, repeated(piece, b"enable_language(HIP)\n"))
            yield Attack(
                f"{path} {piece.decode()} and letters", path, repeated(b"a", b"enable_language(HIP)\n" + piece)
            )


def word_shapes() -> Iterator[Attack]:
    """Each shape with one word of every way in which a rule finds something."""
    words = {b"cudaFree": "name", b"__CUDA_ARCH__": "guard", b"__shfl_sync": "warp", b"cudaFreeFoo": "unknown name"}
    for detector in detect.index().detectors:
        listed = next((detector.spec[key] for key in ("names", "words", "called") if key in detector.spec), None)
        if isinstance(listed, list):
            words.setdefault(min(listed, key=len).replace("*", "Foo").encode(), detector.rule.id)
    for word, name in words.items():
        for shape, text in shapes(word):
            yield Attack(f"{name} {word.decode()}: {shape}", "a.cu", text)


def pattern_texts(pattern: Pattern) -> Iterator[Attack]:
    for number, (before, piece, after) in enumerate(examples(pattern.text, pattern.flags)):
        for how, text in {
            "repeat": repeated(piece, before),
            "repeat, ended": repeated(piece, before, after),
            "begun": repeated(before + piece),
            "whole": repeated(before + piece + after + b"\n"),
        }.items():
            for path in _paths(pattern):
                yield Attack(f"{pattern.place} {number} {how} ({path})", path, _behind(_sink(path), text))


def _behind(before: bytes, text: Callable[[int], bytes]) -> Callable[[int], bytes]:
    return lambda size: before + text(size)


def _paths(pattern: Pattern) -> list[str]:
    """Files in which a pattern is looked for."""
    if "subjects/buildfiles" in pattern.place:
        return list(_BUILD_FILES.values())
    kinds = [
        _BUILD_FILES[kind]
        for spec in _rule_specs().get(pattern.place.split()[0], ())
        if any(pattern.text == str(spec.get(key, "")).encode() for key in _LOOKED_FOR)
        for kind in spec.get("kinds") or KINDS
    ]
    return kinds or ["a.cu"]


_LOOKED_FOR = ("build", "needs", "inside", "unless_file", "context")
_BUILD_FILES = {kind: names[0].replace("*", "a") for kind, names in KINDS.items()}


@cache
def _rule_specs() -> dict[str, tuple[Mapping[str, Any], ...]]:
    return {rule.id: tuple(rule.detect) for rule in load().rules.values()}


@cache
def _sink(path: str) -> bytes:
    """What makes all rules look at a file: each of their words once."""
    if path != "a.cu":
        return b"# cuda hip nvcc HIP\nenable_language(HIP)\nimport torch.utils.cpp_extension\n"
    words = {word for detector in detect.index().detectors for word in detector.words.exact}
    return b"void sink() { use(" + b", ".join(sorted(words)) + b"); }\n__global__ void k() {}\n"


def everything() -> Iterator[Attack]:
    yield from bare_shapes()
    yield from word_shapes()
    for pattern in all_patterns():
        yield from pattern_texts(pattern)


def seconds(attack: Attack, size: int) -> float:
    """The CPU time that a text of a size takes."""
    return _seconds(attack.text(size), attack.path)


@lru_cache
def _seconds_of(data: bytes, path: str) -> float:
    """The CPU time of what stands before each text of an attack, taken once."""
    return min(_seconds(data, path) for _ in range(2))


def _seconds(data: bytes, path: str) -> float:
    is_source = path.endswith(".cu")
    context = Context(_POLICY, path=path, is_cuda=is_source)
    started = time.process_time()
    (convert if is_source else convert_build)(data, context)
    return time.process_time() - started


class _TooLongError(Exception):
    """An attack that has succeeded."""


@contextmanager
def _patience() -> Iterator[None]:
    def give_up(_signal: int, _frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, _PATIENCE)  # of CPU time: other programs run as well
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def succeeds(attack: Attack, size: int = SIZE) -> str:
    """What an attack has shown, if it has shown anything."""
    try:
        with _patience():
            floor = _seconds_of(attack.text(0), attack.path)
            long = seconds(attack, 2 * size)
            if long - floor < _FLOOR:
                return ""
            short = min(seconds(attack, size) for _ in range(2))
            long = min(long, seconds(attack, 2 * size))
    except _TooLongError:
        return f"more than {_PATIENCE} s"
    is_dear = long - floor > _TWICE * max(short - floor, _FLOOR / 8)
    if is_dear:  # what grows goes on to grow; a machine that is busy elsewhere does not
        is_dear = seconds(attack, 4 * size) - floor > _AGAIN * (long - floor)
    return f"{short:.2f} s, {long:.2f} s for twice as much" if is_dear else ""


def main(only: list[str]) -> int:
    wanted: Iterable[Attack] = (
        attack for attack in everything() if not only or any(word in attack.name for word in only)
    )
    tried = successes = 0
    for attack in wanted:
        tried += 1
        if shown := succeeds(attack):
            successes += 1
            print(f"{attack.name}: {shown}", flush=True)
    print(f"{successes} of {tried} texts took more than linear time")
    return 1 if successes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
