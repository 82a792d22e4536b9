#define MEMBER static __device__
struct Ray {
  __device__ float at(float t);
  float at(double t);
  __device__ constexpr int size() const;
  MEMBER int one();
#ifdef WITH_DEVICE
  __device__ int some();
#endif
  __device__ int api();
  float host(int n);
};
float Ray::at(Float t) { return t; }
constexpr int Ray::size() const { return 1; }
int Ray::one() { return 1; }
int Ray::some() { return 1; }
RAY_API int Ray::api() { return 1; }
float Ray::host(int n) { return n; }
int Beam::api() { return 1; }
__device__ int other(int n);
int other(unsigned n) { return n; }
#define QUIET __device__
QUIET int ended(int n);
#undef QUIET
int ended(int n) { return n; }
template <> float twice<float>(float a) { return 2 * a; }
