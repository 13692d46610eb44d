#!/usr/bin/env python3
"""alphabeta against another over the wire, in pairs of games from the same opening: against Fairy-Stockfish, with one thread and as much memory
each (with --engine another engine of ours); or with several threads against itself with one.

    alphabeta.py target/release/arbitre --fairy FILE [--games 200] [--time 10s+0.1s] [--concurrency 2] [--random PLIES]
    alphabeta.py target/release/arbitre --threads 2 --concurrency 1 --time 1s+0.01s --games 1000 --elo1 20

Fairy-Stockfish is built with large boards: `make build ARCH=x86-64-modern largeboards=yes`. It plays through the Python starter kit
with another choose(). The openings are balanced ones of four plies, or with --random this number of random legal moves. With --elo1 the match is a
sequential test (SPRT with errors of 5 %) of a difference of 0 against that value.
"""

import argparse
import collections
import json
import math
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bots" / "python"))
from arbitre_bot import Bot  # noqa: E402

PORT = 18191
BALANCED = ROOT / "src" / "search" / "knights" / "balanced.txt"
START = "1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0"
# The rules for Fairy-Stockfish: a knight that moves forward (f, h: all four ways) and does not jump (n); three on the far row win.
VARIANT = """
[chineseknights]
maxRank = 9
maxFile = 9
customPiece1 = n:nfhN
startFen = 1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w - - 0 1
promotionPieceTypes = -
doubleStep = false
castling = false
checking = false
passOnStalemate = true
flagPiece = n
flagRegionWhite = *9
flagRegionBlack = *1
flagPieceCount = 3
stalemateValue = draw
"""
POINTS = {"white": 1, "draw": 0.5, "black": 0}
PERFT = [14, 196, 3080, 48400, 797624]


