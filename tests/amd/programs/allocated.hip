// Device code that allocates, and functions that call themselves.
#include <hip/hip_runtime.h>

#include <cstdio>

struct Node {
  int value;
  Node *next;
};

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void compute(int *out) {
  Node *head = nullptr;
  for (int each = 0; each < 3; ++each) head = new Node{each + (int)threadIdx.x, head};
  int *sum = (int *)malloc(sizeof(int));
  *sum = fibonacci(threadIdx.x % 10);
  while (head) {
    *sum += head->value;
    Node *next = head->next;
    delete head;
    head = next;
  }
  out[threadIdx.x] = *sum;
  free(sum);
}

int main() {
  int *device, host[64];
  hipMalloc(&device, sizeof host);
  compute<<<1, 64>>>(device);
  hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost);
  for (int each : {0, 1, 9, 63}) printf("%d ", host[each]);
}
