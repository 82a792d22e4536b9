"""Recordings are read as far as they go, whatever stands in them."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest

from hipify_py.run.pin import records
from hipify_py.run.pin.records import MAGIC, Kind, Note, Recording, Role, Seen, State, Type, UnreadableError
from tests.run.pin.files import LOST, Data, Writer, buffer, scalar


def _written() -> Writer:
    writer = Writer("HIP", options="detail=digest", rank=3)
    copy = writer.place(Kind.COPY, "src/a.cu", 14, "cudaMemcpy")
    launch = writer.place(Kind.LAUNCH, "src/a.cu", 20, "scale", nth=1)
    writer.call(copy, scalars=[scalar(Role.SIZE, 12, Type.U64)], buffers=[buffer(Role.TO, after=Data([1, 2, 3]))])
    number = writer.call(
        launch,
        visit=7,
        scalars=[scalar(1, -3), scalar(2, 0.5, Type.F32)],
        buffers=[buffer(0, Data([1, float("nan"), float("inf")]), LOST), buffer(3, note=Note.NO_ADDRESS)],
        thread=2,
        grid=(4, 2, 1),
    )
    writer.values(number, 0, struct.pack("<3f", 1, 2, 3), 3, is_after=False)
    return writer


def test_what_was_written_is_read(tmp_path: Path) -> None:
    with Recording(_written().end(tmp_path / "hip.pin")) as run:
        assert run.program
        assert (run.program.dialect, run.program.rank, run.program.devices) == ("HIP", 3, ("Some GPU",))
        assert run.is_complete
        assert not run.damage
        assert list(run.calls) == [Seen(0, 0, 0), Seen(1, 7, 2)]
        call = run.call(Seen(1, 7, 2))
        assert call
        assert (call.place.name, call.place.nth, call.visit, call.thread, call.grid) == ("scale", 1, 7, 2, (4, 2, 1))
        assert [(each.place, each.value) for each in call.scalars] == [(1, -3), (2, 0.5)]
        first, null = call.buffers
        assert (first.before.nan, first.before.inf, first.before.most, first.after.state) == (1, 1, 1.0, State.LOST)
        assert null.note is Note.NO_ADDRESS
        (piece,) = run.pieces(call, 0, is_after=False)
        assert struct.unpack("<3f", run.values(piece)) == (1, 2, 3)
        assert run.pieces(call, 0, is_after=True) == []


def test_every_beginning_of_a_file_is_read_up_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "cuda.pin"
    whole = _written().data
    seen = set()
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        if size < len(MAGIC):
            with pytest.raises(UnreadableError):
                Recording(path)
            continue
        with Recording(path) as run:
            assert not run.is_complete
            assert all(run.call(each) for each in run.calls)
            seen.add((len(run.calls), bool(run.damage)))
            if run.damage:
                assert "ends within a record" in run.damage
                assert "\n" not in run.damage
    assert seen == {(0, False), (0, True), (1, False), (1, True), (2, False), (2, True)}


@pytest.mark.parametrize("seed", range(4))
def test_no_byte_makes_a_file_that_cannot_be_refused(tmp_path: Path, seed: int) -> None:
    """Any bytes may be others: what can be read is, and the rest is said to be damaged."""
    chosen = random.Random(seed)
    path, whole = tmp_path / "cuda.pin", _written().data
    for _ in range(300):
        data = bytearray(whole)
        for _change in range(chosen.randint(1, 4)):
            data[chosen.randrange(len(MAGIC), len(data))] = chosen.choice(
                (0, 1, 0x7F, 0x80, 0xFF, chosen.randrange(256))
            )
        path.write_bytes(data)
        with Recording(path) as run:
            for each in list(run.calls):
                call = run.call(each)
                assert call or run.damage
                for index in range(len(call.buffers) if call else 0):
                    assert call
                    for piece in run.pieces(call, index, is_after=False):
                        run.values(piece)


@pytest.mark.parametrize("length", [5, 1 << 20, 0x7FFFFFFF, 0xFFFFFFFF])
def test_no_length_is_believed(tmp_path: Path, length: int) -> None:
    """Not of records, and not of what they say that they hold."""
    path = tmp_path / "cuda.pin"
    path.write_bytes(_written().data + struct.pack("<Ic", length, b"C") + b"four")
    with Recording(path) as run:
        assert len(run.calls) == 2
        assert "ends within a record" in run.damage


@pytest.mark.parametrize("kind", [b"P", b"S", b"C", b"V", b"E"])
def test_records_are_not_longer_than_their_kind_can_be(tmp_path: Path, kind: bytes) -> None:
    """A file with a hole of a gigabyte takes no memory."""
    path = tmp_path / "cuda.pin"
    with path.open("wb") as file:
        file.write(MAGIC + struct.pack("<Ic", 1 << 30, kind))
        file.truncate(len(MAGIC) + 5 + (1 << 30))
    with Recording(path) as run:
        assert "longer than records of its kind are" in run.damage


def test_counts_in_a_record_are_not_believed(tmp_path: Path) -> None:
    writer = Writer()
    place = writer.place(Kind.LAUNCH, "a.cu", 1, "k")
    writer.call(place)
    data = writer.data[:-2] + b"\xff\xff"  # so many buffers
    path = tmp_path / "cuda.pin"
    path.write_bytes(data)
    with Recording(path) as run:
        assert run.call(Seen(0, 0, 0)) is None
        assert "shorter than what it says it holds" in run.damage


def test_records_of_later_versions_are_passed_by(tmp_path: Path) -> None:
    writer = Writer()
    writer.record(b"?", b"whatever it is")
    writer.call(writer.place(Kind.LAUNCH, "a.cu", 1, "k"))
    with Recording(writer.end(tmp_path / "cuda.pin")) as run:
        assert len(run.calls) == 1
        assert run.is_complete
        assert not run.damage


def test_calls_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_CALLS", 3)
    writer = Writer()
    place = writer.place(Kind.LAUNCH, "a.cu", 1, "k")
    for visit in range(5):
        writer.call(place, visit)
    with Recording(writer.end(tmp_path / "cuda.pin")) as run:
        assert len(run.calls) == 3
        assert "behind 3 calls" in run.damage


def test_places_are_counted_and_their_names_not_endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_PLACES", 3)
    writer = Writer()
    for number in range(5):
        writer.place(Kind.LAUNCH, "a" * 60_000, number, "k" * 60_000)
    with Recording(writer.end(tmp_path / "cuda.pin")) as run:
        assert "behind 3 places" in run.damage
        assert {len(place.name) for place in run.places.values()} == {1_000}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not a file that an instrumented program wrote"),
        (b"HIPIFYPIN 2\n", "written by another version of hipify_pin.hpp"),
        (b"\x7fELF and so on", "not a file that an instrumented program wrote"),
    ],
)
def test_what_is_no_recording_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "cuda.pin"
    path.write_bytes(data)
    with pytest.raises(UnreadableError, match=why):
        Recording(path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path, why in ((tmp_path, "directory"), (tmp_path / "none.pin", "no such file")):
        with pytest.raises(UnreadableError, match=why):
            Recording(path)
