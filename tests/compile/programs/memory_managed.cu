// Unified memory with prefetch and advice, in the CUDA 13 spelling
// (cudaMemLocation), CPU and GPU taking turns on the data.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(x) do { cudaError_t err = (x); if (err != cudaSuccess && err != cudaErrorNotSupported) { \
    fprintf(stderr, "%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); exit(1); } } while (0)

struct Node { int value; Node *next; };

class Managed {
public:
    void *operator new(size_t len)
    {
        void *p;
        cudaMallocManaged(&p, len);
        cudaDeviceSynchronize();
        return p;
    }
    void operator delete(void *p) { cudaDeviceSynchronize(); cudaFree(p); }
};

struct Table : public Managed {
    int n;
    Node nodes[64];
};

__global__ void increment(float *x, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        x[i] += 1.f;
}

__global__ void walk(const Table *t, int *sum)
{
    int s = 0;
    for (const Node *p = &t->nodes[0]; p; p = p->next) s += p->value;
    *sum = s;
}

int main(int argc, char **argv)
{
    size_t n = (argc > 1 ? strtoul(argv[1], 0, 10) : 1 << 20);
    int dev = 0, concurrent = 0;
    CHECK(cudaSetDevice(dev));
    CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, dev));

    float *x;
    int *sum;
    CHECK(cudaMallocManaged(&x, n * sizeof(float)));
    CHECK(cudaMallocManaged(&sum, sizeof(int), cudaMemAttachGlobal));
    for (size_t i = 0; i < n; i++) x[i] = (float)(i & 1023);

    if (concurrent) {
#if CUDART_VERSION >= 13000
        cudaMemLocation gpu = {}, host = {};
        gpu.type = cudaMemLocationTypeDevice;
        gpu.id = dev;
        host.type = cudaMemLocationTypeHost;
        CHECK(cudaMemAdvise(x, n * sizeof(float), cudaMemAdviseSetPreferredLocation, gpu));
        CHECK(cudaMemAdvise(x, n * sizeof(float), cudaMemAdviseSetAccessedBy, host));
        CHECK(cudaMemPrefetchAsync(x, n * sizeof(float), gpu, 0, 0));
#else
        CHECK(cudaMemAdvise(x, n * sizeof(float), cudaMemAdviseSetPreferredLocation, dev));
        CHECK(cudaMemAdvise(x, n * sizeof(float), cudaMemAdviseSetAccessedBy, cudaCpuDeviceId));
        CHECK(cudaMemPrefetchAsync(x, n * sizeof(float), dev, 0));
#endif
    }
    for (int r = 0; r < 10; r++) increment<<<160, 256>>>(x, n);
    if (concurrent) {
#if CUDART_VERSION >= 13000
        CHECK(cudaMemPrefetchAsync(x, n * sizeof(float), cudaMemLocation{cudaMemLocationTypeHost, 0}, 0));
#else
        CHECK(cudaMemPrefetchAsync(x, n * sizeof(float), cudaCpuDeviceId));
#endif
    }
    CHECK(cudaDeviceSynchronize());
    int bad = 0;
    for (size_t i = 0; i < n; i++) bad += x[i] != (float)(i & 1023) + 10.f;

    Table *t = new Table;
    t->n = 64;
    for (int i = 0; i < 64; i++) {
        t->nodes[i].value = i;
        t->nodes[i].next = i < 63 ? &t->nodes[i + 1] : NULL;
    }
    walk<<<1, 1>>>(t, sum);
    CHECK(cudaDeviceSynchronize());
    bad += *sum != 63 * 64 / 2;
    delete t;

    cudaPointerAttributes pa;
    CHECK(cudaPointerGetAttributes(&pa, x));
    bad += pa.type != cudaMemoryTypeManaged;
    CHECK(cudaFree(x));
    CHECK(cudaFree(sum));
    printf("%s\n", bad ? "FAIL" : "PASS");
    return bad;
}
