// Runs tests in which threads meet at one address, with the original instructions and with their translations.
//
//   contention RESULTS
//
// A line of the results is one JSON object. A test that hangs ends the program: what is missing then has not passed.

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hipify_ptx.hpp"

__device__ __forceinline__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ __forceinline__ unsigned mixed(unsigned value) {
  value = (value ^ value >> 16) * 0x7feb352du;
  value = (value ^ value >> 15) * 0x846ca68bu;
  return value ^ value >> 16;
}

// Values of any type as numbers that can be summed up in any order.
template <class T>
__device__ void add_bits(unsigned long long* sum, T value) {
  unsigned long long bits = 0;
  memcpy(&bits, &value, sizeof value);
  atomicAdd(sum, bits);
}

namespace original {
#include "contention_original.hpp"
}
namespace ours {
#include "contention_ours.hpp"
}
namespace broken {
#include "contention_broken.hpp"
}

namespace {

constexpr int kBlocks = 96, kThreads = 128, kPairs = 48, kRounds = 500, kWords = 64, kWholes = 64;
constexpr long long kPatience = 4000000000ll;  // cycles: about two seconds

struct State {
  alignas(16) unsigned long long cells[4];
  unsigned long long sums[5];
  unsigned flags[kPairs][2][32];
  unsigned data[kPairs][kWords];
  unsigned lock;
  alignas(128) unsigned counter;
  alignas(128) unsigned wrong, late;
  alignas(128) unsigned input[1024];
  alignas(128) unsigned copies[kBlocks][256];
  alignas(128) unsigned long long wholes[kWholes][2];
};

void check(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  fprintf(stderr, "%s: %s\n", what, cudaGetErrorName(result));
  _exit(1);
}

template <class Test>
__global__ void start_cells(State* state) {
  auto* cells = reinterpret_cast<typename Test::T*>(state->cells);
  if (threadIdx.x < 4) cells[threadIdx.x] = Test::first();
}

template <class Test>
__global__ void contend(State* state) {
  Test::run(reinterpret_cast<typename Test::T*>(state->cells), state->sums);
}

// A thread hands data over to another one, which says in the same way that it has read it, again and again.
template <class Test>
__device__ void talk(bool writes, unsigned* there, unsigned* back, unsigned* data, State* state) {
  const long long begin = clock64();
  for (unsigned round = 1; round <= kRounds; round++) {
    if (writes) {
      for (int k = 0; k < kWords; k++) data[k] = round * 1000 + k;
      Test::publish(there, round);
    }
    while (Test::poll(writes ? back : there) != round) {
      if (clock64() - begin < kPatience) continue;
      atomicAdd(&state->late, 1);
      return;
    }
    if (writes) continue;
    unsigned wrong = 0;
    for (int k = 0; k < kWords; k++) wrong += data[k] != round * 1000 + k;
    if (wrong) atomicAdd(&state->wrong, wrong);
    Test::publish(back, round);
  }
}

template <class Test>
__global__ void hand_over_kernel(State* state) {
  __shared__ unsigned flags[2][32], data[kWords];
  flags[threadIdx.x / 32 % 2][threadIdx.x % 32] = 0;
  __syncthreads();
  const unsigned pair = blockIdx.x / 2;
  if (threadIdx.x % 32) return;
  if (Test::in_block) {
    talk<Test>(threadIdx.x == 0, flags[0], flags[1], data, state);
  } else if (threadIdx.x == 0) {
    talk<Test>(blockIdx.x % 2 == 0, state->flags[pair][0], state->flags[pair][1], state->data[pair], state);
  }
}

template <class Test>
__global__ void lock_kernel(State* state) {
  if (threadIdx.x) return;
  const long long begin = clock64();
  for (int round = 0; round < 200; round++) {
    while (!Test::attempt(&state->lock)) {
      if (clock64() - begin < kPatience) continue;
      atomicAdd(&state->late, 1);
      return;
    }
    state->counter = state->counter + 1;
    Test::release(&state->lock);
  }
}

__global__ void start_wholes(State* state) { state->wholes[threadIdx.x][1] = ~0ull; }

// Every other block writes, each value with its complement: what is read and is no such pair has halves of two writers.
template <class Test>
__global__ void whole_kernel(State* state) {
  unsigned wrong = 0;
  for (unsigned round = 0; round < 8 * kRounds; round++) {
    unsigned long long* at = state->wholes[(threadIdx.x + round * 37) % kWholes];
    unsigned long long a = mixed(round * kBlocks + blockIdx.x) * 0x9e3779b97f4a7c15ull, b = ~a;
    if (blockIdx.x % 2) {
      Test::store(at, a, b);
    } else {
      Test::load(at, a, b);
      wrong += a != ~b;
    }
  }
  if (wrong) atomicAdd(&state->wrong, wrong);
}

// The originals do not need their beginning, and do not mind it.
template <class Test>
__global__ void __launch_bounds__(256) meeting_kernel(State* state) {
  hipify_ptx::begin_barriers();
  Test::run(state->input, state->copies[blockIdx.x], state->sums, &state->wrong);
}

__global__ void fill_input(State* state) {
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) state->input[i] = mixed(i) >> 8;
}

State* state;

State finished(const char* name) {
  static State result;
  check(cudaGetLastError(), name);
  check(cudaMemcpy(&result, state, sizeof result, cudaMemcpyDeviceToHost), name);
  return result;
}

