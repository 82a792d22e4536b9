#include <cuda_runtime.h>
typedef float real;
struct Wave { float2 at; };

__global__ void k(float x, double y, float2 *out, real *r) {
    float s, c;
    double t, u;
    sincos(x, &s, &c);
    ::sincospi(y /* double */, &s, &c);
    sincos(x, &out->x, &out[1].y);
    sincos(x, (float *)r, reinterpret_cast<float *>(r + 1));
    sincos(x, r, r + 1);
    sincos(y, &t, &u);
    sincosf(x, &s, &c);
}

__device__ void polar(float x, float *s, float *c) { sincos(x, s, c); }

__device__ void of_a_header(XFLOAT x, XREAL y) {
    XFLOAT s, c;
    XREAL t, u;
    sincos(x, &s, &c);
    sincos(y, &t, &u);
}

void host(float x, float *s, float *c) { sincos(x, s, c); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
typedef float real;
struct Wave { float2 at; };

__global__ void k(float x, double y, float2 *out, real *r) {
    float s, c;
    double t, u;
    sincosf(x, &s, &c);
    ::sincospif(y /* double */, &s, &c);
    sincosf(x, &out->x, &out[1].y);
    sincosf(x, (float *)r, reinterpret_cast<float *>(r + 1));
    sincosf(x, r, r + 1);
    sincos(y, &t, &u);
    sincosf(x, &s, &c);
}

__device__ void polar(float x, float *s, float *c) { sincosf(x, s, c); }

__device__ void of_a_header(XFLOAT x, XREAL y) {
    XFLOAT s, c;
    XREAL t, u;
    sincos(x, &s, &c);
    sincos(y, &t, &u);
}

void host(float x, float *s, float *c) { sincos(x, s, c); }
