// A macro of NVIDIA's headers, and a keyword of clang's: code that says __attribute__((__noinline__)) means the latter.
#undef __noinline__
