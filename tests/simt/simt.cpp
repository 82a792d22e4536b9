// A lane is a context of its own. Of the lanes of a wave those run next that are at the earliest place of the program,
// from one basic block to the next: the compiler calls __sanitizer_cov_trace_pc there. So lanes that have left a branch
// or a loop wait for those that are still in it, as behind a GPU's execution mask, and an operation of the wave is
// carried out by the lanes that are at the same place. Blocks run one after another: their shared variables are
// variables of the process.
#include "simt.hpp"

#include <setjmp.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;
int warpSize = 64;

namespace simt {
namespace {

constexpr std::size_t stack_bytes = 128 << 10;
constexpr unsigned most_threads = 1024;
constexpr unsigned long most_steps = 20'000;    // of a block
constexpr unsigned long steps_in_a_row = 1000;  // of a wave, before the next one has its turn

// Where in the program a lane is: the addresses to which its calls return, the outermost first.
class Place {
 public:
  void take(void **frame, const char *stack) {
    std::array<void *, most_calls> found;
    std::size_t count = 0;
    while (is_within(frame, stack) && count < most_calls) {
      found[count++] = frame[1];
      frame = static_cast<void **>(frame[0]);
    }
    std::reverse_copy(found.begin(), found.begin() + count, addresses_.begin());
    count_ = count;
  }
  bool operator<(const Place &other) const {
    return std::lexicographical_compare(begin(), end(), other.begin(), other.end());
  }
  bool operator==(const Place &other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

  static bool is_within(const void *frame, const char *stack) {
    return frame >= stack && frame < stack + stack_bytes - 2 * sizeof(void *);
  }

 private:
  static constexpr std::size_t most_calls = 64;
  void *const *begin() const { return addresses_.data(); }
  void *const *end() const { return addresses_.data() + count_; }

  std::array<void *, most_calls> addresses_;
  std::size_t count_ = 0;
};

enum class State { running, meeting, at_barrier, done };

struct Lane {
  ucontext_t context;  // where it begins
  jmp_buf left;        // where it goes on
  bool has_begun;
  std::unique_ptr<char[]> stack{new char[stack_bytes]};
  State state;
  Place place;
  uint3 index;
  unsigned id;  // within the wave
  char brings[most_bytes];
};

struct Wave {
  std::vector<Lane *> lanes;
  Lanes meeting = 0;  // those that carry out the last operation
  char brought[most_lanes][most_bytes];
};

class Block;
Block *running = nullptr;

class Block {
 public:
  explicit Block(const std::function<void()> &kernel) : kernel_(kernel) {
    static std::vector<std::unique_ptr<Lane>> pool;
    const unsigned count = blockDim.x * blockDim.y * blockDim.z;
    if (count == 0 || count > most_threads) throw Error("a block has 1 to 1024 threads");
    while (pool.size() < count) pool.push_back(std::make_unique<Lane>());
    waves_.resize((count + warpSize - 1) / warpSize);
    for (unsigned number = 0; number < count; ++number) begin(*pool[number], number);
  }

  void run() {
    running = this;
    while (std::any_of(lanes_.begin(), lanes_.end(), [](Lane *lane) { return lane->state != State::done; })) {
      bool has_run = false;
      for (Wave &wave : waves_) {
        wave_ = &wave;
        sleeps_ = false;
        for (unsigned long step = 0; step < steps_in_a_row && !sleeps_ && advance(wave); ++step) has_run = true;
      }
      if (!has_run) leave_barrier();
    }
    running = nullptr;
  }

  Lane *lane() { return lane_; }
  const Wave &wave() const { return *wave_; }

  // The next wave has its turn.
  void sleep() { sleeps_ = true; }

  // Back to the scheduler, until it is this lane's turn again.
  void suspend(State state, void *frame) {
    Lane *self = lane_;
    self->state = state;
    self->place.take(static_cast<void **>(frame), self->stack.get());
    // swapcontext would ask the system for the signals' mask, with each step of each lane.
    if (_setjmp(self->left) == 0) _longjmp(scheduler_, 1);
  }

  [[noreturn]] void fail(const char *why) {
    error_ = why;
    _longjmp(scheduler_, 1);
  }

