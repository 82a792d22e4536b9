"""Attempts to break what hipify-py promises: no byte lost, no hang, nothing else written and nothing run."""
