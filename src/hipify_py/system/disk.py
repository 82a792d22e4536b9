"""The disk, as far as we change it: directories opened once, and what lies in them by its name, never through a link.

A path from a tree of somebody's is looked up anew at each use, and may lead elsewhere each time. So a directory is
opened from the root of the file system on, name by name, and a link on that way is refused: where links may be
followed, as for a path on the command line, `realpath` does it once, before. Where the system has no such calls
(Windows), paths are used, and looked at before.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from hipify_py.records import dataclass

HAS_DIRECTORY_FDS = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
# A directory is opened to look names up in it, for which O_PATH asks no right to list it; a pipe, not to wait for it.
_DIRECTORY = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | _NOFOLLOW
_READ_NAMED = os.O_RDONLY | _BINARY | getattr(os, "O_NONBLOCK", 0)
_READ = _READ_NAMED | _NOFOLLOW
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW | _BINARY
_APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND | _NOFOLLOW | _BINARY
# Directories of some file systems cannot be synced; theirs is then the order in which they keep what is done.
_CANNOT_SYNC = frozenset((errno.EINVAL, errno.EBADF, errno.EACCES, errno.EPERM))
_PIECE = 1 << 20
_LONGEST_ID = 11
_KINDS = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
)


class Signature(NamedTuple):
    """What tells a file from another one, and from itself after somebody wrote to it."""

    device: int
    inode: int
    modified: int
    size: int

    @classmethod
    def of(cls, status: os.stat_result) -> Signature:
        return cls(status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)


Identity = tuple[int, int]


def identity(status: os.stat_result) -> Identity:
    """What tells what a path leads to from anything else, by whichever path."""
    return status.st_dev, status.st_ino


def identities(paths: Iterable[Path]) -> frozenset[Identity]:
    """Those of all paths where there is something; a link is one of its own."""
    found = set()
    for path in paths:
        with suppress(OSError):
            found.add(identity(path.lstat()))
    return frozenset(found)


class IrregularError(OSError):
    """Something else lies where a file was expected: `what`."""

    def __init__(self, what: str) -> None:
        super().__init__(None, f"{what}, not a regular file")
        self.what = what


@dataclass(eq=False)
class Written:
    """A new file, still open, whose bytes may not have reached the disk yet."""

    fd: int
    status: os.stat_result

    def sync(self) -> None:
        """Let them, and close it: Windows moves no file that is open."""
        try:
            os.fsync(self.fd)
        finally:
            self.close()

    def close(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


class Log:
    """A file that only grows, unbuffered: nothing is left to fail when it is closed."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self.size = os.fstat(fd).st_size

    def append(self, data: bytes) -> None:
        _write(self._fd, data)
        self.size += len(data)

    def sync(self) -> None:
        os.fsync(self._fd)

    def close(self) -> None:
        os.close(self._fd)


