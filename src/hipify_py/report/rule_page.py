"""What there is to say of a rule, in sections: the one source of `explain` and of the pages in docs/rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.rules.model import Catalogue, Example, FixKind, Instead, Rule
from hipify_py.tables.gpus import in_words

# What the fix of a rule means for whoever asks for one.
FIXES: dict[FixKind, str] = {
    "none": "none",
    "safe": "safe: keeps the behavior",
    "unsafe": "unsafe: the nearest HIP name, which may behave differently; applied only with `--unsafe-fixes`",
}
_CODE_SUFFIXES = (".cu", ".cuh", ".hip", ".h", ".hpp", ".cpp", ".cc", ".c")
# Of a reason, before the details.
_SENTENCES = 3
_SENTENCE_END = pattern(r"(?<!e\.g)(?<!i\.e)\.\s{1,9}(?=\S)")
_LANGUAGES = {"Makefile": "make", "py": "python", "sh": "sh", "yaml": "yaml"}


@dataclass(frozen=True)
class Section:
    """A part of a page. `code` is kept as it is; `file` is what it is an example of."""

    title: str
    text: str = ""
    code: str = ""
    items: tuple[str, ...] = ()
    file: str = ""
    kind: Literal["text", "code", "list"] = "text"

    @property
    def is_detail(self) -> bool:
        """Whether most readers can do without it."""
        return self.title == "Details" or self.title.startswith("Also ")


def facts(rule: Rule, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """What is known of a rule in a word or two."""
    own, *others = map(str, rule.severities)
    yield "severity", own + (f"; some findings: {' or '.join(others)}" if others else "")
    yield "group", catalogue.groups.get(rule.group, rule.group)
    yield "fix", FIXES[rule.fix]
    if rule.since:
        yield "works unchanged", f"since ROCm {rule.since}"
    if rule.archs:
        lesser = "; a warning unless `--arch` names one" if rule.severity is Severity.ERROR else ""
        yield "applies to", f"{', '.join(map(in_words, rule.archs))} only{lesser}"
    if rule.optional:
        yield "reported", f"only if selected: `--select {rule.id}`"


def sections(rule: Rule) -> Iterator[Section]:
    """The parts of a page: what most readers want, then the list of cases; those with nothing to say are left out."""
    yield Section("", rule.summary)
    why, details = _split(rule.why)
    if why:
        yield Section("Why", why)
    if rule.remedy:
        yield Section("What to do", rule.remedy)
    if rule.instead:
        yield _write_instead(rule.instead)
    for example in rule.flagged[:1]:
        yield _example("Flagged", example)
    for example in rule.accepted[:1]:
        yield _example("Accepted", example)
    comment, file = ("#", "CMakeLists.txt") if rule.group == "BLD" else ("//", "example.cu")
    hint = f"{comment} hipify: ignore[{rule.id}]"
    yield Section("To suppress it in one place", code=hint, file=file, kind="code")
    if details:
        yield Section("Details", details)
    for example in rule.flagged[1:]:
        yield _example("Also flagged", example)
    for example in rule.accepted[1:]:
        yield _example("Also accepted", example)
    if rule.sources:
        yield Section("Sources", items=rule.sources, kind="list")


def _split(why: str) -> tuple[str, str]:
    """The first sentences of the first paragraph, and the rest."""
    first, _empty, others = why.strip().partition("\n\n")
    ends = [found.end() for found in _SENTENCE_END.finditer(first)]
    end = ends[_SENTENCES - 1] if len(ends) >= _SENTENCES else len(first)
    return first[:end].strip(), "\n\n".join(part for part in (first[end:].strip(), others.strip()) if part)


def language(file: str) -> str:
    """What to call the code of an example in Markdown."""
    name = file.rpartition("/")[2]
    if name == "CMakeLists.txt" or name.endswith(".cmake"):
        return "cmake"
    if name.endswith(_CODE_SUFFIXES):
        return "cuda"
    return _LANGUAGES.get("Makefile" if name == "Makefile" else name.rpartition(".")[2], "text")


def _write_instead(instead: Instead) -> Section:
    details = [] if instead.file == "example.hip" else [instead.file]
    if instead.needs:
        details.append(f"needs {instead.needs}")
    return _titled("Write instead", details, instead.code, instead.file)


def _example(title: str, example: Example) -> Section:
    details = [] if example.file == "example.cu" else [example.file]
    if example.flags:
        details.append(f"with {' '.join(example.flags)}")
    return _titled(title, details, example.code, example.file)


def _titled(title: str, details: list[str], code: str, file: str) -> Section:
    heading = f"{title} ({', '.join(details)})" if details else title
    return Section(heading, code=code.rstrip("\n"), file=file, kind="code")
