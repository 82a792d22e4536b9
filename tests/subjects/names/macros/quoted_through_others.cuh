#define NAME_(x) #x
#define NAME(x) NAME_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define LIST(X) X(cudaMalloc) X(cudaFree)  // expect: API034
#define QUOTED(n) #n,
#define CASE(n) case n: return #n;
#define CODES(X) X(cudaErrorUnknown)
#define UNSEEN(X) X(cudaMemset)  // expect: API034
const char *names[] = {LIST(QUOTED)};
const char *a = NAME(cudaFree);  // expect: API034
int b = JOIN(cudaMalloc, Host);  // expect: API034
const char *g(int e) { switch (e) { CODES(CASE) } }
// ==== output
#define NAME_(x) #x
#define NAME(x) NAME_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define LIST(X) X(cudaMalloc) X(cudaFree)  // expect: API034
#define QUOTED(n) #n,
#define CASE(n) case n: return #n;
#define CODES(X) X(hipErrorUnknown)
#define UNSEEN(X) X(cudaMemset)  // expect: API034
const char *names[] = {LIST(QUOTED)};
const char *a = NAME(cudaFree);  // expect: API034
int b = JOIN(cudaMalloc, Host);  // expect: API034
const char *g(int e) { switch (e) { CODES(CASE) } }
