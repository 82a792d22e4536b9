"""Which files are renamed is decided before any is written: a file and all that include it, or none of them."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path

from hipify_py.reading import tokens
from hipify_py.records import dataclass
from hipify_py.run.discover import File, Problem
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.renames import Mention, Renames
from hipify_py.run.task import MAX_BYTES, Job
from hipify_py.source import Source, why_not_text
from hipify_py.system import disk
from hipify_py.texts import reason

# A file too large to be converted is still looked through for what it includes.
_MOST = 4 * MAX_BYTES


@dataclass(frozen=True)
class _User:
    """A file that names others: those in quotes or brackets, with the spelling, and in `files` all of them."""

    file: File
    data: bytes
    quoted: Mapping[frozenset[str], str]
    files: Collection[frozenset[str]]


@dataclass
class Renaming:
    """`everyone` are all sources that were found, of which those of `changeable` are part of the run. `obstacle`
    tells why a file cannot be written under a name; `convert` shows what would become of files. What is `unread` may
    include any of them, what links lead to, `linked`, has names that no include shows, and `templates` become
    sources. `notes` say which of the `builds` go on naming a file that is renamed."""

    job: Job
    everyone: Sequence[File]
    changeable: Sequence[File]
    obstacle: Callable[[File, str], str]
    convert: Callable[[list[File], Renames], Iterable[FileOutcome]]
    unread: Sequence[Problem] = ()
    linked: Sequence[Path] = ()
    templates: Sequence[File] = ()
    builds: Sequence[File] = ()
    notes: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        wanted = ((file, self.job.wanted_name(file)) for file in self.changeable)
        self._names = {_key(file): name for file, name in wanted if name != file.path.name}
        self._files = {_key(file): file for file in self.everyone}
        self._known = Renames.among((file for file in self.everyone if self._could_be_renamed(file)), self._names)
        self._users: dict[str, _User] = {}
        self._done: set[frozenset[str]] = set()

    def decided(self) -> Renames:
        """What can be renamed; `problems` say why the rest cannot."""
        if self._names and self._is_all_known():
            self._keep_what_is_blocked()
            self._keep_together()
            self._keep_what_cannot_follow()
            self._keep_together()
            for file in self.builds:
                self._note_build(file)
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
            self._look_through(file, data)
        for template in self.templates:
            with suppress(OSError):  # what cannot be read becomes no source either
                data, _status = disk.read(template.real, MAX_BYTES)
                self._look_through(template, data or b"")
        return True

    def _give_up(self, path: str, why: str) -> None:
        self._names.clear()
        problem = f"cannot be read ({why}); no file was renamed, as it may include any of them"
        self.problems.append(Problem(path, problem))

    def _keep_what_is_blocked(self) -> None:
        linked = frozenset(self.linked)
        targets = Counter(self._target(key) for key in self._names)
        for key, name in list(self._names.items()):
            if targets[self._target(key)] > 1:
                self._keep(key, f"another file would also be renamed to {name}")
            elif why := self.obstacle(self._files[key], name):
                self._keep(key, why)
            elif not linked.isdisjoint((self._files[key].real, *self._files[key].real.parents)):
                self._keep(key, "a link in the tree points to it")

    def _target(self, key: str) -> str:
        return key.rpartition("/")[0] + "/" + self._names[key]

    def _look_through(self, file: File, data: bytes) -> None:
        folder, wide = file.real.parent, data.replace(b"\0", b"")  # names are found in UTF-16, too
        quoted = {mention.files: mention.spelling for mention in self._known.mentions(folder, wide)}
        bare = {mention.files for mention in _bare(folder, wide, self._known)}
        if quoted or bare:
            self._users[_key(file)] = _User(file, data, quoted, {*quoted, *bare})

    def _note_build(self, file: File) -> None:
        """A build that lists sources by their names is wrong once they have others."""
        try:
            data, _status = disk.read(file.real, MAX_BYTES)
        except OSError:
            return
        followed = self._known.in_build(file.real.parent, data or b"") if self.job.style.converts_builds else {}
        named = dict.fromkeys(
            mention.spelling
            for mention in self._known.bare(file.real.parent, data or b"")
            if mention.spelling not in followed and any(key in self._names for key in mention.files)
        )
        if named:
            more = f" and {len(named) - 1} more" if len(named) > 1 else ""
            self.notes.append(
                Problem(str(file.path), f"still refers to {next(iter(named))}{more}, renamed by --rename-files")
            )

    def _keep_together(self) -> None:
        """Where an include may mean several files, all of them get new names, or none."""
        named = {files: (user, spelling) for user in self._users.values() for files, spelling in user.quoted.items()}
        groups_of = defaultdict(list)
        for files in named:
            for key in files:
                groups_of[key].append(files)
        waiting = deque(named)
        while waiting:
            files = waiting.popleft()
            if not self._is_renamed(files) or all(key in self._names for key in files):
                continue
            other = self._files[min(files - self._names.keys())].path
            user, spelling = named[files]
            renamed = files & self._names.keys()
            self._keep_all(files, f"{spelling!r} in {user.file.path} may also refer to {other}, which is not renamed")
            for key in renamed:
                waiting.extend(group for group in groups_of[key] if group not in self._done)

    def _is_renamed(self, files: frozenset[str]) -> bool:
        """Whether one of the files is to get a new name."""
        if files in self._done:
            return False
        if any(key in self._names for key in files):
            return True
        self._done.add(files)
        return False

    def _keep_what_cannot_follow(self) -> None:
        """Files stay as they are where an include of them would."""
        changeable = {_key(file) for file in self.changeable}
        users = []
        for key, user in self._users.items():
            file = user.file
            if not any(map(self._is_renamed, user.files)):
                continue
            if key not in changeable:
                self._keep_groups(user.files, f"{file.path} includes it and is not converted in this run")
            elif why := self.obstacle(file, file.path.name):
                self._keep_groups(user.files, f"{file.path} includes it and cannot be written: {why}")
            else:
                users.append(file)
        decided = Renames(dict(self._names), self._known.known)
        for outcome in self.convert(users, decided):
            self._keep_what_is_left(outcome)

    def _keep_what_is_left(self, outcome: FileOutcome) -> None:
        """Keep what a file would still mention after its conversion."""
        file, user = outcome.file, self._users[_key(outcome.file)]
        if outcome.problem or outcome.skipped:
            why = outcome.problem or "it is not a text file"
            self._keep_groups(user.files, f"{file.path} includes it and cannot be converted: {why}")
            return
        data = user.data if outcome.output is None else outcome.output
        left = {mention.files: mention.spelling for mention in _in_code(file, data, self._known)}
        for files, spelling in left.items():
            self._keep_groups((files,), f"{file.path} refers to {spelling!r} in a place that is not converted")

    def _keep_groups(self, groups: Iterable[frozenset[str]], why: str) -> None:
        renamed = [files for files in groups if self._is_renamed(files)]
        self._keep_all(frozenset().union(*renamed), why)

    def _keep_all(self, keys: Iterable[str], why: str) -> None:
        for key in sorted(keys):
            if key in self._names:
                self._keep(key, why)

    def _keep(self, key: str, why: str) -> None:
        del self._names[key]
        self.problems.append(Problem(str(self._files[key].path), f"not renamed: {why}"))


def _in_code(file: File, data: bytes, renames: Renames) -> Iterator[Mention]:
    """What is mentioned outside of comments."""
    folder = file.real.parent
    if any(renames.mentions(folder, data)):
        code = tokens.code_only(Source(str(file.path), data).text)
        for mention in renames.mentions(folder, data):
            if code[mention.start : mention.start + 1] in (b'"', b"<"):
                yield mention
    yield from _bare(folder, data, renames)


def _bare(folder: Path, data: bytes, renames: Renames) -> Iterator[Mention]:
    """The same with names that stand in no quotes of their own, or are cut by the end of a line."""
    if any(renames.bare(folder, tokens.join_lines(data))):
        yield from renames.bare(folder, tokens.join_lines(tokens.without_comments(data)))


def _key(file: File) -> str:
    return file.real.as_posix()
