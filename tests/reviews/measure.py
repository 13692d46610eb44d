#!/usr/bin/env python3
"""Cost and results of the reviews of a tournament: plays a round-robin of house bots without reviews, restarts the referee with reviews, and waits until
every game has one. The processor time of the process is then that of the reviews. Needs Python only:

    tests/reviews/measure.py target/release/arbitre --games 17
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
import urllib.request

BOTS = ["greedy", "course", "mcts", "alphabeta"]
# Below this winning chance a side has little left to lose.
AT_STAKE = 0.2
TICKS = os.sysconf("SC_CLK_TCK")


def ask(url, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def start(arbitre, port, data, reviews):
    flags = ["--bind", f"127.0.0.1:{port}", "--data", data, "--no-house-bots", "--reviews", reviews]
    process = subprocess.Popen([arbitre, *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            ask(url, "/v1/bots")
            return process, url
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the referee does not answer")


def stop(process):
    process.terminate()
    process.wait(60)


def processor(process):
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def open_moves(url):
    """For each bot, over all its games: the winning chances it lost, its moves in undecided positions, and its blunders among these. Blunders per game
    alone would favour a bot that loses early."""
    given, still_open, blunders = (dict.fromkeys(BOTS, 0) for _ in range(3))
    page, games = ask(url, "/v1/matches"), []
    while games.extend(page["matches"]) or page["next"]:
        page = ask(url, f"/v1/matches?before={page['next']}")
    for game in games:
        review = ask(url, f"/v1/matches/{game['game']}/review")["result"]
        for move in review["moves"]:
            bot = game["players"][move["seat"]]
            given[bot] += move["lost"]
            if move["chance"] >= AT_STAKE and not move["forced"]:
                still_open[bot] += 1
                blunders[bot] += move["mark"] == "blunder"
    return given, still_open, blunders


def main():
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("arbitre")
    args.add_argument("--games", type=int, default=17, help="games per pair")
    args.add_argument("--think", default="50ms", help="time limit of a bot's move")
    args.add_argument("--port", type=int, default=18_190)
    args = args.parse_args()
    with tempfile.TemporaryDirectory() as data:
        referee, url = start(args.arbitre, args.port, data, "none")
        clients = [subprocess.Popen([args.arbitre, "bot", bot, "--max-think", args.think, "--server", f"ws://127.0.0.1:{args.port}/ws"], stderr=subprocess.DEVNULL) for bot in BOTS]
        plan = {"name": "Reviews", "format": "round_robin", "games": args.games, "time": "300s", "openings": 4, "seed": 1, "entrants": BOTS}
        path = f"/v1/tournaments/{ask(url, '/v1/tournaments', plan)['tournament']}"
        while len(ask(url, "/v1/bots")["bots"]) < len(BOTS):
            time.sleep(0.1)
        ask(url, f"{path}/start", {})
        while ask(url, path)["stage"] != "finished":
            time.sleep(1)
        for client in clients:
            client.terminate()
        stop(referee)
        referee, url = start(args.arbitre, args.port, data, "tournaments")
        began, before = time.monotonic(), processor(referee)
        reviews = {}
        while not reviews or any(one["reviewed"] < one["over"] for one in reviews.values()):
            time.sleep(5)
            reviews = {bot: ask(url, f"/v1/bots/{bot}/reviews") for bot in BOTS}
        games = sum(one["over"] for one in reviews.values()) // 2
        seconds, spent = time.monotonic() - began, processor(referee) - before
        print(f"{games} games: {spent:.1f} s of a processor ({spent / games:.2f} s a game), {seconds:.0f} s in all, load {os.getloadavg()[0]:.1f}")
        size = sum(os.path.getsize(os.path.join(data, name)) for name in os.listdir(data) if os.path.isfile(os.path.join(data, name)))
        print(f"the data folder has {size / 1e6:.1f} MB")
        given, still_open, blunders = open_moves(url)
        for bot, one in reviews.items():
            of_all = one["parts"][0]
            marks = f"{of_all['inaccuracies'] / one['reviewed']:.2f} inaccuracies, {of_all['mistakes'] / one['reviewed']:.2f} mistakes"
            print(f"{bot:<10} {one['reviewed']:>3} games, accuracy {of_all['accuracy']} %, {one['blunders_a_game']} blunders, {marks} a game")
            rate = 100 * blunders[bot] / max(1, still_open[bot])
            print(f"{'':<10} loses {given[bot] / one['reviewed']:.2f} of a win per game; {rate:.1f} blunders in 100 moves in undecided positions")
        stop(referee)


if __name__ == "__main__":
    main()
