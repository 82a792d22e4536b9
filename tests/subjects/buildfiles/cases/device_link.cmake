target_link_options(a PUBLIC $<DEVICE_LINK:-Xcompiler -fvisibility=hidden>)  # expect: BLD008
target_link_options(a PRIVATE "$<DEVICE_LINK:-arch=sm_70;-Xnvlink=-v>" $<HOST_LINK:-s>)  # expect: BLD008
target_link_options(a PRIVATE $<DEVICE_LINK:$<$<CONFIG:Debug>:-G>> "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;-g>")  # expect: BLD008
# ==== output
target_link_options(a PUBLIC $<DEVICE_LINK:-Xcompiler -fvisibility=hidden>)  # expect: BLD008
target_link_options(a PRIVATE "$<DEVICE_LINK:-arch=sm_70;-Xnvlink=-v>" $<HOST_LINK:-s>)  # expect: BLD008
target_link_options(a PRIVATE $<DEVICE_LINK:$<$<CONFIG:Debug>:-G>> "$<$<COMPILE_LANGUAGE:HIP>:-gline-tables-only;-g>")  # expect: BLD008
