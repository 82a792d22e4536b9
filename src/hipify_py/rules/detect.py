"""Runs the rules over one file: which of them its words may concern, where they hit, and what is said there."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE, ON_HOST, Side
from hipify_py.file.usage import Usage, qualifier, usage
from hipify_py.findings import Finding, Severity
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import found_in
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass
from hipify_py.rules.load import load
from hipify_py.rules.model import Rule
from hipify_py.tables.gpus import WAVE64, with_64_lanes
from hipify_py.tables.model import Version
from hipify_py.texts import to_bytes, to_text

_SCOPES: Mapping[str, frozenset[Side]] = {
    "device": ON_DEVICE,
    "host": ON_HOST,
    "kernel": frozenset((Side.KERNEL,)),
    "file": frozenset((Side.FILE,)),
    "function": frozenset(Side) - {Side.FILE},
}
# Of so many words it is remembered which detectors they call for; most words of a file have been met in another one.
_MOST_WORDS = 1_000_000
# Patterns of words are looked for by so many letters of their beginning.
_HEAD = 2
# Edits that begin before a place and reach over it stand in few others.
_NESTED = 8
# Names that are a library's behind its namespace, or a structure's behind an object, are everybody's elsewhere.
_NOT_TELLING = frozenset(("qualified", "members"))
# So far around a place its line is searched.
_LINE_REACH = 400
# So much text before a literal is searched for the function that it is handed to.
_CALL_REACH = 200


class Hit(NamedTuple):
    """A place where a rule applies. `values` are what its message may speak of, beside `text`: the place's own."""

    start: int
    end: int
    values: Mapping[str, str] = {}
    message: str = ""
    help: str = ""
    severity: Severity | None = None


Find = Callable[["Detector", Facts, frozenset[bytes]], Iterator[Hit]]


@dataclass(frozen=True, eq=False)
class Detector:
    """One way in which a rule finds something: an entry of `detect` in its file."""

    rule: Rule
    spec: Mapping[str, Any]

    @cached_property
    def pattern(self) -> re.Pattern[bytes]:
        return compiled(next(self.spec[key] for key in ("pattern", "strings", "directives") if key in self.spec))

    @cached_property
    def unless(self) -> re.Pattern[bytes] | None:
        return compiled(self.spec["unless"]) if "unless" in self.spec else None

    @cached_property
    def sides(self) -> frozenset[Side] | None:
        return _SCOPES[self.spec["scope"]] if "scope" in self.spec else None

    @cached_property
    def in_hip(self) -> bool:
        """Whether it looks at branches for HIP alone, too."""
        return bool(self.spec.get("in_hip"))

    @cached_property
    def words(self) -> Words:
        listed = (self.spec.get(key) for key in ("names", "words", "called"))
        return Words(next((each for each in listed if isinstance(each, list)), ()))

    @cached_property
    def near(self) -> frozenset[bytes]:
        """The words near one of which each match stands, where the rule says them."""
        near = self.spec.get("near")
        return frozenset(map(to_bytes, near)) if isinstance(near, list) else frozenset()

    @cached_property
    def tells(self) -> bool:
        """Whether what it looks for makes any file one of CUDA's."""
        tells = self.spec.get("tells", "names" in self.spec and _NOT_TELLING.isdisjoint(self.spec))
        return tells is True

    @cached_property
    def telling(self) -> frozenset[bytes]:
        """The words, in strings maybe, by which it speaks of files that are not known to be CUDA's."""
        tells = self.spec.get("tells")
        return frozenset(to_bytes(word) for word in tells) if isinstance(tells, list) else frozenset()

    @cached_property
    def signs(self) -> tuple[bytes, ...]:
        """Literals of which one is in every match of the pattern; none where that is not known."""
        return tuple(to_bytes(word) for word in self.spec.get("needs_one_of", ()))

    def may_hit(self, text: bytes) -> bool:
        return not self.signs or any(sign in text for sign in self.signs)

    @cached_property
    def find(self) -> Find:
        """What finds the places of a rule that is not about names."""
        return next(find for kind, find in _KINDS.items() if kind in self.spec)

    @cached_property
    def check(self) -> Callable[[Facts, frozenset[bytes]], Iterator[Hit]]:
        """The rule's own Python: the function of a module beside it."""
        found: Callable[[Facts, frozenset[bytes]], Iterator[Hit]]
        found = import_module(f"hipify_py.subjects.{self.rule.subject}.{self.spec['check']}").find
        return found

    def concerns(self, facts: Facts) -> bool:
        """Whether the rule speaks for what the user asks for."""
        policy, translates = facts.policy, facts.style.translates_matrices
        return self.rule.concerns(policy.rocm, policy.archs, translates_matrices=translates)

    @cached_property
    def is_of_names(self) -> bool:
        return "names" in self.spec

    @cached_property
    def is_for_device(self) -> bool:
        return self.spec.get("scope") in ("device", "kernel")

    @property
    def stays(self) -> bool:
        """Whether the rule speaks of a place that conversion changes, too."""
        return bool(self.spec.get("stays"))


