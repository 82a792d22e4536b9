"""`hipify-py pin`: the values of a CUDA program beside those of its port.

`trees.py` writes both, with the calls of their sources instrumented (`instrument.py`; which calls, `calls.yaml`).
`records.py` reads what the programs wrote (helpers/pin.hpp), `compare.py` finds out where two runs part, and
`comparison.py` does both for two files and shows it.
"""
