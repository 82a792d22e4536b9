"""What is certain in the template of a source: names are renamed anywhere, but how to rewrite a statement nobody can
tell before its placeholders are filled in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.marks import PTX_HEADER
from hipify_py.findings import (
    ARGUMENTS_DIFFER,
    IN_TEMPLATE,
    PASTED_NAME,
    UNKNOWN_NAME,
    Called,
    Finding,
    Fix,
    Said,
    Severity,
    Tally,
)
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.templates import Template
from hipify_py.reading.tokens import words
from hipify_py.texts import to_bytes, to_text

_HELP = "convert the place by hand, or convert the files that are made of the template"
_ENDS = pattern(rb"[;{}]")
_NAME = pattern(rb"[A-Za-z_]\w*")


class FilledIn:
    """The statements of a template in which something is filled in."""

    def __init__(self, facts: Facts, template: Template) -> None:
        self._reading = facts.reading
        self._policy = facts.policy
        self._template = template
        self._header = to_bytes(facts.ptx_header)

    def certain(self, edits: Sequence[Edit], said: Iterable[Said]) -> tuple[tuple[Edit, ...], list[Said]]:
        """The edits without those of statements that need more than new names, and what is said of the rest."""
        wanted = [self._statements(edit.start, edit.end) for edit in edits if not self._is_rename(edit)]
        doubtful = {each for some in wanted if not self._filled.isdisjoint(some) for each in some}
        left = {
            edit
            for edit in edits
            if not (_adds_lines(edit) or doubtful.isdisjoint(self._statements(edit.start, edit.end)))
        }
        kept = [edit for edit in edits if edit not in left]
        said = [item for item in said if not self._miscounts(item)]
        if any(map(_is_ptx, left)) and not any(_is_ptx(edit) or _calls_helpers(edit) for edit in kept):
            kept = [edit for edit in kept if not (_adds_lines(edit) and self._header in edit.new)]
            said = [item for item in said if not (isinstance(item, Tally) or _is_of_helpers(item))]
        return tuple(kept), [*said, *self._left(left), *self._held()]

    def _miscounts(self, item: Said) -> bool:
        if not isinstance(item, Finding) or item.rule != ARGUMENTS_DIFFER:
            return False
        return not self._filled.isdisjoint(self._statements(item.start, item.end))

    def _left(self, edits: Iterable[Edit]) -> Iterator[Finding]:
        """One finding a statement, at what comes first in it."""
        last_first = sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True)
        for edit in {self._statement(edit.start): edit for edit in last_first}.values():
            message = f"'{edit.why}' was not converted: the right text depends on what the template fills in here"
            severity = Severity.ERROR if _is_ptx(edit) else None  # conditions around it are for AMD now
            yield Finding(IN_TEMPLATE, edit.start, edit.end, message, help=_HELP, subject=edit.why, severity=severity)

    def _held(self) -> Iterator[Finding]:
        """The names of CUDA in what the template fills in."""
        for start, text in self._template.held:
            if (name := next(filter(self._is_converted, words(text)), None)) is not None:
                place = start + text.find(name)
                message = f"'{to_text(name)}' was not converted: it is in an expression of the template"
                yield Finding(IN_TEMPLATE, place, place + len(name), message, help=_HELP, subject=to_text(name))

    def _is_converted(self, word: bytes) -> bool:
        found = self._policy.name(to_text(word)) if word in self._policy.interesting else None
        return found is not None and found.target not in (None, to_text(word))

    def _is_rename(self, edit: Edit) -> bool:
        """Whether one name becomes another, or lines are added that are nobody else's."""
        if _adds_lines(edit):
            return True
        is_name = isinstance(edit.new, bytes) and _NAME.fullmatch(edit.new) is not None
        return is_name and _NAME.fullmatch(self._reading.code, edit.start, edit.end) is not None

    @cached_property
    def _filled(self) -> frozenset[int]:
        code = self._reading.source.text
        marks = (mark for mark in self._template.marks if self._reads(*mark, code))
        return frozenset(each for start, end in marks for each in self._statements(start, end))

    def _reads(self, start: int, end: int, text: bytes) -> bool:
        """Whether a place is read as code, as comments of the source and texts are not."""
        return text.startswith((b"/*", b"//"), start) or bool(self._reading.code[start:end].strip())

    def _statements(self, start: int, end: int) -> range:
        return range(self._statement(start), self._statement(max(start, end - 1)) + 1)

    def _statement(self, place: int) -> int:
        return bisect_right(self._ends, place)

    @cached_property
    def _ends(self) -> list[int]:
        ends = (match.end() for match in _ENDS.finditer(self._reading.plain))
        lines = (place for line in self._reading.directives for place in (line.start, line.end + 1))
        return sorted({*ends, *lines})


def _adds_lines(edit: Edit) -> bool:
    return edit.start == edit.end and isinstance(edit.new, bytes) and edit.new.endswith((b"\n", b"\r"))


def _is_ptx(edit: Edit) -> bool:
    return edit.group == "inline PTX"


def _calls_helpers(edit: Edit) -> bool:
    pieces = edit.new if isinstance(edit.new, tuple) else (edit.new,)
    return any(isinstance(piece, bytes) and (b"hipify_ptx::" in piece or b"HIPIFY_PTX" in piece) for piece in pieces)


def _is_of_helpers(item: Said) -> bool:
    return isinstance(item, Called) and item.header == PTX_HEADER


def unread(why: str) -> Finding:
    """What is said of a template that stays as it is."""
    help = "convert the files that are made of the template"
    return Finding(IN_TEMPLATE, 0, 0, f"template not converted: {why}", help=help)


def restored(found: Finding, template: Template) -> Finding:
    """A finding with the placeholders that it speaks of; a name with one in it is known to nobody."""
    message, help, subject = map(template.restored_text, (found.message, found.help, found.subject))
    if found.rule == UNKNOWN_NAME and subject != found.subject:
        message = f"'{subject}' was not converted: the template composes the name"
        return replace(found, rule=PASTED_NAME, message=message, help=_HELP, subject=subject)
    fix = found.fix
    if fix is not None:
        fix = Fix(tuple(_restored(edit, template) for edit in fix.edits), fix.description)
    return replace(found, message=message, help=help, subject=subject, fix=fix)


def _restored(edit: Edit, template: Template) -> Edit:
    return edit._replace(new=template.restored(edit.new)) if isinstance(edit.new, bytes) else edit
