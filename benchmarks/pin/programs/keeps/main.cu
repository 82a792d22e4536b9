// What a program must see as if nothing was recorded: its errors, captures, exceptions, resets. It prints the same with
// HIPIFY_PIN=off. `main crash` and `main kill` end as their names say.
#include <cuda_runtime.h>
#include <signal.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "pinned.h"

__global__ void add(int *x, int n, int by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}

__global__ void fault(int *x, int n) {
  if (threadIdx.x == 0) x[(1ll << 40) + n] = 1;
}

static void print(const char *what, cudaError_t error) { printf("%s: %s\n", what, cudaGetErrorName(error)); }

static void launch(int *x, int n, int by, int threads, cudaStream_t stream) {
  (PIN("launch", "add", 0, 3), add<<<hipify_pin_grid((n + 255) / 256), hipify_pin_block(threads), 0, hipify_pin_stream(stream)>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(n), hipify_pin_arg<2>(by)), hipify_pin_end());
}

static int launches_another(int *x) {
  launch(x, 256, 7, 256, 0);
  return 3;
}

static int throws() { throw std::runtime_error("thrown"); }

static int value(const int *x) {
  int first = 0;
  (PIN("copy", "cudaMemcpy", 0, 2), hipify_pin_returned(cudaMemcpy(&first, hipify_pin_from(x), hipify_pin_bytes(sizeof(int)), cudaMemcpyDeviceToHost)));
  return first;
}

static void captures(int *x, int n) {
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
  launch(x, n, 5, 256, first);
  launch(x, n, 1, 256, second);
  print("capture", cudaStreamEndCapture(first, &graph));
  print("instantiate", cudaGraphInstantiateWithFlags(&ready, graph, 0));
  print("graph", (PIN("graph", "cudaGraphLaunch", 0, 0), hipify_pin_returned(cudaGraphLaunch(ready, second))));
  print("synchronize", cudaStreamSynchronize(second));
}

int main(int count, char **words) {
  const int n = 1000;
  int *x;
  cudaMalloc(&x, n * sizeof(int));
  cudaMemset(x, 0, n * sizeof(int));
  if (count > 1) {
    for (int i = 0; i < 50; ++i) launch(x, n, 1, 256, 0);
    if (!strcmp(words[1], "kill")) {
      cudaDeviceSynchronize();
      launch(x, n, 1, 256, 0);
      kill(getpid(), SIGKILL);
    }
    (PIN("launch", "fault", 0, 2), fault<<<1, 32>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(n)), hipify_pin_end());
    launch(x, n, 1, 256, 0);
    print("crash", cudaDeviceSynchronize());
    return 0;
  }
  launch(x, n, 1, 4096, 0);
  print("too many threads", cudaGetLastError());
  print("then", cudaGetLastError());
  cudaMemcpy(x, 0, 4, cudaMemcpyKind(77));
  launch(x, n, 1, 256, 0);
  print("pending over a launch", cudaPeekAtLastError());
  print("pending", cudaGetLastError());
  print("failed copy", (PIN("copy", "cudaMemcpy", 1, 2), hipify_pin_returned(cudaMemcpy(hipify_pin_to(x), words, hipify_pin_bytes(1 << 30), cudaMemcpyKind(77)))));
  print("left", cudaGetLastError());
  print("of the host", (PIN("copy", "cudaMemcpy", 2, 2), hipify_pin_returned(cudaMemcpy(hipify_pin_to(&count), &count, hipify_pin_bytes(4), cudaMemcpyDefault))));
  print("left", cudaGetLastError());
  (PIN("launch", "add", 1, 3), add<<<1, 256>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(256), hipify_pin_arg<2>(launches_another(x))), hipify_pin_end());
  printf("%d\n", value(x));
  for (int i = 0; i < 100; ++i) {
    try {
      (PIN("launch", "add", 2, 3), add<<<1, 256>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(256), hipify_pin_arg<2>(throws())), hipify_pin_end());
    } catch (const std::exception &error) {
      if (i == 99) printf("%s\n", error.what());
    }
  }
  (void)cudaGetLastError();
  captures(x, n);
  printf("%d\n", value(x));
  print("reset", cudaDeviceReset());
  cudaMalloc(&x, n * sizeof(int));
  cudaMemset(x, 0, n * sizeof(int));
  for (int i = 0; i < 600; ++i) launch(x, n, i, 256, 0);
  printf("%d\n", value(x));
  print("end", cudaGetLastError());
  print("reset", cudaDeviceReset());
  return 0;
}
