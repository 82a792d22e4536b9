find_package(CUDAToolkit REQUIRED)
find_package(CUB CONFIG)
find_package(Thrust 1.9.10 REQUIRED CONFIG HINTS /usr/local/cuda)
find_package(CCCL 2.3 CONFIG QUIET)
find_package(libcudacxx REQUIRED CONFIG)  # expect: BLD003
thrust_create_target(Thrust HOST CPP DEVICE CUDA)
thrust_create_target(ThrustOMP DEVICE OMP)  # expect: BLD003
if(CUB_FOUND AND Thrust_FOUND AND NOT TARGET CCCL::CCCL)
  target_link_libraries(app PRIVATE CUB::CUB Thrust libcudacxx::libcudacxx)
endif()
if(CUB_VERSION VERSION_LESS 2.0)  # expect: BLD014
endif()
target_link_libraries(app PRIVATE CCCL::CCCL)
target_link_libraries(app hip::hipcub CCCL::CCCL CCCL::CUB)
add_library(Thrust::Thrust ALIAS Thrust)
target_link_libraries(tool PRIVATE Thrust::Thrust)
# ==== output
find_package(hip REQUIRED)
find_package(hipcub)
find_package(rocthrust REQUIRED)
find_package(hipcub QUIET)
find_package(rocthrust QUIET)
find_package(libcudacxx REQUIRED CONFIG)  # expect: BLD003
add_library(Thrust INTERFACE)
target_link_libraries(Thrust INTERFACE roc::rocthrust)
thrust_create_target(ThrustOMP DEVICE OMP)  # expect: BLD003
if(hipcub_FOUND AND rocthrust_FOUND AND NOT TARGET roc::rocthrust)
  target_link_libraries(app PRIVATE hip::hipcub Thrust libcudacxx::libcudacxx)
endif()
if(CUB_VERSION VERSION_LESS 2.0)  # expect: BLD014
endif()
target_link_libraries(app PRIVATE roc::rocthrust hip::hipcub)
target_link_libraries(app hip::hipcub roc::rocthrust hip::hipcub)
add_library(Thrust::Thrust ALIAS Thrust)
target_link_libraries(tool PRIVATE Thrust::Thrust)
