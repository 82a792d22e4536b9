"""One reading of one file, shared by every pass: computed once, from the input, never from another pass's output."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading import preprocessor, scopes, tokens
from hipify_py.reading.conditionals import FURTHER, OPENING, Branch, Conditionals
from hipify_py.reading.excerpts import around, excerpts
from hipify_py.reading.preprocessor import Directive, Header, Macro
from hipify_py.reading.scopes import Scopes
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass
from hipify_py.source import Source

if TYPE_CHECKING:
    from array import array

    from hipify_py.reading.bodies import Bodies
    from hipify_py.reading.declarations import Declarations
    from hipify_py.reading.tree import Tree

_SEPARATOR = pattern(rb"[(\[{,<]|\.\.\.|\b__VA_ARGS__\b")
_MAY_HIDE_ARGUMENTS = pattern(rb"<|\.\.\.|__VA_ARGS__")
_BRACKET_OR_END = pattern(rb"[()\[\]{};]")
_OPENING = pattern(rb"[(\[{]")
_ANGLE = pattern(rb"[<>(\[{;)}\]]")
# What is longer is no list of template arguments, and searching on for its end would be quadratic.
_LONGEST_TEMPLATE = 300
# So often a file is looked through for words that somebody asks for.
_MOST_LOOKS = 30
# Nothing in these is a name that the compiler would look up.
_SILENT_DIRECTIVES = (*preprocessor.INCLUDES, b"error", b"warning", b"line", b"ident")
# A branch that is longer holds more than a few directives.
_SHORT_BRANCH = 2_000
# So far before a place its statement may begin.
_STATEMENT_REACH = 2_000
_MOST_WORDS_KEPT = 20_000
_SHORT_CALL = 1_000


class Argument(NamedTuple):
    """One of a call: which one, and where it stands without the blanks around it."""

    callee: Name
    number: int
    span: tuple[int, int]


class Neighbours:
    """What stands around a name: `before` ends the token before it, `after` begins the one after it. `code` is the
    name's directive between `low` and `high`, or the file without its directives."""

    # Everybody asks for the signs, many times a name.
    __slots__ = ("_word_before", "after", "before", "code", "high", "low", "sign_after", "sign_before")

    def __init__(self, code: bytes, low: int, high: int, before: int, after: int) -> None:
        self.code, self.low, self.high, self.before, self.after = code, low, high, before, after
        self.sign_before = code[before - 1 : before] if before > low else b""
        self.sign_after = code[after : after + 1] if after < high else b""
        self._word_before: bytes | None = None

    def until(self, after: int) -> Neighbours:
        """The same of more than the name, behind which `after` begins the next token."""
        return Neighbours(self.code, self.low, self.high, self.before, after)

    @property
    def word_before(self) -> bytes:
        if self._word_before is None:
            self._word_before = self.code[tokens.word_start(self.code, self.before, self.low) : self.before]
        return self._word_before

    def preceded_by(self, text: bytes) -> bool:
        return self.code.endswith(text, self.low, self.before)

    def followed_by(self, text: bytes) -> bool:
        return self.code.startswith(text, self.after, self.high)

    def token_before(self, offset: int) -> tuple[int, bytes]:
        """Offset and text of the word or the sign that ends before `offset`, blanks skipped."""
        end = self.rskip_blank(offset)
        start = tokens.word_start(self.code, end, self.low)
        if start == end:
            start = max(end - 1, self.low)
        return start, self.code[start:end]

    def rskip_blank(self, offset: int) -> int:
        return tokens.rskip_blank(self.code, offset, self.low)

    def token_after(self, offset: int) -> int:
        return tokens.skip_blank(self.code, offset, self.high)

    def colons_before(self, offset: int) -> int | None:
        """Where the `::` begins that ends before `offset`, blanks skipped; None where none does: the `:` of a label or
        of `a ? b : c` is no part of the name behind it."""
        end = self.rskip_blank(offset)
        return end - 2 if self.code.endswith(b"::", self.low, end) else None


