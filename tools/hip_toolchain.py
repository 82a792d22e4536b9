"""A compiler for HIP on AMD GPUs without ROCm: Debian's clang, and the headers of HIP and its libraries in a folder.

    python -m tools.hip_toolchain [--into DIR] [--rocm X.Y]...

It compiles and assembles for any GPU and links and runs nothing. `hip_toolchain.toml` pins what it is made of. Headers
are fetched with apt from the machine's own Debian mirror, also those of newer suites, with a configuration and a state
beside the machine's; nothing of the system is changed, except that root gets the compiler installed. A mirror that has
dropped a pinned version can be helped out with a snapshot of the archive (DEBIAN_SNAPSHOT=URI), or by putting the
package into DIR/downloads.

A system-wide HIP in /usr/include/hip gets in the way: clang then mixes its headers with ours.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_INTO = ROOT / ".toolchain"
PINS = Path(__file__).with_suffix(".toml")
SET_UP = "python -m tools.hip_toolchain"
SYSTEM_HIP = Path("/usr/include/hip")
# Without optimization, ROCm's bitcode keeps instructions that it chooses by the GPU, and RDNA has not all of them.
OPTIMIZED = ("gfx10", "gfx11", "gfx12")

TRIAL = """\
#include <hip/hip_runtime.h>
__global__ void add(float *a) { a[threadIdx.x] += 1; }
int main() { add<<<1, 64>>>(nullptr); }
"""


class ToolchainError(Exception):
    """Something a person has to look at; the message says what to do."""


# -- using it ----------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Toolchain:
    """The compiler with the headers of one release."""

    compiler: str
    root: Path
    rocm: str
    flags: tuple[str, ...] = ()

    def command(self, arch: str) -> list[str]:
        """The beginning of a command line; flags and a translation unit follow.

        Host and device code are compiled down to machine code, and nothing is kept.
        """
        return [
            self.compiler,
            *("-x", "hip", f"--offload-arch={arch}"),
            *(f"--rocm-path={self.root}", f"--rocm-device-lib-path={self.root / 'bitcode'}"),
            *("-std=gnu++17", "-w", "-ferror-limit=20", "-fno-caret-diagnostics"),
            *self.flags,
            *(("-O1",) if arch.startswith(OPTIMIZED) else ()),
            *("-c", "-o", os.devnull),
        ]


def find_toolchain(rocm: str | None = None, into: Path = DEFAULT_INTO) -> Toolchain | None:
    """What an earlier run set up for a release (the first one pinned, if none is named), or None."""
    pins = read_pins()
    release = choose_release(pins, rocm)
    return toolchain_of(pins, release, into) if is_set_up(pins, release, into) else None


# -- the pins ----------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Package:
    """One binary package of Debian."""

    name: str
    version: str
    sha256: str

    @classmethod
    def parse(cls, line: str) -> Package:
        return cls(*line.split())

    @property
    def file(self) -> str:
        return f"{self.name}_{self.version}.deb"


@dataclasses.dataclass(frozen=True)
class Fix:
    """A line to insert into a header, where the header as packaged does not compile by itself."""

    header: str
    before: str
    insert: str


@dataclasses.dataclass(frozen=True)
class Release:
    rocm: str
    flags: tuple[str, ...]
    fixes: tuple[Fix, ...]
    packages: tuple[Package, ...]


@dataclasses.dataclass(frozen=True)
class Pins:
    compiler: str
    programs: tuple[str, ...]
    needs: tuple[str, ...]
    suites: tuple[str, ...]
    device_libraries: Package
    releases: tuple[Release, ...]


def read_pins(path: Path = PINS) -> Pins:
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    return Pins(
        document["compiler"],
        tuple(document["programs"]),
        tuple(document["needs"]),
        tuple(document["suites"]),
        Package.parse(document["device_libraries"]),
        tuple(map(_release, document["release"])),
    )


def _release(row: Mapping[str, Any]) -> Release:
    return Release(
        row["rocm"],
        tuple(row["flags"]),
        tuple(Fix(**fix) for fix in row["fixes"]),
        tuple(map(Package.parse, row["packages"])),
    )


def choose_release(pins: Pins, rocm: str | None) -> Release:
    for release in pins.releases:
        if rocm in (None, release.rocm):
            return release
    raise ToolchainError(f"ROCm {rocm}: {PINS.name} has {', '.join(release.rocm for release in pins.releases)}")


# -- setting it up -----------------------------------------------------------------------------------------------------


def set_up(pins: Pins, release: Release, into: Path) -> Toolchain:
    """Makes `into`/<release> a ROCm folder as clang expects one: include, bitcode, share/hip/version."""
    ready = toolchain_of(pins, release, into)
    if is_set_up(pins, release, into):
        return ready
    packages = (pins.device_libraries, *release.packages)
    fetch_packages(packages, pins.suites, into / "downloads")
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=into, prefix=".unpack-") as work:
        assemble(packages, release.fixes, into / "downloads", Path(work))
        shutil.rmtree(ready.root, ignore_errors=True)
        Path(work, "usr").rename(ready.root)
    try_out(ready)
    stamp(ready).write_text(fingerprint(pins, release), encoding="utf-8")
    return ready


def toolchain_of(pins: Pins, release: Release, into: Path) -> Toolchain:
    return Toolchain(pins.compiler, into.resolve() / release.rocm, release.rocm, release.flags)


def is_set_up(pins: Pins, release: Release, into: Path) -> bool:
    path = stamp(toolchain_of(pins, release, into))
    there = path.is_file() and path.read_text(encoding="utf-8") == fingerprint(pins, release)
    return there and not missing_programs(pins)


def missing_programs(pins: Pins) -> list[str]:
    return [program for program in pins.programs if shutil.which(program) is None]


def stamp(toolchain: Toolchain) -> Path:
    return toolchain.root / ".complete"


def fingerprint(pins: Pins, release: Release) -> str:
    """Changes whenever setting up again would give another folder."""
    return hashlib.sha256(repr((pins.device_libraries, release.fixes, release.packages)).encode()).hexdigest()


def assemble(packages: Iterable[Package], fixes: Iterable[Fix], downloads: Path, work: Path) -> None:
    unpack_packages(packages, downloads, work)
    bitcode = next(work.glob("usr/lib/**/amdgcn/bitcode"))
    bitcode.rename(work / "usr/bitcode")
    for fix in fixes:
        header = work / "usr/include" / fix.header
        text = header.read_text(encoding="utf-8")
        header.write_text(text.replace(fix.before, f"{fix.insert}\n{fix.before}", 1), encoding="utf-8")


def unpack_packages(packages: Iterable[Package], downloads: Path, into: Path) -> None:
    for package in packages:
        run(["dpkg-deb", "-x", str(downloads / package.file), str(into)])


def try_out(toolchain: Toolchain) -> None:
    """Compiles a program, so that whoever uses the toolchain may take errors for errors of the program."""
    with tempfile.TemporaryDirectory() as work:
        source = Path(work, "trial.hip")
        source.write_text(TRIAL, encoding="utf-8")
        run([*toolchain.command("gfx90a"), str(source)])


def ensure_compiler(pins: Pins) -> None:
    if SYSTEM_HIP.exists():
        raise ToolchainError(f"{SYSTEM_HIP} belongs to another HIP and would be mixed with ours: remove its package")
    missing = missing_programs(pins)
    if not missing:
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise ToolchainError(f"{', '.join(missing)}: missing; install them: apt-get install {' '.join(pins.needs)}")
    run(["apt-get", "update"])
    run(["apt-get", "install", "--yes", "--no-install-recommends", *pins.needs])


def run(command: Sequence[str], folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ToolchainError(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr.strip()}")
    return done.stdout


# -- downloading -------------------------------------------------------------------------------------------------------


def fetch_packages(packages: Iterable[Package], suites: Iterable[str], downloads: Path) -> None:
    """Verified packages in `downloads`; apt is asked only for those that are not there."""
    packages = list(packages)
    if missing := [package for package in packages if not (downloads / package.file).exists()]:
        download(missing, suites, downloads)
    for package in packages:
        found = hashlib.sha256((downloads / package.file).read_bytes()).hexdigest()
        if found != package.sha256:
            raise ToolchainError(f"{downloads / package.file} has sha256 {found}, {PINS.name} says {package.sha256}")


def download(packages: Iterable[Package], suites: Iterable[str], downloads: Path) -> None:
    downloads.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=downloads) as state:
        apt = private_apt(suites, Path(state))
        try:
            run([*apt, "download", *(f"{package.name}={package.version}" for package in packages)], Path(state))
        except ToolchainError as error:
            raise ToolchainError(
                f"{str(error).splitlines()[-1]}: not on the mirror any more? Put it into {downloads} as "
                f"NAME_VERSION.deb, name a snapshot of Debian in DEBIAN_SNAPSHOT, or pin a newer one in {PINS.name}"
            ) from None
        for package in packages:
            next(Path(state).glob(f"{package.name}_*.deb")).rename(downloads / package.file)


def private_apt(suites: Iterable[str], state: Path) -> list[str]:
    """apt-get with sources and state of its own, its lists updated."""
    if not shutil.which("apt-get"):
        raise ToolchainError("the headers come from Debian's packages, which are fetched with apt-get")
    for folder in (state / "lists/partial", state / "cache/archives/partial"):
        folder.mkdir(parents=True)
    sources = state / "sources.list"
    sources.write_text("".join(source_lines(suites)), encoding="utf-8")
    options = [
        f"Dir::Etc::SourceList={sources}",
        f"Dir::Etc::SourceParts={os.devnull}",
        f"Dir::State::Lists={state / 'lists'}",
        f"Dir::Cache={state / 'cache'}",
        "APT::Architecture=amd64",  # the pinned ones; headers are alike on all
        "APT::Sandbox::User=",  # stay who we are: apt's own user cannot write below a home directory
        "Acquire::Languages=none",
    ]
    apt = ["apt-get", *(word for option in options for word in ("-o", option))]
    run([*apt, "update"])
    return apt


def source_lines(suites: Iterable[str]) -> list[str]:
    snapshot = os.environ.get("DEBIAN_SNAPSHOT")
    lines = [f"deb {debian_mirror()} {suite} main\n" for suite in suites]
    if snapshot:  # an old Release file says that it is out of date, which is the point
        lines += [f"deb [check-valid-until=no] {snapshot} {suite} main\n" for suite in suites]
    return lines


def debian_mirror() -> str:
    """Where this machine gets Debian itself from, as against updates, security fixes and other people's archives."""
    asked = run(["apt-get", "indextargets", "--no-release-info", "--format", "$(REPO_URI) $(RELEASE)"])
    for line in asked.splitlines():
        uri, _, suite = line.partition(" ")
        if uri.rstrip("/").endswith("/debian") and "-" not in suite:
            return uri
    raise ToolchainError("apt is configured with no mirror of Debian (a URI that ends in /debian)")


# -- the command -------------------------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog=SET_UP, description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--into", type=Path, default=DEFAULT_INTO, metavar="DIR", help="default: .toolchain")
    parser.add_argument("--rocm", action="append", metavar="X.Y", help="this release only; may be repeated")
    options = parser.parse_args(arguments)
    pins = read_pins()
    failures = 0
    try:
        ensure_compiler(pins)
        releases = [choose_release(pins, rocm) for rocm in options.rocm] if options.rocm else pins.releases
    except ToolchainError as error:
        print(error, file=sys.stderr)
        return 2
    for release in releases:
        try:
            print(f"ROCm {release.rocm}: {set_up(pins, release, options.into.resolve()).root}", flush=True)
        except ToolchainError as error:
            failures += 1
            print(f"ROCm {release.rocm}: {error}", file=sys.stderr, flush=True)
    return 2 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
