"""What a machine can check of docs/style.md: in pages, in the texts of rules, and in help."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hipify_py.options.table import OPTIONS
from hipify_py.rules.load import load

ROOT = Path(__file__).parent.parent
# These two have the words as examples, or are for developers, whose pages come later.
_LATER = ("docs/style.md", "docs/architecture.md")
_CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
_THINGS = "AMD|CMake|CUDA|CUB|HIP|NVIDIA|PTX|ROCm|Thrust|clang|cuBLAS|gcc|hipBLAS|hipcc|nvcc|hipify-py"
_ACTORS = (
    "build|clang|command|compiler|file|finding|header|hipcc|line|message|note|nvcc|overview|page|project|remark|rule|"
    "script|source|text|tool"
)
RULES = {
    "a thing owns nothing: 'names in HIP', not 'HIP's names'": rf"\b(?:{_THINGS})'s\b",
    "files and tools contain, define, report or convert": (
        rf"\b(?:{_ACTORS})s? (?:says?|tells?|asks?|speaks?|wants?|knows?)\b"
    ),
    "name what it is, not who does not": r"\b(?:who says|nobody can tell|nobody knows)\b",
    "American spelling": r"\b\w*(?:olour|aviour|isation|[lr]ise[ds]?\b|imise|cognise)\w*",
    "code is in a place, it does not stand there": r"\bst(?:ands?|ood)\b(?! for)",
    "work is manual": r"\bneeds? hands\b",
    "no pronoun without a noun": r"\bwhat goes (?:goes|as well)\b|\bgo as well\b",
}


def _pages() -> Iterator[tuple[str, str]]:
    for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))):
        name = path.relative_to(ROOT).as_posix()
        if name not in _LATER:
            yield name, path.read_text(encoding="utf-8")


def _texts() -> Iterator[tuple[str, str]]:
    yield from _pages()
    for rule in load().rules.values():
        yield rule.id, "\n".join((rule.summary, rule.message, rule.help))
    for option in OPTIONS:
        yield option.spelled, "\n".join((option.help, option.doc, option.setting_doc))


TEXTS = {name: _CODE.sub("", text) for name, text in _texts()}


@pytest.mark.parametrize("rule", RULES)
def test_the_style_of_texts(rule: str) -> None:
    word = re.compile(RULES[rule])
    found = [
        f"{name}: …{text[max(0, place.start() - 30) : place.end() + 20]}…".replace("\n", " ")
        for name, text in TEXTS.items()
        for place in word.finditer(text)
    ]
    assert found == []


def _pairs() -> list[str]:
    text = (ROOT / "docs/style.md").read_text(encoding="utf-8")
    _head, _line, *pairs = text[text.index("| before |") :].splitlines()
    return pairs


def test_no_page_has_a_sentence_that_the_page_of_style_mends() -> None:
    texts = {name: " ".join(text.split()) for name, text in _texts()}
    for pair in _pairs():
        before = pair.split(" | ")[0].removeprefix("| ")
        found = [name for name, text in texts.items() if before in text]
        assert found == [], before


def test_the_page_has_its_examples() -> None:
    text = (ROOT / "docs/style.md").read_text(encoding="utf-8")
    assert len(_pairs()) >= 20
    assert sum(line.startswith(f"{number}. ") for line in text.splitlines() for number in range(1, 11)) == 10
