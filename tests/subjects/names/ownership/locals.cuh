// What a function has for itself is in sight there only.
int f(int cudaFree, int (*cuInit)(unsigned)) { return cuInit(0) + cudaFree; }  // expect: TOOL006
void g(void *p) { cudaFree(p); cuInit(0); }
struct Api { int (*cudaMalloc)(void **, int); void *get() { void *p; cudaMalloc(&p, 4); return p; } };  // expect: TOOL006
void *h() { void *p; cudaMalloc(&p, 4); return p; }
// ==== output
// What a function has for itself is in sight there only.
int f(int cudaFree, int (*cuInit)(unsigned)) { return cuInit(0) + cudaFree; }  // expect: TOOL006
void g(void *p) { hipFree(p); hipInit(0); }
struct Api { int (*cudaMalloc)(void **, int); void *get() { void *p; cudaMalloc(&p, 4); return p; } };  // expect: TOOL006
void *h() { void *p; hipMalloc(&p, 4); return p; }
