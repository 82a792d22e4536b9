// A code object in memory, its kernels, and one launch of them.
#pragma once

#include "machine.hpp"

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace amdgcn {

using Form = void (*)(Wave &, const Instruction &);

struct Code {
  uint64_t base = 0;     // where the code object is loaded
  uint32_t lanes = 64;
  std::vector<Instruction> instructions;
  std::vector<int32_t> by_word;  // the number of the instruction at each word, or -1
  std::vector<Form> forms;
  std::vector<std::string> names;  // of the forms
  std::map<uint64_t, std::string> formats;  // of `printf`, by the digest that stands for each in its buffer
  const Instruction *at(uint64_t address) const {
    const uint64_t word = (address - base) / 4;
    return word < by_word.size() && by_word[word] >= 0 ? &instructions[by_word[word]] : nullptr;
  }
};

struct Hidden {  // an argument that the compiler adds
  uint32_t offset, size;
  std::string kind;
};

struct Kernel {
  std::string name;
  const Code *code = nullptr;
  uint64_t entry = 0;
  uint32_t argument_size = 0, local_size = 0, private_size = 0, resources = 0, user_registers = 0;
  uint16_t properties = 0;
  std::vector<std::pair<uint32_t, uint32_t>> arguments;  // offset and size of each that a launch passes
  std::vector<Hidden> hidden;
};

struct Launch {
  const Kernel *kernel;
  uint32_t grid[3], block[3];
  uint32_t dynamic_local;
  bool cooperative;
  void *packet;
  void *arguments;
  void *grid_barrier;
  void *printed;
};

void allow_memory(const void *start, size_t size);
void forbid_memory(const void *start);
uint64_t run(Launch &);  // the number of wave instructions

}  // namespace amdgcn