@dataclass(frozen=True)
class Reading:
    source: Source
    is_cuda: bool
    asked: frozenset[bytes] = frozenset()  # the words that somebody is likely to ask for: they are found together

    @cached_property
    def code(self) -> bytes:
        return tokens.code_only(self.source.text)

    @cached_property
    def literals(self) -> list[tuple[int, int]]:
        """Where the quotes of each string literal stand."""
        quotes = list(tokens.places_of(b'"', self.code))
        return list(zip(quotes[::2], quotes[1::2], strict=False))

    def literals_with(self, signs: Sequence[bytes]) -> list[tuple[int, int]]:
        """The literals that hold one of the signs; all of them where there are no signs."""
        if not signs:
            return self.literals
        asked = [sign for sign in signs if sign in self._quoted]
        find = self.source.text.find
        return [
            (opening, closing)
            for opening, closing in (self.literals if asked else ())
            if any(find(sign, opening, closing + 1) >= 0 for sign in asked)
        ]

    @cached_property
    def _quoted(self) -> bytes:
        """All literals, one after the other."""
        text = self.source.text
        return b"".join([text[opening : closing + 1] for opening, closing in self.literals])

    def excerpts(self, sign: re.Pattern[bytes]) -> list[tuple[int, int]]:
        """The surroundings of a sign in the code, found once however many ask."""
        if sign not in self._excerpts:
            self._excerpts[sign] = excerpts(sign, self.code)
        return self._excerpts[sign]

    def near(self, words: Iterable[bytes]) -> list[tuple[int, int]]:
        """The surroundings of the words in the code."""
        return around((name.start, name.end) for name in self.names(words))

    @cached_property
    def _excerpts(self) -> dict[re.Pattern[bytes], list[tuple[int, int]]]:
        return {}

    @cached_property
    def directives(self) -> list[Directive]:
        return preprocessor.directives(self.code)

    @cached_property
    def conditionals(self) -> Conditionals:
        return Conditionals(self.code, self.directives)

    @cached_property
    def plain(self) -> bytes:
        """The code without directives: what the compiler proper reads, all branches at once."""
        return _blanked(self.code, ((directive.start, directive.end) for directive in self.directives))

    @cached_property
    def macros(self) -> list[Macro]:
        return list(self._macro_of.values())

    @cached_property
    def macros_called(self) -> dict[bytes, list[Macro]]:
        """The definitions of each macro, in order."""
        called: dict[bytes, list[Macro]] = {}
        for macro in self.macros:
            called.setdefault(macro.name, []).append(macro)
        return called

    @cached_property
    def _macro_of(self) -> dict[int, Macro]:
        """The macro that the directive at an offset defines."""
        found = ((directive.start, preprocessor.macro(self.code, directive)) for directive in self.directives)
        return {start: macro for start, macro in found if macro is not None}

    def end_of(self, macro: Macro) -> int:
        """Where a macro is taken back whenever it is defined; behind the end of the file where that is nowhere."""
        around = self.conditionals.around(macro.name_start)
        ends = (line.start for line in self.undefs.get(macro.name, ()) if line.start > macro.name_start)
        return next(
            (end for end in ends if all(branch in around for branch in self.conditionals.around(end))), sys.maxsize
        )

    @cached_property
    def undefs(self) -> dict[bytes, list[Directive]]:
        """The directives that take back macros, by their names."""
        found: dict[bytes, list[Directive]] = {}
        for line in self.directives:
            if line.keyword == b"undef":
                found.setdefault(self.code[line.body : line.end].strip(), []).append(line)
        return found

    @cached_property
    def headers(self) -> list[tuple[Directive, Header]]:
        text = self.source.text
        return [
            (directive, header)
            for directive in self.directives
            if (header := preprocessor.header(text, self.code, directive)) is not None
        ]

    @cached_property
    def _searchable(self) -> bytes:
        """The code without include lines and message texts, in which no name is looked up by a compiler."""
        silent = (directive for directive in self.directives if directive.keyword in _SILENT_DIRECTIVES)
        return _blanked(self.code, ((directive.body, directive.end) for directive in silent))

    def names(self, wanted: Iterable[bytes]) -> list[Name]:
        """Where the wanted identifiers stand in code, in order."""
        if self.cuts_names:
            return tokens.names(self._searchable, frozenset(wanted))
        present = self.words.intersection(wanted)
        if not present:
            return []
        if missing := present.difference(self._places):
            self._places.update(self._found(missing))
        if len(present) == 1:
            return list(self._places[next(iter(present))])
        return sorted(name for word in present for name in self._places[word])

    def names_in_code(self, wanted: Iterable[bytes]) -> Iterator[Name]:
        """Where the wanted identifiers stand outside of directives: where macros are expanded, for one."""
        return (name for name in self.names(wanted) if self.directive_at(name.start) is None)

    def _found(self, words: frozenset[bytes]) -> dict[bytes, list[Name]]:
        """Each look at the file costs what the file is long: whoever goes on asking is answered from a table of all."""
        if next(self._looks) < _MOST_LOOKS:
            return tokens.places(self._searchable, words, self._first_look[2])
        return {word: [Name(start, start + len(word), word) for start in self._starts[word]] for word in words}

    @cached_property
    def _looks(self) -> Iterator[int]:
        return count()

    @cached_property
    def _starts(self) -> dict[bytes, array[int]]:
        return tokens.starts(self._searchable)

    @cached_property
    def _places(self) -> dict[bytes, list[Name]]:
        """Where each of the words stands that somebody has asked for, or is likely to."""
        return self._first_look[1]

    @cached_property
    def cuts_names(self) -> bool:
        """Whether a name may go on on the next line, and so be none of the words."""
        return tokens.may_cut_names(self._searchable)

    @cached_property
    def words(self) -> frozenset[bytes]:
        return self._first_look[0]

    @cached_property
    def _first_look(self) -> tuple[frozenset[bytes], dict[bytes, list[Name]], Sequence[bytes]]:
        """All words, where those stand that somebody is likely to ask for, and for further looks the words in order, if
        the file is no long one."""
        listed = tokens.words(self._searchable)
        words = frozenset(listed)
        kept = listed if len(listed) < _MOST_WORDS_KEPT else ()
        return words, tokens.places_among(listed, self._searchable, words & self.asked), kept

    @cached_property
    def tree(self) -> Tree | None:
        """The syntax tree, parsed at the first question; None where parsing would cost too much."""
        from hipify_py.reading.tree import parse  # few files need it, and start-up should not pay for it

        return parse(self.source.text, is_cuda=self.is_cuda)

    @cached_property
    def closers(self) -> dict[int, int]:
        """Offset of each opening bracket → offset of the one that closes it, in directives and around them."""
        found = dict(self._plain_pairs)
        for directive in self.directives:
            found.update(scopes.pairs(self.code, directive.start, directive.end))
        return found

    @cached_property
    def _plain_pairs(self) -> dict[int, int]:
        """Where the branches of `#if` open and close brackets each in its way, those of the first ones, as a compiler
        that takes these sees them."""
        found = scopes.pairs(self.plain, 0, len(self.plain))
        if scopes.unpaired(self.plain, found):
            one_way = self._first_branches
            other = scopes.pairs(one_way, 0, len(one_way))
            if scopes.unpaired(one_way, other) < scopes.unpaired(self.plain, found):
                return other
        return found

    @property
    def _first_branches(self) -> bytes:
        """The text without the brackets of further branches that are not closed, or not opened, in them."""
        text = bytearray(self.plain)
        for chain in self.conditionals.chains:
            for branch in chain.branches[1:]:
                paired = scopes.pairs(self.plain, branch.start, branch.end)
                brackets = frozenset((*paired, *paired.values()))
                for place in scopes.brackets(self.plain, branch.start, branch.end):
                    if place not in brackets:
                        text[place] = ord(" ")
        return bytes(text)

    @cached_property
    def openers(self) -> dict[int, int]:
        return {closing: opening for opening, closing in self.closers.items()}

    @cached_property
    def scopes(self) -> Scopes:
        return Scopes(self.plain, self._plain_pairs)

    @cached_property
    def declarations(self) -> Declarations:
        """Which declaration a name means at a place."""
        from hipify_py.reading.declarations import Declarations  # few files need it

        return Declarations(self)

    @cached_property
    def bodies(self) -> Bodies:
        """The syntax trees of functions."""
        from hipify_py.reading.bodies import Bodies  # few files need them

        return Bodies(self)

    def arguments(self, opening: int) -> list[tuple[int, int]] | None:
        """The spans between the commas of the bracketed list that opens here; None if it never closes, if a statement
        ends in it, or if there are directives in it, so that nothing can be said of what the compiler will see."""
        if opening not in self._lists:
            self._lists[opening] = self._list(opening)
        return self._lists[opening]

    @cached_property
    def _lists(self) -> dict[int, list[tuple[int, int]] | None]:
        """The arguments of a call are needed by several rewrites and rules."""
        return {}

    def _list(self, opening: int) -> list[tuple[int, int]] | None:
        closing = self.closers.get(opening)
        if closing is None or self.is_interrupted(opening, closing) or not self.is_balanced(opening + 1, closing):
            return None
        return self.split(opening + 1, closing)

    def split(self, start: int, end: int) -> list[tuple[int, int]]:
        """The spans between the commas of a list that stands between two places."""
        commas = self.commas(start, end)
        if not commas and tokens.skip_blank(self.code, start, end) == end:
            return []
        return list(zip([start, *(comma + 1 for comma in commas)], [*commas, end], strict=True))

    def argument_count(self, opening: int) -> int | None:
        """How many arguments the call that opens here passes; None where a pack, or `<`, may hide some."""
        spans = self.arguments(opening)
        if spans is None or self._hides_arguments(opening, self.closers[opening]):
            return None
        return len(spans)

    @cached_property
    def line_end(self) -> bytes:
        """How lines end in this file, by its first one; with a bare CR where all lines do."""
        first = self.source.text.find(b"\n")
        if first < 0 and b"\r" in self.source.text:
            return b"\r"
        return b"\r\n" if first > 0 and self.source.text[first - 1] == 0x0D else b"\n"

    def begins_line(self, offset: int) -> bool:
        """Whether a line of code begins at a place, so that a directive can: behind a line end that stands in no
        comment and no literal, and that no backslash takes away."""
        if offset <= self.source.mark:
            return True
        return self.code[offset - 1] == 0x0A and not self._is_spliced(offset - 1)

    def line_start(self, offset: int) -> int:
        """Where the line of code begins that a place stands in; the first one does behind the byte-order mark."""
        start = self.code.rfind(b"\n", 0, offset) + 1
        while not self.begins_line(start):
            start = self.code.rfind(b"\n", 0, start - 1) + 1
        return max(start, self.source.mark)

    def line_stop(self, offset: int) -> int:
        """Where the line of code ends that a place stands in: behind its line end, or at the end of the file."""
        end = self.code.find(b"\n", offset) + 1
        while end and not self.begins_line(end):
            end = self.code.find(b"\n", end) + 1
        return end or len(self.code)

    def _is_spliced(self, newline: int) -> bool:
        position = newline - (self.code[newline - 1 : newline] == b"\r")
        while position > 0 and self.code[position - 1] in b" \t":
            position -= 1
        return position > 0 and self.code[position - 1] == 0x5C

    def skip_blank(self, offset: int) -> int:
        return tokens.skip_blank(self.code, offset, len(self.code))

    def stripped(self, start: int, end: int) -> tuple[int, int]:
        """A span without the blanks and comments at its ends."""
        first = tokens.skip_blank(self.code, start, end)
        return first, max(first, tokens.rskip_blank(self.code, end, start))

    def behind_template_arguments(self, opening: int) -> int | None:
        """Where the parenthesis stands behind the `<…>` that opens here, if these are the arguments of a template."""
        closing = self.closing_angle(opening)
        after = tokens.skip_blank(self.code, closing + 1, len(self.code)) if closing is not None else -1
        return after if self.code[after : after + 1] == b"(" and closing is not None else None

    def closing_angle(self, opening: int) -> int | None:
        """The `>` of the template arguments that open here; None where it is no such list."""
        depth, position = 0, opening
        limit = opening + _LONGEST_TEMPLATE
        while (match := _ANGLE.search(self.code, position, limit)) is not None:
            sign, position = match.group(), match.end()
            if sign in b"([{":
                position = self.closers.get(match.start(), len(self.code)) + 1
            elif sign == b"<":
                depth += 1
            elif sign == b">" and self.code[match.start() - 1 : match.start()] != b"-":
                depth -= 1
                if depth == 0:
                    return match.start()
            elif sign != b">":
                return None
        return None

    def commas(self, start: int, closing: int) -> list[int]:
        """The commas between two places that stand neither in brackets nor in template arguments."""
        found = []
        position = start
        while (match := _SEPARATOR.search(self.code, position, closing)) is not None:
            sign, position = match.group(), match.end()
            if sign in b"([{":
                position = max(position, self.closers.get(match.start(), -1) + 1)
            elif sign == b"<":
                position = max(position, (self._template_end(match.start(), closing) or -1) + 1)
            elif sign == b",":
                found.append(match.start())
        return found

    def _hides_arguments(self, opening: int, closing: int) -> bool:
        """Whether a pack stands between two brackets, or a `<` and a `>` around a comma that are no template's."""
        is_short = closing - opening < _SHORT_CALL  # of long ones brackets are passed over, as they may be nested
        if is_short and _MAY_HIDE_ARGUMENTS.search(self.code, opening, closing) is None:
            return False
        commas = self.commas(opening + 1, closing)
        position = opening + 1
        while (match := _SEPARATOR.search(self.code, position, closing)) is not None:
            sign, position = match.group(), match.end()
            if sign in b"([{":
                position = max(position, self.closers.get(match.start(), -1) + 1)
            elif sign == b"<":
                if end := self._template_end(match.start(), closing):
                    position = end + 1
                elif self._holds_comma(match.start(), closing, commas):
                    return True
            elif sign != b",":
                return True
        return False

    def _holds_comma(self, opening: int, limit: int, commas: list[int]) -> bool:
        """Whether a comma stands between a `<` and the `>` that may belong to it."""
        end = self.closing_angle(opening)
        index = bisect_right(commas, opening)
        return end is not None and end < limit and index < len(commas) and commas[index] < end

    def _template_end(self, opening: int, limit: int) -> int | None:
        """The `>` of what can only be template arguments: a word before them, and behind them the end of the
        argument, a call or a name of the template's."""
        if self.code[opening + 1 : opening + 2] in (b"<", b"=", b" ") or self.code[opening - 1 : opening] in (
            b"<",
            b" ",
        ):
            return None  # `a < b` is a comparison to whoever wrote it
        end = self.closing_angle(opening)
        before = tokens.word_before(self.code, tokens.rskip_blank(self.code, opening, 0), 0)
        if end is None or end > limit or before is None:
            return None
        place = self.skip_blank(end + 1)
        behind = self.code[place : place + 2]
        return end if place >= limit or behind[:1] in (b",", b")", b"(", b"{", b"&", b"*") or behind == b"::" else None

    def directive_at(self, offset: int) -> Directive | None:
        """The directive that a place stands in."""
        index = bisect_right(self._directive_starts, offset) - 1
        if index < 0:
            return None
        directive = self.directives[index]
        return directive if offset < directive.end else None

    def directive_before(self, offset: int) -> Directive | None:
        """The last directive that begins before a place."""
        index = bisect_right(self._directive_starts, offset) - 1
        return self.directives[index] if index >= 0 else None

    def is_interrupted(self, start: int, end: int) -> bool:
        """Whether directives stand between two places of the code proper."""
        return bool(self.directives_between(start, end)) and self.directive_at(start) is None

    def directives_between(self, start: int, end: int) -> list[Directive]:
        first = bisect_left(self._directive_starts, start)
        return self.directives[first : bisect_left(self._directive_starts, end)]

    def only_keywords(self, branch: Branch) -> set[bytes]:
        """The keywords of the directives in a branch that holds nothing else; none where it holds code, or is
        long."""
        if branch.end - branch.start > _SHORT_BRANCH or self.plain[branch.start : branch.end].strip():
            return set()
        return {line.keyword for line in self.directives_between(branch.start, branch.end)}

    def is_balanced(self, start: int, end: int) -> bool:
        """Whether each bracket between two places has its other one there, and no statement ends outside of them."""
        position = start
        while (found := _BRACKET_OR_END.search(self.code, position, end)) is not None:
            closing = self.closers.get(found.start(), end)
            if closing >= end:
                return False
            position = closing + 1
        return True

    def bracket_around(self, code: bytes, offset: int, low: int) -> int | None:
        """The innermost bracket that is open at a place of `code`, if it stands at `low` or later in the statement."""
        position = offset - 1
        while position >= low:
            sign = code[position : position + 1]
            if sign in (b"(", b"[", b"{"):
                return position
            if sign == b";":
                return None
            if sign in (b")", b"]", b"}"):
                position = self.openers.get(position, low)
            position -= 1
        return None

    def argument_at(self, place: int, reach: int) -> Argument | None:
        """The call among whose arguments a place of the code stands, if its bracket is not farther away."""
        opening = self.bracket_around(self.code, place, max(0, place - reach))
        if opening is None or self.code[opening : opening + 1] != b"(":
            return None
        callee = tokens.word_before(self.code, tokens.rskip_blank(self.code, opening, 0), 0)
        spans = list(enumerate(self.arguments(opening) or []))
        found = next(((number, span) for number, span in spans if span[0] <= place < span[1]), None)
        return None if callee is None or found is None else Argument(callee, found[0], self.stripped(*found[1]))

    def outside_of_brackets(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """What stands between two places and in no brackets there."""
        while (found := _OPENING.search(self.code, start, end)) is not None:
            yield start, found.start()
            start = self.closers.get(found.start(), end) + 1
        yield start, max(start, end)

    def holds_whole_branches(self, start: int, end: int) -> bool:
        """Whether each `#if` between two places has its `#endif` there, and the reverse, with all that is between."""
        depth = 0
        for directive in self.directives_between(start, end):
            depth += (directive.keyword in OPENING) - (directive.keyword == b"endif")
            if depth < 0 or (depth == 0 and directive.keyword in FURTHER):
                return False
        return depth == 0

    def statement_start(self, offset: int) -> int:
        """Behind the last statement or brace before a place; the beginning of the directive that it stands in."""
        directive = self.directive_at(offset)
        if directive is not None:
            return directive.start
        low = max(0, offset - _STATEMENT_REACH)
        return low + tokens.behind_last(self.plain[low:offset], b"{};")

    def macro_at(self, offset: int) -> Macro | None:
        """The macro whose definition a place stands in."""
        directive = self.directive_at(offset)
        return self._macro_of.get(directive.start) if directive is not None else None

    def is_message(self, offset: int) -> bool:
        """Whether a place stands in a directive in which nothing is looked up: an include, an error text."""
        directive = self.directive_at(offset)
        return directive is not None and directive.keyword in _SILENT_DIRECTIVES

    def neighbours(self, name: Name) -> Neighbours:
        span = name.start, name.end
        if (found := self._neighbours.get(span)) is None:
            code, low, high = self.surroundings(name.start)
            before = tokens.rskip_blank(code, name.start, low)
            found = Neighbours(code, low, high, before, tokens.skip_blank(code, name.end, high))
            self._neighbours[span] = found
        return found

    @cached_property
    def _neighbours(self) -> dict[tuple[int, int], Neighbours]:
        return {}

    def surroundings(self, offset: int) -> tuple[bytes, int, int]:
        """Where a place's neighbours stand: in its directive (behind a macro's parameters), or in the code proper."""
        directive = self.directive_at(offset)
        if directive is None:
            return self.plain, 0, len(self.plain)
        macro = self._macro_of.get(directive.start)
        return self.code, (macro.body if macro and offset >= macro.body else directive.body), directive.end

    @cached_property
    def _directive_starts(self) -> list[int]:
        return [directive.start for directive in self.directives]


def _blanked(code: bytes, spans: Iterable[tuple[int, int]]) -> bytes:
    text = bytearray(code)
    for start, end in spans:
        text[start:end] = b" " * (end - start)
    return bytes(text)
