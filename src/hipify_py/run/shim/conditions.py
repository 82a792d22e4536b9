"""A condition of the preprocessor that decides for AMD as its conversion does, and for NVIDIA as it did."""

from __future__ import annotations

from itertools import zip_longest

from hipify_py.patterns import pattern

_CONDITION = pattern(rb"(?s)(.*?(?:#|%:)\s*(?:el)?)if(n?)(def)?\b(.*?)((?:\s*(?://|/\*).*)?)\Z")
_BLANKS = pattern(rb"\s+")
# What is false where the other platform is built for.
_ATOM = pattern(rb"(defined\s*\(\s*\w+\s*\)|defined\s+\w+|\b__CUDA_ARCH__\s*>=?\s*[1-9]\d*\b)")
_OF_NVIDIA = pattern(rb"(?:defined\W+)?(?:__CUDACC__|__NVCC__|__CUDA_ARCH__)\W*[>=\s\d]*")
_OF_AMD = pattern(rb"defined\W+(?:__HIPCC__|__HIP_DEVICE_COMPILE__|__HIP__|__HIP_PLATFORM_AMD__)\W*")
_ABOUT_PLATFORMS = pattern(rb"(?:[\s()!&|]|defined\(__HIP_PLATFORM_AMD__\))*")
_AMD = b"defined(__HIP_PLATFORM_AMD__)"
_NEVER, _ALWAYS = (b"0", b"false"), (b"1", b"true")


def is_about_platforms(text: bytes) -> bool:
    """Whether parts of a condition decide nothing but for which platform the rest of it holds."""
    is_whole = _AMD in text and text.count(b"(") == text.count(b")")
    return is_whole and _ABOUT_PLATFORMS.fullmatch(text) is not None


def asked_of_both(old: bytes, new: bytes) -> bytes | None:
    """A directive for both platforms, of the one for CUDA and the one for HIP; None where they are written oddly."""
    before, after = _CONDITION.match(old), _CONDITION.match(new)
    if before is None or after is None or not (before[4].strip() and after[4].strip()):
        return None
    condition = _either(_condition(*before.group(2, 3, 4)), _condition(*after.group(2, 3, 4)))
    return before[1] + b"if " + condition + before[5]


def _condition(negation: bytes, asks_for_name: bytes, text: bytes) -> bytes:
    text = text.strip()
    return (b"!" if negation else b"") + b"defined(" + text + b")" if asks_for_name else text


def _either(cuda: bytes, hip: bytes) -> bytes:
    if hip in (b"!%s && %s" % (_AMD, cuda), b"%s || %s" % (_AMD, cuda)):
        return hip
    together = _by_atoms(cuda, hip)
    if together is not None:
        return together
    if hip in _NEVER:
        return b"!%s && %s" % (_AMD, _in_brackets(cuda))
    if hip in _ALWAYS:
        return b"%s || %s" % (_AMD, _in_brackets(cuda))
    return b"(%s && %s) || (!%s && %s)" % (_AMD, _in_brackets(hip), _AMD, _in_brackets(cuda))


def _by_atoms(cuda: bytes, hip: bytes) -> bytes | None:
    """One condition, where the two differ in what one of the platforms never defines."""
    text = b""
    parts = _ATOM.split(cuda)
    for number, (old, new) in enumerate(zip_longest(parts, _ATOM.split(hip), fillvalue=b"\0")):
        if _BLANKS.sub(b"", old) == _BLANKS.sub(b"", new):
            text += old
        elif number % 2 and _OF_NVIDIA.fullmatch(old) and _OF_AMD.fullmatch(new):
            either = b"%s || %s" % (old.strip(), new.strip())
            is_bracketed = parts[number - 1].endswith(b"(") and parts[number + 1].startswith(b")")
            text += either if old == cuda or is_bracketed else b"(" + either + b")"
        else:
            return None
    return text


def _in_brackets(condition: bytes) -> bytes:
    return condition if _ATOM.fullmatch(condition) else b"(" + condition + b")"
