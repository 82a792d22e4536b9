// ---------------------------------------------------------------------------------------------------------------------
// Descriptors of hipBLASLt, each with an owner that destroys it: cuBLASLt initializes them in variables of the caller,
// which nobody destroys, and hipBLASLt only creates them. They pass as the handles that they hold.

#if !defined(HIPIFY_COMPAT_DESCRIPTORS) && !defined(__HIPCC_RTC__) && __has_include(<hipblaslt/hipblaslt.h>)
#define HIPIFY_COMPAT_DESCRIPTORS
#include <hipblaslt/hipblaslt.h>

namespace hipify_compat {

template <class Handle, class Creating, Creating create_, hipblasStatus_t (*destroy_)(Handle)>
class Descriptor {
 public:
  Descriptor() = default;
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : handle_(other.handle_) { other.handle_ = nullptr; }
  Descriptor& operator=(Descriptor&& other) noexcept {
    const Handle mine = handle_;
    handle_ = other.handle_;
    other.handle_ = mine;
    return *this;
  }

  // What `…Init` does in cuBLASLt, also for one that is initialized again.
  template <class... Arguments>
  hipblasStatus_t create(Arguments... arguments) {
    reset();
    return create_(&handle_, arguments...);
  }

  operator Handle() const { return handle_; }

 private:
  void reset() {
    if (handle_ != nullptr) (void)destroy_(handle_);
    handle_ = nullptr;
  }

  Handle handle_ = nullptr;
};

#define HIPIFY_COMPAT_DESCRIPTOR(name) \
  using name = Descriptor<hipblasLt##name##_t, decltype(&hipblasLt##name##Create), &hipblasLt##name##Create, \
                          &hipblasLt##name##Destroy>
HIPIFY_COMPAT_DESCRIPTOR(MatmulDesc);
HIPIFY_COMPAT_DESCRIPTOR(MatmulPreference);
HIPIFY_COMPAT_DESCRIPTOR(MatrixLayout);
HIPIFY_COMPAT_DESCRIPTOR(MatrixTransformDesc);
#undef HIPIFY_COMPAT_DESCRIPTOR

}  // namespace hipify_compat
#endif
