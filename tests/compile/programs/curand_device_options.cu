// Asian option Monte Carlo with device-side cuRAND: XORWOW states kept in
// memory, Philox states made on the fly, uniform4 / normal2 variants.
#include <curand_kernel.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <chrono>

#define CUDA_CALL(x) do { if ((x) != cudaSuccess) { \
    printf("Error at %s:%d\n", __FILE__, __LINE__); return EXIT_FAILURE; } } while (0)

__global__ void setup_kernel(curandState *state, unsigned long long seed)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(seed, id, 0, &state[id]);
}

__global__ void asian(curandState *state, float *payoff, int paths, int steps, float S0, float K, float r, float sigma, float T)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandState local = state[id];
    float dt = T / steps, drift = (r - 0.5f * sigma * sigma) * dt, vol = sigma * sqrtf(dt), sum = 0.f;
    for (int p = 0; p < paths; p++) {
        float s = S0, avg = 0.f;
        for (int k = 0; k < steps; k++) {
            s *= __expf(drift + vol * curand_normal(&local));
            avg += s;
        }
        sum += fmaxf(avg / steps - K, 0.f);
    }
    payoff[id] = expf(-r * T) * sum / paths;
    state[id] = local;
}

__global__ void european(float *payoff, int paths, float S0, float K, float r, float sigma, float T, unsigned long long seed)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandStatePhilox4_32_10_t st;
    curand_init(seed, id, 0, &st);
    float sum = 0.f, m = (r - 0.5f * sigma * sigma) * T, v = sigma * sqrtf(T);
    for (int p = 0; p < paths; p += 4) {
        float4 z = curand_normal4(&st);
        sum += fmaxf(S0 * expf(m + v * z.x) - K, 0.f) + fmaxf(S0 * expf(m + v * z.y) - K, 0.f) +
               fmaxf(S0 * expf(m + v * z.z) - K, 0.f) + fmaxf(S0 * expf(m + v * z.w) - K, 0.f);
    }
    payoff[id] = expf(-r * T) * sum / paths;
}

template <typename State>
__global__ void uniformMean(float *out, int n, unsigned seed)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    State s;
    curand_init(seed, id, 0, &s);
    float acc = 0;
    for (int i = 0; i < n; i++) acc += curand_uniform(&s) + 0.f * (curand(&s) & 1) + 0.f * (float)curand_uniform_double(&s);
    out[id] = acc / n;
}

__global__ void philoxUniform4(float *out, int n)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandStatePhilox4_32_10_t s;
    curand_init(1234ULL, id, 0, &s);
    float acc = 0;
    for (int i = 0; i < n; i++) {
        float4 u = curand_uniform4(&s);
        uint4 b = curand4(&s);
        float2 g = make_float2(0.f, 0.f);
        acc += 0.25f * (u.x + u.y + u.z + u.w) + 0.f * (b.x & 1) + g.x;
    }
    unsigned int p = curand_poisson(&s, 3.0);
    out[id] = acc / n + 0.f * p + 0.f * curand_log_normal(&s, 0.f, 1.f);
}

static double mean(float *d, int n)
{
    std::vector<float> h(n);
    cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
    double s = 0;
    for (float x : h) s += x;
    return s / n;
}

int main(int argc, char **argv)
{
    const int blocks = 64, threads = 128, total = blocks * threads, paths = argc > 1 ? atoi(argv[1]) : 64;
    curandState *devStates;
    float *d;
    CUDA_CALL(cudaMalloc((void **)&devStates, total * sizeof(curandState)));
    CUDA_CALL(cudaMalloc((void **)&d, total * sizeof(float)));
    auto t0 = std::chrono::steady_clock::now();
    setup_kernel<<<blocks, threads>>>(devStates, 42ULL);
    asian<<<blocks, threads>>>(devStates, d, paths, 50, 100.f, 100.f, 0.05f, 0.2f, 1.f);
    CUDA_CALL(cudaDeviceSynchronize());
    auto t1 = std::chrono::steady_clock::now();
    double a = mean(d, total);
    european<<<blocks, threads>>>(d, paths, 100.f, 100.f, 0.05f, 0.2f, 1.f, 7);
    double e = mean(d, total);
    uniformMean<curandStateXORWOW_t><<<blocks, threads>>>(d, 100, 1);
    double u1 = mean(d, total);
    uniformMean<curandStateMRG32k3a><<<blocks, threads>>>(d, 100, 2);
    double u2 = mean(d, total);
    philoxUniform4<<<blocks, threads>>>(d, 100);
    double u3 = mean(d, total);
    printf("asian %.4f european %.4f uniform %.4f %.4f %.4f (%.2f ms)\n", a, e, u1, u2, u3, std::chrono::duration<double, std::milli>(t1 - t0).count());
    bool ok = fabs(e - 10.4506) < 0.1 && a > 5 && a < 6.5 && fabs(u1 - .5) < .01 && fabs(u2 - .5) < .01 && fabs(u3 - .5) < .01;
    printf("%s\n", ok ? "PASS" : "FAIL");
    cudaFree(devStates);
    cudaFree(d);
    return !ok;
}
