struct cublasContext;
struct cublasContext {};
void f(cublasContext *handle);
namespace mine {
struct cufftBox3d;
void f(cufftBox3d *box);
}
