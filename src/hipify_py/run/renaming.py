"""Which files are renamed is decided before any is written: a file and all that include it, or none of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hipify_py.reading import tokens
from hipify_py.run.discover import File, Problem, reason
from hipify_py.run.renames import Mention, Renames
from hipify_py.run.runner import MAX_BYTES, Job, Outcome
from hipify_py.source import Source, why_not_text
from hipify_py.system import disk

# A file too large to be converted is still looked through for what it includes.
_MOST = 4 * MAX_BYTES


@dataclass
class Renaming:
    """`everyone` are all sources that were found, of which those of `changeable` are part of the run. `obstacle` tells
    why a file cannot be written under a name; `convert` shows what would become of files. What is `unread` may include
    any of them, and what links lead to, `linked`, has names that no include shows."""

    job: Job
    everyone: Sequence[File]
    changeable: Sequence[File]
    obstacle: Callable[[File, str], str]
    convert: Callable[[list[File], Renames], Iterable[Outcome]]
    unread: Sequence[Problem] = ()
    linked: Sequence[Path] = ()
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        wanted = ((file, self.job.wanted_name(file)) for file in self.changeable)
        self._names = {_key(file): name for file, name in wanted if name != file.path.name}
        self._files = {_key(file): file for file in self.everyone}
        self._known = Renames.among((file for file in self.everyone if self._could_be_renamed(file)), self._names)
        self._mentions: dict[str, list[Mention]] = {}
        self._read: dict[str, bytes] = {}

    def decided(self) -> Renames:
        """What can be renamed; `problems` say why the rest cannot."""
        if self._names and self._is_all_known():
            self._keep_what_is_blocked()
            self._keep_together()
            self._keep_what_cannot_follow()
            self._keep_together()
        return Renames(dict(self._names), self._known.known)

    def _could_be_renamed(self, file: File) -> bool:
        return self.job.wanted_name(file) != file.path.name

    def _is_all_known(self) -> bool:
        """Read what each source may include. One that cannot be read may include anything."""
        for problem in self.unread:
            self._give_up(problem.path, problem.reason)
            return False
        for file in self.everyone:
            try:
                data, _status = disk.read(file.real, _MOST)
            except OSError as error:
                self._give_up(str(file.path), reason(error))
                return False
            if data is None:
                self._give_up(str(file.path), "too large")
                return False
            if len(data) > MAX_BYTES or why_not_text(data):
                self._names.pop(_key(file), None)  # what it is not converted for, a finding says
            wide = data.replace(b"\0", b"")  # names are found in UTF-16, too
            if found := list(self._known.mentions(file.real.parent, wide)):
                self._mentions[_key(file)] = found
                self._read[_key(file)] = data
        return True

    def _give_up(self, path: str, why: str) -> None:
        self._names.clear()
        problem = f"cannot be read ({why}), and may include any file: no file is renamed"
        self.problems.append(Problem(path, problem))

    def _keep_what_is_blocked(self) -> None:
        targets = Counter(self._target(key) for key in self._names)
        for key, name in list(self._names.items()):
            if targets[self._target(key)] > 1:
                self._keep(key, f"another file would become {name} too")
            elif why := self.obstacle(self._files[key], name):
                self._keep(key, why)
            elif any(self._files[key].real.is_relative_to(target) for target in self.linked):
                self._keep(key, "a link in the tree leads to it under its name")

    def _target(self, key: str) -> str:
        return key.rpartition("/")[0] + "/" + self._names[key]

    def _keep_together(self) -> None:
        """Where an include may mean several files, all of them get new names, or none."""
        mixed = True
        while mixed:
            mixed = False
            for user, mentions in self._mentions.items():
                for mention in mentions:
                    kept = mention.files - self._names.keys()
                    if kept and kept != mention.files:
                        mixed = True
                        other = self._files[min(kept)].path
                        why = f"{mention.spelling!r} in {self._files[user].path} may also mean {other}, which keeps its"
                        self._keep_all(mention.files, why)

    def _keep_what_cannot_follow(self) -> None:
        """Files stay as they are where an include of them would."""
        changeable = {_key(file) for file in self.changeable}
        users = []
        for user, mentions in self._mentions.items():
            file = self._files[user]
            meant = frozenset().union(*(mention.files for mention in mentions))
            if not meant & self._names.keys():
                continue
            if user not in changeable:
                self._keep_all(meant, f"{file.path} includes it and is no part of this run")
            elif why := self.obstacle(file, file.path.name):
                self._keep_all(meant, f"{file.path} includes it and cannot be written: {why}")
            else:
                users.append(file)
        decided = Renames(dict(self._names), self._known.known)
        for outcome in self.convert(users, decided):
            self._keep_all(*self._left(outcome, decided))

    def _left(self, outcome: Outcome, decided: Renames) -> tuple[frozenset[str], str]:
        """What a file would still mention after its conversion, and why."""
        file = outcome.file
        mentions = self._mentions[_key(file)]
        if outcome.problem or outcome.skipped:
            why = outcome.problem or "it is no text"
            meant = (mention.files for mention in mentions)
            return frozenset().union(*meant), f"{file.path} includes it and cannot be converted: {why}"
        left = list(_in_code(file, self._data_after(outcome), decided))
        files = frozenset().union(*(mention.files for mention in left))
        named = left[0].spelling if left else ""
        return files, f"{file.path} names {named!r} in a place that is not converted"

    def _data_after(self, outcome: Outcome) -> bytes:
        if outcome.output is None:
            return self._read[_key(outcome.file)]
        return outcome.output

    def _keep_all(self, keys: Iterable[str], why: str) -> None:
        for key in sorted(keys):
            if key in self._names:
                self._keep(key, why)

    def _keep(self, key: str, why: str) -> None:
        del self._names[key]
        self.problems.append(Problem(str(self._files[key].path), f"keeps its name: {why}"))


def _in_code(file: File, data: bytes, renames: Renames) -> Iterator[Mention]:
    """What is mentioned outside of comments."""
    if not any(renames.mentions(file.real.parent, data)):
        return
    code = tokens.code_only(Source(str(file.path), data).text)
    for mention in renames.mentions(file.real.parent, data):
        if code[mention.start : mention.start + 1] in (b'"', b"<"):
            yield mention


def _key(file: File) -> str:
    return file.real.as_posix()
