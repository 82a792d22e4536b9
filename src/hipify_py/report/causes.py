"""What stands behind the findings: those that call for one decision are one cause, with all of its places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from hipify_py.digests import blake2b
from hipify_py.findings import Severity
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.report.lines import fitting
from hipify_py.report.model import Report
from hipify_py.report.totals import rule_of
from hipify_py.rules.model import Catalogue, Rule
from hipify_py.run.outcome import Remark
from hipify_py.texts import to_bytes

_Key = tuple[str, str, bool]
# A remedy may say what HIP has for this very name.
_NAME = pattern(r"'\w+'")
_REASON = pattern(r" \(not translated: (.{1,400})\)\Z")
# Of the helps of one cause.
_HELPS = 160
_QUOTED = pattern(r"'[^']{0,200}'")


@dataclass(frozen=True)
class Cause:
    """`places` are the worst first, and else in the order of the report. `generated` counts the files of it by the
    program that wrote them. The id is the same wherever and whenever these findings are joined, however many there are.
    """

    id: str
    rule: Rule
    places: tuple[Remark, ...]
    generated: Counter[str]

    @property
    def example(self) -> Remark:
        return self.places[0]

    @property
    def severity(self) -> Severity:
        return self.example.severity

    @cached_property
    def messages(self) -> frozenset[str]:
        return frozenset(remark.message for remark in self.places)

    @cached_property
    def title(self) -> str:
        """What all places say, or else what the rule is about, and the reason that all give."""
        return next(iter(self.messages)) if len(self.messages) == 1 else self.rule.summary.rstrip(".") + self._reason

    @property
    def _reason(self) -> str:
        """Why none of them was converted, if the reasons differ in names alone."""
        found = [_REASON.search(remark.message) for remark in self.places]
        reasons = dict.fromkeys(reason[1] for reason in found if reason is not None)
        if None in found or len({_QUOTED.sub("", reason) for reason in reasons}) != 1:
            return ""
        first, *others = reasons
        return f" (not translated: {first}{', and others alike' if others else ''})"

    @cached_property
    def help(self) -> str:
        """What all places say is to be done, or else what the rule says of it; for each library what replaces it."""
        said = list(dict.fromkeys(remark.help for remark in self.places))
        names_each = self.rule.help not in said and any("counterparts" in each for each in self.rule.detect)
        if len(said) == 1 or names_each:
            return fitting(said, _HELPS, "more")
        return self.rule.help

    @cached_property
    def files(self) -> Counter[str]:
        """How many places each file has, the first file first."""
        files = Counter[str]()
        for remark in self.places:
            files[remark.path] += remark.count
        return files

    @cached_property
    def count(self) -> int:
        """The number of places, with those that one finding stands for."""
        return self.files.total()

    @cached_property
    def subjects(self) -> Counter[str]:
        return Counter(remark.subject for remark in self.places if remark.subject)


def causes(report: Report, catalogue: Catalogue) -> list[Cause]:
    """All causes of a report, worst first."""
    generators = {file.path: file.generator for file in report.files if file.generator}
    return causes_of(report.remarks, catalogue, generators)


def causes_of(
    remarks: Iterable[Remark], catalogue: Catalogue, generators: Mapping[str, str] | None = None
) -> list[Cause]:
    """The causes of some findings, worst first: by severity, then by the number of their places."""
    joined: dict[_Key, list[Remark]] = {}
    for remark in remarks:
        joined.setdefault(_key(remark, catalogue), []).append(remark)
    found = (_cause(key, tuple(places), catalogue, generators or {}) for key, places in joined.items())
    return sorted(found, key=lambda cause: (-cause.severity, -cause.count))


def cause_ids(remarks: Iterable[Remark], catalogue: Catalogue) -> Iterator[str]:
    """The id of each finding's cause."""
    known: dict[_Key, str] = {}
    for remark in remarks:
        key = _key(remark, catalogue)
        if key not in known:
            known[key] = _id(key)
        yield known[key]


def _key(remark: Remark, catalogue: Catalogue) -> _Key:
    """What the places of a cause have in common. What is only worth knowing calls for no decision and stands alone."""
    rule = catalogue.rules.get(remark.rule)
    return (remark.rule, _shared(remark, rule.cause if rule else "remedy"), remark.severity is Severity.INFO)


def _shared(remark: Remark, by: str) -> str:
    if by == "rule":
        return ""
    if by == "name":
        return remark.subject or remark.message
    return _NAME.sub("", remark.help) if "'" in remark.help else remark.help


def _id(key: _Key) -> str:
    rule, shared, is_info = key
    text = f"{shared}\0{'info' if is_info else ''}"
    return f"{rule}-{blake2b(to_bytes(text), digest_size=5).hexdigest()}"


def _cause(key: _Key, places: tuple[Remark, ...], catalogue: Catalogue, generators: Mapping[str, str]) -> Cause:
    places = tuple(sorted(places, key=lambda remark: -remark.severity))
    paths = {remark.path for remark in places} if generators else ()
    generated = Counter(generators[path] for path in paths if path in generators)
    return Cause(_id(key), rule_of(key[0], catalogue), places, generated)
