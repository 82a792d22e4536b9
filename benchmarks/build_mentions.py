"""Whether each mention of CUDA in build files is converted or found: an independent grep over converted trees.

    python -m benchmarks.build_mentions TREE… [--show N]

It knows hipify-py only as a command. Of each tree a copy is converted in place, and converted again, which must change
nothing; `undo` must give back what was there. Words of CUDA's own in the build files of the copy, outside of comments,
are then counted:

- gone: they stood in the original;
- found: a finding of the second run is about the line, about the file as a whole, or about the same word in the file;
- said to people: messages, help of options;
- PyTorch's: the key `nvcc` of options for PyTorch, which PyTorch for ROCm reads;
- portable: in files that the run leaves alone, as they build for AMD already;
- silent: nobody speaks of them.

A name of the project's own, as `USE_CUDA`, is no word of CUDA's. Exit 1 if a mention is silent, or a second run or
`undo` does something else than it should.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.converter import IN_PLACE, Converter
from benchmarks.tree_snapshot import snapshot

_FILES = re.compile(
    r"CMakeLists.*\.txt|.*\.cmake(?:\.in)?|(?:GNU)?[Mm]akefile(?:\..*)?|.*\.(?:mk|mak|make|ninja)|make\.inc.*|setup\.py"
)
_LIBRARIES = (
    "cudart(?:_static)?|cudadevrt|culibos|cublas(?:Lt)?|cufftw?|curand|cusparse(?:Lt)?|cusolver(?:Mg)?|cudnn|nvrtc|"
    "nvToolsExt|npp[a-z]{1,4}|nvjpeg|nvml|nccl|cupti|cutensor"
)
_OF_CMAKE = (
    "ARCHITECTURES|FLAGS|COMPILER|STANDARD|HOST|SEPARABLE|RUNTIME|TOOLKIT|RESOLVE|VISIBILITY|EXTENSIONS|IMPLICIT|COMPILE_|"
    "CREATE_|LINK|PLATFORM|SOURCE_|OUTPUT_|USE_|ARCHIVE|DEVICE|PTX|CLANG|CUDA_LIB"
)
_WORDS = re.compile(
    rf"""
    \bnvcc\b | \bCUDA::\w+ | \bCMAKE_CUDA_(?:{_OF_CMAKE})\w* | \bCUDAToolkit\w* | \bCUDA(?:CXX|HOSTCXX)\b
    | \bCUDA_(?:TOOLKIT|NVCC|INCLUDE_DIR|CUDART|SEPARABLE|ARCHITECTURES|STANDARD|HOST_COMPILER|PROPAGATE|VERSION|FOUND
      |CUDA_LIB|RUNTIME_LIB|64_BIT|LIBRARIES|HOME|PATH|BIN_PATH|ROOT|DIR\b|SDK)\w* | \bCUDA_\w+_LIBRAR(?:Y|IES)\b
    | \b(?:cuda|CUDA)_(?:add|compile|include|wrap|select|link|build)_\w+ | \bcuda_std_\d+
    | COMPILE_LANG\w*:[^>]*CUDA | \b(?:LANGUAGES?|enable_language|check_language|project)\b[^#\n]*\bCUDA\b
    | \bfind_(?:package|dependency)\s*\(\s*(?:CUDA|CUB|Thrust|CCCL|NCCL|CUDNN)\b | \binclude\s*\(\s*FindCUDA\w*
    | (?<![\w-])--?(?:gencode|generate-code|Xptxas|Xcompiler|Xcudafe|Xnvlink|expt-[\w-]+|maxrregcount|lineinfo
      |use_fast_math|rdc|relocatable-device-code|extended-lambda|default-stream)\b | \b(?:sm|compute)_\d\d\b
    | (?<![\w/])-l[ ]?(?:cuda|{_LIBRARIES})\b | \blib(?:cuda|{_LIBRARIES})\.\w+
    | (?<![\w./-])(?:{_LIBRARIES})(?![\w./-])
    | /usr/local/cuda\b | /(?:opt|usr/lib)/cuda\b
    """,
    re.VERBOSE,
)
_COMMENT = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|(?P<comment>(?<![\\$&\w])#.*)")
_SAYS = re.compile(
    r"(?i)^\s*@?(?:message|echo|print|option|\$\((?:info|warning|error)|add_feature_info|mark_as_advanced)\b"
)
_FOR_AMD = re.compile(r"(?i)\b(?:hip|hipcc|hip::\w+|rocm\w*|hip_\w+)\b|pybind11")
_OF_PYTORCH = re.compile(r"\bcpp_extension\b")
_KEY = re.compile(r"[\"']nvcc[\"'][ \t]*[:\]]")
_SENTENCE = re.compile(r"^\s*f?[\"'](?:[^\s\"']+\s+){3}")
# Comments over several lines, in CMake and in Python.
_BRACKETED = re.compile(r"#\[(?P<equals>=*)\[(?s:.*?)\](?P=equals)\]")
_DOCSTRING = re.compile(r"(?m)^[ \t]*[rR]?(?P<quotes>\"{3}|'{3})(?s:.*?)(?P=quotes)")


@dataclass
class Tally:
    """What became of the mentions of a tree."""

    name: str
    files: int = 0
    before: int = 0
    after: Counter[str] = field(default_factory=Counter)
    silent: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def mentions(path: Path) -> Iterator[tuple[int, str, str]]:
    """The words of CUDA with their lines: number and text."""
    text = path.read_bytes().decode("utf-8", "replace")
    blocks = _DOCSTRING if path.suffix == ".py" else _BRACKETED
    code = blocks.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for number, (line, said) in enumerate(zip(text.splitlines(), code.splitlines(), strict=True), 1):
        for found in _WORDS.finditer(_COMMENT.sub(lambda found: "" if found["comment"] else found[0], said)):
            yield number, found[0], line


def build_files(root: Path) -> Iterator[Path]:
    for path in sorted(root.rglob("*")):
        if _FILES.fullmatch(path.name) and path.is_file() and not path.is_symlink():
            yield path


def check(tree: Path, work: Path) -> Tally:
    tally = Tally(tree.name)
    converter = Converter((sys.executable, "-m", "hipify_py"), work / "state")
    copy = work / "copy" / tree.name
    shutil.copytree(tree, copy, symlinks=True)
    before = snapshot(copy)
    found = {path: list(mentions(path)) for path in build_files(copy)}
    tally.files = sum(bool(each) for each in found.values())
    tally.before = sum(map(len, found.values()))
    converter.run(tally.problems, copy, *IN_PLACE)
    converted = snapshot(copy)
    report = work / "report.json"
    converter.check_again(tally.problems, copy, "--format", f"json:{report}")
    _count(tally, copy, json.loads(report.read_text(encoding="utf-8")))
    if converted != before:
        converter.undo(tally.problems, copy, before)
    return tally


def _count(tally: Tally, copy: Path, report: dict[str, Any]) -> None:
    said: dict[str, list[dict[str, Any]]] = {}
    for each in report["findings"]:
        said.setdefault(each["path"], []).append(each)
    for path in build_files(copy):
        name = path.relative_to(copy).as_posix()
        text = path.read_bytes().decode("utf-8", "replace")
        is_portable = bool(report["ported"]) and _FOR_AMD.search(text) is not None
        for number, word, line in mentions(path):
            kind = _kind(said.get(name, ()), number, word, line, text)
            kind = "portable" if kind == "silent" and is_portable else kind
            tally.after[kind] += 1
            if kind == "silent":
                tally.silent.append(f"{tally.name}/{name}:{number}: {word}: {line.strip()[:120]}")


def _kind(said: Sequence[dict[str, Any]], number: int, word: str, line: str, text: str) -> str:
    if any(each["start"] == each["end"] or each["subject"] == word for each in said):
        return "found"
    if any(each["start"]["line"] <= number <= each["end"]["line"] for each in said):
        return "found"
    if _SAYS.match(line) or _SENTENCE.match(line):
        return "said to people"
    return "PyTorch's" if word == "nvcc" and _OF_PYTORCH.search(text) and _KEY.search(line) else "silent"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.build_mentions", description=__doc__)
    parser.add_argument("trees", type=Path, nargs="+", metavar="TREE")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="how many silent mentions of a tree to print")
    options = parser.parse_args()
    failed = False
    for tree in options.trees:
        with tempfile.TemporaryDirectory() as work:
            tally = check(tree.resolve(), Path(work))
        gone = tally.before - sum(tally.after.values())
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.after.items()))
        print(f"{tally.name}: {tally.files} files, {tally.before} mentions: {gone} gone, {counts}", flush=True)
        for line in (*tally.problems, *tally.silent[: options.show]):
            print(f"  {line}")
        failed = failed or bool(tally.problems or tally.silent)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
