#ifndef USE_ROCM_H
#define USE_ROCM_H
#ifdef USE_CUDA
cudaFree(a);
#else
free(a);
#endif
#if defined(__CUDACC__) || defined(__HIPCC__)
cudaFree(b);
#endif
#if defined(USE_ROCM) || MORE
cudaFree(c);
#endif
#endif
// ==== output
#ifndef USE_ROCM_H
#define USE_ROCM_H
#ifdef USE_CUDA
hipFree(a);
#else
free(a);
#endif
#if defined(__CUDACC__) || defined(__HIPCC__)
hipFree(b);
#endif
#if defined(USE_ROCM) || MORE
hipFree(c);
#endif
#endif
