__device__ int f(double d, float x) {
    int count = __isnan(d) + __isnanf(x) * 2;
    auto large = __isinf(d) + ::__isinff(x);
    return large + __finite(d) + __finitef(x + 1);
}
__device__ int g(double d, float x) {
    return __signbit(d) + __signbitd(d) + __signbitf(x) + __isnand(d) + __isinfd(d) + __isfinited(d);
}
// ==== output
__device__ int f(double d, float x) {
    int count = (isnan(d) ? 1 : 0) + (isnan(x) ? 1 : 0) * 2;
    auto large = (isinf(d) ? 1 : 0) + (isinf(x) ? 1 : 0);
    return large + (isfinite(d) ? 1 : 0) + (isfinite(x + 1) ? 1 : 0);
}
__device__ int g(double d, float x) {
    return (signbit(d) ? 1 : 0) + (signbit(d) ? 1 : 0) + (signbit(x) ? 1 : 0) + (isnan(d) ? 1 : 0) + (isinf(d) ? 1 : 0) + (isfinite(d) ? 1 : 0);
}
