"""What is kept between runs: an outcome comes back as it was, and for nothing but the same question; whatever else lies
there is a miss."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from hipify_py import build
from hipify_py.engine import Context
from hipify_py.file.marks import PTX_HEADER
from hipify_py.file.style import Style
from hipify_py.file.surroundings import OtherMacro, Surroundings
from hipify_py.findings import OVER_BUDGET
from hipify_py.reading.expressions import UNDEFINED, UNKNOWN
from hipify_py.run.cache import store as stores
from hipify_py.run.cache.results import Cache, key_of
from hipify_py.run.cache.store import Store, UnusableError
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.pipeline import Here, outcomes
from hipify_py.run.record import _CODECS, NotARecordError, Record, outcome_of, record_of, with_output
from hipify_py.run.runner import converted
from hipify_py.run.task import Input, Job, Reader, Recipe, Task
from hipify_py.tables.load import load
from hipify_py.tables.model import Policy, Version

CASES = Path(__file__).parents[1] / "subjects"
ROCM = load().newest_rocm
RECIPE = Recipe(ROCM)
POLICY = RECIPE.policy()
CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); cudaProfilerInitialize(0, 0, 0); }\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where results are kept."""
    monkeypatch.setenv(stores.VARIABLE, str(tmp_path / "results"))
    return tmp_path / "results"


def _task(data: bytes = CUDA, path: str = "src/a.cu", **changes: Any) -> Task:
    file = File(Path(path), Path(path), "source", real=Path("/") / path)
    input = replace(Input(path, "source", True, data, (), {}, "hipify_ptx.hpp"), **changes)
    return Task(file, input, None, "", digest=repr(data))


def _outcome(task: Task, recipe: Recipe = RECIPE) -> FileOutcome:
    assert task.input is not None
    return replace(converted(task.input, recipe.policy(), recipe.style), file=task.file)


def _keep(task: Task, outcome: FileOutcome | None = None, recipe: Recipe = RECIPE) -> None:
    outcome = outcome or _outcome(task, recipe)
    cache = Cache(recipe, Store.open())
    cache.keep(task, outcome, record_of(outcome, with_output=True))
    assert cache.close() == ""


def _find(task: Task, recipe: Recipe = RECIPE) -> FileOutcome | None:
    cache = Cache(recipe, Store.open())
    found = cache.find(task, with_output=True)
    cache.close()
    return found


# An outcome as text


def _read_back(outcome: FileOutcome, task: Task) -> FileOutcome:
    record = record_of(outcome, with_output=True)
    read, expected = outcome_of(record.line, task)
    return read if record.output is None else with_output(read, task, record.output, expected)


def test_outcomes_come_back_as_they_were() -> None:
    count = 0
    for path in sorted(CASES.rglob("*.cu*")):
        task = _task(path.read_bytes(), str(path))
        outcome = _outcome(task)
        assert _read_back(outcome, task) == outcome
        count += bool(outcome.remarks)
    assert count > 100


@pytest.mark.parametrize(
    "data", [b"", b"\0", b"\xff\xfe", b"// \xe9\ncudaFree(0);\r\n", b"cudaFoo(\xff); // \xe2\x80\xae"]
)
def test_any_bytes(data: bytes) -> None:
    task = _task(data, "src/\udc80.cu")
    outcome = _outcome(task)
    assert _read_back(outcome, task) == outcome


def test_what_is_called_of_the_header_comes_back() -> None:
    task = _task(b'__device__ void f(int& r, int x) { asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x)); }\n')
    assert _read_back(_outcome(task), task).header_calls == {PTX_HEADER: {"bfe"}}


def test_every_field_of_an_outcome_is_kept_or_the_runs() -> None:
    of_the_run = {"file", "original", "output", "signature", "new_name"}
    assert set(_CODECS) | of_the_run == {field.name for field in fields(FileOutcome)}


