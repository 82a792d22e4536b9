const char *a = "one \ 
cudaMalloc(&p, n) \	
cudaFree(p)";
void f() { cudaFree(p); }
// ==== output
const char *a = "one \ 
cudaMalloc(&p, n) \	
cudaFree(p)";
void f() { hipFree(p); }
