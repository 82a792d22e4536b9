"""What the build files of a tree say of its sources."""