def test_nothing_else_is_read_as_an_outcome() -> None:
    task, chance = _task(), random.Random(0)
    line = record_of(_outcome(task), with_output=True).line
    for text in (
        b"",
        b"[]",
        b"7",
        b"{}}",
        b'{"file":1}',
        b'{"size":-1}',
        b'{"size":1e9}',
        b'{"remarks":[[]]}',
        b"[" * 99_999,
    ):
        with pytest.raises(NotARecordError):
            outcome_of(text, task)
    for _ in range(3_000):
        place = chance.randrange(len(line))
        damaged = bytearray(line)
        damaged[place] = chance.choice(b'"[]{},:019etn-. \xff')
        try:
            read, _output = outcome_of(bytes(damaged), task)
        except NotARecordError:
            continue
        _has_right_types(read)


def _has_right_types(outcome: FileOutcome) -> None:
    for remark in outcome.remarks:
        texts = (remark.rule, remark.message, remark.help, remark.subject, remark.source, remark.fix_text)
        assert all(type(text) is str for text in texts)
        assert all(type(number) is int for number in (*remark.start, *remark.end, *remark.lines))
    assert all(type(name) is str and type(count) is int for name, count in outcome.names.items())
    assert type(outcome.size) is int


# What the key covers


CHANGED: Mapping[str, Any] = {
    "path": "src/b.cuh",
    "kind": "build",
    "is_cuda": False,
    "local_headers": ("cuda.h",),
    "renamed_headers": {"a.cuh": "a.hip.h"},
    "ptx_header": "../hipify_ptx.hpp",
    "surroundings": Surroundings((OtherMacro("MINE", UNDEFINED, UNKNOWN, UNKNOWN),)),
    "port": "kept",
}


def test_the_key_covers_all_that_a_conversion_is_given() -> None:
    names = {field.name for field in fields(Input)}
    assert names == CHANGED.keys() | {"data"}
    keys = {key_of(_task()), key_of(_task(CUDA + b" ")), *(key_of(_task(**{name: CHANGED[name]})) for name in CHANGED)}
    assert len(keys) == len(names) + 1
    asked = {field.name for field in fields(Context)} - {"policy", "style"}
    assert asked <= names


RECIPES: Mapping[str, Any] = {
    "rocm": Version(5, 0),
    "target": "roc",
    "tables": ({"library": "own", "functions": {"a": "b"}},),
    "style": Style(launches="macro"),
    "unsafe": True,
    "archs": ("gfx90a",),
}


@pytest.mark.parametrize("name", RECIPES)
def test_another_recipe_is_another_question(place: Path, name: str) -> None:
    _keep(_task())
    assert _find(_task()) is not None
    assert _find(_task(), replace(RECIPE, **{name: RECIPES[name]})) is None
    assert place.is_dir()


def test_what_files_have_in_common_is_in_the_recipe_or_asked_before() -> None:
    """Of a new field of `Job` somebody must say which: what a conversion is told must be in its recipe."""
    recipe = {field.name for field in fields(Recipe)}
    assert recipe == RECIPES.keys()
    assert {field.name for field in fields(Policy) if field.init and field.compare} <= recipe
    by_reader = {"mappings", "renames", "renaming", "output", "ptx_header"}
    assert {field.name for field in fields(Job)} == (recipe - {"tables"}) | by_reader
    of_the_file = {"file", "input", "signature", "new_name", "digest", "headers"}
    assert set(Task._fields) == of_the_file


def test_own_tables_count_by_what_they_say(tmp_path: Path) -> None:
    table = tmp_path / "own.yaml"
    table.write_text("functions:\n  myFree: hisFree\n", encoding="utf-8")
    before = Job(ROCM, mappings=(table,)).recipe()
    table.write_text("functions:\n  myFree: herFree\n", encoding="utf-8")
    assert repr(before) != repr(Job(ROCM, mappings=(table,)).recipe())


