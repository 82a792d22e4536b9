"""What `hipify-py shim` reports: code that one header with macros does not bring to AMD."""
