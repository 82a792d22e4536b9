#define UNUSED(name) cuda##name  // expect: API034
#define MIXED(name) cuda##name  // expect: API034
#define OWN(name) cuda##name
#define OTHER(name) my_##name
void f() {
    MIXED(Free)(p);
    MIXED(DeviceFlushGPUDirectRDMAWrites)(a, b);
    OWN(Thing)(p);
    OTHER(cudaFree)(p);  // expect: API034
}
