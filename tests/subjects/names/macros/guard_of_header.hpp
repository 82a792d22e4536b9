#if !defined(MINE_HPP)
#define MINE_HPP

#if !defined(__CUDA_FP16_H__)
#error "include cuda_fp16.h instead"
#endif

#ifdef __CUDA_FP16_H__  // expect: API036
__device__ __half twice(__half x) { return x + x; }
#endif

#endif
// ==== output
#if !defined(MINE_HPP)
#define MINE_HPP

#if !defined(HIP_INCLUDE_HIP_HIP_FP16_H)
#error "include cuda_fp16.h instead"
#endif

#ifdef HIP_INCLUDE_HIP_HIP_FP16_H  // expect: API036
__device__ __half twice(__half x) { return x + x; }
#endif

#endif
