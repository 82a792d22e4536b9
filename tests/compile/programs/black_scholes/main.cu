#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <random>
#include <vector>
#include "kernels.cuh"

static void must(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) { std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e)); std::exit(1); }
}

static float *deviceCopy(const std::vector<float> &v)
{
    float *p = nullptr;
    must(cudaMalloc((void **)&p, v.size() * sizeof(float)), "alloc");
    must(cudaMemcpy(p, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice), "upload");
    return p;
}

int main(int argc, char **argv)
{
    const int contracts = (argc > 1 ? std::atoi(argv[1]) : 400000) & ~1;
    const int reps = argc > 2 ? std::atoi(argv[2]) : 50;
    const Market market = {0.02f, 0.30f};

    std::mt19937 gen(99);
    std::uniform_real_distribution<float> us(8.f, 60.f), uk(0.7f, 1.4f), ut(0.1f, 3.f);
    std::vector<float> spot(contracts), strike(contracts), years(contracts), vol(contracts);
    for (int i = 0; i < contracts; i++) { spot[i] = us(gen); strike[i] = spot[i] * uk(gen); years[i] = ut(gen); }
    float *dS = deviceCopy(spot), *dK = deviceCopy(strike), *dT = deviceCopy(years), *dV = deviceCopy(vol);
    float2 *dQ;
    must(cudaMalloc((void **)&dQ, contracts * sizeof(float2)), "quotes");
    must(cudaMemcpyToSymbol(c_market, &market, sizeof(Market)), "market");

    cudaEvent_t begin, end;
    float ms = 0.f;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    for (int r = 0; r < reps; r++)
        priceAll<128><<<(contracts / 2 + 127) / 128, 128>>>((const float2 *)dS, (const float2 *)dK, (const float2 *)dT, (float4 *)dQ, contracts / 2);
    cudaEventRecord(end);
    must(cudaEventSynchronize(end), "pricing");
    cudaEventElapsedTime(&ms, begin, end);
    impliedVol<30><<<64, 128>>>(dQ, dS, dK, dT, dV, contracts);

    std::vector<float2> q(contracts);
    must(cudaMemcpy(q.data(), dQ, contracts * sizeof(float2), cudaMemcpyDeviceToHost), "quotes");
    must(cudaMemcpy(vol.data(), dV, contracts * sizeof(float), cudaMemcpyDeviceToHost), "vol");
    double worst = 0;
    int off = 0;
    for (int i = 0; i < contracts; i++) {
        double S = spot[i], X = strike[i], T = years[i], vs = market.sigma * std::sqrt(T);
        double d = (std::log(S / X) + (market.rate + 0.5 * market.sigma * market.sigma) * T) / vs;
        auto N = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
        double call = S * N(d) - X * std::exp(-market.rate * T) * N(d - vs), put = X * std::exp(-market.rate * T) * N(vs - d) - S * N(-d);
        worst = std::fmax(worst, std::fmax(std::fabs(call - q[i].x), std::fabs(put - q[i].y)) / S);
        off += call > 0.05 * S && std::fabs(vol[i] - market.sigma) > 0.01;
    }
    const bool ok = worst < 1e-4 && off < contracts / 100;
    std::printf("%.4f ms per batch, worst %.2e of spot, %d volatilities off\n%s\n", ms / reps, worst, off, ok ? "PASS" : "FAIL");
    cudaFree(dS); cudaFree(dK); cudaFree(dT); cudaFree(dV); cudaFree(dQ);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return ok ? 0 : 1;
}
