// SoA particles through zip_iterator and tuples; streams through execution
// policies; raw pointers mixed with plain kernels.
#include <thrust/device_vector.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/remove.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <cstdio>
#include <cmath>
#include <vector>

typedef thrust::tuple<float, float, float, int> Particle;
typedef thrust::device_vector<float>::iterator FIter;
typedef thrust::device_vector<int>::iterator IIter;
typedef thrust::tuple<FIter, FIter, FIter, IIter> IterTuple;
typedef thrust::zip_iterator<IterTuple> ZipIter;

struct Move {
  float dt;
  explicit Move(float dt_) : dt(dt_) {}
  template <typename Tuple>
  __device__ void operator()(Tuple t)
  {
    thrust::get<0>(t) += dt * thrust::get<2>(t);
    thrust::get<1>(t) -= dt * 0.5f * thrust::get<2>(t);
    thrust::get<3>(t) += 1;
  }
};

struct Outside {
  __host__ __device__ bool operator()(const Particle &p) const { return thrust::get<0>(p) > 1.0f; }
};

struct Energy {
  __host__ __device__ float operator()(const thrust::tuple<float, float> &t) const
  {
    float x, v;
    thrust::tie(x, v) = t;
    return 0.5f * v * v + x;
  }
};

__global__ void init(float *x, float *y, float *v, int *age, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { x[i] = (float)i / n; y[i] = 0.f; v[i] = (i & 1) ? 1.f : 0.25f; age[i] = 0; }
}

int main()
{
  const int n = 4096;
  thrust::device_vector<float> x(n), y(n), v(n);
  thrust::device_vector<int> age(n);
  init<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(&y[0]),
                                 thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(age.data()), n);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaDeviceSynchronize();

  ZipIter first(thrust::make_tuple(x.begin(), y.begin(), v.begin(), age.begin()));
  ZipIter last = first + n;
  thrust::for_each(thrust::cuda::par.on(s), first, last, Move(0.5f));
  cudaStreamSynchronize(s);
  ZipIter end = thrust::remove_if(thrust::device, first, last, Outside());
  int left = (int)(end - first), want = 0;
  double energy = 0;
  for (int i = 0; i < n; i++) {
    float vi = (i & 1) ? 1.f : 0.25f, xi = (float)i / n + 0.5f * vi;
    if (!(xi > 1.0f)) { want++; energy += 0.5f * vi * vi + xi; }
  }
  float e = thrust::transform_reduce(
      thrust::cuda::par_nosync.on(s), thrust::make_zip_iterator(thrust::make_tuple(x.begin(), v.begin())),
      thrust::make_zip_iterator(thrust::make_tuple(x.begin() + left, v.begin() + left)), Energy(), 0.0f, thrust::plus<float>());

  float *raw;
  cudaMalloc(&raw, 256 * sizeof(float));
  thrust::device_ptr<float> dp(raw);
  thrust::fill(dp, dp + 256, 3.5f);
  float *rawp = dp.get();
  thrust::transform(thrust::device, rawp, rawp + 256, rawp, thrust::square<float>());
  float probe = dp[255];

  std::vector<int> ages(left);
  thrust::copy(age.begin(), age.begin() + left, ages.begin());
  bool ok = left == want && std::fabs(e - energy) < 1e-3 * energy && probe == 12.25f && ages[0] == 1;
  printf("%d left, energy %g (%g): %s\n", left, e, energy, ok ? "PASS" : "FAIL");
  cudaFree(raw);
  cudaStreamDestroy(s);
  return !ok;
}
