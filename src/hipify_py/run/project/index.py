"""What conversion of a file knows of the tree around it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from hipify_py.digests import blake2b
from hipify_py.file.style import Style
from hipify_py.file.surroundings import ALONE, Surroundings
from hipify_py.once import cached_property
from hipify_py.run.discover import File, Problem
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.project.answers import Answers, Earlier
from hipify_py.run.project.modules import PtxModules
from hipify_py.run.project.ports import NO_PORTS, Ports
from hipify_py.run.project.texts import Texts
from hipify_py.system.disk import Signature
from hipify_py.tables.model import Policy
from hipify_py.texts import to_bytes

if TYPE_CHECKING:
    from hipify_py.engine import Port
    from hipify_py.run.project.missing_helpers import Callers
    from hipify_py.run.project.seen import Relevance
    from hipify_py.run.project.tree_facts import TreeFacts

# How often a tree is read again without a file, to find out which one a question fails at.
_MOST_TRIES = 20
Answer = TypeVar("Answer")


class Project:
    """`builds` are build files, templates of sources and the like: what they name they may define. Files that are
    `respected` are left alone where they are portable already. Files are read as what is said `instead`. `failures`
    are the files that a bug of ours kept from being understood.

    An earlier run may have found out what is asked: then nothing of the tree is read."""

    def __init__(
        self,
        sources: Iterable[File],
        builds: Iterable[File],
        policy: Policy,
        style: Style,
        respected: Sequence[File] = (),
        instead: Mapping[str, bytes] = MappingProxyType({}),
        modules: PtxModules | None = None,
        earlier: Earlier | None = None,
    ) -> None:
        self._sources = {file.real.as_posix(): file for file in sources}
        self._builds = list(builds)
        self._policy = policy
        self._style = style
        self._respected = respected
        self._modules = modules or PtxModules(())
        self._texts = Texts(instead)
        self._tries_left = _MOST_TRIES
        self.failures: list[Problem] = []
        self._earlier = self._known_by(earlier) if earlier is not None and not instead else None
        self._answers: dict[Hashable, Any] | None = self._earlier.known if self._earlier is not None else None

    def _known_by(self, earlier: Earlier) -> Answers:
        """What earlier runs have found out of the same files."""
        respected = blake2b(to_bytes(repr([str(file.real) for file in self._respected]))).hexdigest()
        return earlier([*self._sources.values(), *self._builds], self._texts.of, f"{self._style!r}{respected}")

    @cached_property
    def _facts(self) -> TreeFacts:
        return self._facts_of(self._texts)

    def _facts_of(self, texts: Texts) -> TreeFacts:
        from hipify_py.run.project.tree import Tree
        from hipify_py.run.project.tree_facts import TreeFacts  # of trees that no earlier run has seen

        tree = Tree(self._sources.values(), self._builds, self._policy, texts, self._relevance.look)
        return TreeFacts(tree, self._style, self._relevance, lambda: self.ports)

    @cached_property
    def _relevance(self) -> Relevance:
        from hipify_py.run.project.seen import Relevance

        return Relevance(self._policy, self._style)

    def _answer(
        self, question: str, about: Sequence[Hashable], default: Answer, ask: Callable[[TreeFacts], Answer]
    ) -> Answer:
        """The answer to a question, which depends on nothing but the files of the tree."""
        if self._answers is None:
            return self._guarded(about, default, ask)
        key = question, *about
        if key not in self._answers:
            self._answers[key] = self._guarded(about, default, ask)
        answer: Answer = self._answers[key]
        return answer

    def _guarded(self, about: Sequence[Hashable], default: Answer, ask: Callable[[TreeFacts], Answer]) -> Answer:
        """A bug of ours must cost what one file says and be named, not end the run: the question is asked again
        without the file at fault, and where that is not found out, the default is the answer."""
        try:
            return ask(self._facts)
        except Exception as error:
            asked = [path for path in about[:1] if isinstance(path, str)]
            return self._answer_without(asked, default, ask, error)

    def _answer_without(
        self, asked: Sequence[str], default: Answer, ask: Callable[[TreeFacts], Answer], error: Exception
    ) -> Answer:
        """The answer that there is without one of the files that were read last, or without the one asked about; or
        the default."""
        texts = self._texts
        suspects = tuple(dict.fromkeys((*texts.read_last(), *asked)))
        for path in suspects[: self._tries_left]:
            self._tries_left -= 1
            self._use(texts.without(path))
            try:
                answer = ask(self._facts)
            except Exception:
                self._texts.close()
                continue
            self._note_failure(path, error)
            return answer
        blamed = (*asked, *suspects)[:1]
        if self._texts is not texts:
            self._use(texts.without(*blamed))
        self._note_failure("".join(blamed), error)
        return default

    def _use(self, texts: Texts) -> None:
        self._texts = texts
        self._facts = self._facts_of(texts)

    def _note_failure(self, path: str, error: Exception) -> None:
        """Each file is named once: all questions that concern it fail alike."""
        self._keep_nothing()
        shown, what = self._shown(path), f"{type(error).__name__}: {error}"
        if shown not in {each.path for each in self.failures}:
            reason = f"internal error, please report it: {what}; what it tells of other files is not used"
            self.failures.append(Problem(shown, reason))

    def _keep_nothing(self) -> None:
        if self._earlier is not None:
            self._earlier.is_kept = False

    def _shown(self, path: str) -> str:
        """How a user names a file."""
        file = self._sources.get(path) or next((each for each in self._builds if each.real.as_posix() == path), None)
        return path if file is None else str(file.path)

    def close(self) -> None:
        self._texts.close()

    def settle(self, files: Iterable[File]) -> None:
        """Find out for all files what they ask for, as nobody can once others are written."""
        self._keep_nothing()
        self._answers = self._answers if self._answers is not None else {}
        for file in files:
            if self.port_of(file) != "kept" and (data := self._texts.of(file)) is not None:
                if not file.is_cuda:
                    self.is_of_no_concern(file, data)
                self._around(file, data)
        self._guarded((), None, lambda facts: facts.builds.settle())
        self._tries_left = 0

    @cached_property
    def ports(self) -> Ports:
        """What is portable already, and to be left alone."""
        if not self._respected:
            return NO_PORTS
        return self._answer("ports", (), NO_PORTS, lambda facts: facts.ports()).among(self._respected)

    def is_of_no_concern(self, file: File, data: bytes) -> bool:
        """Whether nothing in a file that is not CUDA by its name is to change or calls for a word."""
        return self._answer("is of no concern", (_path(file),), False, lambda facts: facts.is_of_no_concern(file, data))

    def unread(self, file: File) -> Signature | None:
        """What tells a file from itself after somebody wrote to it, if it is known to be of no concern."""
        if self._earlier is None or not self._earlier.known.get(("is of no concern", _path(file))):
            return None
        return self._earlier.signature(file)

    def around(self, file: File, data: bytes) -> Surroundings:
        """What other files make of the macros that a file asks for, or need of a build file."""
        if file.kind == "build":
            return self._answer("around build", (_path(file),), ALONE, lambda facts: facts.builds.around(file))
        around, modules = self._around(file, data), self._modules.named_in(data)
        return around._replace(modules=modules) if modules else around

    def _around(self, file: File, data: bytes) -> Surroundings:
        return self._answer("around", (_path(file),), ALONE, lambda facts: facts.around(file, data))

    def port_of(self, file: File) -> Port:
        """Whether a file is portable already, and whether builds for AMD compile it for certain."""
        if file not in self.ports:
            return "none"
        default: Port = "kept"
        return self._answer("port", (_path(file),), default, lambda facts: facts.port_of(file))

    def only_for_cuda(self, files: Sequence[File]) -> Sequence[str]:
        """The sources of a portable tree that its builds for AMD do not name."""
        return self._answer("only for CUDA", [*map(_path, files)], (), lambda facts: facts.only_for_cuda(files))

    def lacking(self, callers: Callers, name_of: Callable[[str], str]) -> Sequence[FileOutcome]:
        """What those who call headers of ours lack; `name_of` is what includes call them."""
        names = {header: name_of(header) for header in sorted(callers)}
        calls = [(header, name, *sorted(callers[header])) for header, name in names.items()]
        return self._answer("lacking", calls, (), lambda facts: facts.lacking(callers, names))

    def unusual_includes(self) -> Sequence[tuple[File, str]]:
        """The names that sources include in quotes and whose endings do not tell what they are, and who does."""
        return self._answer("unusual includes", (), (), lambda facts: facts.unusual_includes())

    def concerns(self, file: File) -> bool:
        """Whether conversion may concern a file that is none of the tree."""
        data = self._texts.of(file)
        try:
            return data is not None and self._relevance.concerns(file, data)
        except Exception as error:
            self._note_failure(_path(file), error)
            return False

    def why_no_work(self, file: File) -> str:
        """Why a port has no work with a file, if that is so."""
        return self._answer("no work", (_path(file),), "", lambda facts: facts.no_work.why(file))

    def why_no_work_on(self, file: File, line: int, subject: str) -> str:
        """Why a port has no work with a line of a file, if that is so."""
        about = _path(file), line, subject
        return self._answer("no work on", about, "", lambda facts: facts.no_work.why_remark(file, line, subject))


def _path(file: File) -> str:
    return file.real.as_posix()
