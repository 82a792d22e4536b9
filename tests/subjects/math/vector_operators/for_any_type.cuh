struct Pair { float x, y; };
template <class T> struct Vec { T x, y; };
template <typename T> __host__ __device__ inline T operator/(T a, int s) { return T{a.x / s, a.y / s}; }  // expect: MTH016
template <class T, class S> __host__ __device__ T operator*(S s, const T &a) { return {a.x * s, a.y * s}; }  // expect: MTH016
template <class T> __host__ __device__ T &operator+=(T &a, float s) { a.x += s; return a; }  // expect: MTH016
template <class T> __device__ Vec<T> operator*(Vec<T> a, T s) { return {a.x * s, a.y * s}; }
template <class T> __device__ T operator-(T a, T b) { return {a.x - b.x, a.y - b.y}; }
template <class T> __device__ Pair operator-(Pair a, T s) { return {a.x - s, a.y - s}; }
template <class T> __device__ T operator%(T a, int s) { return T{a.x % s, a.y % s}; }
float2 f(float2 v) { return v; }
// ==== output
struct Pair { float x, y; };
template <class T> struct Vec { T x, y; };
template <typename T> __host__ __device__ inline T operator/(T a, int s) { return T{a.x / s, a.y / s}; }  // expect: MTH016
template <class T, class S> __host__ __device__ T operator*(S s, const T &a) { return {a.x * s, a.y * s}; }  // expect: MTH016
template <class T> __host__ __device__ T &operator+=(T &a, float s) { a.x += s; return a; }  // expect: MTH016
template <class T> __device__ Vec<T> operator*(Vec<T> a, T s) { return {a.x * s, a.y * s}; }
template <class T> __device__ T operator-(T a, T b) { return {a.x - b.x, a.y - b.y}; }
template <class T> __device__ Pair operator-(Pair a, T s) { return {a.x - s, a.y - s}; }
template <class T> __device__ T operator%(T a, int s) { return T{a.x % s, a.y % s}; }
float2 f(float2 v) { return v; }
