# What icc takes, too, stays where no GPU is said to nvcc.
CC = mpicxx -cxx=icc
CCFLAGS = -g -O3 -restrict -std=c++11