 private:
  void begin(Lane &lane, unsigned number) {
    lane.state = State::running;
    lane.id = number % warpSize;
    lane.index = {number % blockDim.x, number / blockDim.x % blockDim.y, number / blockDim.x / blockDim.y};
    lane.place = Place();
    lane.has_begun = false;
    getcontext(&lane.context);
    lane.context.uc_stack.ss_sp = lane.stack.get();
    lane.context.uc_stack.ss_size = stack_bytes;
    lane.context.uc_link = nullptr;
    makecontext(&lane.context, enter, 0);
    lanes_.push_back(&lane);
    waves_[number / warpSize].lanes.push_back(&lane);
  }

  static void enter() {
    running->kernel_();
    running->suspend(State::done, __builtin_frame_address(0));
  }

  // One step of the lanes of a wave that are farthest behind; false if all of them wait for the block.
  bool advance(Wave &wave) {
    const Lane *last = nullptr;
    for (const Lane *lane : wave.lanes)
      if (lane->state < State::at_barrier && (last == nullptr || lane->place < last->place)) last = lane;
    if (last == nullptr) return false;
    if (++steps_ > most_steps) fail_outside("never ends: a lane waits for another one of its wave");
    const Place place = last->place;
    const State state = last->state;
    std::vector<Lane *> group;
    for (Lane *lane : wave.lanes)
      if (lane->state == state && lane->place == place) group.push_back(lane);
    if (state == State::meeting) collect(wave, group);
    for (Lane *lane : group) resume(*lane);
    return true;
  }

  static void collect(Wave &wave, const std::vector<Lane *> &group) {
    wave.meeting = 0;
    for (const Lane *lane : group) {
      wave.meeting |= Lanes(1) << lane->id;
      std::memcpy(wave.brought[lane->id], lane->brings, most_bytes);
    }
  }

  void resume(Lane &lane) {
    lane_ = &lane;
    lane.state = State::running;
    threadIdx = lane.index;
    if (_setjmp(scheduler_) == 0) go_on(lane);
    lane_ = nullptr;
    if (!error_.empty()) fail_outside(error_);
  }

  [[noreturn]] static void go_on(Lane &lane) {
    if (lane.has_begun) _longjmp(lane.left, 1);
    lane.has_begun = true;
    setcontext(&lane.context);
    std::abort();
  }

  [[noreturn]] static void fail_outside(const std::string &why) {
    running = nullptr;
    throw Error(why);
  }

  void leave_barrier() {
    for (Lane *lane : lanes_)
      if (lane->state == State::at_barrier) lane->state = State::running;
  }

  const std::function<void()> &kernel_;
  std::vector<Lane *> lanes_;
  std::vector<Wave> waves_;
  jmp_buf scheduler_;
  Lane *lane_ = nullptr;
  Wave *wave_ = nullptr;
  unsigned long steps_ = 0;
  bool sleeps_ = false;
  std::string error_;
};

}  // namespace

Lanes exchange(const void *mine, std::size_t size, void *brought) {
  std::memcpy(running->lane()->brings, mine, size);
  running->suspend(State::meeting, __builtin_frame_address(0));
  const Wave &wave = running->wave();
  for (unsigned lane = 0; lane < most_lanes; ++lane)
    if (wave.meeting >> lane & 1) std::memcpy(static_cast<char *>(brought) + lane * size, wave.brought[lane], size);
  return wave.meeting;
}

unsigned lane_id() { return running->lane()->id; }

void barrier() { running->suspend(State::at_barrier, __builtin_frame_address(0)); }

void sleep() { running->sleep(); }

void trap(const char *why) { running->fail(why); }

void launch(dim3 grid, dim3 block, const std::function<void()> &kernel) {
  gridDim = grid, blockDim = block;
  for (unsigned z = 0; z < grid.z; ++z)
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x) {
        blockIdx = {x, y, z};
        Block(kernel).run();
      }
}

}  // namespace simt

extern "C" void __sanitizer_cov_trace_pc() {
  void *frame = __builtin_frame_address(0);
  simt::Block *block = simt::running;
  if (block == nullptr || block->lane() == nullptr) return;
  if (!simt::Place::is_within(frame, block->lane()->stack.get())) return;
  block->suspend(simt::State::running, frame);
}
