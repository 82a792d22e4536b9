"""Which files describe builds, and in which language: by their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fnmatch import translate
from functools import cache
from pathlib import PurePath

Match = Callable[[str], "re.Match[str] | None"]

# Which commands a build compiles each file with.
DATABASE = "compile_commands.json"
# Where services build and test a project; only rules that name the kind look at them.
CI = "ci"
# What Autotools bring along, the same everywhere.
FOREIGN = "foreign"
# The first that fits counts. Endings mean the same in any case.
KINDS: Mapping[str, tuple[str, ...]] = {
    FOREIGN: ("ltmain.sh", "libtool.m4", "aclocal.m4", "ltoptions.m4", "config.guess", "config.sub", "install-sh"),
    "cmake": ("CMakeLists.txt", "CMakeLists.*.txt", "*.cmake", "*.cmake.in"),
    "make": (
        "Makefile", "Makefile.*", "makefile", "makefile.*", "GNUmakefile", "*.mk", "*.mak", "*.make", "*.ninja",
        "[Mm]akefile_*", "*.makefile", "*.makefile_*", "[Mm]ake.inc", "[Mm]ake.inc.*", "[Mm]ake.config", "[Mm]ake.sys",
        "[Mm]ake.def", "[Mm]ake.defs", "[Mm]ake.rules", "[Mm]ake.opts", "[Mm]ake.options", "[Mm]ake.arch", "*.opts",
    ),
    "python": ("*.py", "*.pyi", "*.pyx"),
    "requirements": (
        "requirements*.txt", "environment*.yml", "environment*.yaml", "pyproject.toml", "setup.cfg", "meta.yaml",
        "conda_build_config.yaml", "recipe.yaml",
    ),
    "docker": ("Dockerfile*", "*.dockerfile"),
    "bazel": ("BUILD", "BUILD.bazel", "*.bzl", "WORKSPACE", "MODULE.bazel", ".bazelrc"),
    "meson": ("meson.build", "meson_options.txt"),
    "msbuild": ("*.vcxproj", "*.props", "*.targets"),
    "presets": ("CMakePresets.json", "CMakeUserPresets.json"),
    "configured": ("*.pc.in", "*.pc"),
    "other": ("xmake.lua", "SConstruct", "SConscript", "configure.ac", "*.m4", "*.bat", "*.sh"),
    "commands": (DATABASE,),
    CI: (
        ".gitlab-ci*.yml", ".travis.yml", ".appveyor.yml", "appveyor.yml", "azure-pipelines*.yml",
        "bitbucket-pipelines.yml", ".drone.yml", ".cirrus.yml", "docker-compose*.yml", "docker-compose*.yaml",
        "compose.yaml", "compose.yml", "Jenkinsfile", "Jenkinsfile.*", "*.jenkinsfile", "devcontainer.json",
        ".devcontainer.json",
    ),
}  # fmt: skip
# Folders whose YAML files are for such services.
_OF_CI = frozenset(("workflows", ".circleci", ".buildkite", ".azure-pipelines", ".gitlab", ".ci", "ci", "pipelines"))
_YAML = (".yml", ".yaml")
# Hidden folders of services, and the kinds of files there that say what a project is built and tested in.
_HIDDEN = frozenset((".github", ".devcontainer", *(name for name in _OF_CI if name.startswith("."))))
_OF_SERVICES = frozenset((CI, "docker", "requirements"))
# What else may say with which macros sources are built, in lower case; nobody reports on it.
_BESIDES = (
    "make*.inc", "make.*", "*.am", "*.ac", "*.in", "*.hin", "*.h_in", "*.cmakein", "configure", "wscript", "kconfig*",
    "*.gyp", "*.gypi", "*.gn", "*.gni", "*.pro", "*.pri", "*.lua", "*.jam", "jamfile*", "jamroot*", "sconscript*",
    "*.ps1", "*.nix", "build.rs", "justfile", "rakefile", "*.yml", "*.yaml", "package.json", "cmake*presets.json",
    "cmakecache.txt", "compile_flags.txt", "readme*", "install*", "building*",
)  # fmt: skip


def tells_of_builds(name: str) -> bool:
    """Whether a file of that name may say with which macros sources are built: to a tool, or to people."""
    return bool(kind_of(name)) or _any_of(_BESIDES)(name.lower()) is not None


def kind_of(name: str) -> str:
    """The language of a build file, by its name; nothing for any other file."""
    found = _by_kind()(name)
    return (found.lastgroup or "") if found is not None else ""


def kind_of_file(path: PurePath) -> str:
    """The same, also by the folder that it lies in."""
    kind = kind_of(path.name)
    is_of_ci = not kind and path.name.endswith(_YAML) and not _OF_CI.isdisjoint(path.parts[:-1])
    return CI if is_of_ci else kind


def is_of_service(path: PurePath) -> bool:
    """Whether a file in a hidden folder is for services, and not what a tool keeps for itself."""
    kind = kind_of_file(path)
    return kind == CI or (kind in _OF_SERVICES and not _HIDDEN.isdisjoint(path.parts[:-1]))


def configures_users(name: str) -> bool:
    """Whether `find_package` of other projects reads a file of that name: `FooConfig.cmake`, `foo-config.cmake.in`."""
    return "onfig.cmake" in name


def converts_build(path: PurePath) -> bool:
    """Whether a build file may be converted: what a makefile or CMake includes has any name."""
    return kind_of_file(path) in ("", "cmake", "make", "python") or path.name.endswith(".sh")


@cache
def _by_kind() -> Match:
    groups = (f"(?P<{kind}>{'|'.join(map(_expression, patterns))})" for kind, patterns in KINDS.items())
    return re.compile("|".join(groups)).match


@cache
def _any_of(patterns: tuple[str, ...]) -> Match:
    return re.compile("|".join(map(translate, patterns))).match


def _expression(pattern: str) -> str:
    return f"(?i:{translate(pattern)})" if pattern.startswith("*.") else translate(pattern)
