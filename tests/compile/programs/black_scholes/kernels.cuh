#ifndef OPTION_KERNELS_CUH
#define OPTION_KERNELS_CUH

struct Market { float rate, sigma; };

// normal distribution function, fast-math flavour of 0.5 * erfc(-x / sqrt(2))
static __device__ __forceinline__ float phi(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

static __device__ __forceinline__ float2 priceOne(float spot, float strike, float years, const Market &m)
{
    const float vs = m.sigma * sqrtf(years);
    const float up = __fdividef(__logf(__fdividef(spot, strike)) + years * fmaf(0.5f * m.sigma, m.sigma, m.rate), vs);
    const float disc = strike * __expf(-m.rate * years);
    const float c = spot * phi(up) - disc * phi(up - vs);
    return make_float2(c, c + disc - spot);          // put through parity
}

__constant__ Market c_market;

// two contracts per thread through float2; the odd one at the end by thread 0
template <int THREADS>
__global__ void __launch_bounds__(THREADS)
priceAll(const float2 *__restrict__ spot, const float2 *__restrict__ strike, const float2 *__restrict__ years,
         float4 *__restrict__ quotes, int pairs)
{
    for (int i = threadIdx.x + THREADS * blockIdx.x; i < pairs; i += THREADS * gridDim.x) {
        const float2 s = __ldg(spot + i), k = __ldg(strike + i), t = __ldg(years + i);
        const float2 a = priceOne(s.x, k.x, t.x, c_market), b = priceOne(s.y, k.y, t.y, c_market);
        quotes[i] = make_float4(a.x, a.y, b.x, b.y);
    }
}

// implied volatility by safeguarded Newton steps in double
template <int ITERS>
__global__ void impliedVol(const float2 *quotes, const float *spot, const float *strike, const float *years, float *vol, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const double S = spot[i], X = strike[i], T = years[i], sq = sqrt(T), r = c_market.rate;
        double v = 0.25;
#pragma unroll 1
        for (int k = 0; k < ITERS; k++) {
            double d = (log(S / X) + (r + 0.5 * v * v) * T) / (v * sq);
            double model = S * normcdf(d) - X * exp(-r * T) * normcdf(d - v * sq);
            double vega = S * sq * 0.3989422804014327 * exp(-0.5 * d * d);
            if (vega < 1e-8) break;
            v = fmin(fmax(v - (model - quotes[i].x) / vega, 0.01), 2.0);
        }
        vol[i] = (float)v;
    }
}
#endif
