"""Every token that goes is accounted for, and every comment stays: what holds for the edits of all passes alike.

An edit names the code that it takes away (`Edit.takes`). The code between its parts must be that and nothing else:

- text stands for these very tokens; a span for a whole argument, with its brackets and its `#if`s balanced;
- an edit begins and ends beside a token, cuts none, and makes no two one;
- directives in new text have lines to themselves, and hold whole branches;
- nothing is put behind the `//` of a part.

Comments between the parts are none of its business: `with_comments` keeps them, where they stood.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from hipify_py.edits import Edit, Span
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import SPLICE, WORD_BYTES, code_only, comments, rskip_blank, skip_blank

_BLANKS = pattern(rb"(?:\s|" + SPLICE + rb")+")
# A literal, whose inside is blank, or blanks of code.
_LITERAL_OR_BLANKS = pattern(rb'"[ ]*"|\'[ ]*\'|((?:\s|' + SPLICE + rb")+)")
_BEFORE_ARGUMENTS = (b"(", b"[", b"{", b"<", b",")
_BEHIND_ARGUMENTS = (b")", b"]", b"}", b">", b",")
# Not `#op`, which makes a text of a macro's parameter.
_DIRECTIVE = pattern(rb"#[ \t]*(?:if|el|endif|define|undef|include|pragma)")
_NAME = pattern(rb"[A-Za-z_$\x80-\xff](?:[\w$\x80-\xff]|" + SPLICE + rb")*")


def _without_blanks_around(text: bytes) -> bytes:
    return text[skip_blank(text, 0, len(text)) : rskip_blank(text, len(text), 0)]


class UnaccountedError(Exception):
    """An edit would take away what it does not name: a bug in a pass, never a matter of the input."""


def check(reading: Reading, edits: Iterable[Edit]) -> None:
    """Raise an error if any edit does more than it says."""
    for edit in edits:
        if problem := _problem(reading, edit):
            line = reading.source.line(edit.start)
            raise UnaccountedError(f"the edit for '{edit.why}' on line {line} {problem}")


def with_comments(reading: Reading, edits: Sequence[Edit]) -> list[Edit]:
    """The ordered edits, with the comments that stand in what they take away among their parts."""
    kept = []
    behind = 0  # the end of the outermost edit so far
    starts = [edit.start for edit in edits]
    for index, edit in enumerate(edits):
        if _may_hide(reading, edit):
            following = bisect_left(starts, edit.end, index + 1)
            is_last = edit.start >= behind and edit.end not in starts[following : following + 1]
            edit = _commented(reading, edit, is_last)
        kept.append(edit)
        behind = max(behind, edit.end)
    return kept


def _may_hide(reading: Reading, edit: Edit) -> bool:
    """Whether comments may stand in what an edit takes away. Only that is looked at: edits may stand in each other."""
    text, code = reading.source.text, reading.code
    if edit.takes is None or _is_verbatim(text, edit):
        return False
    return any(text[start:end] != code[start:end] for start, end in _gaps(edit))


def _problem(reading: Reading, edit: Edit) -> str:
    if edit.takes is None and _is_rename(reading.code, edit):
        return ""
    return (
        ("" if _is_edge(reading, edit.start) and _is_edge(reading, edit.end) else "cuts a token or a comment")
        or ("" if _is_accounted_for(reading, edit) else "removes more or less than it declares")
        or ("" if not _joins_words(reading.code, edit) else "joins two words")
        or ("" if _has_own_lines(reading, edit) else "puts a directive where none is allowed")
        or ("" if _ends_comments(reading, edit) else "would put code into a comment")
    )


def _is_rename(code: bytes, edit: Edit) -> bool:
    """Whether one whole name becomes something else: the usual edit, settled cheaply."""
    if not isinstance(edit.new, bytes) or _NAME.fullmatch(code, edit.start, edit.end) is None:
        return False
    return not (_is_word(code, edit.start - 1) or _is_word(code, edit.end))


def _is_word(code: bytes, offset: int) -> bool:
    return 0 <= offset < len(code) and code[offset] in WORD_BYTES


def _is_edge(reading: Reading, offset: int) -> bool:
    """Whether a place touches a token or the end of a line, and stands in no word, comment or literal."""
    code = reading.code
    if _is_word(code, offset - 1) and _is_word(code, offset):
        return False
    touches = code[max(0, offset - 1) : offset + 1].strip() != b""
    ends_line = code[offset : offset + 1] in (b"", b"\n", b"\r") or reading.begins_line(offset)
    return touches or ends_line or reading.source.text.endswith(b"*/", 0, offset)


def _is_accounted_for(reading: Reading, edit: Edit) -> bool:
    takes = edit.takes or ()
    is_insertion = edit.start == edit.end and not takes and isinstance(edit.new, bytes)
    if is_insertion or _is_verbatim(reading.source.text, edit):
        return True
    dropped = [part for part in takes if isinstance(part, Span)]
    named = code_only(b" ".join(part for part in takes if isinstance(part, bytes)))
    taken = b" ".join(reading.code[start:end] for start, end in _gaps(edit, dropped))
    is_inside = all(edit.start <= part.start <= part.end <= edit.end for part in (*_spans(edit), *dropped))
    is_named = _BLANKS.sub(b"", taken) == _BLANKS.sub(b"", named)
    return is_inside and is_named and all(_is_argument(reading, part) for part in dropped)


def _joins_words(code: bytes, edit: Edit) -> bool:
    """Whether new text and what stands beside it would be one word."""
    first, last = edit.parts[:1] or (b"",), edit.parts[-1:] or (b"",)
    begins = isinstance(first[0], bytes) and _is_word(first[0], 0)
    ends = isinstance(last[0], bytes) and _is_word(last[0], len(last[0]) - 1)
    return (begins and _is_word(code, edit.start - 1)) or (ends and _is_word(code, edit.end))


def _is_verbatim(text: bytes, edit: Edit) -> bool:
    """Whether all of the bytes are named as they are, as those of a header are."""
    named = edit.takes[0] if edit.takes is not None and len(edit.takes) == 1 else None
    if not isinstance(edit.new, bytes) or not isinstance(named, bytes):
        return False
    return len(named) == edit.end - edit.start and text.startswith(named, edit.start)


def _spans(edit: Edit) -> list[Span]:
    return [part for part in edit.parts if isinstance(part, Span)]


def _gaps(edit: Edit, more: Sequence[Span] = ()) -> Iterator[tuple[int, int]]:
    """What stands between the parts that an edit keeps."""
    position = edit.start
    for span in sorted((*_spans(edit), *more), key=lambda span: (span.start, span.end)):
        if span.start > position:
            yield position, span.start
        position = max(position, span.end)
    if position < edit.end:
        yield position, edit.end


def _is_argument(reading: Reading, span: Span) -> bool:
    """Whether all that stands between two brackets or commas is meant, and nothing of what is around."""
    code = reading.code
    before = rskip_blank(code, span.start, 0)
    after = skip_blank(code, span.end, len(code))
    if code[before - 1 : before] not in _BEFORE_ARGUMENTS or code[after : after + 1] not in _BEHIND_ARGUMENTS:
        return False
    return reading.is_balanced(span.start, span.end) and reading.holds_whole_branches(span.start, span.end)


def _has_own_lines(reading: Reading, edit: Edit) -> bool:
    """Whether the directives in new text begin lines and end them, and hold whole branches of the input."""
    if isinstance(edit.new, bytes) and not edit.new.startswith(b"#"):
        return True
    parts = [part for part in edit.parts if part]
    directives = [place for place, part in enumerate(parts) if isinstance(part, bytes) and _DIRECTIVE.match(part)]
    if not directives:
        return True
    last = parts[-1]
    is_open = isinstance(last, bytes) and _DIRECTIVE.match(last.replace(b"\r", b"\n").rpartition(b"\n")[2]) is not None
    if is_open and reading.code[edit.end : edit.end + 1] not in (b"", b"\n", b"\r"):
        return False
    begin = all(_begins_line(reading, edit, parts[place - 1] if place else None) for place in directives)
    return begin and all(reading.holds_whole_branches(span.start, span.end) for span in _spans(edit))


def _begins_line(reading: Reading, edit: Edit, before: bytes | Span | None) -> bool:
    """Whether what follows a part begins a line."""
    if isinstance(before, bytes):
        return before.endswith((b"\n", b"\r"))
    return reading.begins_line(edit.start if before is None else before.end)


def _ends_comments(reading: Reading, edit: Edit) -> bool:
    """Whether no part with a comment up to the end of its line has anything but a line end behind it."""
    if isinstance(edit.new, bytes):
        return True
    parts = [part for part in edit.parts if part]
    return all(
        isinstance(following, bytes) and following.startswith((b"\n", b"\r"))
        for part, following in pairwise(parts)
        if isinstance(part, Span) and _ends_in_line_comment(reading, part)
    )


def _ends_in_line_comment(reading: Reading, span: Span) -> bool:
    """Whether a part ends within a comment that goes on to the end of its line."""
    start = rskip_blank(reading.code, span.end, span.start)
    return _is_open(reading.source.text[start : span.end])


def _is_open(blanks: bytes) -> bool:
    """Whether blanks with comments in them end in one that goes on to the end of its line."""
    found = list(comments(blanks)) if b"//" in blanks else []
    return bool(found) and found[-1][1] == len(blanks) and blanks.startswith(b"//", found[-1][0])


def _commented(reading: Reading, edit: Edit, is_last: bool) -> Edit:
    """An edit with the comments that it would take away: beside the part that they stood beside, or behind it all."""
    text, parts = reading.source.text, [part for part in edit.parts if part]
    starts = {part.start: place for place, part in reversed([*enumerate(parts)]) if isinstance(part, Span)}
    ends = {part.end: place for place, part in reversed([*enumerate(parts)]) if isinstance(part, Span)}
    before: dict[int, bytes] = {}
    behind: dict[int, bytes] = {}
    rest: list[Span] = []
    for start, end in _gaps(edit):
        for first, last in _commented_blanks(reading, start, end):
            if first == start and start in ends and last < edit.end:
                behind[ends[start]] = text[first:last]
            elif last == end and end in starts:
                is_first = not starts[end]
                comment = text[first:last].lstrip()
                before[starts[end]] = _from_new_line(reading, edit.start, comment) if is_first else comment
            else:
                rest.append(Span(first, last))
    new: list[bytes | Span] = []
    for place, part in enumerate(parts):
        new += [before.get(place, b""), part, behind.get(place, b"")]
    return edit._replace(new=(*(part for part in new if part), _in_a_row(reading, edit, rest, is_last)))


def _in_a_row(reading: Reading, edit: Edit, blanks: Sequence[Span], is_last: bool) -> bytes:
    """Comments one after the other, fit to stand behind an edit's text and before what follows it. What follows is the
    input, if that is the `last` edit there: no insertion follows, nor an outer edit that may take the line end away."""
    ends_line = is_last and reading.code[edit.end : edit.end + 1] in (b"", b"\n", b"\r")
    row = b" " if edit.new and blanks else b""
    for span in blanks:
        comment, is_end = reading.source.text[span.start : span.end], span is blanks[-1]
        comment = comment.lstrip() if span.end == edit.end else _without_blanks_around(comment)
        row += comment if row else _from_new_line(reading, edit.start, comment)
        if _is_open(comment):
            row += b"" if is_end and ends_line else reading.line_end
        elif not comment[-1:].isspace() and (not is_end or _is_word(reading.code, edit.end)):
            row += b" "
    return row


def _from_new_line(reading: Reading, place: int, comment: bytes) -> bytes:
    """A comment up to the end of its line that stood behind an argument which goes: above the next one, rather than
    behind the bracket, `f(// the first`."""
    lines = comment.splitlines()
    before = reading.code[reading.line_start(place) : place].rstrip()
    if len(lines) < 2 or not comment.startswith(b"//") or not before.endswith(_BEFORE_ARGUMENTS):
        return comment
    return reading.line_end + lines[-1][: len(lines[-1]) - len(lines[-1].lstrip())] + comment


def _commented_blanks(reading: Reading, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where blanks of the code between two places hide something."""
    for found in _LITERAL_OR_BLANKS.finditer(reading.code, start, end):
        if found[1] and _BLANKS.sub(b"", reading.source.text[found.start() : found.end()]):
            yield found.span()
