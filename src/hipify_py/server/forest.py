"""The trees of all open texts. One is built beside the conversation with the editor, and takes the place of the one
before when it is done."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar
from weakref import WeakKeyDictionary

from hipify_py.server.documents import Document, Documents
from hipify_py.server.tasks import Tasks
from hipify_py.server.trees import RequestFor, Say, SettingsError, Tree, root_of

Made = TypeVar("Made")
# How often settings are looked at where nobody tells that they have changed.
_LOOK_SECONDS = 1.0
# Editors that save all files tell of each, and who types on after that should not share the processor: a tree is built
# anew in a pause, but not for ever later.
_REBUILD_SECONDS = 0.3
_PAUSE_SECONDS = 1.0
_LATEST_SECONDS = 20.0
# What stands for a text without a file where no directory is open.
_NAMELESS = "untitled.cu"


class Forest:
    """`changed` is called with a tree's path when there is a new one, or one that is not what it was."""

    def __init__(
        self, documents: Documents, request_for: RequestFor, say: Say, changed: Callable[[Path], None]
    ) -> None:
        self.folders: list[Path] = []
        self._documents = documents
        self._request_for = request_for
        self._say = say
        self._tasks = Tasks(say)
        self._changed = changed
        self._trees: dict[Path, Tree | None] = {}
        self._building: dict[Path, asyncio.Task[None]] = {}
        self._again: set[Path] = set()
        self._paths: dict[str, Path | None] = {}
        self._looked: dict[Path, float] = {}
        self._told: dict[Path, str] = {}
        self._typed = 0.0
        self._sought: dict[str, float] = {}
        self._seeking: dict[str, Path] = {}
        self._declaring: WeakKeyDictionary[Tree, asyncio.Task[None]] = WeakKeyDictionary()

    def path_of(self, document: Document) -> Path | None:
        """The tree that a text belongs to."""
        if document.uri not in self._paths:
            self._paths[document.uri] = self._path_of(document)
        return self._paths[document.uri]

    def _path_of(self, document: Document) -> Path | None:
        if document.real is None:
            folder = self.folders[0] if self.folders else Path.cwd() / _NAMELESS
            return folder if document.is_cuda_without_a_file else None
        if not self.folders:
            return document.path
        return root_of(document.real, self.folders, self._say)

    def now(self, document: Document) -> Tree | None:
        """The tree of a text if there is one; if not, it is being built, and `changed` will tell."""
        path = self.path_of(document)
        if path is None:
            return None
        if path not in self._trees or self._is_new(path, document) or self._is_outdated(path):
            self.build(path)
        return None if self.is_pending(document) else self._trees[path]

    async def ready(self, document: Document) -> Tree | None:
        """The tree of a text, waited for if need be."""
        path = self.path_of(document)
        if path is None:
            return None
        self.now(document)
        while self.is_pending(document):
            await asyncio.shield(self._building[path])
        return self._trees[path]

    async def tree(self, path: Path) -> Tree | None:
        """A tree, waited for if need be."""
        if path not in self._trees:
            self.build(path)
        while path not in self._trees:
            await asyncio.shield(self._building[path])
        return self._trees[path]

    def is_pending(self, document: Document) -> bool:
        """Whether nothing can be said of a text yet."""
        path = self.path_of(document)
        is_sought = document.uri in self._seeking
        return path is not None and path in self._building and (path not in self._trees or is_sought)

    def _is_new(self, path: Path, document: Document) -> bool:
        """Whether a tree must be looked through for the file of a text: once for each time that this is made."""
        tree = self._trees[path]
        made = tree.made_since(document) if tree is not None else 0.0
        if not made or self._sought.get(document.uri) == made:
            return False
        self._sought[document.uri] = made
        self._seeking[document.uri] = path
        return True

    def forget(self, document: Document) -> None:
        self._paths.pop(document.uri, None)

    def touched(self, paths: Iterable[Path]) -> None:
        """Files have changed on the disk: the trees that they are in are built anew."""
        self._find_paths()
        real = [os.path.realpath(path) for path in paths]
        for root in list(self._trees):
            top = os.path.realpath(root)
            if any(path == top or path.startswith(top + os.sep) for path in real):
                self.build(root)

    def rebuild_all(self) -> None:
        self._find_paths()
        for root in list(self._trees):
            self.build(root)

    def _find_paths(self) -> None:
        """Settings may have come or gone: texts may belong to another tree now."""
        before, self._paths = self._paths, {}
        for document in self._documents:
            path = self.path_of(document)
            if path is not None and path != before.get(document.uri, path):
                self._changed(path)

    def build(self, path: Path) -> None:
        if path in self._building:
            self._again.add(path)
        else:
            self._building[path] = self._tasks.start(self._build(path), path)

    async def find_declared(self, tree: Tree) -> None:
        """Have a tree find out which names its files declare, once."""
        if tree.knows_declared:
            return
        if tree not in self._declaring:
            self._declaring[tree] = self._tasks.start(in_thread(tree.find_declared), tree.path)
        await asyncio.shield(self._declaring[tree])

    def typed(self) -> None:
        """Somebody is typing."""
        self._typed = time.monotonic()

    async def _pause(self) -> None:
        """Wait until nobody has typed for a while."""
        started = time.monotonic()
        await asyncio.sleep(_REBUILD_SECONDS)
        while (now := time.monotonic()) - self._typed < _PAUSE_SECONDS and now - started < _LATEST_SECONDS:
            await asyncio.sleep(_REBUILD_SECONDS)

    def _is_outdated(self, path: Path) -> bool:
        """Whether the settings have changed, or could not be used before."""
        return self._is_due(path) and ((tree := self._trees[path]) is None or tree.is_stale())

    def _is_due(self, path: Path) -> bool:
        now = time.monotonic()
        if now - self._looked.get(path, 0.0) < _LOOK_SECONDS:
            return False
        self._looked[path] = now
        return True

    async def _build(self, path: Path) -> None:
        """Build a tree until nothing has changed meanwhile."""
        try:
            while True:
                self._again.discard(path)
                sought = [uri for uri, root in self._seeking.items() if root == path]
                if path in self._trees and not sought:
                    await self._pause()
                self._put(path, await self._built(path))
                for uri in sought:
                    self._seeking.pop(uri, None)
                if path not in self._again:
                    break
        finally:
            self._building.pop(path, None)
        self._changed(path)

    async def _built(self, path: Path) -> Tree | None:
        documents = [each for each in self._documents if self.path_of(each) == path]
        instead = {each.real.as_posix(): each.text.data for each in self._documents if each.real is not None}
        try:
            tree = await in_thread(lambda: _grown(path, self._request_for, instead, documents))
        except Exception as error:
            text = str(error) if isinstance(error, SettingsError) else f"{type(error).__name__}: {error}"
            if self._told.get(path) != text:
                self._say(text)
            self._told[path] = text
            return None
        self._told.pop(path, None)
        return tree

    def _put(self, path: Path, tree: Tree | None) -> None:
        """With settings that cannot be used, what was known before counts on."""
        old = self._trees.get(path)
        if tree is None and old is not None:
            return
        self._trees[path] = tree
        self._looked[path] = time.monotonic()
        if old is not None:
            old.close()
        gc.unfreeze()
        gc.collect()  # the old tree
        gc.freeze()  # what a tree knows is not looked through again for garbage while somebody types


def _grown(path: Path, request_for: RequestFor, instead: Mapping[str, bytes], documents: Iterable[Document]) -> Tree:
    tree = Tree(path, request_for, instead)
    tree.warm(documents)
    return tree


async def in_thread(act: Callable[[], Made]) -> Made:
    """What a function gives that runs beside the loop; nobody waits for it when the server ends."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Made] = loop.create_future()

    def settle(made: Made | None, error: BaseException | None) -> None:
        if future.cancelled():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(made)  # type: ignore[arg-type]

    def work() -> None:
        made, failure = None, None
        try:
            made = act()
        except Exception as error:
            failure = error
        try:
            loop.call_soon_threadsafe(settle, made, failure)
        except RuntimeError:  # the server has ended
            return

    threading.Thread(target=work, daemon=True).start()
    return await future
