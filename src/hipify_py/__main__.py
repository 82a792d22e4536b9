"""`hipify-py`, and `python -m hipify_py`."""

from __future__ import annotations

from hipify_py.system import stopping

stopping.listen()  # before anything is imported that takes time: Ctrl-C then ends the process without a traceback


def main() -> None:
    from hipify_py.commands.cli import main as run

    run()


if __name__ == "__main__":
    main()