class Words:
    """Words and patterns of words: `cudaMalloc`, `cuMulticast*`, `cu[A-Z]*`."""

    def __init__(self, listed: Iterable[str]) -> None:
        self.exact = frozenset(to_bytes(word) for word in listed if "*" not in word)
        self.patterns = tuple(WordPattern(word) for word in listed if "*" in word)

    def __bool__(self) -> bool:
        return bool(self.exact or self.patterns)

    def __contains__(self, word: bytes) -> bool:
        return word in self.exact or any(pattern.fits(word) for pattern in self.patterns)


class WordPattern:
    """`cuMulticast*`, `cu[A-Z]*`, `*LANE*`: pieces that a word is made of in this order, with anything for each star.
    Letters to choose from, as `[A-Z]`, stand at the end of the first piece only."""

    def __init__(self, text: str) -> None:
        first, *pieces = to_bytes(text).split(b"*")
        self.head, _bracket, letters = first.partition(b"[")
        self._letters = letters.rstrip(b"]").split(b"-") if letters else []
        self.pieces = pieces

    def fits(self, word: bytes) -> bool:
        if not word.startswith(self.head):
            return False
        place = len(self.head)
        if self._letters:
            lowest, highest = self._letters
            if not lowest <= word[place : place + 1] <= highest:
                return False
            place += 1
        for piece in self.pieces[:-1]:
            place = word.find(piece, place) + len(piece)
            if place < len(piece):
                return False
        return word.endswith(self.pieces[-1], place)


