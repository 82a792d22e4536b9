template <typename V> __device__ float f(const V& x, const V *p, int n) {
    auto y = x;
    return x.cast<float>() + p -> get< const float, 3 >(n) + x.template cast<int>() + y.cast<float>();
}
template <class T> struct C {
    B<T> b;
    T less;
    __device__ float f(Other o, T u) { return b.get<float>() + o.get<float>() + u.to<T>(1) + (u.n < n > (1)); }
};
float g(V x) { return x.cast<float>(); }
template <typename Histogram, int N> __device__ void add(Histogram &h, Other o, const int *bins) {
    h.add<N>(bins);
    h.add<2 * N - Sizes::One>(bins), h.reduce<16>(), o.add<N>(bins);
    bool c = N ? h.n<N : Sizes::One>(1);
    f(h.n<N, N>(1));
}
// ==== output
template <typename V> __device__ float f(const V& x, const V *p, int n) {
    auto y = x;
    return x.template cast<float>() + p -> template get< const float, 3 >(n) + x.template cast<int>() + y.template cast<float>();
}
template <class T> struct C {
    B<T> b;
    T less;
    __device__ float f(Other o, T u) { return b.template get<float>() + o.get<float>() + u.template to<T>(1) + (u.n < n > (1)); }
};
float g(V x) { return x.cast<float>(); }
template <typename Histogram, int N> __device__ void add(Histogram &h, Other o, const int *bins) {
    h.template add<N>(bins);
    h.template add<2 * N - Sizes::One>(bins), h.template reduce<16>(), o.add<N>(bins);
    bool c = N ? h.n<N : Sizes::One>(1);
    f(h.n<N, N>(1));
}
