struct cublasContext;  // expect: API001
struct Solver {
  cublasContext *handle;  // expect: API001
  cublasContext *other() const;  // expect: API001
};
