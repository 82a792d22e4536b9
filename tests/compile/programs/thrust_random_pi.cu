// Buffon's needle and a quarter-circle estimate of pi with thrust engines and
// distributions; every k-th element through permutation + transform iterators.
#include <thrust/random.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/functional.h>
#include <thrust/transform_reduce.h>
#include <thrust/device_vector.h>
#include <thrust/sequence.h>
#include <thrust/shuffle.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <iostream>
#include <iomanip>
#include <cmath>
#include <cstdlib>

struct Needle
{
	int throwsPerThread;
	__host__ __device__ int operator()(int id) const
	{
		thrust::minstd_rand gen(id * 7919 + 13);
		gen.discard(3);
		thrust::uniform_real_distribution<double> centre(0.0, 0.5), angle(0.0, 1.5707963267948966);
		int crossings = 0;
		for (int k = 0; k < throwsPerThread; k++) {
			const double d = centre(gen);
			crossings += d <= 0.5 * sin(angle(gen));
		}
		return crossings;
	}
};

struct InQuarter
{
	__host__ __device__ bool operator()(unsigned id) const
	{
		thrust::default_random_engine e;
		e.discard(2 * id);
		thrust::uniform_real_distribution<float> u;
		const float x = u(e);
		return hypotf(x, u(e)) < 1.f;
	}
};

struct Gaussian
{
	double mean, dev;
	__host__ __device__ double operator()(int i) const
	{
		thrust::taus88 gen(2654435761u * (i + 1));
		thrust::normal_distribution<double> nd(mean, dev);
		nd(gen);
		return nd(gen);
	}
};

struct Times
{
	int k;
	__host__ __device__ explicit Times(int k_) : k(k_) {}
	__host__ __device__ int operator()(int i) const { return i * k; }
};

struct IsFinite { __host__ __device__ bool operator()(double x) const { return isfinite(x); } };

template <typename It>
auto everyNth(It first, int k) -> decltype(thrust::make_permutation_iterator(first, thrust::make_transform_iterator(thrust::make_counting_iterator(0), Times(k))))
{
	return thrust::make_permutation_iterator(first, thrust::make_transform_iterator(thrust::make_counting_iterator(0), Times(k)));
}

int main(int argc, char **argv)
{
	const int threads = argc > 1 ? std::atoi(argv[1]) : 20000, each = 500;
	thrust::counting_iterator<int> zero(0);
	long long crossed = thrust::transform_reduce(thrust::device, zero, zero + threads, Needle{each}, 0LL, thrust::plus<long long>());
	double buffon = 2.0 * threads * each / crossed;

	unsigned hits = thrust::transform_reduce(zero, zero + threads, InQuarter(), 0u, thrust::plus<unsigned>());
	double quarter = 4.0 * hits / threads;

	thrust::device_vector<double> z(100000);
	thrust::transform(zero, zero + z.size(), z.begin(), Gaussian{2.0, 0.5});
	double mean = thrust::reduce(z.begin(), z.end()) / z.size();
	bool finite = thrust::all_of(z.begin(), z.end(), IsFinite());

	thrust::device_vector<int> v(1000);
	thrust::sequence(v.begin(), v.end(), 0, 2);
	auto tens = everyNth(v.begin(), 10);
	int s = thrust::reduce(tens, tens + 100);
	int dot = thrust::inner_product(v.begin(), v.begin() + 4, v.begin(), 0);
	thrust::shuffle(v.begin(), v.end(), thrust::default_random_engine(5));
	int total = thrust::reduce(v.begin(), v.end());

	bool ok = std::fabs(buffon - M_PI) < 0.02 && std::fabs(quarter - M_PI) < 0.1 && std::fabs(mean - 2.0) < 0.1 && finite && s == 99000 && dot == 56 && total == 999000;
	std::cout << std::setprecision(5) << "pi ~ " << buffon << " / " << quarter << ", mean " << mean << "\n" << (ok ? "PASS" : "FAIL") << std::endl;
	return ok ? 0 : 1;
}
