// Runtime compilation, module load, cuLaunchKernel, module globals.
#include <cuda.h>
#include <nvrtc.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define NVRTC_SAFE_CALL(x) do { nvrtcResult r = x; if (r != NVRTC_SUCCESS) { \
    fprintf(stderr, "error: " #x " failed with %s\n", nvrtcGetErrorString(r)); exit(1); } } while (0)
#define CU_SAFE_CALL(x) do { CUresult r = x; if (r != CUDA_SUCCESS) { const char *msg; cuGetErrorName(r, &msg); \
    fprintf(stderr, "error: " #x " failed with %s\n", msg); exit(1); } } while (0)

static const char *source = R"(
extern "C" {
__constant__ float bias;
__global__ void blend(const float *src, float *dst, float alpha, int n)
{
    for (int i = threadIdx.x + blockDim.x * blockIdx.x; i < n; i += gridDim.x * blockDim.x)
        dst[i] += alpha * src[i] + bias;
}
}
template <typename T, int N> __global__ void mulN(T *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= N;
}
)";

int main()
{
    CU_SAFE_CALL(cuInit(0));
    CUdevice dev;
    CUcontext ctx;
    char name[128];
    int major, minor;
    size_t mem;
    CU_SAFE_CALL(cuDeviceGet(&dev, 0));
    CU_SAFE_CALL(cuDeviceGetName(name, sizeof(name), dev));
    CU_SAFE_CALL(cuDeviceTotalMem(&mem, dev));
    CU_SAFE_CALL(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, dev));
    CU_SAFE_CALL(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, dev));
    CU_SAFE_CALL(cuDevicePrimaryCtxRetain(&ctx, dev));
    CU_SAFE_CALL(cuCtxSetCurrent(ctx));

    nvrtcProgram prog;
    NVRTC_SAFE_CALL(nvrtcCreateProgram(&prog, source, "blend.cu", 0, NULL, NULL));
    NVRTC_SAFE_CALL(nvrtcAddNameExpression(prog, "mulN<float, 3>"));
    std::string arch = "--gpu-architecture=compute_" + std::to_string(major * 10 + minor);
    const char *opts[] = {arch.c_str(), "--std=c++14", "-default-device"};
    nvrtcResult res = nvrtcCompileProgram(prog, 2, opts);
    size_t logSize;
    NVRTC_SAFE_CALL(nvrtcGetProgramLogSize(prog, &logSize));
    std::vector<char> log(logSize + 1);
    NVRTC_SAFE_CALL(nvrtcGetProgramLog(prog, log.data()));
    if (res != NVRTC_SUCCESS) { puts(log.data()); return 1; }
    size_t ptxSize;
    NVRTC_SAFE_CALL(nvrtcGetPTXSize(prog, &ptxSize));
    std::string ptx(ptxSize, '\0');
    NVRTC_SAFE_CALL(nvrtcGetPTX(prog, &ptx[0]));
    const char *lowered;
    NVRTC_SAFE_CALL(nvrtcGetLoweredName(prog, "mulN<float, 3>", &lowered));

    CUmodule module;
    CUfunction blend, mul;
    CUdeviceptr bias, dX, dY;
    CUstream stream;
    size_t biasSize;
    int n = 5000;
    CU_SAFE_CALL(cuModuleLoadDataEx(&module, ptx.c_str(), 0, 0, 0));
    CU_SAFE_CALL(cuModuleGetFunction(&blend, module, "blend"));
    CU_SAFE_CALL(cuModuleGetFunction(&mul, module, lowered));
    CU_SAFE_CALL(cuModuleGetGlobal(&bias, &biasSize, module, "bias"));
    NVRTC_SAFE_CALL(nvrtcDestroyProgram(&prog));
    CU_SAFE_CALL(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));

    float a = 0.75f, b = 0.5f;
    std::vector<float> x(n), y(n), out(n);
    for (int i = 0; i < n; i++) { x[i] = (float)(i % 321); y[i] = 1.f / (1 + i); }
    CU_SAFE_CALL(cuMemAlloc(&dX, n * sizeof(float)));
    CU_SAFE_CALL(cuMemAlloc(&dY, n * sizeof(float)));
    CU_SAFE_CALL(cuMemcpyHtoD(bias, &b, sizeof(float)));
    CU_SAFE_CALL(cuMemcpyHtoDAsync(dX, x.data(), n * sizeof(float), stream));
    CU_SAFE_CALL(cuMemcpyHtoDAsync(dY, y.data(), n * sizeof(float), stream));
    void *args[] = {&dX, &dY, &a, &n};
    CU_SAFE_CALL(cuLaunchKernel(blend, 16, 1, 1, 128, 1, 1, 0, stream, args, 0));
    void *args2[] = {&dY, &n};
    CU_SAFE_CALL(cuLaunchKernel(mul, (n + 127) / 128, 1, 1, 128, 1, 1, 0, stream, args2, NULL));
    CU_SAFE_CALL(cuStreamSynchronize(stream));
    CU_SAFE_CALL(cuMemcpyDtoH(out.data(), dY, n * sizeof(float)));
    int regs, bad = 0;
    CU_SAFE_CALL(cuFuncGetAttribute(&regs, CU_FUNC_ATTRIBUTE_NUM_REGS, blend));
    for (int i = 0; i < n; i++) {
        float want = 3 * (a * x[i] + y[i] + b);
        bad += out[i] < want * 0.9999f || out[i] > want * 1.0001f;
    }
    printf("%s (%zu MiB), %d regs: %s\n", name, mem >> 20, regs, bad ? "FAIL" : "PASS");
    CU_SAFE_CALL(cuMemFree(dX));
    CU_SAFE_CALL(cuMemFree(dY));
    CU_SAFE_CALL(cuStreamDestroy(stream));
    CU_SAFE_CALL(cuModuleUnload(module));
    CU_SAFE_CALL(cuDevicePrimaryCtxRelease(dev));
    return bad;
}
