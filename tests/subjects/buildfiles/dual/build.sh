#!/bin/sh
nvcc -arch=sm_70 -c a.cu  # expect: BLD001
