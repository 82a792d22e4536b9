"""One side of a duel: `python -m benchmarks.speed.contender LISTING` converts files as it is told.

A listing is a JSON file with paths. Each line of input names the first of them and the one behind the last; the answer
is one line: the CPU seconds of each conversion.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import hipify_py.__main__  # noqa: F401  garbage is looked for as rarely as where people run the commit
from hipify_py import api


def main(listing: str) -> None:
    texts = [(path.read_bytes(), path.name) for path in map(Path, json.loads(Path(listing).read_text()))]
    policy = api.policy()
    for line in sys.stdin:
        seconds = []
        for data, name in texts[slice(*map(int, line.split()))]:
            started = time.process_time()
            api.convert(data, policy, path=name)
            seconds.append(time.process_time() - started)
        print(json.dumps(seconds), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
