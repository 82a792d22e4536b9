# What a branch for CUDA beside one for HIP asks for is looked for as before.
find_package(CUDAToolkit)
if(CUDAToolkit_FOUND)
  list(APPEND SOURCES a.cu)
endif()
find_package(hip)
if(hip_FOUND)
  list(APPEND SOURCES b.hip)
endif()
