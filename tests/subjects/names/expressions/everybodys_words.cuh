void f(int type) {
    double low = umin[type], high = x + umax;
    unsigned m = umin(a, b);
}
// ==== output
#include "hipify_compat.hpp"
void f(int type) {
    double low = umin[type], high = x + umax;
    unsigned m = min(static_cast<unsigned int>(a), static_cast<unsigned int>(b));
}
