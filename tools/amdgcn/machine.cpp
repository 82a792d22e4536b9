// Memory, waves and blocks: what runs the instructions of a loaded code object.
#include "machine.hpp"

#include "launch.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>

namespace amdgcn {

[[noreturn]] void fail(const std::string &text) { throw Error{text}; }

// -- memory ----------------------------------------------------------------------------------------------------------

namespace {

std::map<uint64_t, uint64_t> &ranges() {  // the end of each range by its start
  static std::map<uint64_t, uint64_t> all;
  return all;
}
uint64_t last_start = 1, last_end = 0;

std::string hexadecimal(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", (unsigned long long)value);
  return text;
}

}  // namespace

void allow_memory(const void *start, size_t size) {
  last_start = 1, last_end = 0;
  ranges()[(uint64_t)start] = (uint64_t)start + size;
}
void forbid_memory(const void *start) {
  last_start = 1, last_end = 0;
  ranges().erase((uint64_t)start);
}

struct Block {
  Launch *launch;
  uint32_t id[3];
  std::vector<std::unique_ptr<Wave>> waves;
  std::vector<uint32_t> registers;
  std::vector<uint8_t> local, private_memory;
  size_t running = 0;
};

void *flat_memory(Wave &wave, unsigned lane, uint64_t address, unsigned size) {
  if (__builtin_expect(address >= SHARED_APERTURE, 0)) {
    if (address >> 32 == SHARED_APERTURE >> 32) return local_memory(wave, (uint32_t)address, size);
    if (address >> 32 == PRIVATE_APERTURE >> 32) return private_memory(wave, lane, (uint32_t)address, size);
  }
  if (__builtin_expect(address >= last_start && address + size <= last_end, 1)) return (void *)address;
  if (address >= HOST_CALLS && address < HOST_CALLS_END) fail("a call of the host by device code, as of assert");
  auto after = ranges().upper_bound(address);
  if (after == ranges().begin() || address + size > std::prev(after)->second)
    fail("access of " + std::to_string(size) + " bytes at " + hexadecimal(address) + ", which no allocation has");
  last_start = std::prev(after)->first, last_end = std::prev(after)->second;
  return (void *)address;
}

void *local_memory(Wave &wave, uint64_t offset, unsigned size) {
  std::vector<uint8_t> &local = wave.block->local;
  if (offset + size > local.size())
    fail("access of " + std::to_string(size) + " bytes at offset " + hexadecimal(offset) + " of shared memory, which has " + std::to_string(local.size()));
  return local.data() + offset;
}

void *private_memory(Wave &wave, unsigned lane, uint64_t offset, unsigned size) {
  const uint64_t each = wave.block->launch->kernel->private_size;
  if (offset + size > each)
    fail("access of " + std::to_string(size) + " bytes at offset " + hexadecimal(offset) + " of private memory, which has " + std::to_string(each));
  return wave.block->private_memory.data() + ((uint64_t)wave.number * 64 + lane) * each + offset;
}

// -- instructions that need more than a formula ----------------------------------------------------------------------

int dpp_source(unsigned control, unsigned lane, unsigned lanes) {
  const unsigned row = lane & ~15u, in_row = lane & 15;
  const auto within = [&](int at) { return at >= 0 && at < (int)lanes ? at : -1; };
  if (control < 0x100) return (lane & ~3u) | (control >> 2 * (lane & 3) & 3);
  if (control > 0x100 && control < 0x110) return in_row + (control & 15) < 16 ? (int)(lane + (control & 15)) : -1;
  if (control > 0x110 && control < 0x120) return in_row >= (control & 15) ? (int)(lane - (control & 15)) : -1;
  if (control > 0x120 && control < 0x130) return row | ((in_row - (control & 15)) & 15);
  if (control == 0x130) return within(lane + 1);
  if (control == 0x134) return (lane + 1) % lanes;
  if (control == 0x138) return within((int)lane - 1);
  if (control == 0x13c) return (lane + lanes - 1) % lanes;
  if (control == 0x140) return row | (15 - in_row);
  if (control == 0x141) return (lane & ~7u) | (7 - (lane & 7));
  if (control == 0x142) return row ? (int)row - 1 : -1;
  if (control == 0x143) return lane >= 32 ? 31 : -1;
  if (control >= 0x150 && control < 0x160) return row | (control & 15);
  if (control >= 0x160 && control < 0x170) return row | (in_row ^ (control & 15));
  fail("DPP control " + hexadecimal(control));
}

uint64_t permuted_bytes(uint64_t data, uint32_t select) {
  uint32_t result = 0;
  for (int each = 0; each < 4; ++each) {
    const uint32_t which = select >> 8 * each & 255;
    uint32_t byte = 0;
    if (which >= 13) byte = 0xff;
    else if (which == 12) byte = 0;
    else if (which >= 8) byte = data >> (16 * (which - 8) + 15) & 1 ? 0xff : 0;
    else byte = data >> 8 * which & 255;
    result |= byte << 8 * each;
  }
  return result;
}

uint64_t half_toward_zero(float value) {
  const _Float16 near = (_Float16)value;
  uint64_t bits = float_bits(near);
  if (value == value && std::fabs((float)near) > std::fabs(value)) bits -= 1;
  return bits;
}

constexpr uint32_t MODE = 0x2f0;  // all denormals, to nearest, IEEE

// There is no clock here: time passes when it is asked for.
uint64_t passed_time() {
  static std::atomic<uint64_t> time;
  return time += 100;
}

void set_hardware_register(uint32_t place, uint32_t value) {
  const uint32_t at = place >> 6 & 31, bits = ((2ull << (place >> 11 & 31)) - 1) << at;
  if ((place & 63) == 1 && (((value << at & bits) | (MODE & ~bits)) & 0xff) != (MODE & 0xff)) fail("another mode of rounding or of denormals");
}

uint32_t hardware_register(Wave &wave, unsigned number) {
  if (number == 20) return 0;  // the accelerator's number
  if (number == 1) return MODE;
  if (number == 29) return passed_time();
  if (number == 4 || number == 23 || number == 24) return wave.number;
  fail("hardware register " + std::to_string(number));
}

void scalar_load(Wave &wave, const Instruction &i, unsigned words) {
  uint64_t address = wave.pair(i.s0.number) + (int64_t)i.offset;
  if (i.s1.kind == SCALAR) address += wave.scalar[i.s1.number];
  if (i.s1.kind == IMMEDIATE) address += (uint32_t)i.immediate[1];
  uint32_t loaded[16];
  std::memcpy(loaded, flat_memory(wave, 0, address & ~3ull, 4 * words), 4 * words);
  std::memcpy(wave.scalar + i.d.number, loaded, 4 * words);
}

// -- running ---------------------------------------------------------------------------------------------------------

namespace {

constexpr uint32_t POISON = 0x7fbadbad;  // a NaN; what registers and shared memory hold before they are written
constexpr unsigned TURN = 256;           // instructions until the next wave runs

class Running {
 public:
  explicit Running(Launch &launch) : launch_(launch), code_(*launch.kernel->code) {}

