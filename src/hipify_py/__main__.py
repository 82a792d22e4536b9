"""`hipify-py`, and `python -m hipify_py`."""

from __future__ import annotations

try:
    import gc

    from hipify_py.system import stopping

    stopping.listen()  # before anything is imported that takes time: Ctrl-C then ends the process without a traceback
except KeyboardInterrupt:
    raise SystemExit(130) from None

# Code, tables, rules and outcomes live to the end: looking through them for garbage takes a tenth of a short run.
_FEWER_COLLECTIONS = 50_000

gc.set_threshold(_FEWER_COLLECTIONS)


def main() -> None:
    from hipify_py.commands.cli import main as run

    run()


if __name__ == "__main__":
    main()
