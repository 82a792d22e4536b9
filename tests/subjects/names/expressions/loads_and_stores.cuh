__device__ void f(int *p, int *q) {
    int a = __ldcg(p + i) * 2 + __ldcs(&q[i]);
    int b = __ldca(reinterpret_cast<const Pair<int, 2> *>(p))->x;
    float c = __ldcg(g<A, B>(p));
    __stcg(&p[i], __ldcg(q));
    __stcs(p++, a = 3);
    int d = __ldcg(__ldcg(__ldcg(r)));
    int e = __ldcg(p
                   + offset);
    atomicAdd_block(&p[i], 1);
    atomicSub_block(p, a - b);
}
#define LOAD(p) __ldcg(p)
#define STORE(p, v) \
    __stcg(p,       \
           v)
// ==== output
__device__ void f(int *p, int *q) {
    int a = (*(p + i)) * 2 + (*(&q[i]));
    int b = (*(reinterpret_cast<const Pair<int, 2> *>(p)))->x;
    float c = (*(g<A, B>(p)));
    (*(&p[i]) = ((*(q))));
    (*(p++) = (a = 3));
    int d = (*((*((*(r))))));
    int e = (*(p
                   + offset));
    __hip_atomic_fetch_add(&p[i], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    __hip_atomic_fetch_add(p, -(a - b), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}
#define LOAD(p) __ldg(p)
#define STORE(p, v) \
    (*(p) = (v))
