#include <cuda.h>
#include <cuda_runtime.h>
template <class T> struct Good;
template <> struct Good<CUresult> {
    static constexpr int value = 0;
};
template <> struct Good<cudaError_t> {
    static constexpr int value = 0;
};
template <class T> struct Number;
template <> struct Number<CUresult> { static int value() { return 1; } };
template <> struct Number<cudaError_t> { static int value() { return 2; } };  // expect: API006
namespace driver {
template <class T> struct Kind;
template <> struct Kind<CUresult> { static int value() { return 1; } };
}
namespace runtime {
template <class T> struct Kind;
template <> struct Kind<cudaError_t> { static int value() { return 2; } };
}
// ==== output
#include <hip/hip_runtime.h>
template <class T> struct Good;
template <> struct Good<hipError_t> {
    static constexpr int value = 0;
};
#if !defined(__HIP_PLATFORM_AMD__)  // the same specialization as another one in HIP
template <> struct Good<hipError_t> {
    static constexpr int value = 0;
};
#endif
template <class T> struct Number;
template <> struct Number<hipError_t> { static int value() { return 1; } };
template <> struct Number<hipError_t> { static int value() { return 2; } };  // expect: API006
namespace driver {
template <class T> struct Kind;
template <> struct Kind<hipError_t> { static int value() { return 1; } };
}
namespace runtime {
template <class T> struct Kind;
template <> struct Kind<hipError_t> { static int value() { return 2; } };
}
