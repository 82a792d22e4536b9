"""JSON that somebody may have edited: what it is not is said in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hipify_py.system.disk import read_regular
from hipify_py.texts import parsed_json, reason


def parsed(file: Path, most_bytes: int, refusal: type[Exception], otherwise: str) -> Any:
    """What a file says; `otherwise` is what it is if it is no JSON."""
    try:
        return parsed_json(read_regular(file, most_bytes))
    except OSError as error:
        raise refusal(f"{file}: {reason(error)}") from error
    except (ValueError, RecursionError) as error:
        raise refusal(f"{file}: {otherwise}: {error}") from error
