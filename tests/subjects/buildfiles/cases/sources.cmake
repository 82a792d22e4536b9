enable_language(CUDA)
file(GLOB all src/*.cpp src/*.cu)
file(GLOB kernels kernels/*.cu)
  add_library(one one.cpp gpu/one.cu ${all})
set(more two.cu three.cu)
set_source_files_properties(four.cpp PROPERTIES LANGUAGE CUDA)
add_executable(two four.cpp two.cu main.cpp)
set(names a.cu PARENT_SCOPE)  # expect: BLD011
install(FILES one.cu DESTINATION share)
list(APPEND MINE_UP up.cu more.cpp)  # expect: BLD011
file(GLOB MINE_ALL_UP *.cu)  # expect: BLD011
set(MINE_UP ${MINE_UP} PARENT_SCOPE)
set(MINE_ALL_UP ${MINE_ALL_UP} PARENT_SCOPE)
# ==== output
enable_language(HIP)
file(GLOB all src/*.cpp src/*.cu)
set(hip_all ${all})
list(FILTER hip_all INCLUDE REGEX "\\.cu$")
set_source_files_properties(${hip_all} PROPERTIES LANGUAGE HIP)
file(GLOB kernels kernels/*.cu)
set_source_files_properties(${kernels} PROPERTIES LANGUAGE HIP)
  add_library(one one.cpp gpu/one.cu ${all})
  set_source_files_properties(gpu/one.cu PROPERTIES LANGUAGE HIP)
set(more two.cu three.cu)
set_source_files_properties(two.cu three.cu PROPERTIES LANGUAGE HIP)
set_source_files_properties(four.cpp PROPERTIES LANGUAGE HIP)
add_executable(two four.cpp two.cu main.cpp)
set_source_files_properties(two.cu PROPERTIES LANGUAGE HIP)
set(names a.cu PARENT_SCOPE)  # expect: BLD011
install(FILES one.cu DESTINATION share)
list(APPEND MINE_UP up.cu more.cpp)  # expect: BLD011
file(GLOB MINE_ALL_UP *.cu)  # expect: BLD011
set(MINE_UP ${MINE_UP} PARENT_SCOPE)
set(MINE_ALL_UP ${MINE_ALL_UP} PARENT_SCOPE)
