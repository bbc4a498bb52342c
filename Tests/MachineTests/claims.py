"""The report's lines: what was claimed, and the figure that was seen."""
import json
import os
import sys


def claim(text, figure=""):
    """Called when it has been seen to hold; `scripts/machine-test` prints all of them together at the end."""
    print(f"  {text}: {figure}" if figure else f"  {text}", file=sys.stderr, flush=True)
    if "CLAIMS" in os.environ:
        with open(os.environ["CLAIMS"], "a") as file:
            file.write(json.dumps([text, figure]) + "\n")
