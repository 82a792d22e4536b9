// Rounding-mode arithmetic, fast intrinsics and bit casts, checked on the host.
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>
#include <math_constants.h>

#define NF 24
#define ND 10

__global__ void f32(const float *x, const float *y, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = x[i], b = y[i], *r = o + (size_t)i * NF;
    r[0] = __fmul_rn(a, b);
    r[1] = __fadd_rn(a, b);
    r[2] = __fsub_rn(a, b);
    r[3] = __fmaf_rn(a, b, 1.0f);
    r[4] = fmaf(a, b, -a);
    r[5] = __fdiv_rn(a, b);
    r[6] = __fsqrt_rn(a);
    r[7] = __frcp_rn(b);
    r[8] = __expf(-a);
    r[9] = __logf(a);
    r[10] = __sinf(a);
    r[11] = __cosf(a);
    r[12] = __powf(a, 0.5f);
    r[13] = __fdividef(a, b);
    r[14] = rsqrtf(a);
    r[15] = __saturatef(a - b);
    r[16] = erfcf(a * 0.1f);
    r[17] = norm3df(a, b, 1.f);
    r[18] = rhypotf(a, b);
    r[19] = exp2f(-b) + exp10f(-b) + cbrtf(a);
    r[20] = __log2f(a) + __log10f(b) + __tanf(0.1f);
    r[21] = fminf(fmaxf(a, b), CUDART_PI_F) + copysignf(1.f, -b);
    r[22] = (float)(__float2int_rn(a) + __float2int_rz(b) + __float2uint_rd(a) + (int)__float2ll_ru(b));
    r[23] = __int_as_float(__float_as_int(a) ^ 0x80000000) + __uint_as_float(__float_as_uint(b)) + __int2float_rn(i) + __uint2float_rz(2u);
}

__global__ void f64(const float *x, const float *y, double *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double a = x[i], b = y[i], *r = o + (size_t)i * ND;
    r[0] = __dadd_rn(a, b);
    r[1] = __dmul_rn(a, b);
    r[2] = __fma_rn(a, b, 0.5);
    r[3] = __ddiv_rn(a, b) + __dsqrt_rn(a);
    r[4] = cospi(a) + sinpi(b) + rsqrt(a);
    r[5] = __longlong_as_double(__double_as_longlong(a) & 0x7fffffffffffffffLL);
    r[6] = __hiloint2double(__double2hiint(b), __double2loint(b));
    r[7] = (double)(__double2int_rn(a) + __double2ll_rd(b) + __double2float_rn(a));
    r[8] = norm(2, &a) + tgamma(a * 0.1 + 1) + lgamma(b + 1) + erfinv(0.1) + normcdf(0.0);
    double ip;
    int ex;
    r[9] = modf(a, &ip) + frexp(b, &ex) + ldexp(1.0, ex) + fdim(a, b) + remainder(a, 3.0) + ip + nextafter(1.0, 2.0) + CUDART_INF * 0.0 * 0;
}

static bool close(double a, double b, double tol) { return (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= tol * (1 + std::fabs(b)); }

int main()
{
    const int n = 1000;
    std::vector<float> x(n), y(n), o(n * NF);
    std::vector<double> od(n * ND);
    for (int i = 0; i < n; i++) { x[i] = 0.01f + i * 0.003f; y[i] = 0.7f + (i % 17) * 0.11f; }
    float *dx, *dy, *d_o;
    double *dd;
    cudaMalloc(&dx, n * 4); cudaMalloc(&dy, n * 4); cudaMalloc(&d_o, n * NF * 4); cudaMalloc(&dd, n * ND * 8);
    cudaMemcpy(dx, x.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * 4, cudaMemcpyHostToDevice);
    f32<<<(n + 127) / 128, 128>>>(dx, dy, d_o, n);
    f64<<<(n + 127) / 128, 128>>>(dx, dy, dd, n);
    cudaMemcpy(o.data(), d_o, n * NF * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(od.data(), dd, n * ND * 8, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; i++) {
        float a = x[i], b = y[i];
        const float *r = &o[i * NF];
        const double *q = &od[i * ND];
        bad += r[0] != a * b || r[1] != a + b || r[3] != std::fma(a, b, 1.f) || r[5] != a / b || r[6] != std::sqrt(a);
        bad += !close(r[8], std::exp(-a), 1e-5) + !close(r[10], std::sin(a), 1e-4) + !close(r[14], 1 / std::sqrt(a), 1e-5);
        bad += !close(r[16], std::erfc(a * 0.1), 1e-5) + !close(r[17], std::sqrt(a * a + b * b + 1), 1e-5);
        bad += q[0] != (double)a + b || q[5] != a || q[6] != b || q[2] != std::fma((double)a, (double)b, 0.5);
    }
    printf("%d mismatches\n%s\n", bad, bad ? "FAIL" : "PASS");
    cudaFree(dx); cudaFree(dy); cudaFree(d_o); cudaFree(dd);
    return bad != 0;
}