  void run() {
    const uint64_t total = (uint64_t)launch_.grid[0] * launch_.grid[1] * launch_.grid[2];
    uint64_t next = 0;
    std::vector<std::unique_ptr<Block>> resident;
    while (next < total || !resident.empty()) {
      while (next < total && (resident.size() < 32 || launch_.cooperative)) resident.push_back(start(next++));
      bool moved = false;
      for (auto &block : resident) moved = turn(*block) || moved;
      if (!moved && (next < total || !pass_grid(resident))) fail("all waves wait at a barrier that others do not reach");
      resident.erase(std::remove_if(resident.begin(), resident.end(), [](const auto &block) { return !block->running; }), resident.end());
    }
  }

 private:
  std::unique_ptr<Block> start(uint64_t number) {
    const Kernel &kernel = *launch_.kernel;
    auto block = std::make_unique<Block>();
    block->launch = &launch_;
    block->id[0] = number % launch_.grid[0];
    block->id[1] = number / launch_.grid[0] % launch_.grid[1];
    block->id[2] = number / launch_.grid[0] / launch_.grid[1];
    const uint32_t threads = launch_.block[0] * launch_.block[1] * launch_.block[2];
    const uint32_t lanes = code_.lanes, waves = (threads + lanes - 1) / lanes;
    block->registers.assign((size_t)waves * 512 * 64, POISON);
    block->local.assign(kernel.local_size + launch_.dynamic_local, 0xad);
    block->private_memory.assign((size_t)waves * 64 * kernel.private_size, 0xad);
    for (uint32_t each = 0; each < waves; ++each) {
      auto wave = std::make_unique<Wave>();
      wave->block = block.get();
      wave->number = each;
      wave->lanes = lanes;
      wave->vector = reinterpret_cast<uint32_t(*)[64]>(block->registers.data()) + (size_t)each * 512;
      prepare(*wave, each * lanes, std::min(threads - each * lanes, lanes));
      block->waves.push_back(std::move(wave));
    }
    block->running = waves;
    return block;
  }

