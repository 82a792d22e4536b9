"""Settings from `pyproject.toml [tool.hipify-py]` or `.hipify-py.toml`, and the user's own; checked key by key.

The settings of a tree come with the tree, which may be anybody's: they choose what is read inside of it, and how. What
would run programs, write files or lead out of the tree counts only where the user has said so: on the command line, in
the user's own settings, or with `--trust`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from hipify_py.options.model import Kind, Option, Relative
from hipify_py.options.table import SETTINGS
from hipify_py.patterns import pattern
from hipify_py.system import disk
from hipify_py.system.disk import read_regular
from hipify_py.system.timing import OutOfTimeError, time_limit
from hipify_py.texts import reason

OWN_FILE = ".hipify-py.toml"
# What people write in its place.
_WRONG_FILES = ("hipify-py.toml", "hipify_py.toml", ".hipify_py.toml")
SUFFIX = pattern(r"(\.[\w+-]+)+")
_MOST_BYTES = 4_000_000
# Settings are read in milliseconds; a key of thousands of parts takes the parser the square of them.
_SECONDS = 2.0


class Rooted(NamedTuple):
    """A value in which paths or patterns are relative to the folder of its settings."""

    folder: Path
    value: Any


class ConfigError(Exception):
    """Settings that cannot be used: one line with the file, the key and what is wrong."""


def settings_for(start: Path, real: Path, *, trust: bool, say: Callable[[str], object]) -> dict[str, Any]:
    """The user's own settings, and over them the nearest ones at or above a directory, as far as a tree's may count.

    They are searched for from `real` on, where the files of the run lie: settings govern what lies below them, and no
    link in a tree puts other files there. `start` is how the user names it, and paths are spelled from there.
    """
    own, file = _users(), nearest(start, real, say)
    if file is None:
        return own
    if not trust and not _is_inside(file, file.parent):  # before a message quotes what it leads to
        raise ConfigError(
            f"{file}: is a link to a file outside of its directory; use --config {file} to read it anyway"
        )
    settings = _of_file(file)
    if not trust:
        _refuse_untrusted(file, settings, _believed(real))
    return {**own, **_completed(file, settings)}


def nearest(start: Path, real: Path, say: Callable[[str], object]) -> Path | None:
    """The file of settings that counts for a directory, if there is one."""
    return _nearest(_spelled_above(Path(os.path.abspath(start)), real), _believed(real), say)


def read(path: Path, real: Path | None = None, *, trust: bool = True) -> dict[str, Any]:
    """The user's own settings, and over them those of a file that the user names. One that lies in `real`, where the
    files of the run lie, may be anybody's: the name of a file may look like the option."""
    settings = _of_file(path)
    if not trust and real is not None and _is_inside(path, real):
        _refuse_untrusted(path, settings, _believed(real))
    return {**_users(), **_completed(path, settings)}


def origin(key: str, file: Path | None) -> Path | None:
    """Where a setting comes from: the file that counts for the run, or the user's own."""
    return file if file is not None and key in _of_file(file) else user_file()


def has_settings(project: Path) -> bool:
    """Whether a pyproject.toml has settings, or may have some that cannot be read."""
    return _may_have_settings(project)


def with_table(project: Path, lines: Iterable[str]) -> str | None:
    """The text of a pyproject.toml with lines of our settings at its end; None where they cannot stand there."""
    before = _parse(project)
    text = read_regular(project, _MOST_BYTES).decode("utf-8", "strict")
    end = "\r\n" if "\r\n" in text else "\n"
    if text:
        text += end if text.endswith("\n") else end + end
    text += "".join(line + end for line in lines)
    try:
        after = _reader().loads(text)
    except ValueError:
        return None
    others = {key: value for key, value in after.get("tool", {}).items() if key != "hipify-py"}
    is_added = _of_project(after) is not None and {**after, "tool": others} == {"tool": {}, **before}
    return text if is_added else None


