// Every kind of argument of a device's printf, and a format that is not known before the program runs.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void print(const char *text, const char *format, double number) {
  printf("%d %s %5.2f %llx %c%% %*d|%-4s|%.3s\n", threadIdx.x, text, number * threadIdx.x, 0x123456789abcdefULL, 'x', 5, -3,
         "ab", "abcdef");
  if (threadIdx.x == 1) printf("plain\n");
  if (threadIdx.x == 1) printf(format, 5, number);
  printf("%u %hhd %lu\n", 0xffffffffu, (char)200, ~0ul);
}

const char *managed(const char *text) {
  char *copy;
  hipMallocManaged(&copy, 64);
  return strcpy(copy, text);
}

int main() {
  print<<<1, 2>>>(managed("words of a text"), managed("%d and %g\n"), 1.5);
  hipDeviceSynchronize();
  printf("host\n");
}
