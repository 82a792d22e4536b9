"""Whether an expression may do something when it is evaluated, judged by its text: then it matters how often it is."""

from __future__ import annotations

from hipify_py.patterns import pattern

_CHANGE = pattern(rb"\+\+|--|(?:<<|>>)=|(?<![=!<>])=(?!=)")
_CALL = pattern(rb"\b([A-Za-z_]\w*)\s*(?:<[^;<>()]*>\s*)?\(")
# A call of what is no name: of an element, of a template with templates in it, of a function that a call gave.
_OTHER_CALL = pattern(rb"(?:\]|>\s*>|\(\s*[^()\w\s][^()]*\)|\w\s*\([^()]*\))\s*\(")
# What looks like a call and changes nothing: casts, and intrinsics that take bits for another type.
_HARMLESS = pattern(
    rb"(?:static|reinterpret|const|bit)_cast|sizeof|alignof|u?int(?:8|16|32|64)?(?:_t)?|unsigned|signed|long|short|"
    rb"char|float|double|bool|size_t|__\w{1,60}_as_\w+|__cvta_\w+|__h\w{0,60}2\w+|address|min|max|abs"
)
# A function in brackets, which is called, or a type, to which is cast.
_NAME_IN_BRACKETS = pattern(rb"\(\s*([A-Za-z_][\w\s]*)\)\s*\(")
_TYPE = pattern(rb"(?:(?:unsigned|signed|long|short|int|char|const|\w+_t|float|double|bool)\b\s*)+")
# What looks at the lanes of a warp and at the bits of a mask.
_ABOUT_LANES = pattern(
    rb"__(?:activemask|ballot|any|all|match_any|shfl|shfl_up|shfl_down|shfl_xor|lane_id)(?:_sync)?|"
    rb"__(?:popc|ffs|clz|brev)(?:ll)?|__funnelshift_\w{1,2}|__bfind|__fns"
)
_OPERATORS = (b"and", b"or", b"not", b"xor", b"compl", b"bitand", b"bitor")


def assigns(text: bytes) -> bool:
    """Whether it assigns to something itself, or counts it up or down."""
    return _CHANGE.search(text) is not None


def acts(text: bytes) -> bool:
    """Whether it may change something, so that it matters when and how often it is evaluated."""
    if _CHANGE.search(text) or _OTHER_CALL.search(text):
        return True
    return not all(_HARMLESS.fullmatch(found[1]) for found in _CALL.finditer(text))


def acts_beyond_lanes(text: bytes) -> bool:
    """Whether something would be missed if it were not evaluated: questions about lanes and masks would not."""
    if _CHANGE.search(text) or _OTHER_CALL.search(text):
        return True
    if any(_TYPE.fullmatch(found[1]) is None for found in _NAME_IN_BRACKETS.finditer(text)):
        return True
    called = (found[1] for found in _CALL.finditer(text))
    return not all(_HARMLESS.fullmatch(name) or _ABOUT_LANES.fullmatch(name) or name in _OPERATORS for name in called)
