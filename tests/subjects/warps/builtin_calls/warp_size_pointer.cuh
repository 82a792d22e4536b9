void query(cudaStream_t s, int *warpSize) { *warpSize = 32; }
// ==== output
void query(hipStream_t s, int *warpSize) { *warpSize = 32; }
