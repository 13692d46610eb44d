#!/usr/bin/env python3
"""Each bench beside its reference in the same run: fails where the time has grown by more than a fifth against the reference.

Usage: ratios.py        prints the ratio of each, what is expected, and both times
The expected ratios are those of release builds on two quiet cores; the reference makes them independent of the machine.
"""

import re
import subprocess
import sys

# The bench; the row and its reference; the expected ratio of their times.
RATIOS = [
    ("-p arbitre-rules --bench perft", "bitboards, depth 6", "naive, depth 4", 0.0032),
    ("-p arbitre-puzzle --bench methods -- sudoku", "sudoku by propagation", "sudoku by backtracking", 0.126),
    ("-p arbitre-puzzle --bench methods -- taquin", "taquin 4x4 by patterns, with tables", "taquin 4x4 by ida-star", 0.0028),
]
GROWTH = 1.2
UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


def seconds(output: str, row: str) -> float:
    """The first time of a row."""
    time = re.search(rf"^ *{re.escape(row)}\b.*?([\d.]+) ?(ns|µs|ms|s)\b", output, re.MULTILINE)
    if not time:
        sys.exit(f"no time of {row!r} in:\n{output}")
    return float(time[1]) * UNITS[time[2]]


def main() -> None:
    outputs: dict[str, str] = {}
    slower = []
    for bench, row, reference, expected in RATIOS:
        if bench not in outputs:
            outputs[bench] = subprocess.run(f"cargo bench --quiet {bench}", shell=True, check=True, capture_output=True, text=True).stdout
        ours, theirs = seconds(outputs[bench], row), seconds(outputs[bench], reference)
        ratio = ours / theirs
        print(f"{row:<44} {ratio:9.3g} of {reference} (expected {expected}): {ours:.3g} s and {theirs:.3g} s", flush=True)
        if ratio > GROWTH * expected:
            slower.append(row)
    if slower:
        sys.exit(f"slower beside their references than expected: {', '.join(slower)}")


if __name__ == "__main__":
    main()
