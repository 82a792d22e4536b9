// ---------------------------------------------------------------------------------------------------------------------
// What stands behind the algorithms of CUB, its dispatch layer, by the public ones of hipCUB: these take counts of 64
// bits where CUB's own do not. Policies, which tune kernels for NVIDIA's GPUs, are not looked at.

#if !defined(HIPIFY_COMPAT_DISPATCH) && !defined(__HIPCC_RTC__) && __has_include(<hipcub/device/device_scan.hpp>)
#define HIPIFY_COMPAT_DISPATCH
#include <hipcub/device/device_radix_sort.hpp>
#include <hipcub/device/device_scan.hpp>
#include <hipcub/device/device_segmented_radix_sort.hpp>

#include <cstddef>
#include <type_traits>

namespace hipify_compat {

// An inclusive scan.
template <class In, class Out, class Operation, class Initial, class Count>
struct DispatchScan {
  static_assert(std::is_same<Initial, hipcub::NullType>::value, "call hipcub::DeviceScan::ExclusiveScan");

  static hipError_t Dispatch(void* storage, std::size_t& bytes, In in, Out out, Operation operation, Initial,
                             Count count, hipStream_t stream, bool = false) {
    return hipcub::DeviceScan::InclusiveScan(storage, bytes, in, out, operation, count, stream);
  }
};

// What both sorts have in common: keys alone or with values, in place of them or into the other buffers. `Sorter` is
// the class of hipCUB; `shape` is what it takes behind keys and values.
template <class Sorter, bool Descending, class Key, class Value>
class DispatchSort {
  using Keys = hipcub::DoubleBuffer<Key>;
  using Values = hipcub::DoubleBuffer<Value>;
  using HasNoValues = std::is_same<Value, hipcub::NullType>;
  using IsDescending = std::integral_constant<bool, Descending>;

 public:
  template <class... Shape>
  static hipError_t sort(void* storage, std::size_t& bytes, Keys& keys, Values& values, bool overwrites, bool is_empty,
                         Shape... shape) {
    if (overwrites) return buffers(HasNoValues(), IsDescending(), storage, bytes, keys, values, shape...);
    const hipError_t error = pointers(HasNoValues(), IsDescending(), storage, bytes, keys, values, shape...);
    if (error == hipSuccess && storage != nullptr && !is_empty) {
      keys.selector ^= 1;
      values.selector ^= 1;
    }
    return error;
  }

 private:
  template <class... Shape>
  static hipError_t buffers(std::true_type, std::false_type, void* storage, std::size_t& bytes, Keys& keys, Values&,
                            Shape... shape) {
    return Sorter::SortKeys(storage, bytes, keys, shape...);
  }
  template <class... Shape>
  static hipError_t buffers(std::true_type, std::true_type, void* storage, std::size_t& bytes, Keys& keys, Values&,
                            Shape... shape) {
    return Sorter::SortKeysDescending(storage, bytes, keys, shape...);
  }
  template <class... Shape>
  static hipError_t buffers(std::false_type, std::false_type, void* storage, std::size_t& bytes, Keys& keys,
                            Values& values, Shape... shape) {
    return Sorter::SortPairs(storage, bytes, keys, values, shape...);
  }
  template <class... Shape>
  static hipError_t buffers(std::false_type, std::true_type, void* storage, std::size_t& bytes, Keys& keys,
                            Values& values, Shape... shape) {
    return Sorter::SortPairsDescending(storage, bytes, keys, values, shape...);
  }

  template <class... Shape>
  static hipError_t pointers(std::true_type, std::false_type, void* storage, std::size_t& bytes, Keys& keys, Values&,
                             Shape... shape) {
    return Sorter::SortKeys(storage, bytes, keys.Current(), keys.Alternate(), shape...);
  }
  template <class... Shape>
  static hipError_t pointers(std::true_type, std::true_type, void* storage, std::size_t& bytes, Keys& keys, Values&,
                             Shape... shape) {
    return Sorter::SortKeysDescending(storage, bytes, keys.Current(), keys.Alternate(), shape...);
  }
  template <class... Shape>
  static hipError_t pointers(std::false_type, std::false_type, void* storage, std::size_t& bytes, Keys& keys,
                             Values& values, Shape... shape) {
    return Sorter::SortPairs(storage, bytes, keys.Current(), keys.Alternate(), values.Current(), values.Alternate(),
                             shape...);
  }
  template <class... Shape>
  static hipError_t pointers(std::false_type, std::true_type, void* storage, std::size_t& bytes, Keys& keys,
                             Values& values, Shape... shape) {
    return Sorter::SortPairsDescending(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),
                                       values.Alternate(), shape...);
  }
};

template <bool Descending, class Key, class Value, class Count, class... Policies>
struct DispatchRadixSort {
  static hipError_t Dispatch(void* storage, std::size_t& bytes, hipcub::DoubleBuffer<Key>& keys,
                             hipcub::DoubleBuffer<Value>& values, Count count, int begin_bit, int end_bit,
                             bool overwrites, hipStream_t stream, bool = false) {
    using Sort = DispatchSort<hipcub::DeviceRadixSort, Descending, Key, Value>;
    return Sort::sort(storage, bytes, keys, values, overwrites, count == 0, count, begin_bit, end_bit, stream);
  }
};

template <bool Descending, class Key, class Value, class Begins, class Ends, class Count, class... Policies>
struct DispatchSegmentedRadixSort {
  static_assert(std::is_same<Begins, Ends>::value, "hipCUB takes iterators of one type");

  static hipError_t Dispatch(void* storage, std::size_t& bytes, hipcub::DoubleBuffer<Key>& keys,
                             hipcub::DoubleBuffer<Value>& values, int count, int segments, Begins begins, Ends ends,
                             int begin_bit, int end_bit, bool overwrites, hipStream_t stream, bool = false) {
    using Sort = DispatchSort<hipcub::DeviceSegmentedRadixSort, Descending, Key, Value>;
    return Sort::sort(storage, bytes, keys, values, overwrites, count == 0, count, segments, begins, ends, begin_bit,
                      end_bit, stream);
  }
};

}  // namespace hipify_compat
#endif
