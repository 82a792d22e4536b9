"""The rules on files that are no sources: build descriptions, scripts, and what NVIDIA's compilers have left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import PurePath

from hipify_py.findings import Finding
from hipify_py.rules.detect import Hit, finding
from hipify_py.rules.load import load
from hipify_py.rules.model import Rule
from hipify_py.tables.model import Policy

# Which files speak which language; the first that fits counts.
KINDS: Mapping[str, tuple[str, ...]] = {
    "cmake": ("CMakeLists.txt", "*.cmake", "*.cmake.in"),
    "make": ("Makefile*", "makefile*", "GNUmakefile*", "*.mk", "*.mak", "*.make"),
    "python": ("*.py", "*.pyi", "*.pyx"),
    "requirements": ("requirements*.txt", "environment*.yml", "environment*.yaml", "pyproject.toml", "setup.cfg"),
    "docker": ("Dockerfile*", "*.dockerfile", "*.Dockerfile"),
    "bazel": ("BUILD", "BUILD.bazel", "*.bzl", "WORKSPACE", "MODULE.bazel", ".bazelrc"),
    "meson": ("meson.build", "meson_options.txt"),
    "msbuild": ("*.vcxproj", "*.props", "*.targets"),
    "other": ("xmake.lua", "SConstruct", "SConscript", "configure.ac", "*.m4", "*.bat", "*.sh"),
}
_COMMENTS = {
    "msbuild": re.compile(rb"<!--.*?-->", re.DOTALL),
    "python": re.compile(rb"(?<![^\s])#[^\n]*"),
}
_HASH_COMMENT = re.compile(rb"(?<![^\s])#[^\n]*")
_BATCH_COMMENT = re.compile(rb"(?im)^\s*(?:rem\b|::)[^\n]*")


def kind_of(name: str) -> str:
    """The language of a build file, by its name; nothing for any other file."""
    return next((kind for kind, patterns in KINDS.items() if any(fnmatchcase(name, p) for p in patterns)), "")


def detect(path: str, data: bytes, policy: Policy) -> Iterator[Finding]:
    """What a build file says to nvcc and CUDA's libraries alone."""
    kind = kind_of(PurePath(path).name)
    code = _without_comments(kind, PurePath(path).suffix.lower(), data)
    seen: set[tuple[str, int]] = set()
    for rule, pattern, kinds, message in _rules():
        if (kinds and kind not in kinds) or not rule.concerns(policy.rocm, policy.archs):
            continue
        for match in pattern.finditer(code):
            start, end = match.span("at") if "at" in match.groupdict() else match.span()
            line = code.count(b"\n", 0, start)
            if (rule.id, line) not in seen:
                seen.add((rule.id, line))
                yield finding(rule, Hit(start, end), data[start:end].decode("utf-8", "replace"), message)


def detect_artifact(path: str) -> Iterator[Finding]:
    """What a file is by its name alone."""
    name = PurePath(path).name
    for rule in load().rules.values():
        for spec in rule.detect:
            if any(fnmatchcase(name, pattern) for pattern in spec.get("files", ())):
                yield finding(rule, Hit(0, 0), name, spec.get("message", ""))


def _without_comments(kind: str, suffix: str, data: bytes) -> bytes:
    pattern = _BATCH_COMMENT if suffix == ".bat" else _COMMENTS.get(kind, _HASH_COMMENT)
    return pattern.sub(lambda comment: re.sub(rb"[^\n]", b" ", comment[0]), data)


@cache
def _rules() -> tuple[tuple[Rule, re.Pattern[bytes], frozenset[str], str], ...]:
    return tuple(
        (
            rule,
            re.compile(spec["build"].encode(), re.VERBOSE | re.MULTILINE),
            frozenset(spec.get("kinds", ())),
            spec.get("message", ""),
        )
        for rule in load().rules.values()
        for spec in rule.detect
        if "build" in spec
    )
