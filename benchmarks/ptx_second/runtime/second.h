// What the kernels and the program that runs them share, with nvcc and with the emulation.
#pragma once
#include <string.h>

namespace second {

typedef unsigned long long Word;

struct Entry {
  const char* name;
  void (*kernel)(const Word*, Word*);
  unsigned number;
  const char* pools;  // of all inputs, separated by blanks
  const char* bytes;  // of each output, a digit each
  bool meets_lanes;
};

template <class T>
__device__ inline T read(Word word) {
  T value;
  memcpy(&value, &word, sizeof(T));
  return value;
}

template <class T>
__device__ inline Word written(T value) {
  Word word = 0;
  memcpy(&word, &value, sizeof(T));
  return word;
}

}  // namespace second