  // The registers that a wave starts with: what the kernel's descriptor asks for, in its order.
  void prepare(Wave &wave, uint32_t first_thread, uint32_t threads) {
    const Kernel &kernel = *launch_.kernel;
    std::fill(std::begin(wave.scalar), std::end(wave.scalar), POISON);
    uint32_t next = 0;
    const auto give = [&](uint64_t value, int words) {
      for (int word = 0; word < words; ++word) wave.scalar[next++] = (uint32_t)(value >> 32 * word);
    };
    const uint16_t asked = kernel.properties;
    if (asked & 1) {  // a buffer of private memory: base 0, all of the space, swizzled by lane
      give(0, 2);
      give(0xffffffff, 1);
      give(0x00e00000, 1);
    }
    if (asked & 2) give((uint64_t)launch_.packet, 2);
    if (asked & 4) give((uint64_t)launch_.packet, 2);
    if (asked & 8) give((uint64_t)launch_.arguments, 2);
    if (asked & 16) give(0, 2);
    if (asked & 32) give(0, 2);
    if (asked & 64) give(kernel.private_size, 1);
    next = std::max<uint32_t>(next, kernel.user_registers);
    for (int axis = 0; axis < 3; ++axis)
      if (kernel.resources >> (7 + axis) & 1) give(wave.block->id[axis], 1);
    if (kernel.resources >> 10 & 1) give(0, 1);
    if (kernel.resources & 1) give(0, 1);
    const uint64_t active = threads == 64 ? ~0ull : (1ull << threads) - 1;
    wave.set_pair(EXEC_LO, code_.lanes == 64 ? active : active & 0xffffffff);
    wave.scalar[SCC_PLACE] = 0;
    wave.set_pair(SHARED_BASE, SHARED_APERTURE);
    wave.set_pair(PRIVATE_BASE, PRIVATE_APERTURE);
    const uint32_t axes = kernel.resources >> 11 & 3;  // the numbers of a thread that the code asks for: x, y, z
    for (uint32_t lane = 0; lane < code_.lanes; ++lane) {
      const uint32_t thread = first_thread + lane;
      const uint32_t x = thread % launch_.block[0], y = thread / launch_.block[0] % launch_.block[1];
      const uint32_t z = thread / launch_.block[0] / launch_.block[1];
      wave.vector[0][lane] = x | (axes > 0 ? y << 10 : 0) | (axes > 1 ? z << 20 : 0);
    }
    wave.pc = kernel.entry;
    wave.ended = wave.waits = wave.waits_for_grid = wave.yields = false;
  }

  // Runs each wave of a block for a while; false where all of them wait.
  bool turn(Block &block) {
    bool moved = false;
    size_t waiting = 0;
    for (auto &wave : block.waves) {
      if (!wave->ended && !wave->waits) {
        run_wave(*wave);
        moved = true;
        block.running -= wave->ended;
      }
      waiting += wave->waits && !wave->waits_for_grid;
    }
    if (waiting && waiting == block.running) {
      for (auto &wave : block.waves) wave->waits = false;
      moved = true;
    }
    return moved;
  }

  // The barrier of a whole grid, which gfx90a has as an instruction: where nobody else can go on, and each block has a
  // wave there, these do.
  bool pass_grid(std::vector<std::unique_ptr<Block>> &blocks) {
    const auto is_there = [](const auto &wave) { return wave->waits_for_grid; };
    for (auto &block : blocks)
      if (std::none_of(block->waves.begin(), block->waves.end(), is_there)) return false;
    for (auto &block : blocks)
      for (auto &wave : block->waves)
        if (wave->waits_for_grid) wave->waits = wave->waits_for_grid = false;
    return true;
  }

  void run_wave(Wave &wave) {
    const Instruction *instruction = nullptr;
    try {
      wave.yields = false;
      for (unsigned step = 0; step < TURN && !wave.ended && !wave.waits && !wave.yields; ++step) {
        instruction = code_.at(wave.pc);
        if (!instruction) fail("no instruction at " + hexadecimal(wave.pc - code_.base));
        wave.pc += instruction->size;
        ++instructions;
        code_.forms[instruction->form](wave, *instruction);
        if (trace) show(wave, *instruction);
        while (instruction->continues) {
          ++instruction, code_.forms[instruction->form](wave, *instruction);
          if (trace) show(wave, *instruction);
        }
      }
      if (instructions > limit) fail("does not end: " + std::to_string(limit) + " wave instructions");
    } catch (Error &error) {
      const uint64_t at = instruction ? instruction->address : wave.pc - code_.base;
      throw Error{launch_.kernel->name + " at " + hexadecimal(at) + " (block " + std::to_string(wave.block->id[0]) + ", wave " + std::to_string(wave.number) + "): " + error.text};
    }
  }

  // What an instruction has written, for AMDGCN_TRACE.
  void show(const Wave &wave, const Instruction &i) const {
    std::fprintf(stderr, "%u.%u %llx %s exec %llx vcc %llx scc %u", wave.block->id[0], wave.number, (unsigned long long)i.address, code_.names[i.form].c_str(), (unsigned long long)wave.mask(EXEC_LO), (unsigned long long)wave.mask(VCC_LO), wave.scalar[SCC_PLACE]);
    if (i.d.kind == SCALAR) std::fprintf(stderr, " s%u = %x %x", i.d.number, wave.scalar[i.d.number], wave.scalar[i.d.number + 1]);
    if (i.d.kind == VECTOR) std::fprintf(stderr, " v%u = %x %x %x %x", i.d.number, wave.vector[i.d.number][0], wave.vector[i.d.number][1], wave.vector[i.d.number][2], wave.vector[i.d.number][3]);
    std::fputc('\n', stderr);
  }

  Launch &launch_;
  const Code &code_;
  const bool trace = std::getenv("AMDGCN_TRACE") != nullptr;
  uint64_t instructions = 0;
  const uint64_t limit = std::getenv("AMDGCN_LIMIT") ? std::strtoull(std::getenv("AMDGCN_LIMIT"), nullptr, 0) : 200'000'000;

 public:
  uint64_t count() const { return instructions; }
};

}  // namespace

uint64_t run(Launch &launch) {
  Running running(launch);
  running.run();
  return running.count();
}

}  // namespace amdgcn