class Folder:
    """An opened directory. What is done in it is done in it, whatever its path leads to meanwhile."""

    def __init__(self, path: Path, fd: int | None) -> None:
        self.path = path
        self._fd = fd

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_details: object) -> None:
        self.close()

    def close(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def stat(self, name: str) -> os.stat_result | None:
        """Of what has the name, be it a link; None where nothing has it."""
        try:
            return os.stat(self._at(name), dir_fd=self._fd, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def status(self) -> os.stat_result:
        """Of the directory itself."""
        return os.lstat(self.path) if self._fd is None else os.fstat(self._fd)

    def names(self) -> list[str]:
        """Of all that lies in it."""
        if self._fd is None:
            return os.listdir(self.path)  # noqa: PTH208
        fd = os.open(".", os.O_RDONLY, dir_fd=self._fd)  # as what was opened to look names up in cannot be listed
        try:
            return os.listdir(fd)  # noqa: PTH208
        finally:
            os.close(fd)

    def touch(self, name: str) -> None:
        """Set a file's times to now; a link's own where it is one."""
        os.utime(self._at(name), dir_fd=self._fd, follow_symlinks=False)

    def read(self, name: str, most: int | None = None) -> tuple[bytes | None, os.stat_result]:
        """A regular file's bytes; None where they are more than `most`. Never waits for a pipe, or reads a device."""
        fd, size = self._opened(name)
        try:
            data = _content(fd, size, sys.maxsize if most is None else most + 1)
            return (None if most is not None and len(data) > most else data), os.fstat(fd)
        finally:
            os.close(fd)

    def open(self, name: str) -> BinaryIO:
        """A regular file to read."""
        return os.fdopen(self._opened(name)[0], "rb")

    def _opened(self, name: str) -> tuple[int, int]:
        """A regular file, and how large it says it is."""
        _refuse_irregular(os.stat(self._at(name), dir_fd=self._fd, follow_symlinks=False))
        fd = os.open(self._at(name), _READ, dir_fd=self._fd)
        try:
            status = os.fstat(fd)
            _refuse_irregular(status)
        except BaseException:
            os.close(fd)
            raise
        return fd, status.st_size

    def create(self, name: str, pieces: Iterable[bytes], mode: int, like: os.stat_result | None = None) -> Written:
        """Write a new file, which is nobody else's to read before it has its mode and, if allowed, its owner."""
        try:
            fd = os.open(self._at(name), _NEW, 0o600, dir_fd=self._fd)
        except PermissionError as error:  # the file itself may well be writable
            raise PermissionError(error.errno, "its directory is not writable") from error
        try:
            for piece in pieces:
                _write(fd, piece)
            if like is not None and hasattr(os, "fchown"):
                with suppress(OSError):  # only root may give files away
                    os.fchown(fd, like.st_uid, like.st_gid)
            if hasattr(os, "fchmod"):
                os.fchmod(fd, mode)  # after fchown, which drops set-id bits
            return Written(fd, os.fstat(fd))
        except BaseException:
            os.close(fd)
            raise

    def log(self, name: str) -> Log:
        """A file to append to, made if there is none."""
        return Log(os.open(self._at(name), _APPEND, 0o600, dir_fd=self._fd))

    def rename(self, old: str, new: str) -> None:
        """Move a file over another one, or to a new name, in one step."""
        os.replace(self._at(old), self._at(new), src_dir_fd=self._fd, dst_dir_fd=self._fd)

    def add_name(self, old: str, new: str) -> None:
        """Give a file a second name that nothing has yet, in one step; `unlink` then takes the first. Where the file
        system knows no second names, it is moved."""
        if self.stat(new) is not None:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        try:
            os.link(self._at(old), self._at(new), src_dir_fd=self._fd, dst_dir_fd=self._fd, follow_symlinks=False)
        except FileExistsError:
            raise
        except (OSError, NotImplementedError):
            self.rename(old, new)

    def unlink(self, name: str) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self._at(name), dir_fd=self._fd)

    def symlink(self, text: str, name: str) -> None:
        os.symlink(text, self._at(name), dir_fd=self._fd)

    def readlink(self, name: str) -> str:
        return os.readlink(self._at(name), dir_fd=self._fd)

    def mkdir(self, name: str, mode: int = 0o777) -> None:
        os.mkdir(self._at(name), mode, dir_fd=self._fd)

    def rmdir(self, name: str) -> None:
        os.rmdir(self._at(name), dir_fd=self._fd)

    def folder(self, name: str) -> Folder:
        """A directory in this one."""
        path = self.path / name
        if self._fd is None:
            return _looked_at(path)
        with _links_named(path):
            return Folder(path, os.open(name, _DIRECTORY, dir_fd=self._fd))

    def is_writable(self) -> bool:
        """Whether files may be made and renamed here."""
        if self._fd is None:
            return os.access(self.path, os.W_OK)
        return os.access(".", os.W_OK | os.X_OK, dir_fd=self._fd, effective_ids=os.access in os.supports_effective_ids)

    def sync(self) -> None:
        """Let the names in it reach the disk."""
        if self._fd is None:
            return
        try:
            fd = os.open(".", os.O_RDONLY, dir_fd=self._fd)
        except PermissionError:  # may be written and not be listed
            return
        try:
            os.fsync(fd)
        except OSError as error:
            if error.errno not in _CANNOT_SYNC:
                raise
        finally:
            os.close(fd)

    def _at(self, name: str) -> str:
        return name if self._fd is not None else os.path.join(self.path, name)  # noqa: PTH118


def open_folder(path: Path) -> Folder:
    """The directory of a path that is absolute and has no links in it; one put there since is refused."""
    if not HAS_DIRECTORY_FDS:
        return _looked_at(path)
    fd = os.open(path.anchor, _DIRECTORY)
    try:
        for depth, name in enumerate(path.parts[1:], 2):
            fd, outer = _open_inner(fd, name, path, depth), fd
            os.close(outer)
    except BaseException:
        os.close(fd)
        raise
    return Folder(path, fd)


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a directory and those above it, so that they stay after a loss of power."""
    _made(path, mode, is_lasting=True).close()


def made_folder(path: Path) -> Folder:
    """A directory, made with those above it where there is none; nothing is lost if it does not stay."""
    return _made(path, 0o777, is_lasting=False)


def _made(path: Path, mode: int, *, is_lasting: bool) -> Folder:
    folder = open_folder(Path(path.anchor))
    try:
        for name in path.parts[1:]:
            if folder.stat(name) is None:
                with suppress(FileExistsError):  # another run was faster
                    folder.mkdir(name, mode)
                    if is_lasting:
                        folder.sync()
            folder, outer = folder.folder(name), folder
            outer.close()
    except BaseException:
        folder.close()
        raise
    return folder


def read(path: Path, most: int | None = None) -> tuple[bytes | None, os.stat_result]:
    """A regular file's bytes, by a path that is absolute and has no links in it; None where they are too many."""
    with open_folder(path.parent) as folder:
        return folder.read(path.name, most)


class LastFolder:
    """Files by paths that are absolute and have no links in them. The directory of the last one stays open, as the
    next file most often lies beside it; where it is to be written to, only as long as it lies at its path."""

    def __init__(self, opened: Callable[[Path], Folder] = open_folder, *, is_written: bool = False) -> None:
        self._opened = opened
        self._is_written = is_written
        self._path = ""
        self._folder: Folder | None = None

    def close(self) -> None:
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    def of(self, path: Path) -> Folder:
        """The directory that a path lies in, until the next one is asked for."""
        parent = os.path.dirname(path)  # noqa: PTH120
        folder = self._folder
        if folder is None or parent != self._path or not HAS_DIRECTORY_FDS or (self._is_written and _is_gone(folder)):
            self.close()
            folder = self._folder = self._opened(Path(parent))
            self._path = parent
        return folder

    def read(self, path: Path, most: int | None = None) -> tuple[bytes | None, os.stat_result]:
        """A regular file's bytes; None where they are too many."""
        return self.of(path).read(path.name, most)


def _is_gone(folder: Folder) -> bool:
    """Whether an opened directory lies elsewhere by now, or nowhere."""
    try:
        return identity(os.lstat(folder.path)) != identity(folder.status())
    except OSError:
        return True


def leads_away(path: Path) -> bool:
    """Whether a link on a path that somebody has named, be it the path itself, leads out of the directory it lies in.

    A tree that comes from elsewhere may hold such links, and the name is then not what it looks like. Only links below
    the current directory, or in a repository, are looked at: those above are of whoever set up the machine."""
    absolute = Path.cwd() / path  # `..` stays, as it leads back from where a link has led to
    return any(_leads_out(place) for place in (absolute, *absolute.parents) if place.is_symlink())


def _leads_out(link: Path) -> bool:
    folder = Path(os.path.realpath(link.parent))
    is_below = folder.is_relative_to(Path.cwd())
    is_watched = is_below or any(os.path.lexists(above / ".git") for above in (folder, *folder.parents))
    return is_watched and not Path(os.path.realpath(link)).is_relative_to(folder)


def trusted_users() -> frozenset[int]:
    """Whose files are believed: the user's own, and root's; with `sudo` also those of the user who called it."""
    if not hasattr(os, "geteuid"):
        return frozenset()
    caller = os.environ.get("SUDO_UID", "")
    is_called = os.geteuid() == 0 and caller.isdecimal() and len(caller) < _LONGEST_ID
    return frozenset((0, os.geteuid(), *((int(caller),) if is_called else ())))


def owners(path: Path) -> frozenset[int]:
    """Whose a file is, and whose the link that leads to it. Nobody's where the system does not tell."""
    if not hasattr(os, "geteuid"):
        return frozenset()
    return frozenset((path.lstat().st_uid, path.stat().st_uid))


def open_regular(path: Path) -> BinaryIO:
    """A regular file that somebody has named, be it by a link; an OSError says what else it is."""
    fd = os.open(path, _READ_NAMED)
    mode = os.fstat(fd).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(fd, "rb")
    os.close(fd)
    raise IsADirectoryError(None, "is a directory") if stat.S_ISDIR(mode) else OSError(None, "not a regular file")


def read_regular(path: Path, most: int) -> bytes:
    """The content of such a file, of at most so many bytes."""
    with open_regular(path) as file:
        data = file.read(most + 1)  # a file may be larger than its size says, as those of /proc
    if len(data) > most:
        raise OSError(None, f"larger than {most // 1_000_000} MB")
    return data


def read_standard_input(most: int) -> bytes:
    """All that comes, if that is at most so many bytes; an OSError says what is wrong with it."""
    if sys.stdin is None:
        raise OSError(None, "standard input is closed")
    data = sys.stdin.buffer.read(most + 1)
    if len(data) > most:
        raise OSError(None, f"standard input is larger than {most // 1_000_000} MB")
    return data


def pieces_of(file: BinaryIO) -> Iterator[bytes]:
    """All of an opened file, from its beginning, without ever holding all of it."""
    file.seek(0)
    while piece := file.read(_PIECE):
        yield piece


class Folders:
    """Directories that several files lie in, each opened once."""

    def __init__(self) -> None:
        self._opened: dict[Path, Folder] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Folders:
        return self

    def __exit__(self, *_details: object) -> None:
        self._stack.close()

    def of(self, path: Path) -> Folder:
        """The directory that a path lies in."""
        parent = path.parent
        if parent not in self._opened:
            self._opened[parent] = self._stack.enter_context(open_folder(parent))
        return self._opened[parent]


def kind_of(status: os.stat_result) -> str:
    """In words; nothing for a regular file."""
    if stat.S_ISREG(status.st_mode):
        return ""
    return next((what for is_it, what in _KINDS if is_it(status.st_mode)), "a device")


def _content(fd: int, size: int, most: int) -> bytes:
    """An opened file's bytes, at most so many, read in one go where it is as large as it says."""
    data = os.read(fd, min(size + 1, most))
    if len(data) == size:
        return data
    pieces, left = [data], most - len(data)
    while left and (
        piece := os.read(fd, min(_PIECE, left))
    ):  # it grows, or says nothing of its size, as those of /proc
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _refuse_irregular(status: os.stat_result) -> None:
    if what := kind_of(status):
        raise IrregularError(what)


def _open_inner(fd: int, name: str, path: Path, depth: int) -> int:
    try:
        return os.open(name, _DIRECTORY, dir_fd=fd)
    except OSError as error:
        _refuse_link(error, Path(*path.parts[:depth]))
        raise


@contextmanager
def _links_named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        _refuse_link(error, path)
        raise


def _refuse_link(error: OSError, path: Path) -> None:
    """Say which part of a path is none, or no directory any more."""
    if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK):
        what = "a link" if path.is_symlink() else "not a directory"
        raise OSError(errno.ELOOP, f"{path} is {what}; hipify-py does not read or write through links") from error


def _looked_at(path: Path) -> Folder:
    """A directory without a handle that would hold it: only what lies there now is known."""
    status = os.lstat(path)
    if not stat.S_ISDIR(status.st_mode) or os.path.realpath(path) != str(path):
        raise OSError(errno.ELOOP, f"{path} is a link; hipify-py does not read or write through links")
    return Folder(path, None)


def _write(fd: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]
