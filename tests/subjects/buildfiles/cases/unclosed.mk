# Nor where the conditional does.
ifeq ($(GPU),1) # expect: BLD016
CC = nvcc
ifdef DEBUG
CC += -G
endif

ifeq ($(OTHER),1)
endif