class Fairy:
    """The program, configured for this game."""

    def __init__(self, program, folder, mebibytes):
        (Path(folder) / "knights.ini").write_text(VARIANT)
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("uci", "uciok")
        for name, value in {"VariantPath": f"{folder}/knights.ini", "UCI_Variant": "chineseknights", "Hash": mebibytes, "Threads": 1}.items():
            self.send(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")
        self.send("position startpos")
        for depth, leaves in enumerate(PERFT, start=1):
            counted = self.ask(f"go perft {depth}", "Nodes searched")[-1]
            assert counted.split()[-1] == str(leaves), f"it plays another game: {counted} at depth {depth}"

    def send(self, line):
        print(line, file=self.process.stdin, flush=True)

    def ask(self, line, last):
        self.send(line)
        lines = []
        while not lines or not lines[-1].startswith(last):
            lines.append(self.process.stdout.readline().strip())
            assert lines[-1] or self.process.poll() is None, "Fairy-Stockfish has ended"
        return lines

    def move(self, position, clock, other, increment_us, is_white):
        """Its move, with its search information. It divides the remaining time over fifteen moves, which uses nearly all of the clock."""
        board, side, ply = position.split()
        self.send(f"position fen {board} {side} - - 0 {int(ply) // 2 + 1}")
        white, black = (clock, other) if is_white else (other, clock)
        times = f"wtime {white // 1000} btime {black // 1000} winc {increment_us // 1000} binc {increment_us // 1000}"
        lines = self.ask(f"go {times} movestogo 15", "bestmove")
        info = next((line.split() for line in reversed(lines) if " nodes " in line), [])
        search = {name: int(info[info.index(name) + 1]) for name in ("depth", "nodes") if name in info}
        name = lambda square: square[0].upper() + str(10 - int(square[1]))
        best = lines[-1].split()[1]
        return f"{name(best[:2])}-{name(best[2:4])}", search


class FairyBot(Bot):
    """A bot with Fairy-Stockfish as its engine."""

    def __init__(self, name, fairy, increment_us):
        super().__init__(name, url=f"ws://127.0.0.1:{PORT}/ws")
        self.fairy, self.increment_us, self.searches, self.game_at_hand = fairy, increment_us, [], None

    def choose(self, turn):
        if turn["game"] != self.game_at_hand:
            self.game_at_hand = turn["game"]
            self.fairy.send("ucinewgame")
            self.fairy.ask("isready", "readyok")
        if len(turn["legal_moves"]) == 1:
            return turn["legal_moves"][0]
        is_white = turn["you"] == "white"
        clocks = [turn["clocks"]["white_us"], turn["clocks"]["black_us"]]
        mv, info = self.fairy.move(turn["position"], *(clocks if is_white else clocks[::-1]), self.increment_us, is_white)
        self.searches.append((turn["ply"], info.get("depth", 0), info.get("nodes", 0)))
        return mv


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data=data, headers={"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        text = answer.read().decode()
        return json.loads(text) if text else None


def opening(lots, plies):
    """A position after random legal moves of the referee, or a balanced one."""
    while True:
        position = START
        moves = lots.choice(BALANCED.read_text().splitlines()).split() if plies is None else [None] * plies
        for mv in moves:
            mv = mv or lots.choice(ask("/v1/games/knights/check", {"position": position})["legal_moves"])
            position = ask("/v1/games/knights/check", {"position": position, "move": mv})["after"]
        if not ask("/v1/games/knights/check", {"position": position}).get("result"):
            return position


def elo(wins, draws, losses):
    """The difference in Elo, with its 95 % interval (Wilson's, which also holds for a match without losses)."""
    games = wins + draws + losses
    score, z = (wins + draws / 2) / games, 1.96
    middle = (score + z * z / 2 / games) / (1 + z * z / games)
    spread = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / 4 / games / games)
    difference = lambda share: 400 * math.log10(share / (1 - share)) if 0 < share < 1 - 1e-9 else math.copysign(math.inf, share - 0.5)
    return difference(score), difference(middle - spread), difference(middle + spread)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("arbitre")
    rival = parser.add_mutually_exclusive_group(required=True)
    rival.add_argument("--fairy", metavar="FILE", help="the program")
    rival.add_argument("--threads", type=int, help="of alphabeta, against itself with one")
    parser.add_argument("--engine", default="alphabeta", help="that plays against Fairy-Stockfish")
    parser.add_argument("--elo1", type=float)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--time", default="10s+0.1s")
    parser.add_argument("--concurrency", type=int, default=2, help="concurrent games; each uses one core")
    parser.add_argument("--random", type=int, help="number of random opening plies")
    parser.add_argument("--hash", type=int, default=64, help="MiB of each")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    increment_us = round(float(arguments.time.partition("+")[2].rstrip("s") or 0) * 1e6)
    folder = tempfile.mkdtemp(prefix="arbitre-fairy-")
    processes = []

    def run(name, *words):
        with open(f"{folder}/{name}.log", "w") as log:
            processes.append(subprocess.Popen([arguments.arbitre, *words], stdout=log, stderr=log))

    run("referee", "--bind", f"127.0.0.1:{PORT}", "--data", "memory", "--no-house-bots", "--requests-per-address", "10000")
    try:
        play(arguments, increment_us, folder, run)
    finally:
        for process in processes:
            process.kill()


def play(arguments, increment_us, folder, run):
    until(lambda: ask("/v1/bots") is not None)
    bots = []
    for slot in range(arguments.concurrency):
        alphabeta = ["bot", arguments.engine, "--server", f"ws://127.0.0.1:{PORT}/ws", "--hash", str(arguments.hash)]
        run(f"alphabeta-{slot}", *alphabeta, "--name", f"alphabeta-{slot}", "--threads", str(arguments.threads or 1))
        if arguments.fairy:
            bots.append(FairyBot(f"rival-{slot}", Fairy(arguments.fairy, folder, arguments.hash), increment_us))
            threading.Thread(target=bots[-1].play, daemon=True).start()
        else:
            run(f"rival-{slot}", *alphabeta, "--name", f"rival-{slot}")
    lots = random.Random(arguments.seed)
    pairs = collections.deque(opening(lots, arguments.random) for _ in range(arguments.games // 2))
    results, lock = [], threading.Lock()

    def slot(number):
        names = (f"alphabeta-{number}", f"rival-{number}")
        for name in names:
            until(lambda: any(bot["name"] == name for bot in ask("/v1/bots")["bots"]))
        while True:
            with lock:
                if not pairs or is_decided([pair for pair, _ in results], arguments.elo1):
                    return
                position = pairs.popleft()
            pair = [game(position, *names), game(position, *names[::-1])]
            with lock:
                points = [POINTS[pair[0]["result"]], 1 - POINTS[pair[1]["result"]]]
                results.append((points, pair))
                print_results(results)

    def game(position, white, black):
        made = ask("/v1/matches", {"white": white, "black": black, "time": arguments.time, "position": position})
        while True:
            shown = ask(f"/v1/matches/{made['game']}")
            if shown["result"]:
                return shown
            time.sleep(0.2)

    threads = [threading.Thread(target=slot, args=(number,)) for number in range(arguments.concurrency)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    games = [game for _, pair in results for game in pair]
    for name in "alphabeta", "rival":
        moves = [move for game in games for move in game["moves"] if game["players"][move["seat"]].startswith(name)]
        searches = [(move["ply"], move["info"]["depth"], move["info"]["nodes"]) for move in moves if move.get("info")]
        searches += [search for bot in bots for search in bot.searches if name == "rival"]
        seconds = sum(move["charge"]["charged_us"] for move in moves) / 1e6
        middle = statistics.median(depth for ply, depth, _ in searches if 6 <= ply < 12)
        print(f"{name}: {sum(nodes for _, _, nodes in searches) / seconds / 1e3:.0f} thousand nodes a second, depth {middle:g} at plies 6 to 11 (median), "
              f"{seconds / len(games):.1f} s a game")
    print(f"{sum(game['reason'] != 'rules' for game in games)} of {len(games)} games did not end by the rules")


def is_decided(pairs, elo1):
    """The decision of the sequential test on the scores of pairs, taken as normal with the observed variance (Van den Bergh 2020)."""
    if elo1 is None or len(pairs) < 8:
        return False
    scores = [sum(pair) / 2 for pair in pairs]
    expected = 1 / (1 + 10 ** (-elo1 / 400))
    mean, variance = statistics.mean(scores), max(statistics.pvariance(scores), 1e-3)
    ratio = len(scores) / 2 / variance * ((mean - 0.5) ** 2 - (mean - expected) ** 2)
    if abs(ratio) >= math.log(19):
        print(f"it is {'more' if ratio > 0 else 'not more'}: log-likelihood ratio {ratio:.2f}", flush=True)
    return abs(ratio) >= math.log(19)


def until(is_so):
    end = time.monotonic() + 30
    while True:
        try:
            if is_so():
                return
        except OSError:
            pass
        assert time.monotonic() < end, "after 30 s not yet"
        time.sleep(0.1)


def print_results(results):
    points = [point for pair, _ in results for point in pair]
    wins, draws, losses = (points.count(value) for value in (1, 0.5, 0))
    pairs = collections.Counter(f"{sum(pair):g} - {2 - sum(pair):g}" for pair, _ in results)
    print(f"{len(points)} games: {wins} won, {draws} drawn, {losses} lost; Elo {'%+.0f [%+.0f, %+.0f]' % elo(wins, draws, losses)}; "
          f"pairs {dict(pairs)}", flush=True)


main()
