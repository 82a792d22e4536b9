"""`hipify-py pin`: two trees that record what their calls read and write, and the comparison of what they recorded."""
