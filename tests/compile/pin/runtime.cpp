// As much of HIP's runtime as hipify_pin.hpp and the program beside it call, without a GPU: memory of the device is
// memory of the host, and kernels are not launched.
#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <map>

static std::map<char *, size_t> &memory() {
  static std::map<char *, size_t> all;
  return all;
}
static hipError_t last = hipSuccess;

static hipError_t failed(hipError_t error) {
  if (error != hipSuccess) last = error;
  return error;
}

static std::map<char *, size_t>::iterator holds(const void *address) {
  std::map<char *, size_t>::iterator each = memory().begin();
  while (each != memory().end() && !(each->first <= address && address < each->first + each->second)) ++each;
  return each;
}

extern "C" {
hipError_t hipPeekAtLastError() { return last; }
hipError_t hipGetLastError() {
  const hipError_t was = last;
  last = hipSuccess;
  return was;
}
hipError_t hipMalloc(void **into, size_t bytes) {
  *into = malloc(bytes + 64);  // drivers round up
  memset(*into, 0xab, bytes + 64);
  memory()[static_cast<char *>(*into)] = bytes + 64;
  return hipSuccess;
}
hipError_t hipFree(void *address) {
  if (!memory().erase(static_cast<char *>(address))) return failed(hipErrorInvalidValue);
  free(address);
  return hipSuccess;
}
hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  if (kind > hipMemcpyDefault) return failed(hipErrorInvalidMemcpyDirection);
  memcpy(to, from, bytes);
  return hipSuccess;
}
hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind, hipStream_t) {
  memcpy(to, from, bytes);
  return hipSuccess;
}
hipError_t hipMemset(void *to, int byte, size_t bytes) {
  memset(to, byte, bytes);
  return hipSuccess;
}
hipError_t hipMemsetAsync(void *to, int byte, size_t bytes, hipStream_t) { return hipMemset(to, byte, bytes); }
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *into, const void *address) {
  if (holds(address) == memory().end()) return failed(hipErrorInvalidValue);
  into->type = hipMemoryTypeDevice;
  into->device = 0;
  return hipSuccess;
}
hipError_t hipMemGetAddressRange(hipDeviceptr_t *base, size_t *bytes, hipDeviceptr_t address) {
  const std::map<char *, size_t>::iterator found = holds(address);
  if (found == memory().end()) return failed(hipErrorInvalidValue);
  *base = found->first;
  *bytes = found->second;
  return hipSuccess;
}
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *) { return hipSuccess; }
hipError_t hipStreamIsCapturing(hipStream_t, hipStreamCaptureStatus *into) {
  *into = hipStreamCaptureStatusNone;
  return hipSuccess;
}
hipError_t hipGetDevice(int *into) { return *into = 0, hipSuccess; }
hipError_t hipGetDeviceCount(int *into) { return *into = 1, hipSuccess; }
hipError_t hipGetDeviceProperties(hipDeviceProp_t *into, int) { return strcpy(into->name, "No GPU"), hipSuccess; }
hipError_t hipRuntimeGetVersion(int *into) { return *into = 7, hipSuccess; }
hipError_t hipDriverGetVersion(int *into) { return *into = 8, hipSuccess; }
static bool captures = false;
hipError_t hipStreamBeginCapture(hipStream_t, hipStreamCaptureMode) { return captures = true, hipSuccess; }
hipError_t hipStreamEndCapture(hipStream_t, hipGraph_t *) { return captures = false, hipSuccess; }
hipError_t hipDeviceSynchronize() {
  if (captures) fprintf(stderr, "the capture is broken\n");
  return hipSuccess;
}
hipError_t hipStreamSynchronize(hipStream_t) { return hipSuccess; }
hipError_t hipStreamCreateWithFlags(hipStream_t *into, unsigned) { return *into = 0, hipSuccess; }
hipError_t hipHostRegister(void *, size_t, unsigned) { return hipSuccess; }
hipError_t hipHostGetDevicePointer(void **into, void *address, unsigned) { return *into = address, hipSuccess; }
hipError_t hipLaunchKernel(const void *, dim3, dim3, void **, size_t, hipStream_t) { return failed(hipErrorNoDevice); }
}
