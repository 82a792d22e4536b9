"""The rules on files that are no sources: build descriptions, scripts, and what NVIDIA's compilers have left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import PurePath
from typing import Any

from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit, compiled, finding
from hipify_py.rules.load import load
from hipify_py.rules.model import Rule
from hipify_py.subjects.buildfiles.branches import cuda_only
from hipify_py.subjects.buildfiles.kinds import FOREIGN, kind_of
from hipify_py.tables.model import Policy

_COMMENTS = {
    "msbuild": re.compile(rb"<!--(?:.*?-->|.*)", re.DOTALL),
    "python": re.compile(rb"(?<![^\s])#[^\n]*"),
}
_HASH_COMMENT = pattern(rb"(?<![^\s])#[^\n]*")
# What build files say to people, not to compilers.
_MESSAGES = {
    "cmake": re.compile(rb"(?i)\b(?:message|option)[ \t]*\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)"),
    "make": re.compile(rb"(?m)^\t[ \t]*@?(?:echo|printf)\b[^\n;&|]*|\$\((?:info|warning|error)\b[^\n]*"),
    "python": re.compile(
        rb"\b(?:print|warn|\w*Error)\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|"
        rb"\bhelp[ \t]*=\s*(?:\(\s*)?[rRfF]?(?:\"[^\"\n]*\"|'[^'\n]*')(?:\s*[rRfF]?(?:\"[^\"\n]*\"|'[^'\n]*'))*"
    ),
    "other": re.compile(
        rb"(?m)^[ \t]*(?:echo|printf)\b[^\n;&|]*|"
        rb"\b(?:AC_MSG_\w+|AC_DEFINE|A[CS]_HELP_STRING)[ \t]*\([^()\n]*|\bdnl\b[^\n]*"
    ),
}
# Python's texts; what stands where a statement begins is documentation.
_TEXT = pattern(rb'(?sm)(?P<lead>^[ \t]*)?[rRuU]?(?P<quotes>"""|\'\'\')(?:.*?(?P=quotes)|.*)')
_GENERATOR = pattern(rb"\$<|[:>]")
_LANGUAGE = pattern(rb"\$<COMPILE_LANG(?:UAGE|_AND_ID):CUDA\b")
_NOT_CUDA_ALONE = pattern(rb"\$<(?:NOT|OR|IF)\b|\bHIP\b")
_BATCH_COMMENT = pattern(rb"(?im)^[^\S\n]*(?:rem\b|::)[^\n]*")


def detect(path: str, data: bytes, policy: Policy) -> Iterator[Finding]:
    """What a build file says to nvcc and CUDA's libraries alone."""
    kind = kind_of(PurePath(path).name)
    if kind == FOREIGN:
        return
    code = _spoken_to_compilers(kind, PurePath(path).suffix.lower(), data)
    for_nvcc = list(_for_nvcc(code)) if kind == "cmake" else []
    seen: set[tuple[str, int, bytes]] = set()
    for rule, spec in _rules():
        kinds = spec.get("kinds", ())
        if (kinds and kind not in kinds) or not rule.concerns(policy.rocm, policy.archs):
            continue
        for start, end in _places(spec, code):
            never_reaches_hipcc = spec.get("options") and any(low <= start < high for low, high in for_nvcc)
            place = rule.id, code.rfind(b"\n", 0, start), data[start:end]
            if place not in seen and not never_reaches_hipcc:
                seen.add(place)
                yield finding(rule, Hit(start, end), data[start:end].decode("utf-8", "replace"), spec)


def _places(spec: Mapping[str, Any], code: bytes) -> Iterator[tuple[int, int]]:
    """Where a pattern matches: `needs` and `unless_file` ask the whole file, `inside` says around what to look."""
    if "needs" in spec and not compiled(spec["needs"]).search(code):
        return
    if "unless_file" in spec and compiled(spec["unless_file"]).search(code):
        return
    pattern = compiled(spec["build"])
    around = compiled(spec["inside"]).finditer(code) if "inside" in spec else ()
    spans = [found.span() for found in around] if "inside" in spec else [(0, len(code))]
    for low, high in spans:
        for match in pattern.finditer(code, low, high):
            yield match.span("at") if "at" in match.groupdict() else match.span()


def _for_nvcc(code: bytes) -> Iterator[tuple[int, int]]:
    """What generator expressions hold for the language CUDA alone: the `…` of `$<$<COMPILE_LANGUAGE:CUDA>:…>`."""
    stack: list[tuple[int, int]] = []
    for sign in _GENERATOR.finditer(code):
        if sign[0] == b"$<":
            stack.append((sign.end(), -1))
        elif sign[0] == b":" and stack and stack[-1][1] < 0:
            stack[-1] = stack[-1][0], sign.end()
        elif sign[0] == b">" and stack:
            start, payload = stack.pop()
            condition = code[start:payload]
            if payload > 0 and _LANGUAGE.search(condition) and not _NOT_CUDA_ALONE.search(condition):
                yield payload, sign.start()


def detect_artifact(path: str) -> Iterator[Finding]:
    """What a file is by its name alone."""
    name = PurePath(path).name
    for rule in load().rules.values():
        for spec in rule.detect:
            if any(fnmatchcase(name, pattern) for pattern in spec.get("files", ())):
                yield finding(rule, Hit(0, 0), name, spec)


def _spoken_to_compilers(kind: str, suffix: str, data: bytes) -> bytes:
    """The text with blanks for comments, for messages, and for what AMD's branches do without."""
    pattern = _BATCH_COMMENT if suffix == ".bat" else _COMMENTS.get(kind, _HASH_COMMENT)
    code = pattern.sub(_blank, data)
    if kind == "python":
        code = _TEXT.sub(lambda text: text[0] if text["lead"] is None else _blank(text), code)
    if kind in _MESSAGES:
        code = _MESSAGES[kind].sub(_blank, code)
    blanked = bytearray(code)
    for start, end in cuda_only(kind, code):
        blanked[start:end] = _blanks(code[start:end])
    return bytes(blanked)


def _blank(found: re.Match[bytes]) -> bytes:
    return _blanks(found[0])


def _blanks(text: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", text)


@cache
def _rules() -> tuple[tuple[Rule, Mapping[str, Any]], ...]:
    return tuple((rule, spec) for rule in load().rules.values() for spec in rule.detect if "build" in spec)
