"""What names of files tell: which are sources, and which are templates that sources are made of."""

from __future__ import annotations

from functools import cache
from pathlib import PurePath
from typing import Literal, NamedTuple

from hipify_py.patterns import pattern

# What --rename-files makes is met again by the next run.
CUDA_SUFFIXES = frozenset((".cu", ".cuh", ".hu", ".hip", ".cui", ".cuinc", ".cu_inl", ".hcu"))
HOST_SUFFIXES = frozenset(
    (".c", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hp", ".hpp", ".hxx", ".h++",
     ".inl", ".inc", ".incl", ".def", ".tcc", ".kernel", ".kernels", ".macros",
     ".ipp", ".tpp", ".txx", ".ixx", ".cppm", ".icc", ".impl", ".m", ".mm")
)  # fmt: skip
SUFFIXES = CUDA_SUFFIXES | HOST_SUFFIXES
# How a template marks what is filled in.
Language = Literal["configured", "jinja", "mako", "any"]
_LANGUAGES: dict[str, Language] = {
    ".in": "configured", ".cmake": "configured",
    ".j2": "jinja", ".jinja": "jinja", ".jinja2": "jinja", ".inja": "jinja",
    ".mako": "mako",
    ".tmpl": "any", ".tpl": "any", ".template": "any",
}  # fmt: skip
TEMPLATE_ENDINGS = frozenset(_LANGUAGES)
# `options.inc.cmake` is a part of a build.
_OF_BUILDS = frozenset((".inc", ".m", ".impl"))
# What makefiles include: `Makefile.inc`, `make.inc`.
_OF_MAKE = pattern(r"(?i)(?:gnu)?makefile(?:[._-].{0,200})?\.inc|make\.inc")


class TemplateName(NamedTuple):
    """The name of a template: what is made of it, and how it marks what is filled in."""

    source: str
    language: Language

    @property
    def suffix(self) -> str:
        return PurePath(self.source).suffix.lower()


@cache
def template_name(name: str) -> TemplateName | None:
    """What a name tells of a template of a source, as `kernel.cu.in` is one of `kernel.cu`; None for other files."""
    path = PurePath(name)
    found = TemplateName(path.stem, _LANGUAGES.get(path.suffix.lower(), "any"))
    if path.suffix.lower() not in TEMPLATE_ENDINGS or found.suffix not in SUFFIXES:
        return None
    is_of_build = path.suffix.lower() == ".cmake" and found.suffix in _OF_BUILDS
    return None if is_of_build or _OF_MAKE.fullmatch(path.stem) else found


@cache
def suffix_of_source(name: str) -> str:
    """The ending of a source, or of the one that is made of a template; none for a part of a makefile."""
    if _OF_MAKE.fullmatch(name):
        return ""
    made = template_name(name)
    return made.suffix if made is not None else PurePath(name).suffix.lower()
