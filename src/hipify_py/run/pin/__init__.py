"""`hipify-py pin`: the values of a CUDA program beside those of its port.

`records.py` reads what instrumented programs wrote (helpers/pin.hpp), `compare.py` finds out where two runs part, and
`comparison.py` does both for two files and shows it.
"""
