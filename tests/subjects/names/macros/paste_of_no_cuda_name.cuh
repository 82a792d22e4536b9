#define MEMBER(name) ull##name
#define ALIAS(name) __##name
#define FLAGS(size) (attr.atomic##size##_flags & wanted.atomic##size##_flags)
#define BLOCK(op) atomic##op##_block  // expect: API034
#define LOCAL(name) cu_##name
#define MAKE(type) make_##type(a.x, b.x)
#define EACH(type) MAKE(type)
#define CURRENT(name) cu##name
#define DRIVER(name) cu##name  // expect: API034
#define TRAP(name) __##name  // expect: API034
void f() {
    cudaFree(a);
    total = state.MEMBER(TotalPhys) + FLAGS(64);
    ALIAS(init)();
    BLOCK(Add)(&a, 1);
    EACH(float2) CURRENT(rrent) CURRENT(t);
    DRIVER(MemAlloc)(&a, 1), DRIVER(MyOwn)(a);
    TRAP(trap)(), TRAP(mine)();
}
// ==== output
#define MEMBER(name) ull##name
#define ALIAS(name) __##name
#define FLAGS(size) (attr.atomic##size##_flags & wanted.atomic##size##_flags)
#define BLOCK(op) atomic##op##_block  // expect: API034
#define LOCAL(name) cu_##name
#define MAKE(type) make_##type(a.x, b.x)
#define EACH(type) MAKE(type)
#define CURRENT(name) cu##name
#define DRIVER(name) cu##name  // expect: API034
#define TRAP(name) __##name  // expect: API034
void f() {
    hipFree(a);
    total = state.MEMBER(TotalPhys) + FLAGS(64);
    ALIAS(init)();
    BLOCK(Add)(&a, 1);
    EACH(float2) CURRENT(rrent) CURRENT(t);
    DRIVER(MemAlloc)(&a, 1), DRIVER(MyOwn)(a);
    TRAP(trap)(), TRAP(mine)();
}
