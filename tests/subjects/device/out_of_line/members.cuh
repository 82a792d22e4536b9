#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
namespace geo {
template <class T> class Vec {
 public:
  HD Vec(T a);
  HD explicit Vec(const Vec<T>& other);
  HD ~Vec();
  HD Vec& operator+=(const Vec& o);
  HD T operator()(int i) const;
  HD operator float() const;
  template <class U> HD Vec<U> as() const;
  __device__ static T zero();
  struct Inner { __device__ __forceinline__ int f(int n = 3) const; int v; };
  friend HD float norm(const Vec<float>& v);
  __device__ T said() const;
  __device__ Vec& operator=(const Vec&) = default;
  T x;
};
template <class T> Vec<T>::Vec(T a) : x{a} {}
template <class T>
inline Vec<T>::Vec(const Vec<T>& other) : x(other.x) {}
template <class T> Vec<T>::~Vec() {}
template <class T> Vec<T>& Vec<T>::operator+=(const Vec& o) { x += o.x; return *this; }
// The i-th.
template <class T> [[nodiscard]] T Vec<T>::operator()(int i) const { return x * i; }
template <class T> Vec<T>::operator float() const { return x; }
template <class T> template <class U> Vec<U> Vec<T>::as() const { return Vec<U>(x); }
template <class T> T Vec<T>::zero() { return T(0); }
template <class T> int Vec<T>::Inner::f(int n) const { return v + n; }
template <class T> __device__ T Vec<T>::said() const { return x; }
float norm(const Vec<float>& v) { return v.x; }
}
template <> float geo::Vec<float>::zero() { return 100.f; }
// ==== output
#ifdef __HIPCC__
#define HD __host__ __device__
#else
#define HD
#endif
namespace geo {
template <class T> class Vec {
 public:
  HD Vec(T a);
  HD explicit Vec(const Vec<T>& other);
  HD ~Vec();
  HD Vec& operator+=(const Vec& o);
  HD T operator()(int i) const;
  HD operator float() const;
  template <class U> HD Vec<U> as() const;
  __device__ static T zero();
  struct Inner { __device__ __forceinline__ int f(int n = 3) const; int v; };
  friend HD float norm(const Vec<float>& v);
  __device__ T said() const;
  __device__ Vec& operator=(const Vec&) = default;
  T x;
};
template <class T> HD Vec<T>::Vec(T a) : x{a} {}
template <class T>
HD inline Vec<T>::Vec(const Vec<T>& other) : x(other.x) {}
template <class T> HD Vec<T>::~Vec() {}
template <class T> HD Vec<T>& Vec<T>::operator+=(const Vec& o) { x += o.x; return *this; }
// The i-th.
template <class T> [[nodiscard]] HD T Vec<T>::operator()(int i) const { return x * i; }
template <class T> HD Vec<T>::operator float() const { return x; }
template <class T> template <class U> HD Vec<U> Vec<T>::as() const { return Vec<U>(x); }
template <class T> __device__ T Vec<T>::zero() { return T(0); }
template <class T> __device__ int Vec<T>::Inner::f(int n) const { return v + n; }
template <class T> __device__ T Vec<T>::said() const { return x; }
HD float norm(const Vec<float>& v) { return v.x; }
}
template <> __device__ float geo::Vec<float>::zero() { return 100.f; }
