"""The options of all commands and the keys of settings, each declared once, as a row.

What click reads, what a settings file may say and the tables of docs/cli.md are made of these rows.
"""
