#if defined(__CUDACC_VER_MAJOR__)
#if __CUDACC_VER_MAJOR__ == 11 && __CUDACC_VER_MINOR__ == 0  // one release
int a = 0;
#else
int a = f("newer");
#endif
#else  // no nvcc
int a = f("newer");
#endif
#if defined(__CUDACC_VER_MAJOR__)  // expect: ARC006
int b = f("newer");
#else
int b = f("other");
#endif
#if defined(__CUDACC_VER_MAJOR__)  // expect: ARC006
#ifdef MINE
int c;
#endif
#else
int c;
#endif
