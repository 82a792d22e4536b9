template <typename T> __device__ void f(float *p, float x) {
    float a = __ldcg(p);
    auto b = __ldcs(p), c = x & __ldca(p);
    const float &d = __ldcs(p + 3);
    auto &&e = (__ldcg(p));
    const float &g(__ldcg(p)), &h{__ldcg(p)};
    decltype(__ldcg(p)) i = x;
    const auto &j = __ldcg(p) + 1;
    const auto &k = x * (__ldcg(p));
    const auto &l = __ldcg(v).x;
    own(__ldcg(p), 1);
    own(1, a[__ldcg(p)], __ldcg(p + f(x)));
    own(x + __ldcg(p), static_cast<float>(__ldcg(p)), (float)__ldcg(p));
    s->*m = __expf(__ldcg(p)) + fmaxf(x, __ldcs(p));
    if (__ldcg(p)) return;
    const auto &n = x ? __ldcg(p) : __ldcg(p + 1);
    a = b = ((__ldlu(p)));
    a += __ldcg(p) < x && __ldcg(p) == 3;
    [r = __ldcg(p), &q = __ldcg(p)] {};
}
__device__ float g(float *p) { return __ldcg(p); }
#define LOAD(p) __ldcg(p)
#define TWICE(p) (__ldcg(p) * 2)
// ==== output
template <typename T> __device__ void f(float *p, float x) {
    float a = (*(p));
    auto b = (*(p)), c = x & (*(p));
    const float &d = __ldg(p + 3);
    auto &&e = (__ldg(p));
    const float &g(__ldg(p)), &h{__ldg(p)};
    decltype(__ldg(p)) i = x;
    const auto &j = (*(p)) + 1;
    const auto &k = x * ((*(p)));
    const auto &l = __ldg(v).x;
    own(__ldg(p), 1);
    own(1, a[(*(p))], __ldg(p + f(x)));
    own(x + (*(p)), static_cast<float>((*(p))), (float)(*(p)));
    s->*m = __expf((*(p))) + fmaxf(x, (*(p)));
    if ((*(p))) return;
    const auto &n = x ? __ldg(p) : __ldg(p + 1);
    a = b = (((*(p))));
    a += (*(p)) < x && (*(p)) == 3;
    [r = (*(p)), &q = __ldg(p)] {};
}
__device__ float g(float *p) { return __ldg(p); }
#define LOAD(p) __ldg(p)
#define TWICE(p) ((*(p)) * 2)
