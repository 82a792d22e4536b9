/* Conway's game of life on two surface objects. */
// not compared on a GPU: HIP reads zero outside of surfaces, where CUDA traps unless asked not to
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utility>

#define W 256
#define H 192

__global__ void life(cudaSurfaceObject_t src, cudaSurfaceObject_t dst)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= W || y >= H) return;
	int n = 0;
	unsigned char c, v;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			surf2Dread(&c, src, (x + dx) * (int)sizeof(unsigned char), y + dy, cudaBoundaryModeZero);
			n += c;
		}
	surf2Dread(&v, src, x, y);
	v = (n == 3) || (n == 4 && v);
	surf2Dwrite(v, dst, x, y);
}

static cudaSurfaceObject_t makeSurface(cudaArray_t *a)
{
	cudaChannelFormatDesc d = cudaCreateChannelDesc<unsigned char>();
	if (cudaMallocArray(a, &d, W, H, cudaArraySurfaceLoadStore) != cudaSuccess) { puts("FAIL: array"); exit(1); }
	struct cudaResourceDesc r;
	memset(&r, 0, sizeof r);
	r.resType = cudaResourceTypeArray;
	r.res.array.array = *a;
	cudaSurfaceObject_t s = 0;
	cudaCreateSurfaceObject(&s, &r);
	return s;
}

int main(int argc, char **argv)
{
	int gens = argc > 1 ? atoi(argv[1]) : 30;
	static unsigned char a[H][W], b[H][W], g[H][W];
	for (int i = 0; i < W * H; i++) a[i / W][i % W] = (rand() >> 5) & 1;
	cudaArray_t arr[2];
	cudaSurfaceObject_t s0 = makeSurface(&arr[0]), s1 = makeSurface(&arr[1]);
	cudaMemcpy2DToArray(arr[0], 0, 0, a, W, W, H, cudaMemcpyHostToDevice);
	cudaEvent_t e0, e1;
	cudaEventCreate(&e0);
	cudaEventCreate(&e1);
	dim3 blk(32, 8), grd(W / 32, H / 8);
	cudaEventRecord(e0, 0);
	for (int t = 0; t < gens; t++) {
		life<<<grd, blk>>>(s0, s1);
		std::swap(s0, s1);
	}
	cudaEventRecord(e1, 0);
	cudaEventSynchronize(e1);
	float ms;
	cudaEventElapsedTime(&ms, e0, e1);
	printf("%d generations, %.3f ms\n", gens, ms);
	cudaMemcpy2DFromArray(g, W, arr[gens & 1], 0, 0, W, H, cudaMemcpyDeviceToHost);
	for (int t = 0; t < gens; t++) {
		for (int y = 0; y < H; y++)
			for (int x = 0; x < W; x++) {
				int n = 0;
				for (int dy = -1; dy <= 1; dy++)
					for (int dx = -1; dx <= 1; dx++)
						if (x + dx >= 0 && x + dx < W && y + dy >= 0 && y + dy < H) n += a[y + dy][x + dx];
				b[y][x] = n == 3 || (n == 4 && a[y][x]);
			}
		memcpy(a, b, sizeof a);
	}
	int bad = memcmp(a, g, sizeof a) != 0;
	printf("%s\n", bad ? "FAIL" : "PASS");
	cudaDestroySurfaceObject(s0);
	cudaDestroySurfaceObject(s1);
	cudaFreeArray(arr[0]);
	cudaFreeArray(arr[1]);
	cudaEventDestroy(e0);
	cudaEventDestroy(e1);
	return bad;
}
