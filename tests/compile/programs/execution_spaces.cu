// Declarations and definitions that say different things of __host__ and __device__.
#include <cstdio>

#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif

namespace numbers {
template <class T> class Complex;
template <class T> Complex<T> operator*(const Complex<T> &, const Complex<T> &);

template <class T> class Complex {
public:
    HD Complex(T re = 0, T im = 0);
    HD T real() const { return re_; }
    T imag() const;
    HD T norm() const;
    __device__ void atomically_add(T re);

private:
    T re_, im_;
};

template <> class Complex<float> {
public:
    HD Complex(float re = 0, float im = 0) : re_(re), im_(im) {}
    Complex(const Complex<double> &other);
    HD float real() const { return re_; }

private:
    float re_, im_;
};

template <class T> HD Complex<T>::Complex(T re, T im) : re_(re), im_(im) {}
template <class U> HD U Complex<U>::imag() const { return im_; }
template <class T> T Complex<T>::norm() const { return re_ * re_ + im_ * im_; }
template <class T> void Complex<T>::atomically_add(T re) { atomicAdd(&re_, re); }
inline HD Complex<float>::Complex(const Complex<double> &other) : re_(other.real()), im_(other.imag()) {}

template <class T> HD Complex<T> operator*(const Complex<T> &a, const Complex<T> &b) {
    return Complex<T>(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
}
}  // namespace numbers

struct Lane {
    __device__ int index();
    int next(int i) const;
    friend Lane merged(Lane, Lane);
    int first = 0;
};

static float scaled(float value, float by = 2);
__host__ __device__ int clamped(int i, int limit);
int on_device(int i);
extern "C" int both_sides(int);

__global__ void kernel(float *out, int n) {
    numbers::Complex<double> c(out[0], 1), d = c * c;
    numbers::Complex<float> f(d);
    Lane lane = merged(Lane(), Lane());
    d.atomically_add(lane.index());
    int i = on_device(clamped(lane.next(threadIdx.x), n)) + both_sides(1);
    out[i] = scaled(f.real()) + float(d.norm());
}

int Lane::index() { return first + threadIdx.x; }
__host__ __device__ int Lane::next(int i) const { return first + i + 1; }
__host__ __device__ Lane merged(Lane a, Lane b) { a.first += b.first; return a; }
__host__ __device__ static float scaled(float value, float by) { return value * by; }
int clamped(int i, int limit) { return i < limit ? i : limit; }
__device__ int on_device(int i) { return i + blockIdx.x; }
extern "C" __host__ __device__ int both_sides(int i) { return -i; }

int main() {
    float *out;
    cudaMalloc(&out, 64 * sizeof(float));
    kernel<<<1, 32>>>(out, 32);
    numbers::Complex<double> c(3, 4), d = c * c;
    printf("%g %g %g %d %d\n", d.norm(), scaled(2), double(numbers::Complex<float>(c).real()), clamped(3, 2), both_sides(1));
    return cudaDeviceSynchronize() != cudaSuccess;
}
