int a = b -cudaSharedmemCarveoutDefault;
int c = d-cudaSharedmemCarveoutDefault;
int e = cudaSharedmemCarveoutDefault;
// ==== output
int a = b -(-1);
int c = d-(-1);
int e = (-1);
