"""What is known of a rule: identity, reasons, remedy, reach. Each rule is one file of its subject."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal, NamedTuple

from hipify_py.findings import Severity, as_phrase
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.tables import gpus
from hipify_py.tables.model import Version

FixKind = Literal["none", "safe", "unsafe"]
TensorCores = Literal["translate", "report"]
_CLAUSE_END = pattern(r"[;.](?: |$)")
_LONGEST_STEP = 90
_PRONOUN = pattern(r"\b(?:it|its|them)\b")
# What a program may do where nobody mends it: that comes before errors of a compiler.
Risk = Literal["", "hangs", "differs"]
# What the findings of one cause have in common beside the rule.
CauseKind = Literal["remedy", "rule", "name"]


class Example(NamedTuple):
    """A piece of a code base; lines that the rule must flag end in a comment with its id."""

    code: str
    file: str = "example.cu"
    flags: tuple[str, ...] = ()


class Instead(NamedTuple):
    """What to write in place of what a rule flags. `needs` names what it takes that the compile test does not have."""

    code: str
    file: str = "example.hip"
    needs: str = ""


class Rule(NamedTuple):
    """`since` is the ROCm release from which the construct works as it is; `archs` are patterns of the GPUs that it
    fails on, none for all, or `wave64` for those with wavefronts of 64 lanes. An `optional` rule speaks only where it
    is selected. One that speaks `once` says the first place of a file, and how many there are, `once_each` that of each
    message, `per_function` the first of a function with the others. Of one that `lists_places` reports for people show
    each with its message. A `generic` one gives way to any other at the same place, and the rules that this one
    `outranks` to this one; where this one says something of a statement, they also do about the names of a namespace
    that it `speaks_for`. Where one with `covers` finds an error, the whole file has to be replaced for that `reason`:
    findings of the rules that it covers (ids, or patterns) are information, and those that it `covers_inside` are in
    code of the namespaces `inside`. Findings with one remedy are one `cause`, unless that is the rule or the name.
    `next` is what to do about all of them at once, in place of the first clause of the remedy; `risk` is what a program
    does that compiles all the same; `also` are the severities that code gives to some findings. One with `tensor_cores`
    speaks under that value of the option alone."""

    id: str
    name: str
    severity: Severity
    summary: str
    why: str
    remedy: str
    message: str = ""
    sources: tuple[str, ...] = ()
    fix: FixKind = "none"
    since: str = ""
    archs: tuple[str, ...] = ()
    tensor_cores: str = ""
    optional: bool = False
    generic: bool = False
    once: bool = False
    once_each: bool = False
    per_function: bool = False
    lists_places: bool = False
    outranks: tuple[str, ...] = ()
    speaks_for: str = ""
    covers: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    covers_inside: tuple[str, ...] = ()
    reason: str = ""
    cause: CauseKind = "remedy"
    next: str = ""
    risk: Risk = ""
    also: tuple[str, ...] = ()
    detect: tuple[Mapping[str, Any], ...] = ()
    instead: Instead | None = None
    flagged: tuple[Example, ...] = ()
    accepted: tuple[Example, ...] = ()
    subject: str = ""  # the folder that it stands in

    @property
    def group(self) -> str:
        return self.id.rstrip("0123456789")

    @property
    def page(self) -> str:
        """The page of the rule, relative to the documentation's root."""
        return f"rules/{self.id}.md"

    @property
    def help(self) -> str:
        """The first paragraph of the remedy, as findings show it."""
        return as_phrase(" ".join(self.remedy.strip().split("\n\n")[0].split()))

    @property
    def step(self) -> str:
        """What to do about all findings at once, in one short line."""
        if self.next:
            return self.next
        clause = _first_clause(self.help)
        return f"{self.name.replace('-', ' ')}: {clause}" if _PRONOUN.search(clause) else clause

    @property
    def severities(self) -> tuple[Severity, ...]:
        """Its own, then those of some of its findings, the worst first."""
        given = [*self.also, *(detector["severity"] for detector in self.detect if "severity" in detector)]
        others = {Severity[name.upper()] for name in given} - {self.severity}
        return (self.severity, *sorted(others, reverse=True))

    def concerns(self, rocm: Version, archs: tuple[str, ...], *, translates_matrices: bool = True) -> bool:
        """Whether the rule speaks for a release and GPUs; where none are named, for any."""
        if self.tensor_cores and (self.tensor_cores == "translate") != translates_matrices:
            return False
        if self.since and Version.parse(self.since) <= rocm:
            return False
        return not (archs and self.archs) or any(
            gpus.concerns(pattern, arch) for arch in archs for pattern in self.archs
        )

    def severity_on(self, archs: tuple[str, ...]) -> Severity:
        """How bad it is: what fails on some GPUs only, and nobody has said on which to run, is a warning at most."""
        return min(self.severity, Severity.WARNING) if self.archs and not archs else self.severity


def _first_clause(text: str) -> str:
    clause = _CLAUSE_END.split(text, maxsplit=1)[0]
    return clause if len(clause) <= _LONGEST_STEP else clause[:_LONGEST_STEP].rpartition(", ")[0] or clause


@dataclass(frozen=True)
class Catalogue:
    """All rules by id, and the titles of their groups."""

    rules: Mapping[str, Rule]
    groups: Mapping[str, str]
    _by_name: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        self._by_name.update({rule.name: rule.id for rule in self.rules.values()})

    def find(self, name: str) -> Rule | None:
        """The rule of an id or a name, however it is capitalised."""
        return self.rules.get(name.upper()) or self.rules.get(self._by_name.get(name.lower(), ""))

    def beginning_with(self, text: str) -> Catalogue:
        """The rules whose ids begin with a text, such as a group."""
        return Catalogue({id: rule for id, rule in self.rules.items() if id.startswith(text.upper())}, self.groups)
