"""Checks generated puzzles with a SAT solver and a breadth-first search, which share nothing with Arbitre.

usage: generated.py BINARY [--count N]; needs python-sat

Sudokus and Light Up boards of every difficulty have exactly one solution, and 3x3 taquins of every difficulty can be solved. Prints the
processor time for each kind, and fails if one puzzle took longer to generate than its limit.
"""

import argparse
import itertools
import json
import resource
import subprocess
from collections import deque

from pysat.solvers import Cadical153

DIFFICULTIES = ("easy", "medium", "hard", "extreme")
# Puzzle, size, and the most seconds of processor time for one.
KINDS = (("sudoku", "9x9", 1), ("sudoku", "16x16", 1), ("sudoku", "25x25", 10), ("light-up", "7x7", 5), ("light-up", "10x10", 5), ("taquin", "3x3", 1))
DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def count_solutions(clauses, variables):
    """The number of solutions in these variables, at most 2."""
    with Cadical153(bootstrap_with=clauses) as solver:
        found = 0
        while found < 2 and solver.solve():
            found += 1
            model = set(solver.get_model())
            solver.add_clause([-at if at in model else at for at in variables])
        return found


def exactly_one(literals):
    return [list(literals)] + [[-one, -other] for one, other in itertools.combinations(literals, 2)]


def sudoku(text):
    side = round(len(text) ** 0.5)
    box = round(side**0.5)
    assert box**2 == side and side**2 == len(text), text
    lines = range(side)
    at = lambda row, column, digit: (row * side + column) * side + digit + 1
    clauses = [[at(*divmod(place, side), DIGITS.index(sign))] for place, sign in enumerate(text) if sign != "."]
    for one, other in itertools.product(lines, lines):
        clauses += exactly_one([at(one, other, digit) for digit in lines])
        clauses += exactly_one([at(one, column, other) for column in lines])
        clauses += exactly_one([at(row, one, other) for row in lines])
        corner = (one // box * box, one % box * box)
        clauses += exactly_one([at(corner[0] + row, corner[1] + column, other) for row in range(box) for column in range(box)])
    return count_solutions(clauses, range(1, side**3 + 1))


def light_up(text):
    size, signs = text.split(":")
    width, height = map(int, size.split("x"))
    squares = "".join("." * (ord(sign) - 96) if sign.islower() else sign for sign in signs)
    assert len(squares) == width * height, text
    cell = lambda row, column: squares[row * width + column] if 0 <= row < height and 0 <= column < width else "B"
    bulb = lambda row, column: row * width + column + 1
    clauses = []
    for row, column in itertools.product(range(height), range(width)):
        steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
        if cell(row, column) == ".":
            seen = []
            for down, right in steps:
                reach = itertools.takewhile(lambda far: cell(row + far * down, column + far * right) == ".", itertools.count(1))
                seen += [bulb(row + far * down, column + far * right) for far in reach]
            clauses += [[bulb(row, column), *seen]] + [[-bulb(row, column), -other] for other in seen]
            continue
        clauses.append([-bulb(row, column)])
        if cell(row, column).isdigit():
            beside = [bulb(row + down, column + right) for down, right in steps if cell(row + down, column + right) == "."]
            wanted = int(cell(row, column))
            # Among any `wanted` + 1 one is dark, and among any `len(beside) - wanted + 1` one is lit.
            clauses += [[-at for at in some] for some in itertools.combinations(beside, wanted + 1)]
            clauses += [list(some) for some in itertools.combinations(beside, max(len(beside) - wanted + 1, 0))]
    return count_solutions(clauses, range(1, width * height + 1))


def taquin(text):
    """1 if the goal can be reached from the start."""
    start, goal = (tuple(part.replace("/", " ").split()) for part in text.split("->"))
    seen, waiting = {start}, deque([start])
    while waiting and goal not in seen:
        tiles = waiting.popleft()
        blank = tiles.index("_")
        for other in (blank - 3, blank + 3, *(to for to in (blank - 1, blank + 1) if to // 3 == blank // 3)):
            if 0 <= other < 9:
                moved = list(tiles)
                moved[blank], moved[other] = moved[other], moved[blank]
                if tuple(moved) not in seen:
                    seen.add(tuple(moved))
                    waiting.append(tuple(moved))
    return int(goal in seen)


CHECKS = {"sudoku": sudoku, "light-up": light_up, "taquin": taquin}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--count", type=int, default=20)
    arguments = parser.parse_args()
    for (puzzle, size, limit), difficulty in itertools.product(KINDS, DIFFICULTIES):
        slowest, count = 0.0, max(arguments.count // (4 if size == "25x25" else 1), 1)
        for seed in range(1, count + 1):
            command = [arguments.binary, "puzzle", puzzle, "--size", size, "--difficulty", difficulty, "--seed", str(seed), "--json"]
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            out = subprocess.run([*command, "--data", "memory"], capture_output=True, text=True, check=True).stdout
            slowest = max(slowest, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
            text = json.loads(out)["text"]
            solutions = CHECKS[puzzle](text)
            assert solutions == 1, f"{puzzle} {size} {difficulty}, seed {seed}: {solutions} solutions: {text}"
        print(f"{puzzle:8} {size:5} {difficulty:7} {count:3} puzzles, slowest {slowest:5.2f} s", flush=True)
        assert slowest <= limit, f"{puzzle} {size} {difficulty} took {slowest:.2f} s, more than {limit} s"


if __name__ == "__main__":
    main()
