#!/usr/bin/env python3
"""The day of a class by docs/class-day.md, on one machine, or behind a network that delays and drops. A ledger of games, charges and losses ends it.

    network_day.py target/release/arbitre [machine|network]

In `network` every bot has its own link, which delays each piece and breaks now and then; the referee is killed three times, and the bots return
in another order each time; one student's bot is replaced between two rounds; a second teacher organises at the same time; the referee's process
is stopped for a while.
"""

import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import day

ARBITRE, KIT, CLIENT = day.ARBITRE, day.KIT, day.HERE / "line_client.py"
KIND = (sys.argv[2:] or ["machine"])[0]
PORT, LINES = 18095, 18096
day.URL = f"http://127.0.0.1:{PORT}"
CLASS = ["ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal", "ida", "joe"]
ABSENT, LINE = "joe", "ida"
LOT = random.Random(34)


class Link:
    """A bot's way to the referee."""

    def __init__(self, target):
        self.target, self.is_open, self.pipes = target, True, set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            try:
                if not self.is_open:
                    raise OSError("closed")
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            self.pipes.add((near, far))
            # A lost connection loses a game of the line protocol, so its link only delays.
            lives = LOT.uniform(12, 30) if self.target == PORT else 1e9
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self.pump, args=(source, sink, time.monotonic() + lives), daemon=True).start()

    def pump(self, source, sink, until):
        try:
            while time.monotonic() < until and (piece := source.recv(4_096)):
                time.sleep(LOT.uniform(0, 0.08))
                sink.sendall(piece)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.is_open = False


class Class:
    def __init__(self, folder):
        self.folder, self.log, self.bots = folder, open(folder / "referee.log", "a+"), {}
        self.quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.environment = {**os.environ, "ARBITRE_SERVER": f"127.0.0.1:{PORT}", "ARBITRE_DATA": str(folder / "data"), "PYTHONUNBUFFERED": "1"}
        self.start()

    def start(self):
        # As the sheet says without Docker: other machines reach it, so that no bot plays without a token.
        command = [ARBITRE, "--bind", f"0.0.0.0:{PORT}", "--bind-tcp", f"127.0.0.1:{LINES}"]
        self.referee = subprocess.Popen(command, stdout=self.log, stderr=self.log, env=self.environment)
        health = lambda: subprocess.run([ARBITRE, "health"], env=self.environment, **self.quiet).returncode == 0
        day.wait_for("the referee", 40, health)

    def type(self, *words, given=None, token=None, fails=False):
        """Types a command of the sheet; returns what it prints."""
        environment = {**self.environment, "ARBITRE_TOKEN": token or self.token}
        ran = subprocess.run([ARBITRE, *words], input=given, capture_output=True, text=True, env=environment)
        assert fails or ran.returncode == 0, (words, ran.stdout, ran.stderr)
        return ran.stdout + (ran.stderr if fails else "")

    def connect(self, name, command=None):
        over_tcp = name == LINE
        link = self.bots[name][0] if name in self.bots else Link(LINES if over_tcp else PORT) if KIND == "network" else None
        port = link.port if link else LINES if over_tcp else PORT
        server, secret = f"ws://127.0.0.1:{port}/ws", self.tokens[name]
        flags = ["--server", server, "--name", name, "--token", secret]
        kit, bridged = [sys.executable, KIT, *flags], [ARBITRE, "bot", "bridge", *flags, "--", sys.executable, CLIENT]
        usual = {"ann": kit, "bob": kit, "cyd": kit, "dan": kit, "eve": bridged, "fay": bridged}.get(name, [ARBITRE, "bot", "greedy", *flags])
        if over_tcp:
            usual = [sys.executable, CLIENT, f"127.0.0.1:{port}", f"{name} {secret}"]
        command = [str(word) for word in (command or usual)]
        self.bots[name] = (link, subprocess.Popen(command, **self.quiet))

    def replace(self, name, command):
        self.bots[name][1].kill()
        self.connect(name, command(self.tokens[name], self.bots[name][0]))

    def kill_and_return(self, order):
        """Kills the referee; the links of the bots open one after the other in this order."""
        self.referee.kill()
        self.referee.wait()
        links = [self.bots[name][0] for name in order(list(self.bots))]
        for link in links:
            link.close()
        self.start()
        for link in links:
            time.sleep(0.7)
            link.is_open = True

    def sleep(self, seconds):
        self.referee.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.referee.send_signal(signal.SIGCONT)

    def end(self):
        for _, process in self.bots.values():
            process.kill()
        self.referee.send_signal(signal.SIGCONT)
        self.referee.terminate()
        self.referee.wait(20)


def stage(number=1):
    return day.ask(f"/v1/tournaments/{number}")


