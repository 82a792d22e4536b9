"""Names that look like CUDA's and are in no table: what the file introduces itself, and what nobody knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hipify_py.file.macro_uses import MacroUses
from hipify_py.file.ownership import own_macro
from hipify_py.file.usage import Usage, usage
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass
from hipify_py.tables.model import Policy
from hipify_py.texts import to_bytes, to_text

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
_NAME = pattern(rb"[A-Za-z_]\w*")
_NO_TYPE = frozenset(b"return else case throw new delete goto typename sizeof and or not co_return".split())
_ENDS_DECLARATOR = (b";", b",", b"=", b")", b"[", b"{", b":")


def looks_like_cudas(name: str) -> bool:
    """Whether only CUDA has names of such a look."""
    return _LOOK.fullmatch(to_bytes(name)) is not None


def may_declare(words: Iterable[bytes], policy: Policy) -> bool:
    """Whether a file with these words may introduce a name of that look."""
    return bool(_strange(words, policy))


def _strange(words: Iterable[bytes], policy: Policy) -> set[bytes]:
    """The words that look as if they were CUDA's and are in no table."""
    likely = {word for word in words if word.startswith(_BEGINNINGS) and _LOOK.fullmatch(word)}
    return {
        word
        for word in likely
        if policy.tables.entry(to_text(word)) is None
        and word not in policy.scoped_tails
        and not _EVERYBODYS.fullmatch(word)
    }


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
        found = [name for name in self._mentions if name.text not in self._introduced]
        return [name for name in found if name.text not in self._made_by_macros]

    @cached_property
    def _made_by_macros(self) -> frozenset[bytes]:
        """What macros of the file make of names that they are handed: `name##Count`."""
        tails = {paste.parts[-1].text for paste in self.macros.pastes}
        handed = (_NAME.match(self.reading.code, start) for start in self.macros.untouchable)
        heads = {word[0] for word in handed if word is not None}
        return frozenset(head + tail for head in heads for tail in tails)

    @cached_property
    def declared(self) -> frozenset[str]:
        """The names of that look that the file introduces itself."""
        return frozenset(to_text(name) for name in self._introduced)

    @cached_property
    def _mentions(self) -> list[Name]:
        strange = _strange(self.reading.words, self.policy)
        names = self.reading.names(strange) if strange else []
        return [name for name in names if self._is_looked_up(name)]

    def _is_looked_up(self, name: Name) -> bool:
        around = self.reading.neighbours(name)
        if name.start in self.macros.untouchable:
            return False  # part of a name that is pasted together
        return usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)

    @cached_property
    def _introduced(self) -> frozenset[bytes]:
        parameters = {each for macro in self.reading.macros if self._mentions for each in macro.parameters or ()}
        return frozenset(name.text for name in self.definitions) | frozenset(
            name for name in parameters if _LOOK.fullmatch(name)
        )

    @cached_property
    def definitions(self) -> list[Name]:
        """Where the file declares names of that look, or defines them as macros."""
        macros = (own_macro(macro).name for macro in self.reading.macros)
        return [
            *(name for name in self._mentions if self._declares(name)),
            *(name for name in macros if _LOOK.fullmatch(name.text)),
        ]

    def _declares(self, name: Name) -> bool:
        if _declares_variable(self.reading.neighbours(name)):
            return True
        known = self.reading.declarations.at(name)
        is_variable = known is not None and not known.is_function
        return is_variable or self.introduces(name)


def _declares_variable(around: Neighbours) -> bool:
    """`T name;`, `T *name,`, `T<U> name = …`, also as a parameter."""
    if around.sign_after not in _ENDS_DECLARATOR or around.followed_by(b"=="):
        return False
    start, token = around.token_before(around.before)
    while token in (b"*", b"&"):
        start, token = around.token_before(start)
    return token == b">" or (_NAME.fullmatch(token) is not None and token not in _NO_TYPE and not token.isdigit())
