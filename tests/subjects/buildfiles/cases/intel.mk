# What icc takes, too, is no word for nvcc where nothing speaks of GPUs.
CC = mpicxx -cxx=icc
CCFLAGS = -g -O3 -restrict -std=c++11