def test_another_build_is_another_question(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _keep(_task())
    monkeypatch.setattr(build, "here", lambda: "another")
    assert _find(_task()) is None
    assert place.is_dir()


@pytest.mark.usefixtures("place")
def test_other_directories_have_results_of_their_own() -> None:
    task = _task()
    _keep(task)
    elsewhere = task._replace(file=replace(task.file, real=Path("/other/src/a.cu")))
    assert (_find(task) is None, _find(elsewhere) is None) == (False, True)


# What is kept


@pytest.mark.usefixtures("place")
def test_what_may_not_happen_again_is_not_kept() -> None:
    task = _task()
    outcome = _outcome(task)
    late = replace(outcome, remarks=(replace(outcome.remarks[0], rule=OVER_BUDGET),))
    for passing in (replace(outcome, problem="not enough memory to convert it"), late):
        _keep(task, passing)
        assert _find(task) is None


@pytest.mark.usefixtures("place")
def test_a_scan_keeps_no_output_and_needs_none() -> None:
    task = _task()
    outcome = _outcome(task)
    cache = Cache(RECIPE, Store.open())
    cache.keep(task, outcome, record_of(outcome, with_output=False))
    assert cache.find(task, with_output=True) is None
    assert cache.find(task, with_output=False) == replace(outcome, original=None, output=None)
    cache.close()


@pytest.mark.usefixtures("place")
def test_headers_are_known_with_the_bytes() -> None:
    task = _task()._replace(headers=("cuda_runtime.h",))
    _keep(task)
    cache = Cache(RECIPE, Store.open())
    assert cache.headers(task.file, task.digest) == ("cuda_runtime.h",)
    assert cache.headers(task.file, "another") is None
    cache.close()


def test_many_directories_do_not_pile_up(place: Path) -> None:
    cache = Cache(RECIPE, Store.open())
    for number in range(300):
        task = _task(path=f"src/{number}/a.cu")
        outcome = _outcome(task)
        cache.keep(task, outcome, record_of(outcome, with_output=False))
        assert len(cache._packs) <= 128
    assert cache.close() == ""
    assert sum(path.name.startswith("pack-") for path in place.iterdir()) == 300


# What may lie there


def test_damage_is_a_miss(place: Path) -> None:
    task, chance = _task(), random.Random(1)
    _keep(task)
    pieces = [path for path in place.iterdir() if path.stat().st_size and path.name.startswith(("pack-", "output-"))]
    assert len(pieces) == 2
    for piece in pieces:
        good = piece.read_bytes()
        for _ in range(200):
            place_of = chance.randrange(len(good))
            damaged = good[:place_of] + bytes([good[place_of] ^ (1 << chance.randrange(8))]) + good[place_of + 1 :]
            piece.write_bytes(chance.choice([damaged, good[:place_of], good + b"x", b""]))
            assert _find(task) is None
        piece.write_bytes(good)
        assert _find(task) == _outcome(task)


def test_pieces_that_change_places_are_misses(place: Path) -> None:
    for path in ("x/a.cu", "y/a.cu"):
        _keep(_task(path=path))
    first, second = sorted(path for path in place.iterdir() if path.name.startswith("pack-"))
    kept = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(kept)
    assert [_find(_task(path=path)) for path in ("x/a.cu", "y/a.cu")] == [None, None]


def test_whoever_knows_the_checksum_gets_no_further_than_a_miss(place: Path) -> None:
    task = _task()
    _keep(task)
    (pack,) = (path.name for path in place.iterdir() if path.name.startswith("pack-"))
    for text in (b"", b"7", b"[7]", b"{}\n{}", b'[["a.cu",1,[],"k"]]\n{}', b"[" * 99_999, b"\xff"):
        store = Store.open()
        store.write(pack, (text,))
        store.close()
        assert _find(task) is None


def test_links_are_not_followed(place: Path, tmp_path: Path) -> None:
    _keep(_task())
    (pack,) = (path for path in place.iterdir() if path.name.startswith("pack-"))
    pack.rename(tmp_path / "elsewhere")
    pack.symlink_to(tmp_path / "elsewhere")
    assert _find(_task()) is None
    _keep(_task())  # the link is replaced, not what it leads to
    assert not pack.is_symlink()
    place.rename(tmp_path / "moved")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(stores.VARIABLE)
        patch.setenv("XDG_CACHE_HOME", str(tmp_path))
        (tmp_path / "hipify-py").mkdir()
        (tmp_path / "hipify-py" / "results").symlink_to(tmp_path / "moved")
        with pytest.raises(UnusableError, match="link"):
            Store.open()


@pytest.mark.skipif(os.name != "posix", reason="no modes")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_directory_that_others_may_write_to(place: Path, mode: int) -> None:
    place.mkdir()
    place.chmod(mode)
    with pytest.raises(UnusableError, match="is writable by other users"):
        Store.open()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners")
def test_a_directory_of_somebody_else(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store.open().close()
    monkeypatch.setattr(os, "geteuid", lambda: place.stat().st_uid + 1)
    with pytest.raises(UnusableError, match="belongs to another user"):
        Store.open()


# Room


def test_what_was_not_used_for_longest_goes_first(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    for number in range(8):
        _keep(_task(path=f"src/{number}/a.cu"))
        for path in place.iterdir():
            if path.stat().st_mtime > now - 10:
                os.utime(path, (0, now - 100_000 * (10 - number)))
    assert _find(_task(path="src/0/a.cu")) is not None  # which makes it the one used last
    (place / f"pack-{'0' * 32}.{'0' * 16}.tmp").write_bytes(b"of a killed run")
    os.utime(place / f"pack-{'0' * 32}.{'0' * 16}.tmp", (0, 0))
    monkeypatch.setattr(stores, "MOST_BYTES", 8 * 4096)
    monkeypatch.setattr(stores, "_AFTER_PRUNING", 6 * 4096)
    _keep(_task(path="src/8/a.cu"))
    left = [number for number in range(9) if _find(_task(path=f"src/{number}/a.cu")) is not None]
    assert left[0] == 0
    assert left[-1] == 8
    assert 1 not in left
    assert not list(place.glob("*.tmp"))
    assert Store.open().size() <= 6 * 4096


def test_it_says_what_it_is_and_goes_without_a_trace(place: Path) -> None:
    _keep(_task())
    assert (place / ".gitignore").read_text() == "*\n"
    assert (place / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")
    (place / "mine.txt").write_text("not of ours")
    Store.open().clean()
    assert [path.name for path in place.iterdir()] == ["mine.txt"]


def test_what_others_keep_in_the_directory_stays(place: Path) -> None:
    place.mkdir(mode=0o700)
    (place / ".gitignore").write_text("mine")
    (place / f"output-{'0' * 32}").mkdir()
    store = Store.open()
    store.write(f"pack-{'0' * 32}", (b"x",))
    store.close()
    assert not (place / "CACHEDIR.TAG").exists()  # else backups would leave out the rest
    Store.open().clean()
    assert sorted(path.name for path in place.iterdir()) == [".gitignore", f"output-{'0' * 32}"]
    assert (place / ".gitignore").read_text() == "mine"


def test_a_full_disk(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    task = _task()
    outcome = _outcome(task)
    cache = Cache(RECIPE, Store.open())
    monkeypatch.setattr("hipify_py.system.disk._write", full)
    cache.keep(task, outcome, record_of(outcome, with_output=True))
    assert cache.close() == "no space left on device"
    assert not [path for path in place.iterdir() if path.name.startswith(("pack-", "output-"))]


def test_in_a_run(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file's identity is today's, and so are its links and names."""
    path = tmp_path / "a.cu"
    path.write_bytes(CUDA)
    file = File(path, Path("a.cu"), "source", real=path)
    assert place != path

    def run() -> FileOutcome:
        cache = Cache(RECIPE, Store.open())
        (outcome,) = outcomes([file], Job(ROCM), RECIPE, Here(RECIPE, with_output=True), cache, with_output=True)
        cache.close()
        return outcome

    first = run()
    os.utime(path, ns=(1, 1))
    monkeypatch.setattr("hipify_py.run.runner.records", None)
    second = run()
    assert second == replace(first, signature=second.signature)
    assert second.signature is not None
    assert second.signature.modified == 1
    assert Reader(Job(ROCM), RECIPE).read(file).signature == second.signature


def test_records_are_of_their_own_file() -> None:
    outcome = _outcome(_task())
    with pytest.raises(NotARecordError):
        record_of(replace(outcome, file=_task(path="b.cu").file), with_output=True)
    assert isinstance(record_of(outcome, with_output=True), Record)
