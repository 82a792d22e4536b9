// A macro stands for the prefix of names that are joined.
#include <cuda_runtime.h>
#define PREFIX cuda
#define JOIN_EXPANDED(a, b) a##b
#define JOIN(a, b) JOIN_EXPANDED(a, b)
#define CALL(name) JOIN(PREFIX, name)  // expect: API034
int allocate(void **p) { return JOIN(PREFIX, Malloc)(p, 4); }  // expect: API034
int free(void *p) { return CALL(Free)(p); }
#define CALL_OF_OTHERS(name) JOIN(PREFIX, name)  // expect: API034

// Other prefixes, in one branch each.
#ifdef MOCK
#define CHOSEN mock
#else
#define CHOSEN cuda
#endif
int synchronize() { return JOIN(CHOSEN, DeviceSynchronize)(); }  // expect: API034

// No macro is expanded, none makes a name of CUDA, or it is not one word.
#define OWN own
#define TWO cuda Free
int JOIN_EXPANDED(PREFIX, Malloc) = 0;
int JOIN(OWN, Malloc) = 0;
int JOIN(cuda, Free) = 0;
// ==== output
// A macro stands for the prefix of names that are joined.
#include <hip/hip_runtime.h>
#define PREFIX cuda
#define JOIN_EXPANDED(a, b) a##b
#define JOIN(a, b) JOIN_EXPANDED(a, b)
#define CALL(name) JOIN(PREFIX, name)  // expect: API034
int allocate(void **p) { return JOIN(PREFIX, Malloc)(p, 4); }  // expect: API034
int free(void *p) { return CALL(Free)(p); }
#define CALL_OF_OTHERS(name) JOIN(PREFIX, name)  // expect: API034

// Other prefixes, in one branch each.
#ifdef MOCK
#define CHOSEN mock
#else
#define CHOSEN cuda
#endif
int synchronize() { return JOIN(CHOSEN, DeviceSynchronize)(); }  // expect: API034

// No macro is expanded, none makes a name of CUDA, or it is not one word.
#define OWN own
#define TWO cuda Free
int JOIN_EXPANDED(PREFIX, Malloc) = 0;
int JOIN(OWN, Malloc) = 0;
int JOIN(hip, Free) = 0;
