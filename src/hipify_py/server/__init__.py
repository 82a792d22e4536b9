"""`hipify-py server`: the language server. What it says of an open text is what a run would say of the file."""
