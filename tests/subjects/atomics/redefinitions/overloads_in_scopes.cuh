namespace one {
void report(CUresult error) { fail(error); }
}
namespace two {
void report(cudaError_t error) { fail(error); }
}
struct Reporter {
    void report(cudaError_t error) { fail(error); }
};
// ==== output
namespace one {
void report(hipError_t error) { fail(error); }
}
namespace two {
void report(hipError_t error) { fail(error); }
}
struct Reporter {
    void report(hipError_t error) { fail(error); }
};
