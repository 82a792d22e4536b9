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
// ==== output
template <typename V> __device__ float f(const V& x, const V *p, int n) {
    auto y = x;
    return x.template cast<float>() + p -> template get< const float, 3 >(n) + x.template cast<int>() + y.cast<float>();
}
template <class T> struct C {
    B<T> b;
    T less;
    __device__ float f(Other o, T u) { return b.template get<float>() + o.get<float>() + u.template to<T>(1) + (u.n < n > (1)); }
};
float g(V x) { return x.cast<float>(); }
