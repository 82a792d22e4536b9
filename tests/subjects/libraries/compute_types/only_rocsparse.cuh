// flags: --target roc --rocm 6.4
#include <cusparse.h>
cudaDataType type(bool wide) {
    if (half) return CUDA_R_16F;  // expect: API002
    return wide ? CUDA_R_64F : CUDA_R_32F;
}
// ==== output
#include <rocsparse/rocsparse.h>
rocsparse_datatype type(bool wide) {
    if (half) return CUDA_R_16F;  // expect: API002
    return wide ? rocsparse_datatype_f64_r : rocsparse_datatype_f32_r;
}
