__device__ void f(int *p, int *q) {
    int a = __finitef(p + i) * 2 + __isnanf(&q[i]);
    int b = __isinff(reinterpret_cast<const Pair<int, 2> *>(p))->x;
    float c = __finitef(g<A, B>(p));
    atomicAnd_block(&p[i], __finitef(q));
    atomicExch_block(p++, a = 3);
    int d = __finitef(__finitef(__finitef(r)));
    int e = __finitef(p
                   + offset);
    atomicAdd_block(&p[i], 1);
    atomicSub_block(p, a - b);
}
#define LOAD(p) __finitef(p)
#define STORE(p, v) \
    atomicAnd_block(p,       \
           v)
// ==== output
__device__ void f(int *p, int *q) {
    int a = (isfinite(p + i) ? 1 : 0) * 2 + (isnan(&q[i]) ? 1 : 0);
    int b = (isinf(reinterpret_cast<const Pair<int, 2> *>(p)) ? 1 : 0)->x;
    float c = (isfinite(g<A, B>(p)) ? 1 : 0);
    __hip_atomic_fetch_and(&p[i], (isfinite(q) ? 1 : 0), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    __hip_atomic_exchange(p++, a = 3, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    int d = (isfinite((isfinite((isfinite(r) ? 1 : 0)) ? 1 : 0)) ? 1 : 0);
    int e = (isfinite(p
                   + offset) ? 1 : 0);
    __hip_atomic_fetch_add(&p[i], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    __hip_atomic_fetch_add(p, -(a - b), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}
#define LOAD(p) (isfinite(p) ? 1 : 0)
#define STORE(p, v) \
    __hip_atomic_fetch_and(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP)