struct Outcome {
  bool ok;
  char text[256];
};

template <class Test>
Outcome of_atomic(const char* name) {
  check(cudaMemset(state, 0, sizeof(State)), name);
  start_cells<Test><<<1, 32>>>(state);
  contend<Test><<<kBlocks, kThreads>>>(state);
  const State found = finished(name);
  Outcome outcome{true, ""};
  if constexpr (Test::conserves) {
    unsigned long long sum = found.sums[0];
    const auto* cells = reinterpret_cast<const typename Test::T*>(found.cells);
    for (int k = 0; k < 4; k++) sum += static_cast<unsigned long long>(cells[k]);
    snprintf(outcome.text, sizeof outcome.text, "%llx", sum);
  } else {
    int at = 0;
    const auto say = [&](unsigned long long value) {
      at += snprintf(outcome.text + at, sizeof outcome.text - at, "%llx ", value);
    };
    for (unsigned long long value : found.cells) say(value);
    for (unsigned long long value : found.sums) say(value);
  }
  return outcome;
}

template <class Test>
Outcome of_hand_over(const char* name) {
  check(cudaMemset(state, 0, sizeof(State)), name);
  hand_over_kernel<Test><<<2 * kPairs, 64>>>(state);
  const State found = finished(name);
  Outcome outcome{found.wrong == 0 && found.late == 0, ""};
  snprintf(outcome.text, sizeof outcome.text, "%u wrong, %u late", found.wrong, found.late);
  return outcome;
}

template <class Test>
Outcome of_lock(const char* name) {
  check(cudaMemset(state, 0, sizeof(State)), name);
  lock_kernel<Test><<<kBlocks, 32>>>(state);
  const State found = finished(name);
  Outcome outcome{found.counter == kBlocks * 200 && found.late == 0, ""};
  snprintf(outcome.text, sizeof outcome.text, "counted %u, %u late", found.counter, found.late);
  return outcome;
}

template <class Test>
Outcome of_whole(const char* name) {
  check(cudaMemset(state, 0, sizeof(State)), name);
  start_wholes<<<1, kWholes>>>(state);
  whole_kernel<Test><<<kBlocks, kThreads>>>(state);
  const State found = finished(name);
  Outcome outcome{found.wrong == 0, ""};
  snprintf(outcome.text, sizeof outcome.text, "%u wrong", found.wrong);
  return outcome;
}

template <class Test>
Outcome of_meeting(const char* name) {
  check(cudaMemset(state, 0, sizeof(State)), name);
  fill_input<<<1, 256>>>(state);
  for (int again = 0; again < 20; again++) meeting_kernel<Test><<<kBlocks, 256>>>(state);
  const State found = finished(name);
  Outcome outcome{found.wrong == 0, ""};
  snprintf(outcome.text, sizeof outcome.text, "%llx, %u wrong", found.sums[0], found.wrong);
  return outcome;
}

using Both = void (*)(const char*, Outcome*);

template <class Original, class Ours>
void atomic(const char* name, Outcome* outcomes) {
  outcomes[0] = of_atomic<Original>(name);
  outcomes[1] = of_atomic<Ours>(name);
}

template <class Original, class Ours>
void hand_over(const char* name, Outcome* outcomes) {
  outcomes[0] = of_hand_over<Original>(name);
  outcomes[1] = of_hand_over<Ours>(name);
}

template <class Original, class Ours>
void lock(const char* name, Outcome* outcomes) {
  outcomes[0] = of_lock<Original>(name);
  outcomes[1] = of_lock<Ours>(name);
}

template <class Original, class Ours>
void meeting(const char* name, Outcome* outcomes) {
  outcomes[0] = of_meeting<Original>(name);
  outcomes[1] = of_meeting<Ours>(name);
}

template <class Original, class Ours>
void whole(const char* name, Outcome* outcomes) {
  outcomes[0] = of_whole<Original>(name);
  outcomes[1] = of_whole<Ours>(name);
}

// A translation in which nobody waits, or that tears what is whole: the test has to see it.
template <Outcome (*Run)(const char*)>
void mutant(const char* name, Outcome* outcomes) {
  const Outcome found = Run(name);
  snprintf(outcomes[0].text, sizeof outcomes[0].text, "seen");
  snprintf(outcomes[1].text, sizeof outcomes[1].text, "%s", found.ok ? "not seen" : "seen");
  outcomes[0].ok = outcomes[1].ok = true;
}

FILE* results;

void run(const char* name, Both test) {
  Outcome outcomes[2];
  alarm(20);
  test(name, outcomes);
  const bool ok = outcomes[0].ok && outcomes[1].ok && strcmp(outcomes[0].text, outcomes[1].text) == 0;
  fprintf(results, "{\"contention\": \"%s\", \"ok\": %s, \"original\": \"%s\", \"ours\": \"%s\"}\n", name, ok ? "true" : "false",
          outcomes[0].text, outcomes[1].text);
  fflush(results);
}

}  // namespace

int main(int count, char** words) {
  if (count < 2 || !(results = fopen(words[1], "w"))) return 2;
  check(cudaMalloc(&state, sizeof(State)), "memory");
#include "contention_calls.hpp"
  return fclose(results);
}
