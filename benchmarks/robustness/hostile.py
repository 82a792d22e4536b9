"""Runs hipify-py on repositories that somebody has made to harm whoever does so, and looks at what happened.

    python -m benchmarks.robustness.hostile [--only NAME]...

Each function below makes one repository. In each, every command of `COMMANDS` is run as the installed command, from
within, and hipify-nvcc on each of its sources and response files. Then must hold: it ends in time, with exit code 0,
1 or 2 and without a traceback; no program of the repository ran; nothing outside of it was written, removed or given
another mode, but in the user's state and cache; secrets from outside are not in what it printed; and what it printed
commands no terminal.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

CUDA = "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
ASSEMBLER = '__device__ int g(int a) { int r; asm("bfe.s32 %0, %1, 4, 8;" : "=r"(r) : "r"(a)); return r; }\n'
SECRET = "correct-horse-battery-staple"
COMMANDS = (
    ("--check", "."),
    ("scan", "."),
    ("scan", "--since", "HEAD", "--format", "sarif", "."),
    ("--diff", "--rename-files", "."),
    (".", "-o", "../out"),
    ("sources", "-o", "converted"),
    ("--rename-files", "."),
    ("undo",),
    ("undo", "--force"),
)
NVCC = "hipify-nvcc"
PATIENCE = 90.0
_HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|##\\w*\\[")
Maker = Callable[[Path], None]


class HarmError(Exception):
    """What a hostile repository could do, in one line."""


@dataclass
class Place:
    """Where one repository is tried: the repository, and beside it a home, a neighbour with secrets, a canary."""

    root: Path

    @property
    def repository(self) -> Path:
        return self.root / "repository"

    def prepare(self) -> None:
        for name in ("home/.config", "neighbour", "state", "cache"):
            (self.root / name).mkdir(parents=True)
        (self.root / "home/.bashrc").write_text("# mine\n")
        (self.root / "neighbour/secret").write_text(f"password = {SECRET}\n")
        (self.root / "neighbour/secret.toml").write_text(f'{SECRET} = "{SECRET}"\n')
        (self.root / "neighbour/victim.cu").write_text(CUDA + f"// {SECRET}\n")
        (self.root / "neighbour/victim.hpp").write_text("// hipify_ptx.hpp\n")
        self.repository.mkdir()

    def run(self, *arguments: str) -> None:
        before = _snapshot(self.root)
        name, *words = arguments if arguments[0] == NVCC else ("hipify-py", *arguments)
        command = [str(Path(sys.executable).with_name(name)), *words]
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.root / "home"),
            "HIPIFY_PY_STATE": str(self.root / "state"),
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
            "GIT_CONFIG_NOSYSTEM": "1",
            "HIPIFY_NVCC_COMPILER": "/bin/true",
            "HIPIFY_NVCC_ARCH": "gfx90a",
            "HIPIFY_NVCC_CACHE": str(self.root / "cache"),
        }
        started = time.monotonic()
        try:
            ran = subprocess.run(
                command,
                cwd=self.repository,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired as error:
            raise HarmError(f"{' '.join(arguments)}: still running after {PATIENCE:.0f} s") from error
        self._judge(ran, arguments, time.monotonic() - started)
        if changed := _difference(before, _snapshot(self.root)):
            raise HarmError(f"{' '.join(arguments)}: written outside: {', '.join(changed)}")
        if (self.root / "ran").exists():
            raise HarmError(f"{' '.join(arguments)}: a program of the repository ran")

    def _judge(self, ran: subprocess.CompletedProcess[bytes], arguments: tuple[str, ...], seconds: float) -> None:
        del seconds
        said = f"{' '.join(arguments)}: exit code {ran.returncode}"
        errors = ran.stderr.decode(errors="replace")
        if ran.returncode not in (0, 1, 2):
            raise HarmError(f"{said}: {errors[-300:]}")
        if "Traceback" in errors or "internal error" in errors:
            raise HarmError(f"{said}: {errors[-300:]}")
        shown = errors if "--diff" in arguments else errors + ran.stdout.decode(errors="replace")
        if found := _HARMFUL.search(shown):
            raise HarmError(f"{said}: prints {found[0]!r}")
        if SECRET.encode() in ran.stdout + ran.stderr:
            raise HarmError(f"{said}: prints a secret from outside")


def builds(repository: Path) -> Iterator[tuple[str, ...]]:
    """What a build would have hipify-nvcc do."""
    for path in sorted(repository.iterdir()):
        if path.suffix in (".cu", ".rsp"):
            name = f"./{path.name}" if path.name.startswith("-") else path.name
            yield (NVCC, "-v", "-c", name if path.suffix == ".cu" else f"@{name}")


def _snapshot(root: Path) -> dict[str, tuple[int, bytes]]:
    """Everything outside of the repository but what the program may keep."""
    found = {}
    for folder, directories, files in os.walk(root):
        if Path(folder) == root:
            directories[:] = [name for name in directories if name not in ("repository", "state", "cache", "out")]
        for name in (*directories, *files):
            path = Path(folder, name)
            status = path.lstat()
            content = path.read_bytes() if stat.S_ISREG(status.st_mode) else b""
            found[str(path.relative_to(root))] = status.st_mode, content
    return found


def _difference(before: dict[str, tuple[int, bytes]], after: dict[str, tuple[int, bytes]]) -> list[str]:
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


# -- the repositories --------------------------------------------------------------------------------------------------


def _put(path: Path, text: str | bytes, mode: int = 0o644) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    path.chmod(mode)
    return path


def _program(repository: Path) -> Path:
    """What shows that it was run."""
    return _put(repository / "evil.sh", f"#!/bin/sh\ntouch {repository.parent}/ran\ncat\n", 0o755)


def _git(repository: Path, *arguments: str) -> None:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=repository, env=environment, check=True, capture_output=True)


def _committed(repository: Path) -> None:
    _git(repository, "init", "-q")
    _git(repository, "add", "-A")
    _git(repository, "commit", "-qm", "1")


def settings_start_programs(repository: Path) -> None:
    program = _program(repository)
    _put(repository / "a.cu", CUDA)
    _put(repository / ".hipify-py.toml", f'verify = true\nverify-compiler = "{program}"\n')


def settings_load_plugins(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    _put(repository / "pyproject.toml", '[tool.hipify-py]\nverify-flags = "-fplugin=./evil.so"\nverify = true\n')


def settings_write_reports(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    _put(repository / ".hipify-py.toml", 'format = ["concise:../home/.bashrc"]\n')


def settings_write_the_header(repository: Path) -> None:
    _put(repository / "a.cu", CUDA + ASSEMBLER)
    _put(repository / ".hipify-py.toml", 'ptx-header = "../home/x.hpp"\n')


def settings_write_the_header_through_a_link(repository: Path) -> None:
    _put(repository / "a.cu", CUDA + ASSEMBLER)
    (repository / "inc").symlink_to("../home")
    _put(repository / ".hipify-py.toml", 'ptx-header = "inc/x.hpp"\n')


def settings_read_what_never_ends(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    _put(repository / ".hipify-py.toml", 'mapping = ["/dev/zero"]\nbaseline = "/dev/zero"\n')


def settings_read_a_pipe(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    os.mkfifo(repository / "pipe")
    _put(repository / ".hipify-py.toml", 'mapping = ["pipe"]\n')


def settings_read_secrets(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    (repository / "table.yaml").symlink_to("../neighbour/secret")
    _put(repository / ".hipify-py.toml", 'mapping = ["table.yaml"]\n')


def settings_are_a_secret(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    (repository / ".hipify-py.toml").symlink_to("../neighbour/secret.toml")


def settings_are_a_pipe(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    os.mkfifo(repository / ".hipify-py.toml")
    os.mkfifo(repository / "pyproject.toml")


def settings_are_endless(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    with (repository / "pyproject.toml").open("wb") as file:
        file.truncate(8_000_000_000)


def settings_are_deep(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    _put(repository / ".hipify-py.toml", "exclude = " + "[" * 100_000)


def settings_choose_odd_suffixes(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    _put(repository / ".hipify-py.toml", 'rename-files = true\ncuda-suffix = "/../../home/.bashrc"\n')


def settings_have_dear_patterns(repository: Path) -> None:
    _put(repository / ("a" * 200 + ".cu"), CUDA)
    dear = "*a" * 60 + "b"
    _put(
        repository / ".hipify-py.toml",
        f'exclude = ["{dear}", "**/{dear}"]\nper-file-ignores = {{"{dear}" = ["PTX"]}}\n',
    )


def a_table_is_a_bomb(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    lines = ["a0: &a0 [x, x]"] + [f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 60)]
    _put(repository / "t.yaml", "functions:\n  f: {arguments: *a59}\n" + "\n".join(lines))
    _put(repository / "u.yaml", "functions:\n  cudaFree:\n    hip: hipFree\n    arguments: &a [*a]\n")
    _put(repository / ".hipify-py.toml", 'mapping = ["u.yaml", "t.yaml"]\n')


def a_table_holds_escapes(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    text = '"\\e[2J ##vso[task.complete] ::error::x \\u202e"'
    _put(repository / "t.yaml", f"functions:\n  cudaFree: {{unsupported: {text}}}\n")
    _put(repository / ".hipify-py.toml", 'mapping = ["t.yaml"]\n')


def a_baseline_is_deep(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    _put(repository / "b.json", "[" * 200_000)
    _put(repository / ".hipify-py.toml", 'baseline = "b.json"\n')


def the_compilation_database_names_anything(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    arguments = ["./evil.sh", "@/dev/zero", "--options-file", "../neighbour/secret", "-fplugin=x.so", "a.cu"]
    _program(repository)
    _put(repository / "compile_commands.json", json.dumps([{"file": "a.cu", "arguments": arguments}]))


def git_runs_filters(repository: Path) -> None:
    program = _program(repository)
    _put(repository / "a.cu", CUDA)
    _put(repository / ".gitattributes", "* filter=evil diff=evil merge=evil\n")
    _committed(repository)
    _put(repository / "a.cu", CUDA * 2)
    for key in (
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "diff.evil.textconv",
        "diff.external",
    ):
        _git(repository, "config", key, str(program))
    for key in ("core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "alias.diff"):
        _git(repository, "config", key, str(program))
    _git(repository, "config", "core.hooksPath", ".")
    for hook in ("post-index-change", "reference-transaction", "pre-commit"):
        shutil.copy(program, repository / hook)


def git_fetches_what_is_missing(repository: Path) -> None:
    program = _program(repository)
    _put(repository / "a.cu", CUDA)
    _committed(repository)
    for path in (repository / ".git/objects").glob("??/*"):
        if path.stat().st_size < 90:  # the blob; the commit stays
            path.unlink()
    _git(repository, "config", "extensions.partialClone", "origin")
    _git(repository, "config", "remote.origin.promisor", "true")
    _git(repository, "config", "remote.origin.url", f"ext::{program}")
    _git(repository, "config", "protocol.ext.allow", "always")


def git_reads_a_pipe(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    _committed(repository)
    (repository / ".git/info").mkdir(exist_ok=True)
    (repository / ".git/info/exclude").unlink(missing_ok=True)
    os.mkfifo(repository / ".git/info/exclude")


def git_lies_elsewhere(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    _put(repository / ".git", "gitdir: ../neighbour\n")


def git_is_a_link(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    (repository / ".git").symlink_to("../neighbour")


def git_is_endless(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    (repository / ".git").symlink_to("/dev/zero")


def the_work_tree_is_the_root(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    _committed(repository)
    _git(repository, "config", "core.worktree", str(repository.parent))


def a_journal_was_committed(repository: Path) -> None:
    """As earlier releases kept it, and as an attacker would write it: it restores a file outside, with set-user-ID."""
    _put(repository / "a.cu", CUDA)
    victim = str(repository.parent / "home/.bashrc")
    for home in (repository / ".hipify-py", repository / ".git/hipify-py"):
        run = home / "00000000000000000001"
        _put(run / "000000", "evil\n")
        for name in (victim, "../home/.bashrc", "/../home/.bashrc"):
            entry = {"path": name, "new_path": name, "original": "000000", "before": "x", "after": "x", "mode": 0o4755}
            with (run / "entries.jsonl").open("a") as file:
                file.write(json.dumps(entry) + "\n")


def the_memory_of_the_output_was_committed(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    (repository / ".hipify-py").symlink_to("../home")


def ignore_rules_are_dear(repository: Path) -> None:
    """For git as well, which is why they come after the commit."""
    _put(repository / ("a" * 200 + ".cu"), CUDA)
    _committed(repository)
    _put(repository / ("a" * 199 + ".cu"), CUDA)
    _put(repository / ".gitignore", "\n".join("*a" * count + "b" for count in range(20, 60)) + "\n")


def ignore_rules_are_a_link(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    (repository / ".gitignore").symlink_to("../neighbour/secret")


def ignore_rules_are_a_pipe(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    os.mkfifo(repository / ".gitignore")


def ignore_rules_are_endless(repository: Path) -> None:
    _put(repository / "sub/a.cu", CUDA)
    with (repository / ".gitignore").open("wb") as file:
        file.truncate(1_000_000_000)


def sources_are_links(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    (repository / "b.cu").symlink_to("../neighbour/victim.cu")
    (repository / "away").symlink_to("../neighbour")
    (repository / "loop").symlink_to(".")
    (repository / "self.cu").symlink_to("self.cu")
    (repository / "tty.cu").symlink_to("/dev/tty")


def a_source_is_a_hard_link(repository: Path) -> None:
    os.link(_put(repository.parent / "neighbour/linked.cu", CUDA), repository / "a.cu")


def sources_are_no_files(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    os.mkfifo(repository / "pipe.cu")
    (repository / "directory.cu").mkdir()
    server = socket.socket(socket.AF_UNIX)
    here = Path.cwd()
    os.chdir(repository)
    try:
        server.bind("socket.cu")
    finally:
        os.chdir(here)
        server.close()


def the_header_is_a_link(repository: Path) -> None:
    _put(repository / "a.cu", CUDA + ASSEMBLER)
    (repository / "hipify_ptx.hpp").symlink_to("../neighbour/victim.hpp")
    _put(repository / "sub/a.cu", CUDA + ASSEMBLER)
    (repository / "sub/hipify_ptx.hpp").symlink_to("../../home/new.hpp")


def the_header_is_a_directory(repository: Path) -> None:
    _put(repository / "a.cu", CUDA + ASSEMBLER)
    (repository / "hipify_ptx.hpp").mkdir()


def a_new_name_is_taken_by_a_link(repository: Path) -> None:
    _put(repository / "a.cu", '#include "b.cuh"\n' + CUDA)
    _put(repository / "b.cuh", CUDA)
    (repository / "a.hip").symlink_to("../neighbour/victim.cu")
    (repository / "b.hip.h").symlink_to("../home/nothing")


def includes_lead_out(repository: Path) -> None:
    _put(repository / "a.cu", '#include "../neighbour/victim.cu"\n#include "/etc/passwd"\n' + CUDA)


def names_are_commands(repository: Path) -> None:
    text = CUDA + 'void g() { cudaProfilerInitialize("\x1b]0;x\x07 ##[error] \u202e"); }\n'
    for name in ("::error::x", "##vso[task.complete]", "\x1b[2J", "a\nb", "\u202etxt", "--force", "-o"):
        _put(repository / f"{name}.cu", text)
    Path(os.fsdecode(os.fsencode(repository) + b"/\xff\xfe.cu")).write_text(text)


def response_files_do_not_end(repository: Path) -> None:
    _put(repository / "a.cu", CUDA)
    os.mkfifo(repository / "pipe.rsp")
    (repository / "zeros.rsp").symlink_to("/dev/zero")
    with (repository / "large.rsp").open("wb") as file:
        file.truncate(100_000_000)
    _put(repository / "itself.rsp", "@itself.rsp " * 100)
    _put(repository / "many.rsp", "@empty.rsp " * 100_000)
    _put(repository / "empty.rsp", "")
    _put(repository / "odd.rsp", b"-c \0\xff ::error::")


def names_are_long(repository: Path) -> None:
    _put(repository / ("x" * 252 + ".cu"), CUDA + ASSEMBLER)


def directories_are_deep(repository: Path) -> None:
    here = Path.cwd()
    os.chdir(repository)
    try:
        for _ in range(60):
            Path("d" * 100).mkdir()
            os.chdir("d" * 100)
        Path("a.cu").write_text(CUDA)
    finally:
        os.chdir(here)


def modules_shadow_ours(repository: Path) -> None:
    text = f"open({str(repository.parent / 'ran')!r}, 'w')\n"
    for name in ("click", "yaml", "rich", "signal", "sitecustomize", "usercustomize", "tree_sitter", "hipify_py"):
        _put(repository / f"{name}.py", text)
    _put(repository / "a.cu", CUDA)


def sources_are_large(repository: Path) -> None:
    with (repository / "sparse.cu").open("wb") as file:
        file.truncate(3_000_000_000)
    _put(repository / "line.cu", "cudaFree(0);" * 200_000)


def sources_nest(repository: Path) -> None:
    _put(repository / "a.cu", "void f() " + "{ if (x) " * 20_000 + "cudaFree(0);")
    _put(repository / "b.cu", CUDA + "#if X\n" * 20_000)
    _put(repository / "c.cu", CUDA + "(" * 100_000)
    _put(repository / "d.cu", CUDA + "template<" * 30_000)


def sources_do_not_end(repository: Path) -> None:
    _put(repository / "a.cu", CUDA + "/* cudaFree" * 10_000)
    _put(repository / "b.cu", CUDA + 'R"' * 20_000)
    _put(repository / "c.cu", CUDA + "\\\n" * 100_000)
    _put(repository / "d.cu", CUDA + '"\\' * 50_000)


def macros_multiply(repository: Path) -> None:
    lines = ["#define A0(x) x x"] + [f"#define A{i}(x) A{i - 1}(x) A{i - 1}(x)" for i in range(1, 60)]
    asm = '__device__ void g() { asm(A59("bar.sync 0;")); asm volatile(A59("")); }\n'
    _put(repository / "a.cu", CUDA + "\n".join(lines) + "\n" + asm)


def build_files_are_dear(repository: Path) -> None:
    _put(repository / "requirements.txt", "nvidia-" * 20_000)
    _put(repository / "x.vcxproj", "<!--" * 20_000)
    _put(repository / "CMakeLists.txt", "project(" * 20_000 + "LANGUAGES " * 20_000 + "add_library(" + "a" * 100_000)
    _put(repository / "Makefile", "nvcc" + " \\\n" * 50_000)
    _put(repository / "setup.py", "CUDAExtension(" * 20_000)


def suppressions_are_many(repository: Path) -> None:
    _put(repository / "a.cu", CUDA + "// hipify: off\n// hipify: on\n" * 20_000 + "// hipify: ignore[" + "A," * 50_000)


def the_output_is_led_away(repository: Path) -> None:
    _put(repository / "sources/victim.cu", CUDA)
    _put(repository / "sources/.bashrc.cu", CUDA)
    (repository / "converted").symlink_to("../neighbour")


def settings_govern_a_neighbour(repository: Path) -> None:
    _put(repository / ".hipify-py.toml", 'ptx-header = "victim.hpp"\nmapping = ["own.yaml"]\n')
    _put(repository / "own.yaml", "functions:\n  f: system\n")
    _put(repository / "sources/a.cu", CUDA + ASSEMBLER)


def settings_take_long_to_read(repository: Path) -> None:
    _put(repository / "pyproject.toml", "[tool.hipify-py]\nx" + ".x" * 40_000 + " = 1\n")
    _put(repository / "a.cu", CUDA)


def a_baseline_counts_to_the_end_of_memory(repository: Path) -> None:
    entry = '{"path": "a.cu", "rule": "API001", "fingerprint": "0", "count": 1000000000000}'
    _put(repository / "base.json", f'{{"format": "hipify-py baseline", "version": 1, "findings": [{entry}]}}')
    _put(repository / ".hipify-py.toml", 'baseline = "base.json"\n')
    _put(repository / "a.cu", CUDA)


def includes_mean_many_files(repository: Path) -> None:
    for number in range(1_000):
        _put(repository / f"d{number}/x.cuh", "int x;\n")
    _put(repository / "a.cu", "#include <x.cuh>\n" * 20_000)


def modes_are_special(repository: Path) -> None:
    _put(repository / "a.cu", CUDA, 0o6755)
    _put(repository / "b.cu", CUDA, 0o000)
    _put(repository / "locked/c.cu", CUDA + ASSEMBLER)
    (repository / "locked").chmod(0o555)


REPOSITORIES: dict[str, Maker] = {
    name: make
    for name, make in list(globals().items())
    if callable(make) and getattr(make, "__annotations__", {}).get("repository") == "Path" and not name.startswith("_")
}


def attack(make: Maker, commands: tuple[tuple[str, ...], ...] = COMMANDS) -> Iterator[str]:
    """What a repository could do that it should not, for each command."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Place(Path(folder))
        place.prepare()
        make(place.repository)
        for command in (*commands, *builds(place.repository)):
            try:
                place.run(*command)
            except HarmError as error:
                yield str(error)
        subprocess.run(["chmod", "-R", "u+rwx", folder], check=False, capture_output=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=sorted(REPOSITORIES))
    chosen = parser.parse_args().only or sorted(REPOSITORIES)
    harmed = 0
    for name in chosen:
        started = time.monotonic()
        found = list(attack(REPOSITORIES[name]))
        harmed += bool(found)
        print(f"{name}: {time.monotonic() - started:.1f} s" + "".join(f"\n    {line}" for line in found), flush=True)
    print(f"{len(chosen)} repositories, {harmed} could do harm")
    return int(harmed > 0)


if __name__ == "__main__":
    sys.exit(main())
