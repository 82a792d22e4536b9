// ArgMax over (logit) rows, KeyValuePair in user code, CachingDeviceAllocator,
// a functor seen through a transform iterator, namespace alias.
#include <cub/device/device_reduce.cuh>
#include <cub/util_allocator.cuh>
#include <cub/block/block_reduce.cuh>
#include <thrust/iterator/transform_iterator.h>
#include <cstdio>
#include <vector>
#include <cfloat>

namespace c = cub;

static c::CachingDeviceAllocator g_allocator(true);

typedef c::KeyValuePair<int, float> KVP;

struct ArgMaxOp {
	__device__ __forceinline__ KVP operator()(const KVP &a, const KVP &b) const
	{
		return (b.value > a.value || (b.value == a.value && b.key < a.key)) ? b : a;
	}
};

template <int TPB>
__launch_bounds__(TPB) __global__ void topOne(const float *logits, int *idx, float *val, int cols)
{
	typedef c::BlockReduce<KVP, TPB> BlockReduce;
	__shared__ typename BlockReduce::TempStorage tmpStorage;
	KVP best(0, -FLT_MAX);
	ArgMaxOp op;
	const float *row = logits + (long)blockIdx.x * cols;
	for (int i = threadIdx.x; i < cols; i += TPB) {
		KVP k;
		k.key = i;
		k.value = row[i];
		best = op(best, k);
	}
	const KVP r = BlockReduce(tmpStorage).Reduce(best, op);
	if (threadIdx.x == 0) {
		idx[blockIdx.x] = r.key;
		val[blockIdx.x] = r.value;
	}
}

struct SquareToDouble {
	__host__ __device__ double operator()(float x) const { return (double)x * x; }
};

int main()
{
	const int rows = 40, cols = 3001;
	std::vector<float> h(rows * cols), vals(rows);
	std::vector<int> idx(rows);
	double ref = 0;
	for (int i = 0; i < rows * cols; i++) { h[i] = (float)((i * 7919LL) % 100003) / 100.f; ref += (double)h[i] * h[i]; }

	float *d, *d_val;
	int *d_idx;
	double *d_sum, sum;
	if (g_allocator.DeviceAllocate((void **)&d, h.size() * sizeof(float)) != cudaSuccess) return 1;
	g_allocator.DeviceAllocate((void **)&d_val, rows * sizeof(float));
	g_allocator.DeviceAllocate((void **)&d_idx, rows * sizeof(int));
	g_allocator.DeviceAllocate((void **)&d_sum, sizeof(double));
	cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);

	topOne<256><<<rows, 256>>>(d, d_idx, d_val, cols);
	cudaMemcpy(idx.data(), d_idx, rows * sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(vals.data(), d_val, rows * sizeof(float), cudaMemcpyDeviceToHost);
	int bad = 0;
	for (int r = 0; r < rows; r++) {
		int b = 0;
		for (int k = 1; k < cols; k++) if (h[r * cols + k] > h[r * cols + b]) b = k;
		bad += b != idx[r] || vals[r] != h[r * cols + b];
	}

	thrust::transform_iterator<SquareToDouble, const float *> it(d, SquareToDouble());
	void *tmp = NULL;
	size_t bytes = 0;
	c::DeviceReduce::Sum(tmp, bytes, it, d_sum, rows * cols);
	g_allocator.DeviceAllocate(&tmp, bytes);
	c::DeviceReduce::Sum(tmp, bytes, it, d_sum, rows * cols);
	cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost);
	bad += sum < ref * (1 - 1e-9) || sum > ref * (1 + 1e-9);

	g_allocator.DeviceFree(tmp);
	g_allocator.DeviceFree(d);
	g_allocator.DeviceFree(d_val);
	g_allocator.DeviceFree(d_idx);
	g_allocator.DeviceFree(d_sum);
	printf("%s\n", bad ? "FAIL" : "PASS");
	return bad;
}
