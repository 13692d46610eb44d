#!/usr/bin/env python3
"""The day of a class, unattended: 24 bots (8 speak lines over TCP, 4 are bridged, 12 speak WebSocket, of which one crashes, one cheats, and
one is absent) play a Swiss, a knockout and an arena; then 30 old clients connect at once, of which 10 misbehave.

    day.py target/release/arbitre [swiss|knockout|arena|clients ...]
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

ARBITRE = os.path.abspath(sys.argv[1])
WANTED = sys.argv[2:] or ["swiss", "knockout", "arena", "clients"]
HERE = Path(__file__).resolve().parent
KIT = HERE.parent.parent / "bots" / "python" / "bot.py"
PORT, LINES = 18091, 18092
URL = f"http://127.0.0.1:{PORT}"

TCP = [f"TCP TEAM {n}" for n in range(1, 9)]
BRIDGED = [f"bridged {n}" for n in range(1, 5)]
WEB = [f"web {n}" for n in range(1, 10)]
CRASHES, CHEATS, NEVER = "crashes", "cheats", "never comes"
EVERYBODY = TCP + BRIDGED + WEB + [CRASHES, CHEATS, NEVER]

PLANS = {
    "swiss": 'format = "swiss"\nrounds = 5\ngames = 2\n',
    "knockout": 'format = "knockout"\ngames = 2\ntie_breaks = 1\n',
    "arena": 'format = "arena"\nduration = "60s"\ngames = 1\n',
}

# The kit with a choose() that crashes in the middle of the first game.
CRASH = "import os, bot; turns = iter(range(4)); " \
    "bot.choose = lambda turn: turn['legal_moves'][0] if next(turns, None) is not None else os._exit(3); bot.main()"


def ask(path, body=None, method=None):
    data = None if body is None else body.encode()
    kind = "application/toml" if data and not body.startswith("{") else "application/json"
    request = urllib.request.Request(URL + path, data=data, method=method or ("POST" if data else "GET"), headers={"content-type": kind})
    with urllib.request.urlopen(request, timeout=30) as answer:
        text = answer.read()
        return json.loads(text) if text else None


def cheat(stop):
    """Says hello, is ready, and moves a knight straight ahead."""
    sys.path.insert(0, str(KIT.parent))
    import bot  # the kit's WebSocket

    while not stop.is_set():
        try:
            connection = bot.WebSocket(f"ws://127.0.0.1:{PORT}/ws")
            connection.send({"t": "hello", "proto": [1], "bot": {"name": CHEATS}})
            while True:
                message = connection.receive()
                if message["t"] == "state" and message["status"] == "waiting":
                    connection.send({"t": "ready", "game": message["game"]})
                elif message["t"] == "your_turn":
                    connection.send({"t": "move", "game": message["game"], "ply": message["ply"], "move": "B9-B7"})
        except (OSError, bot.Closed):
            time.sleep(0.5)


def start_class():
    """Starts all bots that are present; returns the processes."""
    ws = f"ws://127.0.0.1:{PORT}/ws"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    run = lambda *command: subprocess.Popen([str(part) for part in command], **quiet)
    python, client = sys.executable, HERE / "line_client.py"
    started = [run(python, client, f"127.0.0.1:{LINES}", name) for name in TCP]
    started += [run(ARBITRE, "bot", "bridge", "--server", ws, "--name", name, "--", python, client) for name in BRIDGED]
    started += [run(python, KIT, "--server", ws, "--name", name) for name in WEB[:3]]
    started += [run(ARBITRE, "bot", "greedy", "--server", ws, "--name", name) for name in WEB[3:]]
    crash = [python, "-c", CRASH, "--server", ws, "--name", CRASHES]
    started.append(subprocess.Popen(crash, env={**os.environ, "PYTHONPATH": str(KIT.parent)}, **quiet))
    return started


def wait_for(what, patience, look):
    until = time.monotonic() + patience
    while time.monotonic() < until:
        found = look()
        if found:
            return found
        time.sleep(0.5)
    raise SystemExit(f"{what}: not within {patience} s")


def connected():
    return {bot["name"] for bot in ask("/v1/bots")["bots"]}


def enter(kind):
    names = json.dumps(EVERYBODY)
    plan = f'name = "The {kind}"\n{PLANS[kind]}time = "10s+0.1s"\nready_timeout = "5s"\nconcurrency = 12\nabsences = 3\nseed = 7\nentrants = {names}\n'
    return ask("/v1/tournaments", plan)["tournament"]


def tournament(kind, number):
    roll = {row["bot"]: row["attendance"] for row in ask(f"/v1/tournaments/{number}/check")["entrants"]}
    assert roll[NEVER] == ("unknown" if kind == WANTED[0] else "absent"), roll
    began = time.monotonic()
    ask(f"/v1/tournaments/{number}/start", "{}")
    wait_for(f"the {kind}", 900, lambda: ask(f"/v1/tournaments/{number}")["stage"] == "finished")
    took = time.monotonic() - began
    table = subprocess.run(
        [ARBITRE, "tournament", "--server", f"127.0.0.1:{PORT}", "table", str(number)], capture_output=True, text=True, check=True
    )
    print(f"{table.stdout}({took:.0f} s)\n", flush=True)
    rows = {row["bot"]: row for row in ask(f"/v1/tournaments/{number}/standings")["rows"]}
    losses = {bot: row.get("losses_by_reason", {}) for bot, row in rows.items()}
    assert len(rows) == 24
    if kind == "arena":
        # Absent entrants are not paired.
        assert rows[NEVER]["played"] == rows[NEVER]["losses"] == 0, rows[NEVER]
    else:
        assert set(losses[NEVER]) <= {"no_show"} and rows[NEVER]["played"] == 0, losses[NEVER]
    assert set(losses[CHEATS]) <= {"illegal_move", "no_show", "rules"} and losses[CHEATS].get("illegal_move", 0) > 0, losses[CHEATS]
    if kind == WANTED[0]:
        assert set(losses[CRASHES]) & {"time", "no_show"}, losses[CRASHES]
    honest = {bot: reasons for bot, reasons in losses.items() if bot not in (CRASHES, CHEATS, NEVER)}
    surprises = {bot: reasons for bot, reasons in honest.items() if set(reasons) - {"rules"}}
    assert not surprises, f"an honest bot lost for another reason than the rules: {surprises}"


class OldClient(threading.Thread):
    """A client of the course's referee: correct, or wrong in one way."""

    def __init__(self, number, manner):
        super().__init__(daemon=True)
        self.number, self.manner, self.ending = number, manner, None

    def run(self):
        sys.path.insert(0, str(HERE))
        import random

        from line_client import game

        connection = socket.create_connection(("127.0.0.1", LINES))
        send = lambda text: connection.sendall(text if isinstance(text, bytes) else f"{text}\n".encode())
        try:
            if self.manner == "no name":
                send("")
            elif self.manner == "long name":
                send("x" * 10_000)
            elif self.manner == "binary":
                send(bytes(range(256)) + b"\n")
            elif self.manner == "half a line":
                send(b"half")
                time.sleep(3)
                return
            elif self.manner == "never reads":
                send("deaf")
                time.sleep(20)
                return
            elif self.manner == "early moves":
                send("hasty\nB9-A7\nB9-A7\nB9-A7")
            elif self.manner == "disconnects":
                send("disconnects")
                time.sleep(1)
                return
            elif self.manner == "silent":
                send("silent")
            elif self.manner == "illegal":
                send("illegal")
            elif self.manner == "floods":
                send("floods")
                for _ in range(5_000):
                    send("B9-A7")
            else:
                # Half of them end their lines with CR LF; two teams have the same name.
                send(f"team {self.number % 19}\r" if self.number % 2 else f"team {self.number % 19}")
            with connection.makefile("r", encoding="utf-8", newline="\n") as lines:
                lot = random.Random(self.number)
                answer = {"silent": lambda move: None, "illegal": lambda move: send("A1-A1")}.get(self.manner, send)
                self.ending = game(lines, answer, lot)
        except OSError:
            pass
        finally:
            connection.close()


