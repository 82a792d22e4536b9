// Members that macros declare by names of CUDA keep them, as uses of them do.
#include <cuda.h>
#define EACH(F) F(cuInit, (unsigned)) F(cuCtxSynchronize, ())  // expect: API034, API034
#define MEMBER(name, args) CUresult(CUDAAPI *name) args = nullptr;
#define LOAD(name, args) name = reinterpret_cast<decltype(name)>(find(#name));
void *find(const char *name);
struct Driver {
    EACH(MEMBER)
    MEMBER(cuDriverGetVersion, (int *))  // expect: TOOL006
    void load() { EACH(LOAD) }
    void initialize() { cuInit(0); }
};
#define ALL MEMBER(cuCtxGetDevice, (CUdevice *)) MEMBER(cuDeviceGetCount, (int *))  // expect: TOOL006, TOOL006
namespace dynamic {
ALL
}
int use(Driver &driver, int *version, CUdevice *device) {
    cuDriverGetVersion(version);
    cuCtxGetDevice(device);
    return driver.cuInit(0) + driver.cuCtxSynchronize() + driver.cuDriverGetVersion(version) + dynamic::cuCtxGetDevice(device);
}

// What names CUDA's function too becomes HIP's.
#define POINTER(name) decltype(&::name) name = &::name;
struct Pointers {
    POINTER(cuDeviceGet)
};

// Variables of a function.
#define VARIABLE(name) int name = 0;
int local() {
    VARIABLE(cuMemAlloc)
    return cuMemAlloc;
}
// ==== output
// Members that macros declare by names of CUDA keep them, as uses of them do.
#include <hip/hip_runtime.h>
#define EACH(F) F(cuInit, (unsigned)) F(cuCtxSynchronize, ())  // expect: API034, API034
#define MEMBER(name, args) hipError_t(*name) args = nullptr;
#define LOAD(name, args) name = reinterpret_cast<decltype(name)>(find(#name));
void *find(const char *name);
struct Driver {
    EACH(MEMBER)
    MEMBER(cuDriverGetVersion, (int *))  // expect: TOOL006
    void load() { EACH(LOAD) }
    void initialize() { cuInit(0); }
};
#define ALL MEMBER(cuCtxGetDevice, (hipDevice_t *)) MEMBER(cuDeviceGetCount, (int *))  // expect: TOOL006, TOOL006
namespace dynamic {
ALL
}
int use(Driver &driver, int *version, hipDevice_t *device) {
    hipDriverGetVersion(version);
    hipCtxGetDevice(device);
    return driver.cuInit(0) + driver.cuCtxSynchronize() + driver.cuDriverGetVersion(version) + dynamic::cuCtxGetDevice(device);
}

// What names CUDA's function too becomes HIP's.
#define POINTER(name) decltype(&::name) name = &::name;
struct Pointers {
    POINTER(hipDeviceGet)
};

// Variables of a function.
#define VARIABLE(name) int name = 0;
int local() {
    VARIABLE(hipMalloc)
    return hipMalloc;
}
