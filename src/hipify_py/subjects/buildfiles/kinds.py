"""Which files describe builds, and in which language: by their names."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import lru_cache

# What Autotools bring along, the same everywhere.
FOREIGN = "foreign"
# The first that fits counts. Endings mean the same in any case.
KINDS: Mapping[str, tuple[str, ...]] = {
    FOREIGN: ("ltmain.sh", "libtool.m4", "aclocal.m4", "ltoptions.m4", "config.guess", "config.sub", "install-sh"),
    "cmake": ("CMakeLists.txt", "*.cmake", "*.cmake.in"),
    "make": ("Makefile", "Makefile.*", "makefile", "makefile.*", "GNUmakefile", "*.mk", "*.mak", "*.make"),
    "python": ("*.py", "*.pyi", "*.pyx"),
    "requirements": ("requirements*.txt", "environment*.yml", "environment*.yaml", "pyproject.toml", "setup.cfg"),
    "docker": ("Dockerfile*", "*.dockerfile"),
    "bazel": ("BUILD", "BUILD.bazel", "*.bzl", "WORKSPACE", "MODULE.bazel", ".bazelrc"),
    "meson": ("meson.build", "meson_options.txt"),
    "msbuild": ("*.vcxproj", "*.props", "*.targets"),
    "other": ("xmake.lua", "SConstruct", "SConscript", "configure.ac", "*.m4", "*.bat", "*.sh"),
}
# What else may say with which macros sources are built, in lower case; nobody reports on it.
_BESIDES = (
    "make*.inc", "make.*", "*.am", "*.ac", "*.in", "*.hin", "*.h_in", "*.cmakein", "configure", "wscript", "kconfig*",
    "*.gyp", "*.gypi", "*.gn", "*.gni", "*.pro", "*.pri", "*.lua", "*.jam", "jamfile*", "jamroot*", "sconscript*",
    "*.ps1", "*.nix", "build.rs", "justfile", "rakefile", "*.yml", "*.yaml", "package.json", "cmake*presets.json",
    "cmakecache.txt", "compile_commands.json", "compile_flags.txt", "readme*", "install*", "building*",
)  # fmt: skip


def tells_of_builds(name: str) -> bool:
    """Whether a file of that name may say with which macros sources are built: to a tool, or to people."""
    return bool(kind_of(name)) or any(fnmatchcase(name.lower(), each) for each in _BESIDES)


@lru_cache(maxsize=1 << 12)
def kind_of(name: str) -> str:
    """The language of a build file, by its name; nothing for any other file."""
    return next((kind for kind, patterns in KINDS.items() if any(_fits(name, each) for each in patterns)), "")


def _fits(name: str, pattern: str) -> bool:
    return fnmatchcase(name.lower() if pattern.startswith("*.") else name, pattern)
