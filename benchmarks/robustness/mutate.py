"""Real files, changed at random until they make no sense: `python -m benchmarks.robustness.mutate --count N --seed S`.

Sources, assembler statements, build files and settings lose, double and swap tokens, get comments, line splices and
odd bytes. Whatever comes of it: nothing is raised, a second conversion changes nothing, no comment is lost and no word
that no edit names, and the CPU time per byte is bounded. Each attempt depends on the seed and its number alone; a
failure is shown with the smallest input that still fails.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from benchmarks.corpus import DEFAULT_INTO
from hipify_py import api
from hipify_py.edits import Edit, Span
from hipify_py.engine import Context, Result, convert, convert_build
from hipify_py.findings import BROKEN_EDIT
from hipify_py.reading import tokens
from hipify_py.run import config
from hipify_py.run.config import ConfigError
from hipify_py.source import Source
from hipify_py.tables.model import Policy

Kind = Literal["source", "assembler", "build", "settings"]

_ROOT = Path(__file__).resolve().parents[2]
_SUFFIXES = frozenset((".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".inl"))
_BUILD_NAMES = re.compile(
    r"CMakeLists\.txt|.*\.cmake|[Mm]akefile.*|.*\.mk|setup\.py|BUILD(\.bazel)?|.*\.vcxproj|meson\.build"
)
_CUDA = re.compile(rb"\bcu[A-Z]\w|\bcuda|__global__|__device__|_sync\b|<<<|\basm\b")
_ASM = re.compile(rb"\b(?:asm|__asm__)\b[^;]{0,600}\)\s*;")
_TOKEN = re.compile(rb"//[^\n]*|/\*.{0,200}?\*/|\"[^\"\n]*\"|\w+|\s+|.", re.DOTALL)
_WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")
_LONGEST = 5_000
_WINDOW = 120  # lines
_SECONDS, _SECONDS_PER_BYTE = 1.0, 0.000_5
_PATIENCE = 60
_COMMENTS = (b"/* c */", b"// c\n", b"/* a\n b */", b"/**/", b"// c \\\n c\n")
_ODD = (
    *(b"\\\n", b"\\ \n", b"\n", b"\r\n", b"\r", b"\xef\xbb\xbf", b"\xff", b"\0", b'"', b"'", b"/*", b"*/", b"//"),
    *(b"(", b")", b"{", b"}", b"<", b">", b"::", b":", b"?", b";", b",", b"#", b"##", b"=", b'R"(', b')"', b"\\"),
    *(b"\n#endif\n", b"\n#else\n", b"\n#if A\n", b"\n#define X ", b"\n#include <cuda_runtime.h>\n", b"case 1:", b"x:"),
    *(b"p ? q : ", b"::", b"a::b ", b"return ", b"template<int> ", b"operator", b"register ", b"struct "),
    *(b"__ballot_sync(m, p)", b"__shfl_sync(~0u, v, 1)", b"cg::reduce(t, a, cg::plus<int>())", b"k<<<1, 2>>>(a)"),
    *(
        b"cudaMalloc(&p, n);",
        b"__ldcg(p)",
        b"cudaMemcpyToSymbol(s, p, n)",
        b"dim3 g = {n / 2};",
        b"__CUDA_ARCH__ >= 300",
    ),
    *(b'asm("mov.u32 %0, %%laneid;" : "=r"(x));', b"#x", b"a ## b", b"cuda##x", b"__VA_ARGS__", b"..."),
)
# How the attempts are shared out, and in which styles sources are converted.
KINDS: tuple[Kind, ...] = (*("source",) * 13, *("assembler",) * 4, *("build",) * 2, "settings")
_STYLES = (("kernel", "exact"), ("kernel", "exact"), ("macro", "exact,replace"), ("kernel", "approx"), ("macro", "off"))
_SETTINGS = b"""[tool.hipify-py]
rocm = "6.4"
target = "roc"
exclude = ["third_party/", "*.in"]
select = ["PTX", "API001"]
ignore = ["WRP004"]
arch = ["gfx90a", "gfx1100"]
format = ["concise", "json:out.json"]
fail-on = "error"
launch-syntax = "macro"
ptx = "approx,replace"
rename-files = true
cuda-suffix = ".hip"
jobs = 4
per-file-ignores = { "tests/*" = ["API"], "a.cu" = ["all"] }
"""
_CMAKE = b"""cmake_minimum_required(VERSION 3.18)
project(x LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_library(a STATIC a.cu b.cpp)
set_target_properties(a PROPERTIES CUDA_ARCHITECTURES "70;80" CUDA_SEPARABLE_COMPILATION ON)
target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--use_fast_math -Xcompiler -fPIC>)
target_link_libraries(a PUBLIC CUDA::cudart cublas)
"""


@dataclass(frozen=True)
class Text:
    name: str
    data: bytes


@dataclass(frozen=True)
class Attempt:
    """One mutated text, and how it is to be read."""

    number: int
    kind: Kind
    name: str
    data: bytes
    style: tuple[str, str]


@dataclass(frozen=True)
class Failure:
    attempt: Attempt
    problem: str


@cache
def pool(kind: Kind, root: Path) -> Sequence[Text]:
    """The real texts of a kind: those of the corpus, where there is one, and those of the repository."""
    if kind == "settings":
        return (Text("pyproject.toml", _SETTINGS),)
    if kind == "build":
        return (Text("CMakeLists.txt", _CMAKE), *_texts(root, lambda path: bool(_BUILD_NAMES.fullmatch(path.name))))
    sources = [text for text in _texts(root, lambda path: path.suffix in _SUFFIXES) if _CUDA.search(text.data)]
    if kind == "source":
        return sources
    return [Text(text.name, found[0]) for text in sources for found in _ASM.finditer(text.data)]


def _texts(root: Path, is_wanted: Callable[[Path], bool]) -> list[Text]:
    folders = [folder for folder in (root, _ROOT / "tests" / "subjects", _ROOT / "examples") if folder.is_dir()]
    paths = sorted(path for folder in folders for path in folder.rglob("*") if is_wanted(path) and path.is_file())
    return [Text(path.name, path.read_bytes()) for path in paths if path.stat().st_size < 200_000]


def attempt(number: int, seed: int, root: Path) -> Attempt:
    chance = random.Random(f"{seed} {number}")
    kind = chance.choice(KINDS)
    text = chance.choice(pool(kind, root))
    data = _part_of(text.data, chance)
    for _step in range(chance.choice((1, 1, 2, 3, 5, 8))):
        data = _mutated(data, chance, kind, root)
    if kind == "assembler":
        data = b"__device__ void f(int x) {\n  " + data + b"\n}\n"
    return Attempt(number, kind, text.name, data[: 2 * _LONGEST], chance.choice(_STYLES))


def _part_of(data: bytes, chance: random.Random) -> bytes:
    """Some lines of a text, from its beginning as often as not."""
    if len(data) <= _LONGEST:
        return data
    lines = data.splitlines(keepends=True)
    start = 0 if chance.random() < 0.4 else chance.randrange(len(lines))
    return b"".join(lines[start : start + _WINDOW])[:_LONGEST]


def _mutated(data: bytes, chance: random.Random, kind: Kind, root: Path) -> bytes:
    pieces = _TOKEN.findall(data)
    if not pieces:
        return chance.choice(_ODD)
    here, there = chance.randrange(len(pieces)), chance.randrange(len(pieces))
    choice = chance.randrange(10)
    if choice == 0:
        del pieces[here]
    elif choice == 1:
        pieces.insert(there, pieces[here])
    elif choice == 2:
        pieces[here], pieces[there] = pieces[there], pieces[here]
    elif choice == 3:
        pieces.insert(here, chance.choice(_COMMENTS))
    elif choice == 4:
        # Comments in every gap of a stretch.
        stretch = pieces[here : here + 40]
        pieces[here : here + 40] = [part for piece in stretch for part in (piece, chance.choice(_COMMENTS[:3]))]
    elif choice in (5, 6):
        pieces.insert(here, chance.choice(_ODD))
    elif choice == 7:
        flipped = bytearray(pieces[here])
        flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
        pieces[here] = bytes(flipped)
    elif choice == 8:
        del pieces[here : here + chance.randrange(12)]
    else:
        other = _TOKEN.findall(_part_of(chance.choice(pool(kind, root)).data, chance))
        start = chance.randrange(len(other) or 1)
        pieces[here:here] = other[start : start + chance.randrange(30)]
    return b"".join(pieces)


def problem(tried: Attempt) -> str:
    """What goes wrong with an attempt; nothing if all is well. A time has to repeat, as the first loads tables."""
    found, is_slow = _once(tried)
    return _once(tried)[0] if is_slow else found


def _once(tried: Attempt) -> tuple[str, bool]:
    """What goes wrong, and whether this is the time that it takes."""
    signal.setitimer(signal.ITIMER_PROF, _PATIENCE)
    started = time.process_time()
    try:
        found = _CHECKS[tried.kind](tried)
    except Exception as error:
        return f"{type(error).__name__}: {error}", False
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    seconds = time.process_time() - started
    if not found and seconds > _SECONDS + _SECONDS_PER_BYTE * len(tried.data):
        return f"{seconds:.1f} s for {len(tried.data)} bytes", True
    return found, False


def _source_problem(tried: Attempt) -> str:
    suffix = Path(tried.name).suffix
    context = Context(_policy(), f"a{suffix}", suffix in (".cu", ".cuh"), style=api.Style.of(*tried.style))
    result = convert(tried.data, context)
    if broken := [found.message for found in result.findings if found.rule == BROKEN_EDIT]:
        return broken[0]
    if convert(result.output, context).output != result.output:
        return "a second conversion changes something"
    if result.output == tried.data:
        return ""
    return loss(result)


def loss(result: Result) -> str:
    """What a conversion has lost, first of all; nothing if it has lost nothing."""
    return _lost_comments(result) or _lost_words(result)


def _lost_comments(result: Result) -> str:
    before, after = (_comments(text) for text in (result.source.text, Source("", result.output).text))
    lost = before - after
    return f"lost comments: {sorted(lost)[:3]}" if lost else ""


def _comments(text: bytes) -> Counter[bytes]:
    return Counter(tokens.join_lines(text[start:end]).strip() for start, end in tokens.comments(text))


def _lost_words(result: Result) -> str:
    """The words of the code that are fewer afterwards, though no edit names them."""
    before, after = (_words(text) for text in (result.source.text, Source("", result.output).text))
    named = {word for edit in result.edits for word in _WORD.findall(_taken(result.source.text, edit))}
    lost = {word for word in before - after if word not in named}
    return f"lost words: {sorted(lost)[:5]}" if lost else ""


def _words(text: bytes) -> Counter[bytes]:
    return Counter(_WORD.findall(tokens.join_lines(tokens.code_only(text))))


def _taken(text: bytes, edit: Edit) -> bytes:
    if edit.takes is None:
        return tokens.join_lines(text[edit.start : edit.end]) if isinstance(edit.new, bytes) else b""
    return b" ".join(text[part.start : part.end] if isinstance(part, Span) else part for part in edit.takes)


def _build_problem(tried: Attempt) -> str:
    once = convert_build(tried.data, Context(_policy(), tried.name)).output
    return "" if convert_build(once, Context(_policy(), tried.name)).output == once else "a second run changes more"


def _settings_problem(tried: Attempt) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, tried.name)
        path.write_bytes(tried.data)
        try:
            config.read(path)
        except ConfigError as error:
            return "a message of several lines" if "\n" in str(error) else ""
    return ""


_CHECKS: dict[Kind, Callable[[Attempt], str]] = {
    "source": _source_problem,
    "assembler": _source_problem,
    "build": _build_problem,
    "settings": _settings_problem,
}


@cache
def _policy() -> Policy:
    return api.policy(rocm="6.4")


def smallest(tried: Attempt) -> Attempt:
    """The attempt with all left out that its failure does not need."""
    pieces, size = _TOKEN.findall(tried.data), len(tried.data)
    while size > 0:
        place = 0
        while place < len(pieces):
            fewer = pieces[:place] + pieces[place + size :]
            less = Attempt(tried.number, tried.kind, tried.name, b"".join(fewer), tried.style)
            if _is_alike(problem(less), problem(tried)):
                pieces, tried = fewer, less
            else:
                place += size
        size //= 2
    return tried


def _is_alike(one: str, other: str) -> bool:
    return bool(one) and one[:12] == other[:12]


def failures(count: int, seed: int, jobs: int, root: Path) -> Iterator[Failure]:
    """What went wrong in `count` attempts."""
    numbers = [(number, seed, root) for number in range(count)]
    signal.signal(signal.SIGPROF, _give_up)
    if jobs == 1:
        yield from (found for found in map(_tried, numbers) if found)
        return
    with multiprocessing.get_context("fork").Pool(jobs) as workers:
        for found in workers.imap_unordered(_tried, numbers, 50):
            if found:
                yield found


def _tried(what: tuple[int, int, Path]) -> Failure | None:
    tried = attempt(*what)
    found = problem(tried)
    return Failure(smallest(tried), found) if found else None


def _give_up(_signal: int, _frame: object) -> None:
    raise TimeoutError(f"more than {_PATIENCE} s of CPU time")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.robustness.mutate", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_INTO, metavar="DIR")
    options = parser.parse_args(arguments)
    for kind in dict.fromkeys(KINDS):
        pool(kind, options.corpus)  # before the workers, which share it
    failed = 0
    for failure in failures(options.count, options.seed, options.jobs, options.corpus):
        failed += 1
        tried = failure.attempt
        print(
            f"{tried.number} {tried.kind} {tried.name} {tried.style}: {failure.problem}\n    {tried.data!r}", flush=True
        )
    print(f"{options.count} attempts, {failed} failures", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
