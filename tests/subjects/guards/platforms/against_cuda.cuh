#if defined(USE_HIP) && MORE
hipFree(a);
#elif !defined(USE_CUDA)
cudaFree(b);
#elif !defined(__CUDA__) && defined(USE_CUDA)
cudaFree(c);
#elif defined(USE_CUDA)
cudaFree(d);
#endif
// ==== output
#if defined(USE_HIP) && MORE
hipFree(a);
#elif !defined(USE_CUDA)
hipFree(b);
#elif !defined(__CUDA__) && defined(USE_CUDA)
cudaFree(c);
#elif defined(USE_CUDA)
cudaFree(d);
#endif
