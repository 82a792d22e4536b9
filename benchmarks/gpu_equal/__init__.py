"""What programs print, compared between originals and conversions."""

import re

# Times, rates and free memory are another in each run, and so are the blanks that put them in columns.
_UNITS = "|".join(("ms", "us", "s", "GB/s", "MLUPS", "Mpoints/s", "cycles", "of [0-9]+ MiB", "/[0-9]+ MiB"))
MEASURED = re.compile(rf" *[0-9.]+(?:e[+-][0-9]+)? ?(?:{_UNITS})\b|(?<=free )[0-9]+%")