BAD = ["no name", "long name", "binary", "half a line", "never reads", "early moves", "disconnects", "silent", "illegal", "floods"]


def clients():
    everybody = [OldClient(number, BAD[number // 3] if number % 3 == 2 else None) for number in range(30)]
    for client in everybody:
        client.start()
        time.sleep(0.05)
    # A client without an opponent waits until a later one plays it.
    until = time.monotonic() + 60
    good = [client for client in everybody if client.manner is None]
    while any(client.is_alive() for client in good) and time.monotonic() < until:
        time.sleep(0.5)
    left = [client for client in good if client.is_alive()]
    if left:
        assert len(left) == 1, [client.number for client in left]
        last = OldClient(99, None)
        last.start()
        last.join(30)
        left[0].join(5)
    endings = {client.number: client.ending for client in good}
    assert all(ending and ending.startswith("FIN! ") for ending in endings.values()), endings
    reasons = {}
    for match in ask("/v1/matches?limit=40")["matches"]:
        reasons[match["reason"]] = reasons.get(match["reason"], 0) + 1
    print(f"30 old clients: all {len(good)} correct ones received FIN!; games by reason: {reasons}\n", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        log = open(Path(folder) / "referee.log", "w+")
        flags = ["--bind", f"127.0.0.1:{PORT}", "--bind-tcp", f"127.0.0.1:{LINES}", "--data", f"{folder}/data", "--no-house-bots", "--time", "5s"]
        referee = subprocess.Popen([ARBITRE, *flags, "--ready-timeout", "10s"], stdout=log, stderr=log)
        started, stop = [], threading.Event()
        try:
            wait_for("the referee", 20, lambda: subprocess.run([ARBITRE, "health", "--server", f"127.0.0.1:{PORT}"], capture_output=True).returncode == 0)
            kinds = [kind for kind in WANTED if kind in PLANS]
            if kinds:
                # Clients of the line protocol play each other unless their names are entered in a tournament.
                numbers = [enter(kind) for kind in kinds]
                started = start_class()
                threading.Thread(target=cheat, args=(stop,), daemon=True).start()
                wait_for("the class", 60, lambda: len(connected() & set(EVERYBODY)) == 23)
                for kind, number in zip(kinds, numbers):
                    tournament(kind, number)
                for process in started:
                    process.kill()
            stop.set()
            if "clients" in WANTED:
                clients()
            assert referee.poll() is None, "the referee has ended"
        except BaseException:
            log.seek(0)
            sys.stderr.write("".join(log.readlines()[-30:]))
            raise
        finally:
            stop.set()
            for process in started:
                process.kill()
            referee.terminate()
            referee.wait(15)
        print("the day ended without failures")


if __name__ == "__main__":
    main()
