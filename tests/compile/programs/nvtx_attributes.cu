// NVTX with event attributes: a class, a macro, several ranges with one variable, a message by condition.
#include <nvtx3/nvToolsExt.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

static const uint32_t colors[] = {0xff00ff00, 0xff0000ff, 0xffffff00};
static const int num_colors = sizeof(colors) / sizeof(colors[0]);

#define PUSH_RANGE(name, cid) {                               \
    int color_id = cid;                                       \
    color_id = color_id % num_colors;                         \
    nvtxEventAttributes_t eventAttrib = {0};                  \
    eventAttrib.version = NVTX_VERSION;                       \
    eventAttrib.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;         \
    eventAttrib.colorType = NVTX_COLOR_ARGB;                  \
    eventAttrib.color = colors[color_id];                     \
    eventAttrib.messageType = NVTX_MESSAGE_TYPE_ASCII;        \
    eventAttrib.message.ascii = name;                         \
    nvtxRangePushEx(&eventAttrib);                            \
}

class Range {
public:
    explicit Range(const std::string &name)
    {
        nvtxEventAttributes_t a{};
        a.version = NVTX_VERSION;
        a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
        a.messageType = NVTX_MESSAGE_TYPE_ASCII;
        a.message.ascii = name.c_str();
        id_ = nvtxRangeStartEx(&a);
    }
    ~Range() { nvtxRangeEnd(id_); }

private:
    nvtxRangeId_t id_;
};

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

static void mark(bool first, const char *name)
{
    nvtxEventAttributes_t e;
    memset(&e, 0, sizeof(e));
    e.version = NVTX_VERSION;
    e.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    e.messageType = NVTX_MESSAGE_TYPE_ASCII;
    e.message.ascii = name;
    if (first) {
        e.message.ascii = "first";
    }
    nvtxMarkEx(&e);
}

int main()
{
    Range all("all");
    int *p = nullptr, h[32];
    if (cudaMalloc(&p, sizeof(h)) != cudaSuccess) return 1;
    PUSH_RANGE("fill", 1)
    mark(true, "launch");
    fill<<<1, 32>>>(p);
    nvtxRangePop();
    cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%s\n", h[31] == 31 ? "PASS" : "FAIL");
    cudaFree(p);
    return 0;
}
