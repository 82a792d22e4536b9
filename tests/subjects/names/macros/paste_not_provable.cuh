#define UNUSED(name) cuda##name  // expect: API034
#define MIXED(name) cuda##name  // expect: API034
#define OWN(name) cuda##name  // expect: API034
#define OTHER(name) my_##name
#define PASSED_ON(name) cuda##name  // expect: API034
#define EACH(F) F(Malloc) F(MyOwnThing)
#define WRAPPED(name) cuda##name  // expect: API034
#define CHECK(name) if (WRAPPED(name)) abort()
#define AGAIN(name, other) cuda##name  // expect: API034
#undef AGAIN
#define DEFINED(name) cuda##name  // expect: API034
#define JOIN(a, b) a##b a  // expect: API034
int cudaMemset(int a) { return a; }  // expect: TOOL006
void f() {
    MIXED(Free)(p);
    MIXED(DeviceFlushGPUDirectRDMAWrites)(a, b);
    OWN(Thing)(p);
    OTHER(cudaFree)(p);  // expect: API034
    EACH(PASSED_ON) PASSED_ON(Memcpy);
    CHECK(Malloc(&p, n));
    AGAIN(Free, x)(p);
    DEFINED(Memset)(3);
    JOIN(cuda, Malloc)(&p, n);
}
