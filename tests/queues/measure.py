#!/usr/bin/env python3
"""The latency of classroom-sized questions while the queue of long ones is full: 100 questions of each puzzle, made by `arbitre puzzle`, sent one after
the other while twelve clients send endless ones. Four runs: from the address of these clients and from another, each on a server with an empty data
folder and on one with its tables. Fails if the 99th percentile of a run is above the limit, or an answer above twenty times it. Needs Python only:

    tests/queues/measure.py target/release/arbitre --most 50
"""

import argparse
import http.client
import json
import math
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time

# Each puzzle with its sizes.
CLASSROOM = [
    ("sudoku", ["9x9"]),
    ("light-up", ["7x7", "10x10"]),
    ("taquin", ["3x3", "4x4"]),
    ("rubiks-cube", ["3"]),
    ("knights-tour", ["6x6", "8x8"]),
    ("connect-four", ["7x6"]),
]
DIFFICULTIES = ["easy", "medium", "hard"]
# These do not finish within a request's time limit.
ENDLESS = [
    ("taquin", {"start": "25 1 23 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 24 2", "blank": "25", "method": "ida-star"}),
    ("knights-tour", {"board": "8x8", "method": "depth-first", "start": "0,1"}),
]
CLIENTS = 12
# How long the clients ask before the measurement: the queues are full then.
FILLING = 8.0
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.9"


def questions(arbitre, number, seed):
    """This number of questions of each puzzle, in random order."""
    asked = []
    for puzzle, sizes in CLASSROOM:
        kinds = [(size, difficulty) for size in sizes for difficulty in DIFFICULTIES]
        for place, (size, difficulty) in enumerate(kinds):
            count = len(range(place, number, len(kinds)))
            flags = ["--size", size, "--difficulty", difficulty, "--count", str(count), "--seed", str(seed), "--data", "memory", "--json"]
            lines = subprocess.run([arbitre, "puzzle", puzzle, *flags], check=True, capture_output=True, text=True).stdout.splitlines()
            asked += [(puzzle, json.loads(line)["question"]) for line in lines]
    random.Random(seed).shuffle(asked)
    return asked


def connection(port, source=HERE):
    return http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(source, 0))


def ask(client, puzzle, question):
    """The status, the answer, and the time in milliseconds."""
    began = time.perf_counter()
    client.request("POST", f"/v1/solve/{puzzle}", json.dumps(question), {"content-type": "application/json"})
    answer = client.getresponse()
    body = answer.read()
    return answer.status, json.loads(body), (time.perf_counter() - began) * 1e3


def start(arbitre, port, data):
    log = open(os.path.join(data, "referee.log"), "ab")
    referee = subprocess.Popen([arbitre, "--bind", f"127.0.0.1:{port}", "--data", data, "--no-house-bots"], stdout=log, stderr=log)
    for _ in range(600):
        try:
            client = connection(port)
            client.request("GET", "/v1/health")
            client.getresponse().read()
            return referee
        except OSError:
            time.sleep(0.02)
    raise SystemExit("the referee does not answer")


def fill(port, source, place, stop, clients, statuses):
    while not stop.is_set():
        clients[place] = connection(port, source)
        try:
            status, _, _ = ask(clients[place], *ENDLESS[place % len(ENDLESS)])
        except (OSError, ValueError, http.client.HTTPException):
            continue
        statuses[status] = statuses.get(status, 0) + 1
        if status != 200:
            stop.wait(0.5)


def percentile(times, share):
    return sorted(times)[math.ceil(len(times) * share) - 1]


def row(name, times):
    return f"{name:14}{len(times):5}{percentile(times, 0.5):9.1f}{percentile(times, 0.99):9.1f}{max(times):9.1f}"


def run(port, asked, source, filling):
    """The times by puzzle, the slowest questions, and the statuses of the endless ones."""
    stop, clients, statuses = threading.Event(), {}, {}
    threads = [threading.Thread(target=fill, args=(port, source, place, stop, clients, statuses), daemon=True) for place in range(CLIENTS)]
    for thread in threads:
        thread.start()
    time.sleep(filling)
    client, times, slowest = connection(port), {}, []
    for puzzle, question in asked:
        status, answer, took = ask(client, puzzle, question)
        if status != 200 or answer["verdict"] not in ("solved", "impossible"):
            raise SystemExit(f"{puzzle} {question}: {status} {answer}")
        times.setdefault(puzzle, []).append(took)
        slowest.append((took, puzzle, json.dumps(question), answer["cost"]["time_us"], answer["cost"].get("prepared_us", 0)))
    stop.set()
    # Disconnecting cancels their questions.
    for client in clients.values():
        if client.sock:
            client.sock.shutdown(socket.SHUT_RDWR)
    for thread in threads:
        thread.join()
    return times, sorted(slowest, reverse=True)[:5], statuses


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("arbitre")
    args.add_argument("--questions", type=int, default=100, help="of each puzzle")
    args.add_argument("--most", type=float, help="fail if the 99th percentile of a run is above this, in milliseconds")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--port", type=int, default=18_192)
    args = args.parse_args()
    asked = questions(args.arbitre, args.questions, args.seed)
    above = []
    for source in (ELSEWHERE, HERE):
        with tempfile.TemporaryDirectory() as data:
            for tables in ("no tables yet", "its tables kept"):
                referee = start(args.arbitre, args.port, data)
                # The first run starts immediately, without tables; the second has them.
                times, slowest, statuses = run(args.port, asked, source, FILLING)
                referee.terminate()
                referee.wait(60)
                who = "the same address" if source == HERE else "another address"
                with open("/proc/loadavg", encoding="ascii") as load:
                    print(f"\nfilled by {who}, {tables}; load {load.read().split()[0]}; endless ones answered with {statuses}")
                print(f"{'ms':14}{'':5}{'median':>9}{'p99':>9}{'worst':>9}")
                everything = [took for puzzle in times.values() for took in puzzle]
                for puzzle, of_puzzle in sorted(times.items()):
                    print(row(puzzle, of_puzzle))
                print(row("all", everything))
                for took, puzzle, question, elapsed, prepared in slowest:
                    print(f"  {took:8.1f} ms, of which {elapsed} µs at work and {prepared} µs for tables: {puzzle} {question[:90]}")
                sys.stdout.flush()
                if args.most and (percentile(everything, 0.99) > args.most or max(everything) > 20 * args.most):
                    above.append(f"{who}, {tables}")
    if above:
        raise SystemExit(f"above {args.most} ms: {'; '.join(above)}")


if __name__ == "__main__":
    main()
