"""Names that look like CUDA's and are in no table: what the file introduces itself, and what nobody knows."""

from __future__ import annotations

from collections.abc import Callable

from hipify_py.file.macro_uses import MacroUses
from hipify_py.file.usage import Usage, usage
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass
from hipify_py.tables.model import Policy

_LOOK = pattern(
    rb"cuda[A-Z]\w*|cu[A-Z][a-z]\w+|CU[a-z]{3,}_(?:st|t|v\d|flags|enum|info|params?)\w*|"
    rb"CU[a-z]{3,}(?:Prop|Params?|Desc|Handle|Type|Mode|Flags|Attr|Callback|Node|Obj)\w*|CU_[A-Z]\w*|CUDA_(?:ERROR|R|C)_\w+|"
    rb"cu(?:blas|blasLt|sparse|sparseLt|solver|solverDn|solverSp|fft|fftXt|rand|dnn|tensor|File|dss)[A-Z][a-z0-9A-Z]\w+|"
    rb"CU(?:BLAS|SPARSE|SOLVER|FFT|RAND|DNN|TENSOR)_[A-Z]\w*|nvrtc[A-Z]\w*|__cuda[A-Z_]\w*|__nv_\w+|__cu[A-Z]\w+"
)
_BEGINNINGS = (b"cu", b"CU", b"nvrtc", b"__cu", b"__nv_")
# Spelled like an API's names, and yet the names of things that everybody makes for themselves.
_EVERYBODYS = pattern(
    # Without regard to case.
    rb"(?i)cu(?:da)?_?(?:err|error|status|stat|ret|res|result|stream|streams|event|device|devices|safe_?call|check\w*|try|"
    rb"kernel|kernels|ctx|context|handle|version|assert|enabled|available)|CU_?(?:CHECK|SAFE_CALL|CALL|ASSERT|TRY)\w*|"
    rb"CU[a-z]{2,}_H\w*|.*_H_?|.*_(?:CHECK|SAFE_CALL|TRY|CALL|ASSERT)"
)
_WORD = pattern(rb"[A-Za-z_]\w*\Z")
_NO_TYPE = frozenset(b"return else case throw new delete goto typename sizeof and or not co_return".split())
_ENDS_DECLARATOR = (b";", b",", b"=", b")", b"[", b"{", b":")


@dataclass(frozen=True)
class UnknownNames:
    """`introduces` tells whether a name is declared or defined where it stands."""

    reading: Reading
    policy: Policy
    macros: MacroUses
    introduces: Callable[[Name], bool]

    @cached_property
    def unknown(self) -> list[Name]:
        """Where names stand that only CUDA could declare and that the tables do not know."""
        return [name for name in self._mentions if name.text not in self._introduced]

    @cached_property
    def declared(self) -> frozenset[str]:
        """The names of that look that the file introduces itself."""
        return frozenset(name.decode("latin-1") for name in self._introduced)

    @cached_property
    def _mentions(self) -> list[Name]:
        words = {word for word in self.reading.words if word.startswith(_BEGINNINGS) and _LOOK.fullmatch(word)}
        tables = self.policy.tables
        strange = {
            word
            for word in words
            if tables.entry(word.decode("latin-1")) is None
            and word not in self.policy.scoped_tails
            and not _EVERYBODYS.fullmatch(word)
        }
        names = self.reading.names(strange) if strange else []
        return [name for name in names if self._is_looked_up(name)]

    def _is_looked_up(self, name: Name) -> bool:
        around = self.reading.neighbours(name)
        if name.start in self.macros.untouchable:
            return False  # part of a name that is pasted together
        return usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)

    @cached_property
    def _introduced(self) -> frozenset[bytes]:
        return frozenset(
            name.text
            for name in self._mentions
            if _declares_variable(self.reading.neighbours(name)) or self.introduces(name)
        ) | frozenset(macro.name for macro in self.reading.macros if _LOOK.fullmatch(macro.name))


def _declares_variable(around: Neighbours) -> bool:
    """`T name;`, `T *name,`, `T<U> name = …`, also as a parameter."""
    if around.sign_after not in _ENDS_DECLARATOR or around.followed_by(b"=="):
        return False
    start, token = around.token_before(around.before)
    while token in (b"*", b"&"):
        start, token = around.token_before(start)
    return token == b">" or (_WORD.match(token) is not None and token not in _NO_TYPE and not token.isdigit())
