"""How fast hipify-py is, beside a bare tree-sitter parse of the same bytes, and how its time and memory grow.

    python -m benchmarks.speed [--corpus DIR] [--repeat N] [--command CMD] [--megabytes N]
    python -m benchmarks.speed gate [--update]

The first one measures real code and prints Markdown. The second one needs no corpus: it compares a small one of our own
with the limits in `limits.json`, and exits with 1 where the converter has become slower.

All figures are ratios, or come in pairs measured in turns, so that a machine that is busy with something else slows
down both sides alike. What is compared in one process (`inside.py`) is CPU time; what a user waits for (`outside.py`)
is wall time of processes.
"""
