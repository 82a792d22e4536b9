#if defined(USE_ROCM)
hipFree(a);
#elif defined(USE_CUDA)
cudaFree(a);
#else
free(a);
#endif
#ifndef USE_ROCM
cudaFree(b);
#else
hipFree(b);
#endif
#if !defined(USE_ROCM) && MORE
cudaFree(c);
#endif
#if defined(USE_CUDA) && !defined(USE_ROCM)
cudaFree(d);
#endif
#ifdef __HIP_PLATFORM_NVIDIA__
cudaFree(e);
#else
hipFree(e);
#endif
cudaFree(g);
// ==== output
#if defined(USE_ROCM)
hipFree(a);
#elif defined(USE_CUDA)
cudaFree(a);
#else
free(a);
#endif
#ifndef USE_ROCM
cudaFree(b);
#else
hipFree(b);
#endif
#if !defined(USE_ROCM) && MORE
cudaFree(c);
#endif
#if defined(USE_CUDA) && !defined(USE_ROCM)
cudaFree(d);
#endif
#ifdef __HIP_PLATFORM_NVIDIA__
cudaFree(e);
#else
hipFree(e);
#endif
hipFree(g);
