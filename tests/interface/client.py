"""A client that was generated from /openapi.json (as the package `generated`) lists the tournaments and solves a sudoku.

usage: client.py URL
"""

import sys

from generated import Client
from generated.api.puzzles import puzzles_sudoku
from generated.api.tournaments import tournaments_list
from generated.models import SolveVerdict, SudokuQuestion

referee = Client(base_url=sys.argv[1], raise_on_unexpected_status=True)
page = tournaments_list.sync(client=referee)
print("ok  tournaments:", len(page.tournaments))
grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
report = puzzles_sudoku.sync(client=referee, body=SudokuQuestion.from_dict({"grid": grid}))
assert report.verdict == SolveVerdict.SOLVED, report
print("ok  a sudoku:", report.verdict)
