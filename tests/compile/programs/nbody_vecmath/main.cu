#include <cstdio>
#include <cstdlib>
#include <vector>
#include <chrono>
#include <cuda_runtime.h>
#include "kernels.cuh"
#include "reference.h"

#define CUDA_SAFE_CALL(x) do { cudaError_t rc = x; if (rc != cudaSuccess) { \
    printf("CUDA error %d at line %d: %s\n", (int)rc, __LINE__, cudaGetErrorString(rc)); exit(-1); } } while (0)

static float frand() { return rand() / (float)RAND_MAX * 2.f - 1.f; }

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 4000;
    const int steps = argc > 2 ? atoi(argv[2]) : 10;
    const float eps2 = 1e-3f, dt = 1e-3f;
    const int TILE = 128;

    std::vector<float4> pos(n);
    std::vector<float3> acc(n), ref(n);
    for (auto &p : pos) p = make_float4(normalize(make_float3(frand(), frand(), frand()) + 1e-4f) * 2.0f, 1.0f / n);

    float4 *d_pos;
    float3 *d_vel, *d_acc;
    CUDA_SAFE_CALL(cudaMalloc(&d_pos, n * sizeof(float4)));
    CUDA_SAFE_CALL(cudaMalloc(&d_vel, n * sizeof(float3)));
    CUDA_SAFE_CALL(cudaMalloc(&d_acc, n * sizeof(float3)));
    CUDA_SAFE_CALL(cudaMemset(d_vel, 0, n * sizeof(float3)));
    CUDA_SAFE_CALL(cudaMemcpy(d_pos, pos.data(), n * sizeof(float4), cudaMemcpyHostToDevice));

    dim3 grid((n + TILE - 1) / TILE), block(TILE);
    forces<TILE><<<grid, block>>>(d_pos, d_acc, n, eps2);
    CUDA_SAFE_CALL(cudaGetLastError());
    CUDA_SAFE_CALL(cudaMemcpy(acc.data(), d_acc, n * sizeof(float3), cudaMemcpyDeviceToHost));
    reference_forces(pos, ref, eps2);
    double worst = 0;
    for (int i = 0; i < n; i++)
        worst = fmax(worst, length(acc[i] - ref[i]) / (length(ref[i]) + 1e-6f));

    auto t0 = std::chrono::steady_clock::now();
    for (int s = 0; s < steps; s++) {
        forces<TILE><<<grid, block>>>(d_pos, d_acc, n, eps2);
        integrate<<<grid, block>>>(d_pos, d_vel, d_acc, n, dt);
    }
    CUDA_SAFE_CALL(cudaDeviceSynchronize());
    auto t1 = std::chrono::steady_clock::now();
    printf("Average step: %f ms\n", std::chrono::duration<double, std::milli>(t1 - t0).count() / steps);
    printf("max rel error %g: %s\n", worst, worst < 1e-3 ? "PASS" : "FAIL");

    CUDA_SAFE_CALL(cudaFree(d_pos));
    CUDA_SAFE_CALL(cudaFree(d_vel));
    CUDA_SAFE_CALL(cudaFree(d_acc));
    return 0;
}
