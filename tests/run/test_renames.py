"""What an include may mean is found once, however often it is asked for."""

from __future__ import annotations

import pickle
import time
from pathlib import Path

from hipify_py.run.discover import File
from hipify_py.run.renames import Renames
from hipify_py.run.renaming import Renaming
from hipify_py.run.task import Job
from hipify_py.tables.load import load


def _files(folder: Path, *names: str) -> list[File]:
    return [File(folder / name, Path(name), "source", real=folder / name) for name in names]


def test_what_is_meant_is_shared_by_all_who_mean_it(tmp_path: Path) -> None:
    """Else memory is includes times files of the same name."""
    files = _files(tmp_path, *(f"d{number}/x.cuh" for number in range(50)))
    renames = Renames.among(files, {file.real.as_posix(): "x.hip.h" for file in files})
    mentions = list(renames.mentions(tmp_path, b'<x.cuh> <./x.cuh> "x.cuh" <../x.cuh>' * 20))
    assert len(mentions) == 80
    assert len({id(mention.files) for mention in mentions}) == 1
    assert len(mentions[0].files) == 50
    assert [mention.files for mention in renames.mentions(tmp_path, b"<d7/x.cuh> <7/x.cuh>")] == [
        {(tmp_path / "d7/x.cuh").as_posix()}
    ]
    again = pickle.loads(pickle.dumps(renames))
    assert again == renames
    assert again.spellings(tmp_path, b"<x.cuh>") == {"x.cuh": "x.hip.h"}


def test_many_files_of_a_name_many_includes_and_many_links(tmp_path: Path) -> None:
    count, names = 1500, {".cu": ".hip", ".cuh": ".hip.h"}
    for number in range(count):
        (tmp_path / f"d{number}").mkdir()
        (tmp_path / f"d{number}/x.cuh").write_bytes(b"#include <x.cuh>\n")
    (tmp_path / "a.cu").write_bytes(b"#include <x.cuh>\n#include <other/x.cuh>\n" * 20_000)
    files = _files(tmp_path, "a.cu", *(f"d{number}/x.cuh" for number in range(count)))
    linked = [tmp_path / f"to{number}" for number in range(count)]
    job = Job(load().newest_rocm, renames=names)
    started = time.process_time()
    renaming = Renaming(job, files, files, lambda _file, _name: "", lambda _users, _renames: (), linked=linked)
    assert len(renaming.decided().new_names) == count + 1
    assert time.process_time() - started < 5
