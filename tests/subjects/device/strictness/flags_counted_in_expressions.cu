#include <cuda_runtime.h>
struct Seen { int done; };
void f(bool& done, Seen& s, int n) {
    if (n) done++;
    else ++done;
    bool all = false, *other = &all;
    int old = all++;  // expect: DEV029
    int now = ++all;
    s.done++;
    ++other;
    for (;; all++) break;  // expect: DEV029
    for (int i = 0; i < n; ++i) all++;
}
void g(int done) { done++; n = ++done; }
// ==== output
#include <hip/hip_runtime.h>
struct Seen { int done; };
void f(bool& done, Seen& s, int n) {
    if (n) done = true;
    else done = true;
    bool all = false, *other = &all;
    int old = all++;  // expect: DEV029
    int now = (all = true);
    s.done++;
    ++other;
    for (;; all++) break;  // expect: DEV029
    for (int i = 0; i < n; ++i) all = true;
}
void g(int done) { done++; n = ++done; }
