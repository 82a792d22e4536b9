// #if __CUDA_ARCH__ >= 300 and __NVCC__
/*
#ifdef __CUDA_ARCH__
#endif
*/
const char *text = "__CUDA_ARCH__ __NVCC__";
#error __CUDA_ARCH__ is too old for __NVCC__
#ifdef MY__CUDA_ARCH__
int __CUDA_ARCH__LIST, x__NVCC__;
#endif
