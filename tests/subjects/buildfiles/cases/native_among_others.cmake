if(FIXED)
  set(CMAKE_CUDA_ARCHITECTURES 70)
else()
  set(CMAKE_CUDA_ARCHITECTURES native)
endif()
set_target_properties(a PROPERTIES CUDA_ARCHITECTURES native)  # expect: BLD002
# ==== output
if(FIXED)
  set(CMAKE_HIP_ARCHITECTURES gfx90a;gfx942;gfx1100)
else()
  unset(CMAKE_HIP_ARCHITECTURES)
endif()
set_target_properties(a PROPERTIES CUDA_ARCHITECTURES native)  # expect: BLD002
