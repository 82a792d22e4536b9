"""`python -m hipify_py` is `hipify-py`."""

from __future__ import annotations

from hipify_py.cli import main

if __name__ == "__main__":
    main()
