// What instrumented sources without device code look like. Its words say what it does besides.
#include <hip/hip_runtime_api.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "hipify_pin.hpp"

typedef struct Opaque *Handle;
enum Operation { PLAIN = 111 };

static int library(Handle, const float *alpha, const double *x, void *y, Operation, int count) {
  for (int i = 0; i < count; ++i) static_cast<double *>(y)[i] = *alpha * x[i];
  return 0;
}

static int throws() { throw std::runtime_error("thrown"); }

static void copies(double *x, const double *values, size_t count, int times) {
  for (int i = 0; i < times; ++i)
    (hipify_pin_begin(HIPIFY_PIN_SITE("copy", "program.cu", 30, "cudaMemcpy", 0), 2),
     hipify_pin_returned(hipMemcpy(hipify_pin_to(x), values, hipify_pin_bytes(count * sizeof(double)),
                                    hipMemcpyHostToDevice)));
}

int main(int words, char **word) {
  const char *what = words > 1 ? word[1] : "";
  const size_t count = 1000;
  double *x, *y, values[count];
  for (size_t i = 0; i < count; ++i) values[i] = i % 10 == 3 ? 0.0 / 0.0 * 1 : 0.5 * i - 100;
  (hipify_pin_begin(HIPIFY_PIN_SITE("allocate", "program.cu", 40, "cudaMalloc", 0), 2),
   hipify_pin_returned(hipMalloc(reinterpret_cast<void **>(hipify_pin_out(&x)), hipify_pin_bytes(sizeof values))));
  (hipify_pin_begin(HIPIFY_PIN_SITE("allocate", "program.cu", 41, "cudaMalloc", 1), 2),
   hipify_pin_returned(hipMalloc(reinterpret_cast<void **>(hipify_pin_out(&y)), hipify_pin_bytes(sizeof values))));
  copies(x, values, count, 3);
  if (!strcmp(what, "kill")) kill(getpid(), SIGKILL);
  if (!strcmp(what, "fork")) {
    if (fork() == 0) {
      copies(x, values, 10, 2);
      return 0;
    }
    wait(0);
  }
  if (!strcmp(what, "throw")) {
    for (int i = 0; i < 200; ++i) {
      try {
        (hipify_pin_begin(HIPIFY_PIN_SITE("library", "program.cu", 50, "throws", 0), 1),
         hipify_pin_returned(hipify_pin_arg<0>(throws())));
      } catch (const std::exception &) {
      }
    }
  }
  const bool captures = !strcmp(what, "capture");
  if (captures)
    (hipify_pin_begin(HIPIFY_PIN_SITE("graph", "program.cu", 55, "cudaStreamBeginCapture", 0), 0),
     hipify_pin_returned(hipStreamBeginCapture(0, hipStreamCaptureModeGlobal)));
  float alpha = 2;
  const Operation operation = PLAIN;
  const int status =
      (hipify_pin_begin(HIPIFY_PIN_SITE("library", "program.cu", 60, "library", 0), 6),
       hipify_pin_returned(library(hipify_pin_arg<0>(reinterpret_cast<Handle>(&alpha)), hipify_pin_arg<1>(&alpha),
                                    hipify_pin_arg<2>((const double *)x), hipify_pin_arg<3>((void *)y),
                                    hipify_pin_arg<4>(operation), hipify_pin_arg<5>(static_cast<int>(count)))));
  hipGraph_t graph;
  if (captures)
    (hipify_pin_begin(HIPIFY_PIN_SITE("graph", "program.cu", 65, "cudaStreamEndCapture", 0), 0),
     hipify_pin_returned(hipStreamEndCapture(0, &graph)));
  hipMemcpy(x, x, 0, hipMemcpyKind(99));
  copies(x, values, count, 1);
  printf("%d %d\n", status, hipGetLastError() == hipErrorInvalidMemcpyDirection);
  (hipify_pin_begin(HIPIFY_PIN_SITE("free", "program.cu", 70, "cudaFree", 0), 1),
   hipify_pin_returned(hipFree(hipify_pin_gone(x))));
  return 0;
}
