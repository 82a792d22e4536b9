"""Patterns of paths: the same as git's own, in time that does not depend on who wrote them."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hipify_py.system.globs import Globs, PatternError

_FOLDERS = ("a", "a/b", "a/b/c", "b", "b/a", "ab", "ab/a.b", "x y", "é")
_FILES = ("a.b", "b.a", "ab", "a b", "-", "a-b", "A", "0", "a]", "a[b", "a*b", "#a", "!a", "a\\", "é", "aaaaab", ".a")
_PIECES = (
    *("a", "b", "ab", ".", "*", "**", "/", "?", "[ab]", "[!a]", "[^b/]", "[a-c]", "[]-a]", "[a-]", "[--0]", "[z-a]"),
    *("[[:alpha:]]", "[[:punct:]x]", "[[:nothing:]]", "[[:a]", "[", "[a", "]", "\\", "\\*", "\\ ", " ", "!", "#", "é"),
    *("/**", "**/", "/**/", "***", "a*", "*b", "A", "-", "0"),
)


def _patterns(source: random.Random) -> list[str]:
    return ["".join(source.choices(_PIECES, k=source.randint(1, 5))) for _ in range(source.randint(1, 4))]


def _inside(folder: Path) -> Iterator[tuple[str, bool]]:
    """A small tree, with the paths in it and which of them are directories."""
    for name in _FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
        yield name, True
    for number, name in enumerate(_FILES):
        for place in ("", f"{_FOLDERS[number % len(_FOLDERS)]}/"):
            if not (folder / (place + name)).exists():
                (folder / (place + name)).touch()
                yield place + name, False


def _is_ignored(globs: Globs, path: str, is_directory: bool) -> bool:
    """As a walk from the root finds out: nothing counts in a directory that is ignored."""
    parts = path.split("/")
    folders = ("/".join(parts[:end]) for end in range(1, len(parts)))
    return any(globs.verdict(folder, is_directory=True) for folder in folders) or bool(
        globs.verdict(path, is_directory=is_directory)
    )


@pytest.mark.skipif(shutil.which("git") is None, reason="git is what the patterns are compared with")
def test_patterns_mean_what_they_mean_to_git(tmp_path: Path) -> None:
    source = random.Random(20_240_731)
    expected: dict[str, bool] = {}
    for number in range(150):
        folder = tmp_path / str(number)
        paths = list(_inside(folder))
        text = "\n".join(_patterns(source)) + source.choice(("", "\n", "\r\n", "  \n"))
        (folder / ".gitignore").write_bytes(text.encode())
        globs = Globs.of_file(text)
        expected.update({f"{number}/{path}": _is_ignored(globs, path, is_folder) for path, is_folder in paths})
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, env=environment, check=True)
    command = ["git", "check-ignore", "--no-index", "--stdin", "-z", "--verbose", "--non-matching"]
    asked = b"\0".join(path.encode() for path in expected)
    said = subprocess.run(command, cwd=tmp_path, env=environment, input=asked, capture_output=True, check=False).stdout
    fields = said.decode().split("\0")[:-1]
    git = {
        path: pattern != "" and not pattern.startswith("!")
        for pattern, path in zip(fields[2::4], fields[3::4], strict=True)
    }
    wrong = [path for path in expected if git[path] != expected[path]]
    assert not wrong, [(path, (tmp_path / path.split("/")[0] / ".gitignore").read_text()) for path in wrong[:5]]
    assert 0.1 < sum(git.values()) / len(git) < 0.9


@pytest.mark.parametrize("pattern", ["", "!", "/", "!/", "a\\", "[a", "[]", "[!", "[[:x:]]", "[/]", "a" * 20_000])
def test_a_pattern_that_nothing_could_match(pattern: str) -> None:
    with pytest.raises(PatternError):
        Globs.of((pattern,))
    assert not Globs.of_file(f"{pattern}\n")


def test_what_lies_in_a_directory_is_covered_with_it() -> None:
    globs = Globs.of(("third_party/", "!third_party/ours.cu", "/top.cu", "*.gen.cu"))
    assert globs.covers("third_party", is_directory=True)
    assert globs.covers("src/third_party/deep/x.cu")
    assert not globs.covers("third_party/ours.cu")
    assert globs.covers("top.cu")
    assert not globs.covers("src/top.cu")
    assert globs.covers("src/a.gen.cu")
    assert not globs.covers("third_party")  # a file of that name


@pytest.mark.parametrize(
    "piece", ["*a", "a*", "**/", "?*", "[a-z]*", "**/a*", "*/", "a**b*", "\\**"], ids=lambda piece: str(piece)
)
def test_no_pattern_takes_more_than_the_square_of_a_path(piece: str) -> None:
    def seconds(size: int) -> float:
        globs, path = Globs.of((piece * size + "b",)), "a" * size + "/" + "a" * size
        started = time.process_time()
        for _ in range(3):
            globs.covers(path)
        return time.process_time() - started

    seconds(100)
    assert seconds(1_000) < 5 * seconds(500) + 0.05
