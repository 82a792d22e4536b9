"""Every translation of inline PTX against the instruction it stands for, on a GPU, bit for bit."""
