namespace math {
float scaled(float value, int by = 2);
template <typename T> T twice(const T& value);
[[nodiscard]] extern float kept(float[], void (*)(int));
struct Pair { int x; friend Pair operator+(Pair a, Pair b); };
__host__ __device__ float half_of(float);
__host__ void both(void);
}
extern "C" int plain_c(int);
__host__ __device__ float math::scaled(float v, int n) { return v * n; }
namespace math {
template <class Number> __host__ __device__ inline Number twice(const Number &v) { return v + v; }
__host__ __device__ float kept(float v[], void (*)(int)) { return v[0]; }
__host__ __device__ Pair operator+(Pair a, Pair b) { return Pair{a.x + b.x}; }
float half_of(float v) { return v / 2; }
__host__ __device__ void both() {}
}
extern "C" __host__ __device__ int plain_c(int i) { return i; }
// ==== output
namespace math {
__host__ __device__ float scaled(float value, int by = 2);
template <typename T> __host__ __device__ T twice(const T& value);
[[nodiscard]] __host__ __device__ extern float kept(float[], void (*)(int));
struct Pair { int x; __host__ __device__ friend Pair operator+(Pair a, Pair b); };
__host__ __device__ float half_of(float);
__device__ __host__ void both(void);
}
extern "C" __host__ __device__ int plain_c(int);
__host__ __device__ float math::scaled(float v, int n) { return v * n; }
namespace math {
template <class Number> __host__ __device__ inline Number twice(const Number &v) { return v + v; }
__host__ __device__ float kept(float v[], void (*)(int)) { return v[0]; }
__host__ __device__ Pair operator+(Pair a, Pair b) { return Pair{a.x + b.x}; }
__host__ __device__ float half_of(float v) { return v / 2; }
__host__ __device__ void both() {}
}
extern "C" __host__ __device__ int plain_c(int i) { return i; }