def user_file() -> Path | None:
    """Where a user keeps settings for all trees; None if nobody knows the home of the user, as in a container."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    try:
        return (Path(base) if base else Path.home() / ".config") / "hipify-py" / "config.toml"
    except RuntimeError:
        return None


def _users() -> dict[str, Any]:
    file = user_file()
    if file is None or not os.path.lexists(file):  # nor behind a door that is closed
        return {}
    settings = _checked(file, _parse(file))
    if key := next((key for key in settings if SETTINGS[key].relative == "patterns"), None):
        raise ConfigError(f"{file}: {key}: patterns are relative to a tree; move them to the settings of that tree")
    return _completed(file, settings)


def _spelled_above(start: Path, real: Path) -> list[Path]:
    """The directories from `real` up to the root, each as it is called on the way to `start` if it lies there."""
    called = {os.path.realpath(folder): folder for folder in reversed((start, *start.parents))}
    return [called.get(str(folder), folder) for folder in (real, *real.parents)]


def _nearest(folders: Iterable[Path], users: frozenset[int], say: Callable[[str], object]) -> Path | None:
    """The nearest file with settings; the search ends at a repository's root. Those of another user count for nothing:
    anybody may put a file into a directory that all users share, as /tmp."""
    for folder in folders:
        own, project = folder / OWN_FILE, folder / "pyproject.toml"
        for file in (own, project):
            if not file.is_file():
                continue
            is_known = disk.owners(file) | disk.owners(folder) <= users
            if is_known and (file == own or _may_have_settings(file)):
                return file
            if not is_known and (file == own or _mentions(file, b"hipify-py")):
                say(f"{file}: ignored, as it belongs to another user; use --config {file} to read it anyway")
        _warn_of_wrong_names(folder, say)
        if (folder / ".git").exists():
            return None
    return None


def _warn_of_wrong_names(folder: Path, say: Callable[[str], object]) -> None:
    """Settings of a directory that nothing reads, as their file or table has a name that is nearly the right one."""
    for name in _WRONG_FILES:
        if (folder / name).is_file():
            say(f"{folder / name}: ignored; the name of a settings file is {OWN_FILE}")
    warn_of_wrong_tables(folder / "pyproject.toml", say)


def warn_of_wrong_tables(project: Path, say: Callable[[str], object]) -> None:
    for name in ("hipify_py", "hipify"):
        if any(_mentions(project, f"[tool.{name}{end}".encode()) for end in "]."):
            say(f"{project}: [tool.{name}] is ignored; the name of the table is [tool.hipify-py]")


def _believed(real: Path) -> frozenset[int]:
    """The users whose settings count for a directory."""
    return frozenset((*disk.trusted_users(), *_owner(real)))


def _owner(folder: Path) -> frozenset[int]:
    """Whose tree it is that the user has named: its settings come with it."""
    return disk.owners(folder) if folder.is_dir() else frozenset()


def _mentions(project: Path, text: bytes) -> bool:
    try:
        return text in read_regular(project, _MOST_BYTES)
    except OSError:
        return False


def _may_have_settings(project: Path) -> bool:
    """Whether a project speaks of us, or cannot be read; a link is not read to the end before it is refused."""
    try:
        if b"hipify-py" not in read_regular(project, _MOST_BYTES):
            return False
    except OSError:
        return True
    return project.is_symlink() or _of_project(_parse(project)) is not None


def _of_file(path: Path) -> dict[str, Any]:
    parsed = _parse(path)
    settings = _of_project(parsed) if path.name == "pyproject.toml" else parsed
    return _checked(path, {} if settings is None else settings)


def _refuse_untrusted(file: Path, settings: dict[str, Any], users: frozenset[int]) -> None:
    """One line for the first setting that is not a tree's to choose."""
    for key, value in settings.items():
        option = SETTINGS[key]
        is_path = option.relative in ("path", "program")
        if option.starts_programs and value:
            what = "the settings of a tree must not start programs"
        elif option.relative == "report" and any(":" in text for text in value):
            what = "the settings of a tree must not write files"
        elif is_path and (far := [n for n in _listed(value) if not _is_inside(file.parent / n, file.parent)]):
            what = f"{far[0]!r} is outside of the directory of these settings"
        elif is_path and (others := [n for n in _listed(value) if not _owners_of(file.parent / n) <= users]):
            what = f"{others[0]!r} belongs to another user"
        else:
            continue
        elsewhere = user_file() or "the user settings"
        allowed = f"set it on the command line or in {elsewhere}, or trust this tree with --trust"
        raise ConfigError(f"{file}: {key}: {what}; {allowed}")


