"""What the macros of a file make of a text, as a preprocessor would, as far as the file alone says.

A name whose definitions differ stays in the text, but whatever they call is remembered. What macros of other files make
of it is not known; who must be sure lets the compiler check.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import join_lines

_TOKEN = pattern(
    rb'(?:u8|[uUL])?R"(?P<mark>[^ ()\\\s]{0,16})\((?:.*?\)(?P=mark)"|.*)|'
    rb'"(?:[^"\\]|\\.)*"?|\'(?:[^\'\\]|\\.)*\'?|[A-Za-z_$][\w$]*|\.?\d[\w.]*|##|\s+|.',
    re.DOTALL,
)
_LITERAL = pattern(rb'"[^"]*"')
_TO_ESCAPE = pattern(rb'["\\]')
# Beyond these nobody spells the text of an instruction.
_MOST_BYTES = 1_000_000
_DEEPEST = 60

Arguments = tuple[bytes, ...]
_Hidden = frozenset[bytes]


def tokens(text: bytes) -> list[bytes]:
    """The tokens of a text, and the blanks between them."""
    return [found[0] for found in _TOKEN.finditer(text)]


class Expansion:
    """Expands texts, and remembers with which arguments each function-like macro was called on the way."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.definitions = reading.macros_called
        self._bodies: dict[Macro, list[bytes]] = {}
        self._bytes = self._depth = 0
        self.is_exhausted = False  # whether there was more to expand than anyone will wait for
        self.calls: dict[Macro, dict[Arguments, None]] = {}

    def takes_arguments(self, name: bytes) -> bool:
        return any(macro.parameters is not None for macro in self.definitions.get(name, ()))

    def text(self, start: int, end: int) -> bytes:
        """What stands between two places, without comments and line splices."""
        source, code = self._reading.source.text, self._reading.code[start:end]
        return join_lines(_LITERAL.sub(lambda found: source[start + found.start() : start + found.end()], code))

    def expand(self, text: bytes, hidden: _Hidden = frozenset()) -> bytes:
        """The text with its macros replaced. Those in `hidden` are being replaced around it, and stay."""
        found = tokens(text)
        expanded: list[bytes] = []
        index = 0
        while index < len(found):
            token = found[index]
            index += 1
            definitions = () if token in hidden else self.definitions.get(token, ())
            if not definitions:
                expanded.append(token)
            elif self.takes_arguments(token):
                arguments, behind = _arguments(found, index)
                expanded.append(token if arguments is None else self._called(definitions, arguments, hidden))
                index = index if arguments is None else behind
            else:
                expanded.append(_agreed([self._replaced(macro, {}, hidden) for macro in definitions], token))
        return b"".join(expanded)

    def substituted(self, text: bytes, macro: Macro, arguments: Arguments) -> bytes:
        """What a text of a macro's body becomes in a call: parameters replaced, `#` and `##` done, all expanded."""
        given = _bound(macro, arguments)
        return self.expand(self._filled(tokens(text), given, frozenset()), frozenset((macro.name,)))

    def _called(self, definitions: Sequence[Macro], arguments: list[bytes], hidden: _Hidden) -> bytes:
        results = []
        for macro in definitions:
            given = _bound(macro, arguments)
            self.calls.setdefault(macro, {})[tuple(given.values())] = None
            results.append(self._replaced(macro, given, hidden))
        return _agreed(results, definitions[0].name)

    def _replaced(self, macro: Macro, given: Mapping[bytes, bytes], hidden: _Hidden) -> bytes:
        body = self._body(macro)
        self._bytes += sum(len(given.get(token, token)) for token in body)
        self.is_exhausted |= self._bytes > _MOST_BYTES or self._depth > _DEEPEST
        if self.is_exhausted:
            return macro.name
        self._depth += 1
        text = self.expand(self._filled(body, given, hidden), hidden | {macro.name})
        self._depth -= 1
        return text

    def _body(self, macro: Macro) -> list[bytes]:
        if macro not in self._bodies:
            self._bodies[macro] = tokens(self.text(macro.body, macro.end).strip())
        return self._bodies[macro]

    def _filled(self, body: Sequence[bytes], given: Mapping[bytes, bytes], hidden: _Hidden) -> bytes:
        """Parameters replaced: as they are beside the operators `#` and `##`, else expanded."""
        filled: list[bytes] = []
        operator = b""
        for index, token in enumerate(body):
            if token in (b"#", b"##") and given:
                operator = token
                while token == b"##" and filled and filled[-1].isspace():
                    filled.pop()
                continue
            if token.isspace():
                filled += [] if operator else [token]
                continue
            if token not in given:
                filled.append(token)
            elif operator == b"#":
                filled.append(quoted(given[token]))
            elif operator == b"##" or _is_pasted(body, index + 1):
                filled.append(given[token])
            else:
                filled.append(self.expand(given[token], hidden))
            operator = b""
        return b"".join(filled)


def quoted(text: bytes) -> bytes:
    """The literal that `#` makes of an argument."""
    return b'"' + b"".join(_quoted(token) for token in tokens(text.strip())) + b'"'


def _quoted(token: bytes) -> bytes:
    if token.isspace():
        return b" "
    return _TO_ESCAPE.sub(rb"\\\g<0>", token) if token[:1] in (b'"', b"'") else token


def _agreed(results: Sequence[bytes], name: bytes) -> bytes:
    """What all definitions of a name make of it; the name, if they differ."""
    return results[0] if len(set(results)) == 1 else name


def _is_pasted(body: Sequence[bytes], index: int) -> bool:
    following = next((token for token in body[index : index + 2] if not token.isspace()), b"")
    return following == b"##"


def _arguments(text: Sequence[bytes], index: int) -> tuple[list[bytes] | None, int]:
    """The arguments of the call whose parenthesis comes next, and the token behind it; None if none comes."""
    while index < len(text) and text[index].isspace():
        index += 1
    if index == len(text) or text[index] != b"(":
        return None, index
    arguments, depth = [b""], 0
    for place in range(index, len(text)):
        token = text[place]
        depth += (token == b"(") - (token == b")")
        if not depth:
            return arguments, place + 1
        if token == b"," and depth == 1:
            arguments.append(b"")
        elif place > index:
            arguments[-1] += token
    return None, index


def _bound(macro: Macro, arguments: Sequence[bytes]) -> dict[bytes, bytes]:
    """What each parameter gets. The last one takes what is left over; only a variadic one may be given more."""
    names = macro.parameters or ()
    given = [*arguments[: len(names) - 1], b",".join(arguments[len(names) - 1 :])] if names else []
    given += [b""] * (len(names) - len(given))
    return {name: text.strip() for name, text in zip(names, given, strict=True)}
