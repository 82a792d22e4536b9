"""Comments that an editor adds beside a finding: one that silences it, one that says what to write instead."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.reading import suppressions, tokens
from hipify_py.rules.model import Rule
from hipify_py.server.parts import Replacement
from hipify_py.server.positions import Text
from hipify_py.texts import to_bytes

_BLANKS = b" \t"


def silence(text: Text, line: int, rule: str, *, is_source: bool) -> Replacement | None:
    """The comment with which a zero-based line says nothing of a rule any more, if there can be one."""
    find = suppressions.in_source if is_source else suppressions.in_build_file
    for change in _silences(text, line, rule, is_source=is_source):
        changed = _applied(text, change)
        place = line + (change.new.endswith((b"\n", b"\r")))
        for order in find(changed):
            if rule in order.names and order.lines[0] <= place + 1 <= order.lines[1]:
                return change
    return None


def _silences(text: Text, line: int, rule: str, *, is_source: bool) -> Iterator[Replacement]:
    """What to try, the shortest first: in a comment that is there, behind the line, above it."""
    data = text.data
    for order in suppressions.in_source(data) if is_source else suppressions.in_build_file(data):
        if order.kind == "ignore" and order.names and order.lines[0] <= line + 1 <= order.lines[1]:
            close = data.find(b"]", order.start, order.end)
            if close >= 0:
                yield Replacement(close, close, to_bytes(f", {rule}"))
    start, end = text.line_start(line), text.line_end(line)
    comment = to_bytes(f"hipify: ignore[{rule}]")
    content = data[start:end].rstrip(_BLANKS)
    if is_source and content.endswith(b"\\"):
        place = start + len(content[:-1].rstrip(_BLANKS))
        yield Replacement(place, place, b" /* " + comment + b" */")
    else:
        place = start + len(content)
        yield Replacement(place, place, (b"  // " if is_source else b"  # ") + comment)
    yield Replacement(start, start, _indent(content) + (b"// " if is_source else b"# ") + comment + _line_end(text))


def instead(text: Text, line: int, rule: Rule, *, is_source: bool) -> Replacement | None:
    """What to write in place of what a rule flags, above a zero-based line, if a comment can stand there. It is an
    example: what of it fits the place only people can say."""
    if rule.instead is None:
        return None
    start = text.line_start(line)
    indent, mark, end = _indent(text.data[start : text.line_end(line)]), b"// " if is_source else b"# ", _line_end(text)
    needs = f" (needs {rule.instead.needs})" if rule.instead.needs else ""
    lines = [f"{rule.id}, write instead{needs}:", *(f"  {each}" for each in rule.instead.code.rstrip().splitlines())]
    new = b"".join(indent + (mark + to_bytes(each)).rstrip() + end for each in lines)
    change = Replacement(start, start, new)
    return change if not is_source or _is_between_lines(text, change) else None


def _is_between_lines(text: Text, change: Replacement) -> bool:
    """Whether comments at a place change nothing of the code: not in a literal, nor in the lines of a macro."""
    before, after = tokens.code_only(text.data), tokens.code_only(_applied(text, change))
    place, behind = change.start, change.start + len(change.new)
    is_continued = text.data[:place].rstrip(b"\r\n").endswith(b"\\") or b"\\\n" in change.new.replace(b"\r", b"")
    is_same = after[:place] == before[:place] and after[behind:] == before[place:] and not after[place:behind].strip()
    return is_same and not is_continued


def _applied(text: Text, change: Replacement) -> bytes:
    return text.data[: change.start] + change.new + text.data[change.end :]


def _indent(line: bytes) -> bytes:
    return line[: len(line) - len(line.lstrip(_BLANKS))]


def _line_end(text: Text) -> bytes:
    """As the first line of the text ends."""
    end = text.line_end(0)
    behind = text.data[end : end + 2]
    return behind if behind == b"\r\n" else behind[:1] or b"\n"