def _is_inside(path: Path, folder: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _owners_of(path: Path) -> frozenset[int]:
    return disk.owners(path) if path.exists() else frozenset()


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]


def _of_project(parsed: dict[str, Any]) -> Any:
    tool = parsed.get("tool")
    return tool.get("hipify-py") if isinstance(tool, dict) else None


def _reader() -> ModuleType:
    if sys.version_info >= (3, 11):  # where there are no settings, nobody needs it
        import tomllib
    else:
        import tomli as tomllib
    return tomllib


def _parse(path: Path) -> dict[str, Any]:
    tomllib = _reader()
    try:
        with time_limit(_SECONDS):
            parsed: dict[str, Any] = tomllib.loads(read_regular(path, _MOST_BYTES).decode("utf-8", "strict"))
    except OSError as error:
        raise ConfigError(f"{path}: {reason(error)}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: {error}") from error
    except OutOfTimeError as error:
        raise ConfigError(f"{path}: reading it takes {error}") from error
    except ValueError as error:  # an integer that Python does not read
        raise ConfigError(f"{path}: a number has too many digits") from error
    return parsed


def _checked(path: Path, settings: Any) -> dict[str, Any]:
    if not isinstance(settings, dict):
        raise ConfigError(f"{path}: tool.hipify-py: expected a table")
    for key, value in settings.items():
        if key not in SETTINGS:
            from difflib import get_close_matches

            close = get_close_matches(key, SETTINGS, n=1)
            if key == "tool":
                raise ConfigError(f"{path}: write the keys at the top level, without [tool.hipify-py]")
            raise ConfigError(f"{path}: unknown key {key!r}" + (f" (did you mean {close[0]!r}?)" if close else ""))
        is_right, wanted = _CHECKS[SETTINGS[key].kind]
        if not is_right(value):
            raise ConfigError(f"{path}: {key}: expected {wanted}")
        if any("\0" in text for text in _texts(value)):  # which no path and no pattern can hold
            raise ConfigError(f"{path}: {key}: contains a NUL character")
    return settings


def _texts(value: Any) -> Iterator[str]:
    """All texts in a value that is checked."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value:
            yield from _texts(item)
        for item in value.values() if isinstance(value, dict) else ():
            yield from _texts(item)


def _completed(file: Path, settings: dict[str, Any]) -> dict[str, Any]:
    """Checked settings as the command line would give them: paths are relative to the file, wherever it runs."""
    return {key: _complete(file.parent, SETTINGS[key], value) for key, value in settings.items()}


def _complete(folder: Path, option: Option, value: Any) -> Any:
    if option.relative in ("words", "patterns"):
        return Rooted(folder, value)
    if option.relative is not None:
        rooted = [_rooted(folder, option.relative, text) for text in _listed(value)]
        return rooted if isinstance(value, list) else rooted[0]
    return _listed(value) if option.kind is Kind.LIST_OR_TEXT else value


def _rooted(folder: Path, relative: Relative, text: str) -> str:
    if relative == "report":
        name, colon, file = text.partition(":")
        return f"{name}:{folder / file}" if file else name + colon
    # A compiler named without a directory is one of PATH.
    return text if relative == "program" and "/" not in text else str(folder / text)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_table_of_lists(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_string_list(item) for item in value.values())


def _is_string_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


_Check = tuple[Callable[[Any], bool], str]
_A_TEXT: _Check = (_is_text, "a string")
_CHECKS: Mapping[Kind, _Check] = {
    Kind.TEXT: _A_TEXT,
    Kind.OPTIONAL: _A_TEXT,
    Kind.CHOICE: _A_TEXT,
    Kind.LIST: (_is_string_list, "a list of strings"),
    Kind.LIST_OR_TEXT: (lambda given: _is_text(given) or _is_string_list(given), "a string or a list of strings"),
    Kind.FLAG: (lambda given: isinstance(given, bool), "true or false"),
    Kind.NUMBER: (lambda given: type(given) is int and given > 0, "a number above 0"),
    Kind.SUFFIX: (lambda given: _is_text(given) and bool(SUFFIX.fullmatch(given)), 'a suffix like ".hip"'),
    Kind.TABLE: (_is_table_of_lists, "a table of lists of strings"),
}
