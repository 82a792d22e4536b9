#include <cuda.h>
namespace mine {
class Vector {
  class Range {
    CUdeviceptr ptr_{0};
   public:
    auto base() const { return this->ptr_; }
    auto end() const { return this->ptr_ + size_ + this->base(); }
  };
  [[nodiscard]] CUdeviceptr base() const { return ranges_.empty() ? 0 : ranges_.front().base(); }
  void grow(size_t n) {
    auto ptr = this->base() + n;
    auto hint = [&] { return this -> base() + n; }();
    map(range.base() + n, this->base());
  }
  void shrink(size_t n);
};
void Vector::shrink(size_t n) { map(this->base() + n); }
struct Other { int base(); int end() { return this->base() + 1; } };
}
// ==== output
#include <hip/hip_runtime.h>
namespace mine {
class Vector {
  class Range {
    hipDeviceptr_t ptr_{0};
   public:
    auto base() const { return this->ptr_; }
    auto end() const { return static_cast<char*>(this->ptr_) + size_ + this->base(); }
  };
  [[nodiscard]] hipDeviceptr_t base() const { return ranges_.empty() ? 0 : ranges_.front().base(); }
  void grow(size_t n) {
    auto ptr = static_cast<char*>(this->base()) + n;
    auto hint = [&] { return static_cast<char*>(this -> base()) + n; }();
    map(range.base() + n, this->base());
  }
  void shrink(size_t n);
};
void Vector::shrink(size_t n) { map(static_cast<char*>(this->base()) + n); }
struct Other { int base(); int end() { return this->base() + 1; } };
}
