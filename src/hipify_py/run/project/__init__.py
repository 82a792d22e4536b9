"""What a file can know of the others of its tree."""
