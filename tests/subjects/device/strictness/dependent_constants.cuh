template <typename V, int N>
__device__ auto parts(V v, const V *list, bool b) {
    return list->get<1>() + v.cast<N>() + v.cast<4u, float>(v.size<true>());
}
template <class V>
struct Holder {
    V v;
    __device__ auto go() { return this->v.cast<8>() + v.cast<Other>() + (v.size < 4) + (other.size < 3 > (1)); }
    __device__ auto outer() { return inner.v.cast<2>() + this->inner.v.cast<2>(); }
};
__device__ int fixed(Gt v) { return v.get<1>(); }
// ==== output
template <typename V, int N>
__device__ auto parts(V v, const V *list, bool b) {
    return list->template get<1>() + v.template cast<N>() + v.cast<4u, float>(v.template size<true>());
}
template <class V>
struct Holder {
    V v;
    __device__ auto go() { return this->v.template cast<8>() + v.template cast<Other>() + (v.size < 4) + (other.size < 3 > (1)); }
    __device__ auto outer() { return inner.v.cast<2>() + this->inner.v.cast<2>(); }
};
__device__ int fixed(Gt v) { return v.get<1>(); }
