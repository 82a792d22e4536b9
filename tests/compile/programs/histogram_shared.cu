// 64/256-bin and weighted 2D histograms, per-warp sub-histograms, sloppy style.
#include <iostream>
#include <cstdlib>
#include <cstring>
using namespace std;

#define WARPS 8
#define BINS 256

__global__ void hist_warp(unsigned int *out, const unsigned int *data, int n) {
	__shared__ unsigned int s[WARPS * BINS];
	unsigned int *my = s + (threadIdx.x >> 5) * BINS;
	for(int i=threadIdx.x; i<WARPS*BINS; i+=blockDim.x) s[i]=0;
	__syncthreads();
	for(int p=blockIdx.x*blockDim.x+threadIdx.x; p<n; p+=gridDim.x*blockDim.x) {
		unsigned int w = data[p];
		atomicAdd(my + ((w >>  0) & 0xFFU), 1);
		atomicAdd(my + ((w >>  8) & 0xFFU), 1);
		atomicAdd(my + ((w >> 16) & 0xFFU), 1);
		atomicAdd(my + ((w >> 24) & 0xFFU), 1);
	}
	__syncthreads();
	for(int b=threadIdx.x; b<BINS; b+=blockDim.x) {
		unsigned int t=0;
		for(int w=0;w<WARPS;w++) t+=s[w*BINS+b];
		atomicAdd(&out[b], t);
	}
}

extern __shared__ float dyn[];
__global__ void hist2d(const float2 *pos, const float *weight, int n, float *grid, int gx, int gy) {
	for(int i=threadIdx.x;i<gx*gy;i+=blockDim.x) dyn[i]=0.f;
	__syncthreads();
	int i=blockIdx.x*blockDim.x+threadIdx.x;
	if(i<n) {
		float2 p=pos[i];
		int cx=min(int(p.x*gx),gx-1), cy=min(int(p.y*gy),gy-1);
		atomicAdd(&dyn[cy*gx+cx], weight[i]);
	}
	__syncthreads();
	for(int i=threadIdx.x;i<gx*gy;i+=blockDim.x) if(dyn[i]!=0.f) atomicAdd(&grid[i],dyn[i]);
}

int main(int argc,char**argv){
	int n = argc>1 ? atoi(argv[1]) : 1<<20;
	unsigned int *h=new unsigned int[n], ref[BINS]={0}, got[BINS];
	for(int i=0;i<n;i++){ h[i]=rand()*2654435761u; for(int k=0;k<4;k++) ref[(h[i]>>(8*k))&255]++; }
	unsigned int *d,*o;
	cudaMalloc(&d,n*sizeof*d); cudaMalloc(&o,sizeof(got));
	cudaMemcpy(d,h,n*sizeof*d,cudaMemcpyHostToDevice);
	cudaMemset(o,0,sizeof(got));
	hist_warp<<<120,WARPS*32>>>(o,d,n);
	cudaMemcpy(got,o,sizeof got,cudaMemcpyDeviceToHost);
	bool ok = !memcmp(got,ref,sizeof ref);

	const int gx=20, gy=15, m=50000;
	float2 *hp=new float2[m]; float *hw=new float[m], hg[gx*gy], rg[gx*gy]={0};
	for(int i=0;i<m;i++){
		hp[i].x=(i%997)/997.f; hp[i].y=(i%613)/613.f; hw[i]=1+i%2;
		rg[min(int(hp[i].y*gy),gy-1)*gx+min(int(hp[i].x*gx),gx-1)]+=hw[i];
	}
	float2*dp; float*dw,*dg;
	cudaMalloc(&dp,m*sizeof(float2)); cudaMalloc(&dw,m*sizeof(float)); cudaMalloc(&dg,sizeof(hg));
	cudaMemcpy(dp,hp,m*sizeof(float2),cudaMemcpyHostToDevice);
	cudaMemcpy(dw,hw,m*sizeof(float),cudaMemcpyHostToDevice);
	cudaMemset(dg,0,sizeof(hg));
	hist2d<<<(m+255)/256,256,gx*gy*sizeof(float)>>>(dp,dw,m,dg,gx,gy);
	cudaMemcpy(hg,dg,sizeof(hg),cudaMemcpyDeviceToHost);
	for(int i=0;i<gx*gy;i++) ok = ok && hg[i]==rg[i];
	cout<<(ok?"PASS":"FAIL")<<endl;
	cudaFree(d);cudaFree(o);cudaFree(dp);cudaFree(dw);cudaFree(dg);
	delete[]h;delete[]hp;delete[]hw;
	return !ok;
}
