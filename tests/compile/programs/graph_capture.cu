// CG-like iteration recorded with stream capture and replayed as a graph.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <chrono>
#include <cmath>
#include <cuda_runtime_api.h>

#define RT(e) if (cudaError_t _ = (e)) { printf("[%d] %s\n", __LINE__, cudaGetErrorString(_)); exit(_); }

__global__ void smooth(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float l = in[i ? i - 1 : 0], r = in[i < n - 1 ? i + 1 : n - 1];
		out[i] = 0.25f * l + 0.5f * in[i] + 0.25f * r;
	}
}

__global__ void accumulate(const float *x, float *sum, int n)
{
	__shared__ float s;
	if (threadIdx.x == 0) s = 0.f;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) atomicAdd(&s, x[i]);
	__syncthreads();
	if (threadIdx.x == 0) atomicAdd(sum, s);
}

int main(int argc, char **argv)
{
	const int n = 4096, inner = 10, repeat = argc > 1 ? atoi(argv[1]) : 50;
	float *a, *b, *sum, total = 0;
	cudaStream_t st, side;
	cudaEvent_t fork, join;
	RT(cudaStreamCreate(&st));
	RT(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
	RT(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
	RT(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
	RT(cudaMalloc(&a, n * sizeof(float)));
	RT(cudaMalloc(&b, n * sizeof(float)));
	RT(cudaMalloc(&sum, sizeof(float)));
	std::vector<float> h(n, 0.f);
	h[n / 2] = 1000.f;
	RT(cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

	cudaGraph_t graph;
	RT(cudaStreamBeginCapture(st, cudaStreamCaptureModeGlobal));
	RT(cudaEventRecord(fork, st));
	RT(cudaStreamWaitEvent(side, fork, 0));
	RT(cudaMemsetAsync(sum, 0, sizeof(float), side));
	RT(cudaEventRecord(join, side));
	for (int k = 0; k < inner; k++) {
		smooth<<<n / 256, 256, 0, st>>>(a, b, n);
		smooth<<<n / 256, 256, 0, st>>>(b, a, n);
	}
	RT(cudaStreamWaitEvent(st, join, 0));
	accumulate<<<n / 256, 256, 0, st>>>(a, sum, n);
	RT(cudaStreamEndCapture(st, &graph));

	size_t nodes = 0;
	RT(cudaGraphGetNodes(graph, NULL, &nodes));
	cudaGraphExec_t exec, exec2;
#if CUDART_VERSION >= 12000
	RT(cudaGraphInstantiate(&exec, graph, 0));
#else
	RT(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
#endif
	RT(cudaGraphInstantiate(&exec2, graph, NULL, NULL, 0));

	cudaStreamCaptureStatus status;
	RT(cudaStreamIsCapturing(st, &status));
	if (status != cudaStreamCaptureStatusNone) return 9;

	auto t0 = std::chrono::steady_clock::now();
	for (int r = 0; r < repeat; r++) RT(cudaGraphLaunch(r & 1 ? exec : exec2, st));
	RT(cudaStreamSynchronize(st));
	auto t1 = std::chrono::steady_clock::now();
	RT(cudaMemcpy(&total, sum, sizeof(float), cudaMemcpyDeviceToHost));
	RT(cudaMemcpy(h.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost));
	bool ok = fabsf(total - 1000.f) < 0.5f && h[n / 2] < 1000.f && nodes == 2 * inner + 2;
	printf("%zu nodes, %.2f us per graph\n", nodes, std::chrono::duration<double, std::micro>(t1 - t0).count() / repeat);
	printf("%s\n", ok ? "PASS" : "FAIL");
	cudaGraphExecDestroy(exec);
	cudaGraphExecDestroy(exec2);
	cudaGraphDestroy(graph);
	cudaStreamDestroy(st); cudaStreamDestroy(side);
	cudaEventDestroy(fork); cudaEventDestroy(join);
	cudaFree(a); cudaFree(b); cudaFree(sum);
	return !ok;
}
