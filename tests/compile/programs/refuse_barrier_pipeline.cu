// Asynchronous global-to-shared copies: cuda::barrier and cuda::pipeline.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init

template <int B>
__global__ void withBarrier(const int* in, int* out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int tile[B];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, in + blockIdx.x * B, sizeof(int) * B, bar);
    bar.arrive_and_wait();
    out[blockIdx.x * B + threadIdx.x] = tile[B - 1 - threadIdx.x];
}

template <int B, int STAGES>
__global__ void withPipeline(const int* in, int* out, int batches)
{
    __shared__ int buf[STAGES][B];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int compute = 0, fetch = 0; compute < batches; ++compute) {
        for (; fetch < batches && fetch < compute + STAGES; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buf[fetch % STAGES], in + fetch * B, sizeof(int) * B, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[compute * B + threadIdx.x] = 2 * buf[compute % STAGES][threadIdx.x];
        pipe.consumer_release();
    }
}

int main()
{
    const int B = 128, n = B * 64;
    int *in, *out, bad = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i;
    withBarrier<B><<<n / B, B>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) bad += out[i] != (i / B) * B + (B - 1 - i % B);
    withPipeline<B, 2><<<1, B>>>(in, out, n / B);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) bad += out[i] != 2 * i;
    printf("%s\n", bad ? "FAIL" : "PASS");
    return bad;
}