class Index:
    """All detectors, by the words that call for them. Rules about names are called by them alone; the others run
    where a file has any of their words, and speak of CUDA code only."""

    def __init__(self, detectors: Sequence[Detector]) -> None:
        self.detectors = detectors
        self.always = [number for number, detector in enumerate(detectors) if not detector.words]
        self.exact: dict[bytes, list[int]] = {}
        self._by_head: dict[bytes, list[tuple[WordPattern, int]]] = {}
        self._lengths: dict[bytes, set[int]] = {}  # of heads that begin alike
        self.telling = frozenset[bytes]().union(*(detector.telling for detector in detectors))
        self.near = frozenset[bytes]().union(*(detector.near for detector in detectors))
        for number, detector in enumerate(detectors):
            for word in detector.words.exact:
                self.exact.setdefault(word, []).append(number)
            for each in detector.words.patterns:
                head = each.head if len(each.head) >= _HEAD else b""
                self._by_head.setdefault(head, []).append((each, number))
                self._lengths.setdefault(head[:_HEAD], set()).add(len(head))
        anywhere = {max(pattern.pieces, key=len) for pattern, _number in self._by_head.get(b"", ())}
        self._may_fit_anywhere = re.compile(b"|".join(map(re.escape, sorted(anywhere)))).search if anywhere else None
        # What was found out: words that call for nothing, those that do, and those that tell that a file is CUDA's.
        self._silent: set[bytes] = set()
        self._calls: dict[bytes, tuple[int, ...]] = {}
        self._calling: set[bytes] = set()
        self._telling: set[bytes] = set()
        self._concerned: dict[tuple[Version, tuple[str, ...], bool], frozenset[int]] = {}

    def concerned(self, facts: Facts) -> frozenset[int]:
        """The detectors of the rules that speak for what the user asks for."""
        asked = facts.policy.rocm, facts.policy.archs, facts.style.translates_matrices
        if asked not in self._concerned:
            every = enumerate(self.detectors)
            self._concerned[asked] = frozenset(number for number, detector in every if detector.concerns(facts))
        return self._concerned[asked]

    def called(self, words: Set[bytes]) -> dict[int, set[bytes]]:
        """The detectors that words call for, in their order, and by which of them."""
        self._look_up(words)
        found: dict[int, set[bytes]] = {}
        for word in self._calling.intersection(words):
            for number in self._calls[word]:
                if number in found:
                    found[number].add(word)
                else:
                    found[number] = {word}
        return dict(sorted(found.items()))

    def calls(self, word: bytes) -> bool:
        """Whether a word calls for any detector."""
        if word not in self._silent and word not in self._calling:
            self._look_up({word})
        return word in self._calling

    def tell(self, words: Set[bytes]) -> bool:
        """Whether a word makes a file one of CUDA's: the name of something that only CUDA has."""
        if not self.telling.isdisjoint(words):
            return True
        self._look_up(words)
        return not self._telling.isdisjoint(words)

    def _look_up(self, words: Set[bytes]) -> None:
        new = words - self._silent
        new -= self._calling
        if not new:
            return
        if len(self._silent) > _MOST_WORDS:
            self._silent.clear()
        likely = self._likely(new)
        self._silent |= new - likely
        for word in likely:
            if found := self._by_word(word):
                self._calls[word] = found
                self._calling.add(word)
                if any(self.detectors[number].tells for number in found):
                    self._telling.add(word)
            else:
                self._silent.add(word)

    def _likely(self, words: Set[bytes]) -> set[bytes]:
        """Those that any detector might ask for: the few that are worth a closer look."""
        found = {word for word in words if word[:_HEAD] in self._lengths}
        found.update(self.exact.keys() & words)
        if self._may_fit_anywhere and self._may_fit_anywhere(b"\n".join(words)):
            found.update(filter(self._may_fit_anywhere, words))
        return found

    def _by_word(self, word: bytes) -> tuple[int, ...]:
        lengths = self._lengths.get(word[:_HEAD], ())
        likely = [each for length in lengths for each in self._by_head.get(word[:length], ())]
        if self._may_fit_anywhere and self._may_fit_anywhere(word):
            likely += self._by_head[b""]
        more = sorted(number for pattern, number in likely if pattern.fits(word))
        return tuple(dict.fromkeys((*self.exact.get(word, ()), *more)))


@cache
def index() -> Index:
    return Index(
        [
            Detector(rule, spec)
            for rule in load().rules.values()
            for spec in rule.detect
            if not {"by", "ptx", "build", "files", "headers"} & spec.keys()
        ]
    )


def is_known(word: bytes) -> bool:
    """Whether any rule asks for a word."""
    return index().calls(word)


def concerns(words: Set[bytes]) -> bool:
    """Whether words call for a rule that knows by them that a file is CUDA's."""
    return index().tell(words)


def detect(facts: Facts, *, includes_known: bool, errors_only: bool = False) -> Iterator[tuple[Detector, Hit]]:
    """Where the rules hit, those of assembler and headers left aside, or those alone that say what cannot be built.
    Where nothing tells that a file is about CUDA, not a header either, only names speak that are CUDA's alone."""
    own, reading, left_alone = index(), facts.reading, facts.is_left_alone
    detectors, concerned, called = own.detectors, own.concerned(facts), own.called(reading.words)
    mentions = _Mentions(facts, [words for number, words in called.items() if detectors[number].is_of_names])
    is_about_cuda = includes_known or facts.is_about_cuda or any(detectors[number].tells for number in called)
    for number in (*called, *own.always):  # every detector has its place, whatever order words come in
        detector = detectors[number]
        if number not in concerned or (detector.is_for_device and not facts.has_device_code):
            continue
        if errors_only and detector.rule.severity is not Severity.ERROR:
            continue
        if not (is_about_cuda or detector.tells or any(word in reading.source.text for word in detector.telling)):
            continue
        words = frozenset(called.get(number, ()))
        find = _names(detector, mentions, words) if detector.is_of_names else detector.find(detector, facts, words)
        for hit in find:
            is_own = facts.is_in_nested_namespace(Name(hit.start, hit.end, b""))
            if not is_own and (not left_alone(hit.start) or (detector.in_hip and facts.is_for_hip(hit.start))):
                yield detector, hit