def disturb(klass):
    """What happens on the day of the network, beside the rounds."""
    second = klass.type("token", "mint", "--operator", "--data", str(klass.folder / "data")).split()[-1]
    in_round = lambda number: day.wait_for(f"round {number}", 240, lambda: stage()["current_round"] >= number or stage()["stage"] == "finished")
    shuffled = lambda names: LOT.sample(names, len(names))
    for order in (list, lambda names: names[::-1]):
        time.sleep(4)
        klass.kill_and_return(order)
    in_round(2)
    klass.replace("dan", lambda secret, link: [ARBITRE, "bot", "alphabeta:2", "--name", "dan", "--token", secret, "--server", f"ws://127.0.0.1:{link.port}/ws"])
    # Both teachers do the same thing at one time.
    for act in ("pause", "resume"):
        teachers = [threading.Thread(target=klass.type, args=("tournament", act, "1"), kwargs={"token": token, "fails": True}) for token in (None, second)]
        [teacher.start() for teacher in teachers]
        [teacher.join() for teacher in teachers]
    over = next(game["game"] for game in day.ask("/v1/tournaments/1/games")["games"] if game["status"] == "over" and game["played"])
    print("the second teacher:", klass.type("tournament", "decide", "1", over, "replay", "--why", "seen by both", token=second, fails=True).strip())
    print("the first one:", klass.type("tournament", "decide", "1", over, "replay", "--why", "seen by both", fails=True).strip(), flush=True)
    klass.sleep(20)
    time.sleep(3)
    klass.kill_and_return(shuffled)


def ledger(number):
    """Recomputes every charge from its evidence; returns the losses."""
    games, moves, wrong, losses = day.ask(f"/v1/tournaments/{number}/games?limit=1000")["games"], 0, [], {}
    matches = sorted({match for game in games for match in game["matches"]})
    for match in (day.ask(f"/v1/matches/{match}") for match in matches):
        left = {f"{seat}_us": match["time"]["budget_us"] for seat in ("white", "black")}
        compensated = {seat: 0 for seat in left}
        for move in match["moves"]:
            seat, charge, moves = f"{move['seat']}_us", move["charge"], moves + 1
            compensated[seat] += charge["lag_compensation_us"]
            left[seat] += match["time"]["increment_us"] - charge["charged_us"]
            is_right = charge["round_trip_us"] == charge["received_us"] - charge["sent_us"] and charge["charged_us"] == charge["round_trip_us"] - charge["lag_compensation_us"]
            is_right &= charge["lag_compensation_us"] == min(charge["round_trip_us"], match["lag_compensation"]["per_move_us"], match["lag_compensation"]["total_us"] - compensated[seat] + charge["lag_compensation_us"])
            if not is_right or move["clocks"] != left:
                wrong.append((match["game"], move["ply"], charge, move["clocks"], dict(left)))
        if match["result"] in ("white", "black"):
            loser = match["players"]["black" if match["result"] == "white" else "white"]
            losses.setdefault(match["reason"], []).append(loser)
        elif match["status"] != "over" or match["result"] != "draw":
            losses.setdefault(match["reason"] or match["status"], []).append(" – ".join(match["players"].values()))
    print(f"ledger: {len(games)} games in {len(matches)} matches, {moves} charges recomputed, {len(wrong)} wrong")
    for reason, losers in sorted(losses.items(), key=lambda item: str(item[0])):
        print(f"  {reason}: {len(losers)}", "" if reason == "rules" else ", ".join(sorted(losers)))
    assert not wrong, wrong[:5]
    return losses


def main():
    with tempfile.TemporaryDirectory() as folder:
        opened = time.monotonic()
        klass = Class(Path(folder))
        try:
            klass.token = (Path(folder) / "data/operator-token").read_text().strip()
            rows = klass.type("token", "class", "-", given="name,team\n" + "".join(f"{name},team {name}\n" for name in CLASS))
            klass.tokens = {row.split(",")[0]: row.split(",")[-1] for row in rows.lstrip("\ufeff").splitlines()[1:]}
            plan = f'name = "Spring cup"\nformat = "swiss"\nrounds = 3\ntime = "30s+1s"\nabsences = 4\nready_timeout = "30s"\nseed = 34\nentrants = {json.dumps(CLASS + ["greedy"])}\n'
            print(klass.type("tournament", "simulate", "-", given=plan).strip().splitlines()[-1])
            klass.type("tournament", "create", "-", given=plan)
            for name in CLASS:
                if name != ABSENT:
                    klass.connect(name)
            present = lambda: sum(row["attendance"] == "connected" for row in day.ask("/v1/tournaments/1/check")["entrants"])
            # A client of lines is connected while it waits for a game.
            day.wait_for("the class", 60, lambda: present() >= len(CLASS))
            assert "not started" in klass.type("tournament", "start", "1", fails=True), "one is absent"
            klass.type("tournament", "start", "1", "--force")
            day.wait_for("the first round", 30, lambda: stage()["round"] >= 1)
            print(f"{(time.monotonic() - opened) / 60:.1f} minutes from opening the sheet to the first round", flush=True)
            if KIND == "network":
                disturb(klass)
            day.wait_for("the end", 280, lambda: stage()["stage"] == "finished")
            print(klass.type("tournament", "table", "1"), f"({time.monotonic() - opened:.0f} s)", flush=True)
            assert len(klass.type("tournament", "export", "1").splitlines()) > 10
            again = klass.type("tournament", "start", "1", fails=True)
            assert "has started before" in again and "not ready" not in again, again
            losses = ledger(1)
            strange = {reason: losers for reason, losers in losses.items() if reason != "rules" and not all(LINE in loser or loser == ABSENT for loser in losers)}
            assert not strange, f"an honest bot lost for another reason than the rules: {strange}"
        except BaseException:
            klass.log.seek(0)
            sys.stderr.write("".join(klass.log.readlines()[-40:]))
            raise
        finally:
            klass.end()


if __name__ == "__main__":
    main()
