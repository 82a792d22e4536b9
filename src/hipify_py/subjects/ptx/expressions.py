"""What can be said of the expressions that a statement is given as operands, by their text alone."""

from __future__ import annotations

from collections.abc import Collection

from hipify_py.file.effects import acts
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.tokens import constant
from hipify_py.subjects.ptx.variables import Variable
from hipify_py.texts import to_text

_NAME = pattern(rb"[A-Za-z_]\w*")
_PATH = pattern(rb"(?:this->)?[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[\s*\w+\s*\])*")
# A path whose parts are where they are whatever is written to one of them.
_FIXED = pattern(rb"[A-Za-z_]\w*(?:->[A-Za-z_]\w*)?(?:\.[A-Za-z_]\w*|\[\s*\d+\s*\])*")
_LONGEST_NUMBER = 40
_ASSIGNS_OR_CHOOSES = pattern(rb"\?|(?<![=!<>])=(?!=)")
_NUMBER = pattern(rb"[-+]?(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*")
_BRACKETS = pattern(rb"""[()\[\]{},]|"[^"]*"|'[^']*'""")


@dataclass(frozen=True)
class Expression:
    """`open_names` are parameters of the macro around the statement, `acting` are macros that do something: what stands
    for them may be anything. `variable` is how the name that it is was declared, where that is known."""

    text: bytes
    open_names: Collection[bytes] = ()
    acting: frozenset[bytes] = frozenset()
    variable: Variable | None = None

    def is_of(self, type: str) -> bool:
        """Whether it is a variable of a type, for certain."""
        return self.variable is not None and self.variable.type == type and not self.variable.stars

    @property
    def is_name(self) -> bool:
        """Whether it is the name of one variable."""
        return _NAME.fullmatch(self._plain) is not None and not self._is_open

    @property
    def is_path(self) -> bool:
        """Whether it can be looked up twice: names, members, elements."""
        return _PATH.fullmatch(self._plain) is not None and not self._is_open

    @property
    def is_fixed(self) -> bool:
        """Whether it stays where it is when other variables are written to."""
        return _FIXED.fullmatch(self._plain) is not None and not self._is_open

    @property
    def names(self) -> set[bytes]:
        return set(_NAME.findall(self.text))

    @cached_property
    def acts(self) -> bool:
        """Whether it may change something, so that it matters when and how often it is evaluated."""
        return self._is_open or acts(self.text)

    @cached_property
    def has_comma(self) -> bool:
        """Whether it is several expressions, of which the last one counts."""
        depth = 0
        for sign in _BRACKETS.finditer(self.text):
            depth += (sign[0] in b"([{") - (sign[0] in b")]}")
            if sign[0] == b"," and not depth:
                return True
        return False

    @property
    def binds_like_assignment(self) -> bool:
        """Whether `=` behind it would belong to its last part: `a ? x : y`, `x = y`."""
        return _ASSIGNS_OR_CHOOSES.search(self.text) is not None

    @property
    def number(self) -> int | None:
        """The number that it is, if it is nothing else."""
        if len(self._plain) > _LONGEST_NUMBER or not _NUMBER.fullmatch(self._plain):
            return None
        digits = self._plain.rstrip(b"uUlL").lower()
        is_octal = len(digits) > 1 and digits.lstrip(b"+-").startswith(b"0") and b"x" not in digits
        return int(digits, 8 if is_octal else 16 if b"x" in digits else 10)

    @property
    def constant(self) -> int | None:
        """The number that it is worth: an expression of numbers, or the name of a constant."""
        value = self.variable.value if self.variable is not None else b""
        return constant(to_text((value or self.text).strip()))

    @property
    def spelling(self) -> str:
        """The number without what only C++ wants to know, as PTX writes it."""
        return to_text(self._plain.rstrip(b"uUlL"))

    @property
    def _plain(self) -> bytes:
        return self.text.strip()

    @property
    def _is_open(self) -> bool:
        names = self.names
        return not (names.isdisjoint(self.open_names) and self.acting.isdisjoint(names))