def hits(detector: Detector, facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    """Where one detector hits, called for by these words."""
    if detector.is_of_names:
        return _names(detector, _Mentions(facts, [set(words)]), words)
    return detector.find(detector, facts, words)


class _Mentions:
    """Where the names stand that any rule asks for: looked up together, used as they are only where one does."""

    def __init__(self, facts: Facts, wanted: Iterable[set[bytes]]) -> None:
        self.facts = facts
        self._by_word: dict[bytes, list[Name]] = {}
        self._own: dict[bytes, bool] = {}
        for name in facts.reading.names(set().union(*wanted)):
            self._by_word.setdefault(name.text, []).append(name)

    def of(self, words: Iterable[bytes]) -> list[Name]:
        return [name for word in words for name in self._by_word.get(word, ())]

    def is_own(self, word: bytes) -> bool:
        """Whether the file declares or defines a name itself."""
        if word not in self._own:
            uses = self._by_word.get(word, ())
            is_macro = word in self.facts.own_macros or word in self.facts.declared_elsewhere
            self._own[word] = is_macro or word in self._enumerators or any(map(self.facts.introduces, uses))
        return self._own[word]

    @cached_property
    def _enumerators(self) -> frozenset[bytes]:
        """What an included file enumerates itself, as copies of CUDA's headers do."""
        own = self.facts.surroundings.own
        return frozenset(to_bytes(each.name) for each in own if each.what == "enumerator")


def _names(detector: Detector, mentions: _Mentions, words: frozenset[bytes]) -> Iterator[Hit]:
    facts, spec = mentions.facts, detector.spec
    for name in mentions.of(words):
        around = facts.reading.neighbours(name)
        found = usage(around, is_scope=facts.policy.is_type(name.text))
        if spec.get("members") != "any" and (found is Usage.MEMBER) != bool(spec.get("members")):
            continue
        if found is Usage.LABEL or (spec.get("called") and not _is_called(facts, name)):
            continue
        if found is Usage.QUALIFIED and not _may_be_qualified(detector, facts, name, qualifier(around)):
            continue
        if "qualified" in spec and not spec.get("called") and found is not Usage.QUALIFIED:
            continue
        if not spec.get("declared") and mentions.is_own(name.text):
            continue
        if _is_on_side(detector, facts, name.start) and not _is_excused(detector, facts, name.start):
            yield Hit(name.start, name.end)


def _may_be_qualified(detector: Detector, facts: Facts, name: Name, by: bytes) -> bool:
    wanted = detector.spec.get("qualified")
    if wanted is None:  # the functions of the API are in no namespace, nor what only begins like them
        home = facts.policy.tables.homes.get(to_text(name.text))
        is_apis = name.text in detector.words.exact or by in detector.words  # `NV_ENC_CAPS::NV_ENC_CAPS_…`
        return is_apis if home is None else home[1] != "functions"
    return to_text(by) in wanted and by not in facts.opened_namespaces


def _is_called(facts: Facts, name: Name) -> bool:
    after = facts.reading.skip_blank(name.end)
    sign = facts.reading.code[after : after + 1]
    return sign == b"(" or (sign == b"<" and facts.reading.behind_template_arguments(after) is not None)


def _patterns(detector: Detector, facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for match in _matches(detector, facts.reading) if detector.may_hit(facts.reading.code) else ():
        hit = _hit(match)
        is_message = facts.reading.is_message(hit.start)
        if not is_message and _is_on_side(detector, facts, hit.start) and not _is_excused(detector, facts, hit.start):
            yield hit


def _matches(detector: Detector, reading: Reading) -> Iterator[re.Match[bytes]]:
    """The matches of a pattern: near signs of them, where it says any."""
    if (near := detector.spec.get("near")) is None:
        return detector.pattern.finditer(reading.code)
    spans = reading.near(detector.near) if detector.near else reading.excerpts(compiled(near))
    return found_in(detector.pattern, spans, reading.code, detector.signs)


def _strings(detector: Detector, facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    text, code = facts.reading.source.text, facts.reading.code
    for opening, closing in facts.reading.literals_with(detector.signs):
        match = detector.pattern.search(text, opening + 1, closing)
        if match is None or facts.reading.is_message(opening):
            continue
        if _is_handed_over(detector.spec.get("called"), code, opening) and _is_on_side(detector, facts, opening):
            start, end = match.span("at") if "at" in match.groupdict() else match.span()
            yield Hit(start, end, _values(match))


def _is_handed_over(functions: Sequence[str] | None, code: bytes, offset: int) -> bool:
    """Whether a literal is the argument of a call of one of these functions, where they matter."""
    if functions is None:
        return True
    before = code[max(0, offset - _CALL_REACH) : offset].rpartition(b";")[2]
    return _call_of(tuple(functions)).search(before) is not None


@cache
def _call_of(functions: tuple[str, ...]) -> re.Pattern[bytes]:
    names = b"|".join(re.escape(to_bytes(name)) for name in functions)
    return re.compile(rb"\b(?:" + names + rb")\s*(?:<[^<>;]*>\s*)?\([^()]*$")


def _directives(detector: Detector, facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for directive in facts.reading.directives if detector.may_hit(facts.reading.code) else ():
        if match := detector.pattern.search(facts.reading.code, directive.start, directive.end):
            yield _hit(match)


def _checks(detector: Detector, facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    return detector.check(facts, words)


def _hit(match: re.Match[bytes]) -> Hit:
    return Hit(*(match.span("at") if "at" in match.groupdict() else match.span()), _values(match))


def _values(match: re.Match[bytes]) -> dict[str, str]:
    return {key: (value or b"").decode("utf-8", "replace") for key, value in match.groupdict().items()}


def _is_on_side(detector: Detector, facts: Facts, offset: int) -> bool:
    return detector.sides is None or facts.functions.side_at(offset) in detector.sides


def _is_excused(detector: Detector, facts: Facts, offset: int) -> bool:
    """Whether what `unless` describes stands on the same line, as far as a person would look."""
    if detector.unless is None:
        return False
    code, low, high = facts.reading.code, max(0, offset - _LINE_REACH), offset + _LINE_REACH
    start, end = code.rfind(b"\n", low, offset) + 1, code.find(b"\n", offset, high)
    return detector.unless.search(code, max(low, start), end if end >= 0 else high) is not None


_KINDS: Mapping[str, Find] = {
    "pattern": _patterns,
    "strings": _strings,
    "directives": _directives,
    "check": _checks,
}


def finding(
    rule: Rule, hit: Hit, text: str, spec: Mapping[str, Any] | None = None, archs: Sequence[str] = ()
) -> Finding:
    """What is said of a hit: the message names the place's own text, and whatever else the rule found there. `spec` is
    the way in which it was found, which may have words, a help and a severity of its own."""
    spec = spec or {}
    wording = hit.message or spec.get("message") or rule.message or f"'{{text}}': {rule.summary.rstrip('.')}"
    values = {"text": text, WAVE64: with_64_lanes(archs), **hit.values}
    said = re.sub(r"\{(\w+)\}", lambda field: values.get(field[1], field[0]), wording)
    help = hit.help or spec.get("help") or rule.help
    severity = Severity[spec["severity"].upper()] if "severity" in spec else hit.severity
    return Finding(rule.id, hit.start, hit.end, said, help=help, subject=text, severity=severity)


def is_touched(hit: Hit | Finding, edits: Sequence[Edit], starts: Sequence[int]) -> bool:
    """Whether conversion changes something at a place; what it only inserts there changes nothing of it."""
    last = bisect_left(starts, max(hit.end, hit.start + 1))
    first = bisect_left(starts, hit.start)
    near = edits[max(0, first - _NESTED) : last]
    return any(edit.start < edit.end and edit.end > hit.start for edit in near)


@cache
def compiled(text: str) -> re.Pattern[bytes]:
    """A pattern of a rule file."""
    return pattern(to_bytes(text), re.VERBOSE | re.MULTILINE)
