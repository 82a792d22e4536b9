"""The page of a report: one HTML file that opens from disk, with all it needs in it.

Python chooses and packs the data (`data.py`, `columns.py`, `budget.py`) and puts the page together (`assemble.py`);
`static/` shows it, in the browser, in plain JavaScript.
"""
