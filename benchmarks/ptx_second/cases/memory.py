"""Loads, stores, addresses, atomics and asynchronous copies, each thread on memory of its own."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.ptx_second.model import C_TYPES, CONSTRAINTS, Case, code

ROW = "u64 u64 u64 u64"
TILE = """  alignas(32) __shared__ unsigned long long tile[256];
  unsigned long long* own = tile + threadIdx.x * 4;
  for (int i = 0; i < 4; ++i) own[i] = {fill};
  unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(own));
"""
FILL_CELL = "  for (int i = 0; i < 4; ++i) cell[i] = 0x5a5a5a5a5a5a5a5aull;\n"
READ_CELL = "\n  r0 = cell[0]; r1 = cell[1]; r2 = cell[2]; r3 = cell[3];"
READ_TILE = "\n  r0 = own[0]; r1 = own[1]; r2 = own[2]; r3 = own[3];"
ELEMENTS = {
    "b8": "u32",
    "u8": "u32",
    "s8": "s32",
    "b16": "u16",
    "u16": "u16",
    "s16": "s16",
    "b32": "u32",
    "u32": "u32",
    "s32": "s32",
    "f32": "f32",
    "b64": "u64",
    "u64": "u64",
    "s64": "s64",
    "f64": "f64",
}
SIZES = {name: int(name[1:]) for name in ELEMENTS}


def cases() -> Iterator[Case]:
    """All statements of this module."""
    yield from _loads()
    yield from _stores()
    yield from _shared()
    yield from _atomics()
    yield from _copies()
    yield from _addresses()


def _constraint(held: str) -> str:
    return CONSTRAINTS.get(C_TYPES[held], "l")


def _load(name: str, element: str, width: int, where: str, offset: int = 0) -> Case:
    """A load; ``where`` is the address operand and what precedes the statement."""
    held = ELEMENTS[element]
    outs = " ".join([held + ("!" if held[0] == "f" else "")] * width)
    registers = ", ".join(f"%{n}" for n in range(width))
    registers = f"{{{registers}}}" if width > 1 else registers
    vector = f".v{width}" if width > 1 else ""
    address = f"[%{width}{f'+{offset}' if offset else ''}]"
    results = ", ".join(f'"={_constraint(held)}"(r{n})' for n in range(width))
    clobbers = ' : "memory"' if element in ("u32", "b64", "f32") else ""
    is_volatile = " volatile" if element not in ("s32", "f64") else ""
    fill, operand = ("", '"l"(row)') if where == "row" else (TILE.format(fill="row[i]"), '"r"(place)')
    if where == "generic":
        fill, operand = TILE.format(fill="row[i]"), '"l"(own)'
    return code(
        f'{fill}  asm{is_volatile}("{name}{vector}.{element} {registers}, {address};" : {results} : {operand}{clobbers});',
        outs,
        ROW,
    )


def _loads() -> Iterator[Case]:
    for element in ELEMENTS:
        yield _load("ld.global", element, 1, "row", offset=8)
        yield _load("ld", element, 1, "row")
        for width in (2, 4):
            if SIZES[element] * width <= 128:
                yield _load("ld.global", element, width, "row", offset=16)
    names = ("ca", "cg", "cs", "lu", "cv", "nc", "ca.nc", "L1::no_allocate", "nc.L1::no_allocate", "L2::128B")
    orders = ("volatile", "relaxed.gpu", "relaxed.sys", "acquire.cta", "acquire.gpu", "weak", "nc.L2::256B")
    for n, name in enumerate(names):
        head = f"ld.global.{name}"
        for element, width in (("u32", 1), ("b64", 1), ("f32", 4), ("u16", 2), ("s8", 1), ("f64", 2)):
            if n % 2 or element in ("u32", "f32", "s8"):
                yield _load(head, element, width, "row")
    for name in orders:
        head = f"ld.{name}.global" if name[:2] not in ("nc",) else f"ld.global.{name}"
        for element, width in (("u32", 1), ("u64", 1), ("s8", 1), ("f32", 2)):
            yield _load(head, element, width, "row")
    yield _load("ldu.global", "u32", 4, "row")
    yield _load("ldu.global", "f64", 1, "row")


def _store(name: str, element: str, width: int, where: str, offset: int = 0) -> Case:
    held = ELEMENTS[element]
    registers = ", ".join(f"%{n + 1}" for n in range(width))
    registers = f"{{{registers}}}" if width > 1 else registers
    vector = f".v{width}" if width > 1 else ""
    values = ", ".join(f'"{_constraint(held)}"(a{n})' for n in range(width))
    fill, operand, read = FILL_CELL, '"l"(cell)', READ_CELL
    if where != "cell":
        fill, read = TILE.format(fill="0x123456789abcdefull"), READ_TILE
        operand = '"r"(place)' if where == "shared" else '"l"(own)'
    address = f"[%0{f'+{offset}' if offset else ''}]"
    clobbers = ' : "memory"' if element not in ("s32", "f64") or where != "cell" else ""
    text = f'{fill}  asm volatile("{name}{vector}.{element} {address}, {registers};" :: {operand}, {values}{clobbers});'
    return code(text + read, ROW, " ".join([held] * width))


def _stores() -> Iterator[Case]:
    for element in ELEMENTS:
        yield _store("st.global", element, 1, "cell", offset=8)
        for width in (2, 4):
            if SIZES[element] * width <= 128:
                yield _store("st.global", element, width, "cell", offset=16)
    for n, name in enumerate(("wb", "cg", "cs", "wt", "L1::no_allocate", "L1::evict_last")):
        for element, width in (("u32", 1), ("b64", 2), ("f32", 4), ("u16", 1), ("u8", 1)):
            if n % 2 or element != "b64":
                yield _store(f"st.global.{name}", element, width, "cell")
    for name in ("volatile", "relaxed.gpu", "release.gpu", "release.sys", "weak"):
        for element, width in (("u32", 1), ("u64", 1), ("f32", 2), ("u8", 1)):
            yield _store(f"st.{name}.global", element, width, "cell")
    yield _store("st", "f32", 4, "cell")
    yield _store("st", "s16", 2, "cell")


def _shared() -> Iterator[Case]:
    for element in ELEMENTS:
        yield _load("ld.shared", element, 1, "shared", offset=8)
        yield _store("st.shared", element, 1, "shared", offset=8)
    for element, width in (("u32", 4), ("f32", 2), ("b16", 4), ("u8", 4), ("f64", 2)):
        yield _load("ld.shared", element, width, "shared", offset=16)
        yield _store("st.shared", element, width, "shared", offset=16)
        yield _load("ld", element, width, "generic")
        yield _store("st", element, width, "generic")
    yield _load("ld.volatile.shared", "u32", 1, "shared")
    yield _store("st.volatile.shared", "u32", 1, "shared")
    yield _load("ld.relaxed.cta.shared", "u64", 1, "shared")
    yield _load("ld.shared::cta", "u32", 1, "shared")
    yield _store("st.shared::cta", "f32", 1, "shared")
    both = 'asm volatile("{ .reg .u32 x; ld.shared.u32 x, [%0+4]; add.u32 x, x, %1; st.shared.u32 [%0+12], x; }"'
    yield code(f'{TILE.format(fill="row[i]")}  {both} :: "r"(place), "r"(7) : "memory");{READ_TILE}', ROW, ROW)


ATOMICS = {
    "add": ("u32", "s32", "u64", "f32", "f64", "noftz.f16", "noftz.bf16", "noftz.f16x2", "noftz.bf16x2"),
    "min": ("u32", "s32", "u64", "s64"),
    "max": ("u32", "s32", "u64", "s64"),
    "and": ("b32", "b64"),
    "or": ("b32", "b64"),
    "xor": ("b32", "b64"),
    "exch": ("b32", "b64"),
    "inc": ("u32",),
    "dec": ("u32",),
    "cas": ("b16", "b32", "b64"),
}


def _atomics() -> Iterator[Case]:
    spaces = ("global", "shared", "relaxed.gpu.global", "acq_rel.sys.global", "acquire.cta.shared", "release.gpu")
    count = 0
    for name, types in ATOMICS.items():
        for t in types:
            for step in range(3):
                count += 1
                yield _atomic("atom", name, t, spaces[(count + 2 * step) % 6])
            if name not in ("exch", "cas"):
                red = ("relaxed.gpu.global", "global", "shared", "release.sys.global")[count % 4]
                yield _atomic("red", name, t, red)


def _atomic(kind: str, name: str, t: str, space: str) -> Case:
    bare = t.split(".")[-1]
    held = {"f16": "u16", "bf16": "u16", "f16x2": "u32", "bf16x2": "u32"}.get(bare, bare.replace("b", "u"))
    constraint = _constraint(held)
    is_shared = "shared" in space
    memory = "own" if is_shared else "cell"
    fill = TILE.format(fill="0") if is_shared else ""
    fill += f"  *reinterpret_cast<{C_TYPES[held]}*>({memory}) = a0;\n"
    address = '"r"(place)' if is_shared else '"l"(cell)'
    values = f'{address}, "{constraint}"(a1)' + (f', "{constraint}"(a2)' if name == "cas" else "")
    operands = "%1, %2" if kind == "red" else "%1], %2"
    if kind == "red":
        statement = f'asm volatile("red.{space}.{name}.{t} [%0], %1;" :: {values} : "memory"); r0 = 0;'
    else:
        operands = "[%1], %2, %3" if name == "cas" else "[%1], %2"
        statement = (
            f'asm volatile("atom.{space}.{name}.{t} %0, {operands};" : "={constraint}"(r0) : {values} : "memory");'
        )
    out = bare if bare in C_TYPES else held
    read = f"\n  r1 = *reinterpret_cast<{C_TYPES[held]}*>({memory});"
    pool = f"{held}:{bare}" if bare in ("f16", "bf16", "f16x2", "bf16x2") else held
    pool = {"f32": "f32:normal", "f64": "f64"}.get(pool, pool)
    inputs = " ".join([pool] * (3 if name == "cas" else 2))
    return code(f"{fill}  {statement}{read}", f"{held}{'!' if held[0] == 'f' else ''} {out}", inputs)


def _copies() -> Iterator[Case]:
    copies = {
        "cp.async.ca.shared.global [%0], [%1], 4;": "",
        "cp.async.ca.shared.global [%0+8], [%1+16], 8;": "",
        "cp.async.cg.shared.global [%0], [%1], 16;": "",
        "cp.async.ca.shared.global [%0], [%1], 16, %2;": ', "r"(a4 & 15)',
        "cp.async.ca.shared.global [%0], [%1], 8, %2;": ', "r"(a4 % 9)',
        "cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;": ', "r"(a4 & 16)',
        "{ .reg .pred p; setp.ne.b32 p, %2, 0; @p cp.async.cg.shared.global [%0], [%1], 16; }": ', "r"(a4 & 1)',
    }
    tail = '\n  asm volatile("cp.async.commit_group;");\n  asm volatile("cp.async.wait_group 0;" ::: "memory");'
    for text, values in copies.items():
        statement = f'  asm volatile("{text}" :: "r"(place), "l"(row){values} : "memory");{tail}'
        # Rows of 48 bytes: the address of each is a multiple of 16.
        yield code(f"{TILE.format(fill='~0ull')}{statement}{READ_TILE}", ROW, f"{ROW} u32 u32")


def _addresses() -> Iterator[Case]:
    to_shared = 'asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(p) : "l"(own));'
    yield code(
        f"{TILE.format(fill='row[i]')}  unsigned p;\n  {to_shared}\n"
        '  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r0) : "r"(p)); r1 = p == place;',
        "u32 u32",
        ROW,
    )
    yield code(
        '  unsigned long long g;\n  asm("cvta.to.global.u64 %0, %1;" : "=l"(g) : "l"(row));\n'
        '  asm("ld.global.u64 %0, [%1+8];" : "=l"(r0) : "l"(g));',
        "u64",
        ROW,
    )
    yield code(
        f"{TILE.format(fill='row[i]')}  unsigned long long g;\n"
        '  asm("{ .reg .u64 w; cvt.u64.u32 w, %1; cvta.shared.u64 %0, w; }" : "=l"(g) : "r"(place));\n'
        "  r0 = *reinterpret_cast<unsigned long long*>(g); r1 = g == reinterpret_cast<unsigned long long>(own);",
        "u64 u32",
        ROW,
    )
    for space in ("global", "shared"):
        for pointer in ("own", "row"):
            yield code(
                f"{TILE.format(fill='row[i]')}  r1 = place != 1;\n"
                f'  asm("{{ .reg .pred p; isspacep.{space} p, %1; selp.u32 %0, 1, 0, p; }}" : "=r"(r0) : "l"({pointer}));',
                "u32 u32",
                ROW,
            )
    for hint in ("prefetch.global.L2 [%0];", "prefetchu.L1 [%0];", "prefetch.L1 [%0+8];"):
        yield code(f'  asm volatile("{hint}" :: "l"(row)); r0 = a0;', "u64", ROW)
    for fence in ("membar.gl", "membar.cta", "membar.sys", "fence.sc.gpu", "fence.acq_rel.sys", "fence.proxy.async"):
        yield code(f'  asm volatile("{fence};" ::: "memory"); r0 = a0 + 1;', "u64", ROW)
