#!/usr/bin/env python3
"""A client of the course: lines of text, and its own copy of the rules. It plays a legal move.

    line_client.py                      one game over standard input and output, for the bridge
    line_client.py HOST:PORT NAME       one game a connection, one after the other, until it is stopped
"""

import random
import socket
import sys
import time


class Board:
    def __init__(self):
        home = [1, 2, 3, 5, 6, 7]
        self.pieces = {(c, 8): "Blanc" for c in home} | {(c, 0): "Noir" for c in home}

    def moves(self, colour):
        forward = -1 if colour == "Blanc" else 1
        for (column, row), owner in self.pieces.items():
            if owner != colour:
                continue
            for ahead, aside in ((2, 1), (2, -1), (1, 2), (1, -2)):
                target = (column + aside, row + forward * ahead)
                leg = (column, row + forward) if ahead == 2 else (column + aside // 2, row)
                if 0 <= target[0] < 9 and 0 <= target[1] < 9 and leg not in self.pieces and self.pieces.get(target) != colour:
                    yield "%s%d-%s%d" % ("ABCDEFGHI"[column], row + 1, "ABCDEFGHI"[target[0]], target[1] + 1)

    def play(self, move):
        if move != "PASSE":
            start, end = ((ord(square[0]) - 65, int(square[1]) - 1) for square in move.split("-"))
            self.pieces[end] = self.pieces.pop(start)


def game(lines, send, lot):
    """Plays one game; returns the line that ended it, or None."""
    board, me = Board(), None
    for line in lines:
        word, *rest = line.replace("\0", " ").split() or [""]
        if word in ("Blanc", "Noir"):
            me = word
        elif word == "MOUVEMENT":
            board.play(rest[0])
        elif word == "JOUEUR" and rest == [me]:
            move = lot.choice(sorted(board.moves(me)) or ["PASSE"])
            board.play(move)
            send(move)
        elif word == "FIN!":
            return line.strip("\0\n")
    return None


def main():
    if len(sys.argv) == 1:
        lot = random.Random(time.time_ns())
        print("a program of the course", flush=True)
        game(sys.stdin, lambda move: print(move, flush=True), lot)
        return
    host, port = sys.argv[1].rsplit(":", 1)
    name = sys.argv[2]
    lot = random.Random(name)
    while True:
        try:
            with socket.create_connection((host, int(port))) as connection:
                connection.sendall(f"{name}\n".encode())
                with connection.makefile("r", encoding="utf-8", newline="\n") as lines:
                    game(lines, lambda move: connection.sendall(f"{move}\n".encode()), lot)
        except OSError:
            pass
        time.sleep(0.2)


if __name__ == "__main__":
    main()
