// A graph built by hand: memcpy, memset, kernel and host nodes, then the
// kernel node's parameters updated in the executable graph.
#include <cstdio>
#include <cstring>
#include <vector>

#define CUDA_CHECK(stmt)                                                          \
    do {                                                                          \
        auto rc_ = (stmt);                                                        \
        if (rc_ != cudaSuccess) {                                                 \
            std::fprintf(stderr, "%s failed: %d\n", #stmt, static_cast<int>(rc_)); \
            return 1;                                                             \
        }                                                                         \
    } while (0)

__global__ void reduceSquares(const float *x, double *out, int n, float shift)
{
    __shared__ double tmp[128];
    double s = 0.0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        double v = x[i] + shift;
        s += v * v;
    }
    tmp[threadIdx.x] = s;
    __syncthreads();
    for (int k = 64; k; k >>= 1) {
        if (threadIdx.x < k) tmp[threadIdx.x] += tmp[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, tmp[0]);
}

struct HostData { double *value; std::vector<double> *log; };

void CUDART_CB record(void *p)
{
    auto *h = reinterpret_cast<HostData *>(p);
    h->log->push_back(*h->value);
}

int main()
{
    int n = 10000;
    std::vector<float> h(n);
    for (int i = 0; i < n; i++) h[i] = (i % 5) - 2.f;
    float *d_x;
    double *d_sum, result = -1;
    CUDA_CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof(double)));

    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphNode_t copyIn, zero, kern, copyOut, host;
    std::vector<cudaGraphNode_t> deps;
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaGraphCreate(&graph, 0));

    cudaMemcpy3DParms cp = {0};
    cp.srcPos = make_cudaPos(0, 0, 0);
    cp.srcPtr = make_cudaPitchedPtr(h.data(), sizeof(float) * n, n, 1);
    cp.dstPos = make_cudaPos(0, 0, 0);
    cp.dstPtr = make_cudaPitchedPtr(d_x, sizeof(float) * n, n, 1);
    cp.extent = make_cudaExtent(sizeof(float) * n, 1, 1);
    cp.kind = cudaMemcpyHostToDevice;
    CUDA_CHECK(cudaGraphAddMemcpyNode(&copyIn, graph, NULL, 0, &cp));

    cudaMemsetParams ms = {0};
    ms.dst = d_sum;
    ms.value = 0;
    ms.elementSize = sizeof(float);
    ms.width = 2;
    ms.height = 1;
    CUDA_CHECK(cudaGraphAddMemsetNode(&zero, graph, NULL, 0, &ms));

    deps.push_back(copyIn);
    deps.push_back(zero);
    float shift = 0.f;
    void *args[4] = {(void *)&d_x, (void *)&d_sum, &n, &shift};
    cudaKernelNodeParams kp = {0};
    kp.func = (void *)reduceSquares;
    kp.gridDim = dim3(8, 1, 1);
    kp.blockDim = dim3(128, 1, 1);
    kp.sharedMemBytes = 0;
    kp.kernelParams = args;
    kp.extra = NULL;
    CUDA_CHECK(cudaGraphAddKernelNode(&kern, graph, deps.data(), deps.size(), &kp));

    CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copyOut, graph, &kern, 1, &result, d_sum, sizeof(double), cudaMemcpyDeviceToHost));

    std::vector<double> log;
    HostData hd = {&result, &log};
    cudaHostNodeParams hp = {0};
    hp.fn = record;
    hp.userData = &hd;
    CUDA_CHECK(cudaGraphAddHostNode(&host, graph, &copyOut, 1, &hp));

    cudaGraphExec_t exec;
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    shift = 1.f;
    CUDA_CHECK(cudaGraphExecKernelNodeSetParams(exec, kern, &kp));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));

    cudaGraph_t clone;
    CUDA_CHECK(cudaGraphClone(&clone, graph));
    cudaGraphNodeType type;
    CUDA_CHECK(cudaGraphNodeGetType(kern, &type));
    bool ok = type == cudaGraphNodeTypeKernel && log.size() == 2 && log[0] == 2.0 * n && log[1] == 3.0 * n;
    std::printf("%s\n", ok ? "PASS" : "FAIL");
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(clone);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(d_x);
    cudaFree(d_sum);
    return !ok;
}
