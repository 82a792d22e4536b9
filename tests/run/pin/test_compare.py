"""Where two runs part."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from hipify_py.run.pin.compare import Comparison, Verdict, compare
from hipify_py.run.pin.comparison import ToleranceError, tolerances
from hipify_py.run.pin.records import Flag, Kind, Note, Recording, Role, Type
from tests.run.pin.files import LOST, Data, Writer, buffer, scalar

ONES, TWOS, THREES = Data([1.0, 1.0]), Data([2.0, 2.0]), Data([3.0, 3.0])


def _compared(tmp_path: Path, first: Writer, second: Writer, **given: float) -> Comparison:
    paths = first.end(tmp_path / "cuda.pin"), second.end(tmp_path / "hip.pin")
    chosen = {Type[name.upper()]: value for name, value in given.items()}
    with Recording(paths[0]) as one, Recording(paths[1]) as other:
        return compare(one, other, chosen)


def _one_call(after: Data | bytes, before: Data | bytes = ONES, *, kind: Type = Type.F32, name: str = "k") -> Writer:
    writer = Writer()
    writer.call(writer.place(Kind.LAUNCH, "a.cu", 1, name), buffers=[buffer(0, before, after, kind=kind)])
    return writer


def _how(found: Comparison) -> str:
    assert found.fault
    return "; ".join(each.how for each in found.fault.found.differences)


def test_runs_that_agree(tmp_path: Path) -> None:
    found = _compared(tmp_path, _one_call(TWOS), _one_call(TWOS))
    assert (found.verdict, found.exit_code, found.equal, found.buffers) == (Verdict.EQUAL, 0, 1, 2)


def test_the_first_call_that_makes_something_else_of_the_same(tmp_path: Path) -> None:
    """What comes behind it reads what it wrote, and differs as well."""

    def run(second: Data, third: Data) -> Writer:
        writer = Writer()
        first, place = writer.place(Kind.LAUNCH, "a.cu", 1, "fill"), writer.place(Kind.LAUNCH, "a.cu", 2, "scale")
        writer.call(first, buffers=[buffer(0, ONES, TWOS)])
        writer.call(place, 0, buffers=[buffer(0, TWOS, second)])
        writer.call(place, 1, buffers=[buffer(0, second, third)])
        return writer

    found = _compared(tmp_path, run(TWOS, THREES), run(THREES, ONES))
    assert (found.verdict, found.exit_code, found.equal, found.different) == (Verdict.CALL, 1, 1, 2)
    assert found.fault
    assert (found.fault.place.name, found.fault.visit, found.fault.number) == ("scale", 0, 2)
    assert [row.number for row in found.around] == [1, 2, 3]
    assert _how(found) == "min: 2, 3; max: 2, 3; sum of elements 0 to 1: 4, 6"


def test_what_a_copy_brings_from_the_host(tmp_path: Path) -> None:
    def run(data: Data) -> Writer:
        writer = Writer()
        place = writer.place(Kind.COPY, "a.cu", 1, "cudaMemcpy")
        writer.call(place, scalars=[scalar(Role.SIZE, 8, Type.U64)], buffers=[buffer(Role.TO, after=data)])
        return writer

    assert _compared(tmp_path, run(ONES), run(TWOS)).verdict is Verdict.HOST_DATA


def test_a_copy_within_the_device_is_a_call_as_others(tmp_path: Path) -> None:
    def run(data: Data) -> Writer:
        writer = Writer()
        place = writer.place(Kind.COPY, "a.cu", 1, "cudaMemcpy")
        writer.call(place, buffers=[buffer(Role.TO, after=data), buffer(Role.FROM, ONES)])
        return writer

    assert _compared(tmp_path, run(ONES), run(TWOS)).verdict is Verdict.CALL


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        (scalar(1, 3), scalar(1, 4), Verdict.HOST_VALUE),
        (scalar(1, -1), scalar(1, -1), Verdict.EQUAL),
        (scalar(1, 1.0, Type.F32), scalar(1, 1.00001, Type.F32), Verdict.EQUAL),
        (scalar(1, 1.0, Type.F64), scalar(1, 1.00001, Type.F64), Verdict.HOST_VALUE),
        (scalar(1, float("nan"), Type.F64), scalar(1, float("nan"), Type.F64), Verdict.EQUAL),
        (scalar(1, float("inf"), Type.F32), scalar(1, 1.0, Type.F32), Verdict.HOST_VALUE),
        # What libraries enumerate is another number in HIP, and a handle may be a number in one of them.
        (scalar(1, 0, Type.ENUMERATION), scalar(1, 111, Type.ENUMERATION), Verdict.EQUAL),
        (scalar(1, 7), scalar(2, 8), Verdict.EQUAL),
    ],
)
def test_numbers(tmp_path: Path, one: bytes, other: bytes, verdict: Verdict) -> None:
    def run(number: bytes) -> Writer:
        writer = Writer()
        writer.call(writer.place(Kind.LIBRARY, "a.cu", 1, "cublasSscal"), scalars=[number])
        return writer

    assert _compared(tmp_path, run(one), run(other)).verdict is verdict


def test_memory_that_no_recorded_call_wrote(tmp_path: Path) -> None:
    def run(data: Data) -> Writer:
        writer = Writer()
        writer.call(writer.place(Kind.GRAPH, "a.cu", 1, "cudaGraphLaunch"))
        writer.call(writer.place(Kind.LAUNCH, "a.cu", 2, "k"), buffers=[buffer(0, data, data)])
        writer.call(writer.place(Kind.LAUNCH, "a.cu", 3, "other"), buffers=[buffer(0, ONES, data)])
        return writer

    found = _compared(tmp_path, run(ONES), run(TWOS))
    assert found.verdict is Verdict.UNSEEN
    assert found.graph
    assert found.graph.number == 1
    assert found.culprit
    assert found.culprit.place.name == "other"


@pytest.mark.parametrize(
    ("kind", "one", "other", "how"),
    [
        (Type.F32, [1.0, 2.0], [1.0, 2.00001], ""),
        (Type.F32, [1.0, 2.0], [1.0, 2.01], "max: 2, 2.01; sum of elements 0 to 1: 3, 3.01"),
        (Type.F64, [1.0, 2.0], [1.0, 2.00001], "max: 2, 2.00001; sum of elements 0 to 1: 3, 3.00001"),
        (Type.F16, [1.0, 2.0], [1.0, 2.01], ""),
        (Type.F32, [1.0, float("nan")], [1.0, 1.0], "NaN: 1, 0; sum of elements 0 to 1: 1, 2"),
        (Type.F32, [1.0, float("inf")], [1.0, float("nan")], "NaN: 0, 1; Inf: 1, 0"),
        # Much smaller than what stands beside it.
        (Type.F32, [1e-9, 1.0], [2e-9, 1.0], ""),
        # The same numbers at other places.
        (Type.F32, [1.0, 5.0, 2.0], [2.0, 5.0, 1.0], "sum by position of elements 0 to 1: 4, 6"),
        (Type.I32, [1, 2], [1, 3], "max: 2, 3; sum of elements 0 to 1: 3, 4"),
        (Type.I32, [1, 2], [2, 1], "elements differ, which no sum shows"),
        (Type.BYTES, [1, 2], [2, 1], "bytes differ; their type is not known"),
        (Type.POINTERS, [1, 2], [2, 1], ""),
        (
            Type.F32,
            [float("nan")] * 2,
            [1.0, 1.0],
            "NaN: 2, 0; min: none, 1; max: none, 1; sum of elements 0 to 1: 0, 2",
        ),
    ],
)
def test_contents(tmp_path: Path, kind: Type, one: list[float], other: list[float], how: str) -> None:
    found = _compared(tmp_path, _one_call(Data(one, 1), kind=kind), _one_call(Data(other, 2), kind=kind))
    assert found.exit_code == bool(how)
    if how:
        assert found.verdict is Verdict.CALL
        assert _how(found) == how


def test_tolerances_are_chosen(tmp_path: Path) -> None:
    runs = _one_call(Data([1.0])), _one_call(Data([1.01]))
    assert _compared(tmp_path, *runs).verdict is Verdict.CALL
    assert _compared(tmp_path, *runs, f32=0.1).verdict is Verdict.EQUAL
    close = _one_call(Data([1.0])), _one_call(Data([1.000001]))
    assert _compared(tmp_path, *close).verdict is Verdict.EQUAL
    assert _compared(tmp_path, *close, f32=0).verdict is Verdict.CALL
    integers = _one_call(Data([100]), kind=Type.I32), _one_call(Data([101]), kind=Type.I32)
    assert _compared(tmp_path, *integers, i32=0.1).verdict is Verdict.EQUAL


def test_bytes_of_structures_say_that_they_are_no_proof(tmp_path: Path) -> None:
    def run(data: Data) -> Writer:
        writer = Writer()
        writer.call(
            writer.place(Kind.LAUNCH, "a.cu", 1, "k"),
            buffers=[buffer(0, ONES, data, kind=Type.BYTES, offset=8)],
        )
        writer.call(writer.place(Kind.LAUNCH, "a.cu", 2, "typed"), buffers=[buffer(0, ONES, data)])
        return writer

    found = _compared(tmp_path, run(ONES), run(TWOS))
    assert found.fault
    assert found.fault.found.is_of_bytes
    assert found.fault.found.differences[0].argument == "argument 1 at byte 8, 2 bytes"
    assert found.typed
    assert found.typed.place.name == "typed"


def test_one_program_may_know_less_of_a_type(tmp_path: Path) -> None:
    """Of `void *`, the bytes are compared, if there are as many."""

    def run(kind: Type, data: Data, count: int) -> Writer:
        writer = Writer()
        place = writer.place(Kind.LIBRARY, "a.cu", 1, "f")
        writer.call(place, buffers=[buffer(0, ONES, data, kind=kind, count=count)])
        return writer

    same = _compared(tmp_path, run(Type.F32, Data([1.0], 5), 2), run(Type.BYTES, Data([2.0], 5), 8))
    assert same.verdict is Verdict.EQUAL
    other = _compared(tmp_path, run(Type.F32, Data([1.0], 5), 2), run(Type.BYTES, Data([2.0], 6), 8))
    assert _how(other) == "bytes differ; their type is not known"


def test_what_cannot_be_compared_is_said(tmp_path: Path) -> None:
    def run(count: int) -> Writer:
        writer = Writer()
        place = writer.place(Kind.LAUNCH, "a.cu", 1, "k")
        for visit in range(2):
            writer.call(place, visit, buffers=[buffer(0, ONES, TWOS, count=count), buffer(1, ONES, LOST)])
        return writer

    found = _compared(tmp_path, run(2), run(3))
    assert (found.verdict, found.buffers) == (Verdict.EQUAL, 2)
    assert found.notes == [
        "buffers of other sizes are not compared (k, argument 1: 2 f32, 3 f32) (2 times)",
        "buffers are not compared whose digests were lost, as the device failed or did not answer (2 times)",
    ]


def test_a_device_that_fails_in_one_run(tmp_path: Path) -> None:
    found = _compared(tmp_path, _one_call(TWOS), _one_call(LOST))
    assert (found.verdict, _how(found)) == (Verdict.CALL, "recorded, lost, as the device failed or did not answer")


def test_a_null_pointer_is_a_number(tmp_path: Path) -> None:
    def run(given: bytes) -> Writer:
        writer = Writer()
        writer.call(writer.place(Kind.LAUNCH, "a.cu", 1, "k"), buffers=[given])
        return writer

    found = _compared(tmp_path, run(buffer(0, note=Note.NO_ADDRESS)), run(buffer(0, ONES, ONES)))
    assert (found.verdict, _how(found)) == (Verdict.HOST_VALUE, "is null, is not null")


def test_a_call_that_fails_in_one_run(tmp_path: Path) -> None:
    def run(status: int) -> Writer:
        writer = Writer()
        place = writer.place(Kind.LIBRARY, "a.cu", 1, "f")
        writer.call(place, status=status, flags=Flag.RETURNED)
        writer.call(place, 1, status=7 if status else 8, flags=Flag.RETURNED)  # errors have other numbers in HIP
        return writer

    found = _compared(tmp_path, run(0), run(13))
    assert (found.verdict, _how(found), found.different) == (Verdict.CALL, "success, returned 13", 1)


def test_another_grid_is_no_difference(tmp_path: Path) -> None:
    def run(grid: int, data: Data) -> Writer:
        writer = Writer()
        place = writer.place(Kind.LAUNCH, "a.cu", 1, "k")
        writer.call(place, grid=(grid, 1, 1), buffers=[buffer(0, ONES, data)])
        return writer

    assert _compared(tmp_path, run(4, ONES), run(8, ONES)).verdict is Verdict.EQUAL
    found = _compared(tmp_path, run(4, ONES), run(8, TWOS))
    assert found.fault
    assert found.fault.found.remarks == ("another grid: 4x1x1, 8x1x1",)


def _of_places(*calls: tuple[str, int]) -> Writer:
    writer, places = Writer(), dict[str, int]()
    for name, visit in calls:
        if name not in places:
            places[name] = writer.place(Kind.LAUNCH, "a.cu", len(places) + 1, name)
        writer.call(places[name], visit, buffers=[buffer(0, ONES, ONES)])
    return writer


def test_calls_that_only_one_run_has(tmp_path: Path) -> None:
    both = [("a", 0), ("b", 0)]
    found = _compared(tmp_path, _of_places(*both, ("c", 0)), _of_places(both[0], ("d", 0), both[1]))
    assert (found.verdict, found.exit_code, found.only) == (Verdict.ONLY_ONE, 1, (1, 1))
    assert [(row.place.name, row.number) for row in found.rows] == [("d", 2), ("c", 4)]
    assert found.fault
    assert found.fault.place.name == "d"


def test_runs_that_have_nothing_in_common(tmp_path: Path) -> None:
    found = _compared(tmp_path, _of_places(("a", 0)), _of_places(("b", 0)))
    assert (found.verdict, found.exit_code) == (Verdict.NOTHING, 2)
    assert _compared(tmp_path, Writer(), Writer()).verdict is Verdict.NOTHING


def test_what_comes_after_the_end_of_a_run_is_not_missed(tmp_path: Path) -> None:
    """A program that was killed has not come to all calls."""
    whole = _of_places(("a", 0), ("a", 1), ("b", 0)).end(tmp_path / "cuda.pin")
    killed = _of_places(("a", 0), ("a", 1)).unfinished(tmp_path / "hip.pin")
    with Recording(whole) as one, Recording(killed) as other:
        found = compare(one, other)
    assert (found.verdict, found.calls) == (Verdict.EQUAL, 2)
    assert found.notes == ["1 call of the first run came later than what the other file holds"]


def test_files_may_have_other_suffixes(tmp_path: Path) -> None:
    def run(suffixes: tuple[str, str], data: Data) -> Writer:
        writer = Writer()
        for suffix, each in zip(suffixes, (ONES, data), strict=True):
            writer.call(writer.place(Kind.LAUNCH, f"src/{suffix}", 1, "k"), buffers=[buffer(0, ONES, each)])
        return writer

    found = _compared(tmp_path, run(("a.cu", "b.cu"), ONES), run(("a.hip", "b.hip"), TWOS))
    assert (found.verdict, found.calls, found.equal) == (Verdict.CALL, 2, 1)
    # A source and its header are told apart by their suffixes where these are the same.
    found = _compared(tmp_path, run(("a.cu", "a.cuh"), ONES), run(("a.cu", "a.cuh"), TWOS))
    assert found.fault
    assert (found.fault.place.file, found.equal) == ("src/a.cuh", 1)


def test_threads_come_to_a_place_in_any_order(tmp_path: Path) -> None:
    def run(order: tuple[tuple[int, Data], ...]) -> Writer:
        writer = Writer()
        place = writer.place(Kind.LAUNCH, "a.cu", 1, "k")
        for visit, (thread, data) in enumerate(order):
            writer.call(place, visit, thread=thread, buffers=[buffer(0, data, data)])
        return writer

    one = run(((0, ONES), (1, TWOS), (0, ONES), (1, TWOS)))
    assert _compared(tmp_path, one, run(((5, TWOS), (6, ONES), (6, ONES), (5, TWOS)))).verdict is Verdict.EQUAL
    found = _compared(tmp_path, one, run(((5, TWOS), (6, ONES), (6, THREES), (5, TWOS))))
    assert (found.verdict, found.different) == (Verdict.UNSEEN, 1)


def _with_values(values: list[float], kind: Type, layout: str, *, is_sample: bool = False) -> Writer:
    writer = Writer()
    place = writer.place(Kind.LAUNCH, "a.cu", 1, "k")
    number = writer.call(place, buffers=[buffer(0, ONES, Data(values), kind=kind)])
    data = struct.pack(f"<{len(values)}{layout}", *values)
    if kind is Type.BF16:
        data = b"".join(data[at + 2 : at + 4] for at in range(0, len(data), 4))
    writer.values(number, 0, data, len(values), is_after=True, is_sample=is_sample)
    return writer


@pytest.mark.parametrize(
    ("kind", "layout", "one", "other", "how"),
    [
        (Type.F32, "f", [1.0, 2.0, 3.0], [1.0, 2.5, 3.5], "2 of 3 elements differ, first element 1: 2, 2.5"),
        (Type.F64, "d", [1.0, 2.0], [1.0, 2.0 + 1e-12], ""),
        (Type.F16, "e", [1.0, float("nan")], [1.0, 2.0], "1 of 2 elements differ, first element 1: nan, 2"),
        (Type.BF16, "f", [1.0, 2.0], [1.0, 3.0], "1 of 2 elements differ, first element 1: 2, 3"),
        (Type.U8, "B", [1, 2], [2, 2], "1 of 2 elements differ, first element 0: 1, 2"),
        # Of the size of what stands around it, it is nothing.
        (Type.F32, "f", [1e-9, 1000.0], [-1e-9, 1000.0], ""),
    ],
)
def test_values(tmp_path: Path, kind: Type, layout: str, one: list[float], other: list[float], how: str) -> None:
    found = _compared(tmp_path, _with_values(one, kind, layout), _with_values(other, kind, layout))
    assert (_how(found) if found.fault else "") == how


def test_samples_that_agree_do_not_prove_that_all_does(tmp_path: Path) -> None:
    one, other = (_one_call(Data([1.0, last])) for last in (2.0, 3.0))
    for writer in (one, other):
        writer.values(0, 0, struct.pack("<f", 1.0), 1, is_after=True, is_sample=True)
    found = _compared(tmp_path, one, other)
    assert _how(found) == "max: 2, 3; sum of elements 0 to 1: 3, 4"


def test_tolerances_are_read() -> None:
    assert tolerances(["f32=1e-3,f64=0", "i32=2"]) == {Type.F32: 1e-3, Type.F64: 0.0, Type.I32: 2.0}
    for wrong, why in (("f33=1", "names no type"), ("f32", "is no tolerance"), ("f32=-1", "is no tolerance")):
        with pytest.raises(ToleranceError, match=why):
            tolerances([wrong])
    with pytest.raises(ToleranceError, match="is no tolerance"):
        tolerances(["f32=nan"])
