"""What a file, a byte and a name cost: least squares over files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.speed.inside import Cost


@dataclass(frozen=True)
class Prices:
    """In seconds, or whatever the costs are in."""

    file: float
    byte: float
    name: float


def prices(costs: Sequence[Cost]) -> Prices:
    """Each file counts by the inverse of its size, or a few long ones would decide alone."""
    rows = [(1.0, float(cost.size), float(cost.names)) for cost in costs]
    weights = [1 / max(1, cost.size) for cost in costs]
    return Prices(*least_squares(rows, [cost.convert for cost in costs], weights))


def least_squares(
    rows: Sequence[Sequence[float]], values: Sequence[float], weights: Sequence[float]
) -> tuple[float, ...]:
    """The factors for the columns of `rows` whose sums come closest to the values."""
    width = len(rows[0])
    matrix = [
        [sum(w * row[i] * row[j] for row, w in zip(rows, weights, strict=True)) for j in range(width)]
        + [sum(w * row[i] * value for row, value, w in zip(rows, values, weights, strict=True))]
        for i in range(width)
    ]
    return _solved(matrix)


def _solved(matrix: list[list[float]]) -> tuple[float, ...]:
    """The solution of linear equations, each a list of factors and what they sum up to."""
    size = len(matrix)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        for row in range(size):
            if row != column:
                factor = matrix[row][column] / matrix[column][column]
                matrix[row] = [here - factor * there for here, there in zip(matrix[row], matrix[column], strict=True)]
    return tuple(matrix[row][size] / matrix[row][row] for row in range(size))
