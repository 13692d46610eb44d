"""Three nodes on one database, killed, paused and stopped at random, with restarts of the database: a Swiss ends with the table of an undisturbed run,
and the log has every accepted move.

usage, with a database: tests/cluster/postgres python tests/cluster/nodes.py BINARY [--bots 200] [--rounds 9] [--kills 100] [--restarts 5]
"""

import argparse
import asyncio
import atexit
import json
import os
import random
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import database
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

PORT = 21400


class Node:
    """A process with its output in a file."""

    def __init__(self, binary, folder, number, store):
        self.number, self.address = number, f"127.0.0.1:{PORT + number}"
        self.command = [binary, "--bind", self.address, "--node-name", f"node-{number}", "--data", f"{folder}/{number}", "--no-house-bots", "--store", store]
        self.log = open(f"{folder}/{number}.log", "a")
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log)
        # Ends the processes after a failed check.
        atexit.register(self.process.kill)

    def end(self, how):
        self.process.send_signal(how)
        self.process.wait()


def ask(address, path, body=None, timeout=3):
    data = body if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{address}{path}", data=data, headers={"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


async def asked(nodes, path, body=None):
    """The answer of any node. A request that must not be repeated has a longer timeout."""
    timeout = 3 if body is None else 60
    while True:
        for node in random.sample(nodes, len(nodes)):
            try:
                status, answer = await asyncio.to_thread(ask, node.address, path, body, timeout)
                if status < 500:
                    assert status < 300, f"{path}: {status} {answer}"
                    return answer
            except (OSError, ValueError):
                pass
        await asyncio.sleep(0.1)


class Promises:
    """The accepted moves by game and ply, and the times until the first message after a lost connection."""

    def __init__(self):
        self.moves, self.waits = {}, []


async def play(nodes, name, promises, pause):
    """Plays on any node, with reconnections. Its moves depend on the position only."""
    broken = None
    while True:
        node = random.choice(nodes)
        try:
            async with connect(f"ws://{node.address}/ws", open_timeout=16, ping_interval=None, proxy=None) as socket:
                await socket.send(json.dumps({"t": "hello", "proto": [1], "bot": {"name": name}}))
                async for text in socket:
                    message = json.loads(text)
                    game, kind = message.get("game"), message["t"]
                    if broken and kind == "welcome":
                        promises.waits.append(time.monotonic() - broken)
                        broken = None
                    if kind == "state" and message["status"] == "waiting":
                        await socket.send(json.dumps({"t": "ready", "game": game}))
                    elif kind == "your_turn":
                        lot = 7
                        for byte in message["position"].encode():
                            lot = (lot * 31 + byte) % 2**64
                        move = message["legal_moves"][lot % len(message["legal_moves"])]
                        await asyncio.sleep(pause * random.random())
                        await socket.send(json.dumps({"t": "move", "game": game, "ply": message["ply"], "move": move}))
                    elif kind == "accepted":
                        before = promises.moves.setdefault((game, message["ply"]), message["move"])
                        assert before == message["move"], f"{before} was accepted, and then {message}"
                    elif kind in ("rejected", "error"):
                        # A repeated move after a lost connection is reported as accepted already.
                        assert message.get("code") in ("not_your_turn", "stale_ply", "wrong_ply", "going_away"), message
        except (OSError, WebSocketException, InvalidHandshake, TimeoutError):
            pass
        broken = broken or time.monotonic()
        await asyncio.sleep(0.2 * random.random())


async def tournament(nodes, arguments, disturb):
    """The standings without fields that depend on time."""
    names = [f"bot {number:03}" for number in range(1, arguments.bots + 1)]
    plan = {"name": "Cup", "format": "swiss", "rounds": arguments.rounds, "entrants": names, "time": "3600s", "seed": 11, "concurrency": 256, "ready_timeout": "600s"}
    number = (await asked(nodes, "/v1/tournaments", plan))["tournament"]
    await asked(nodes, f"/v1/tournaments/{number}/start", {})
    promises = Promises()
    bots = [asyncio.create_task(play(nodes, name, promises, arguments.pause)) for name in names]
    disturbing = asyncio.create_task(disturb())
    begin = time.monotonic()
    while (await asked(nodes, f"/v1/tournaments/{number}"))["stage"] != "finished":
        for task in bots + [disturbing]:
            if task.done() and not task.cancelled() and task.exception():
                raise task.exception()
        await asyncio.sleep(0.5)
    seconds = time.monotonic() - begin
    for task in [*bots, disturbing]:
        task.cancel()
    await asyncio.gather(*bots, disturbing, return_exceptions=True)
    standings = await asked(nodes, f"/v1/tournaments/{number}/standings")
    return number, standings, promises, seconds


async def check_promises(nodes, number, promises):
    """The logs have every accepted move, and no line is missing or repeated."""
    games = {}
    for (game, ply), move in promises.moves.items():
        games.setdefault(game, {})[ply] = move
    for game, moves in games.items():
        answer = await asked(nodes, f"/v1/matches/{game}")
        stored = {entry["ply"]: entry["move"] for entry in answer["moves"]}
        assert len(stored) == len(answer["moves"]), f"game {game} has a ply twice"
        for ply, move in moves.items():
            assert stored.get(ply) == move, f"game {game}, ply {ply}: {move} was accepted, {stored.get(ply)} is stored"
    return len(promises.moves)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    for name, usual in [("bots", 16), ("rounds", 4), ("kills", 8), ("restarts", 1), ("seed", 1)]:
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--pause", type=float, default=0.4, help="seconds that a bot waits for a move, at most")
    parser.add_argument("--stop", type=float, default=5, help="seconds that a paused node sleeps once another referees, at most")
    arguments = parser.parse_args()
    store = database.URL
    lots = random.Random(arguments.seed)
    folder = tempfile.mkdtemp(prefix="arbitre-nodes-")
    binary = os.path.abspath(arguments.binary)

    calm = [Node(binary, folder, 0, f"{store}?schema=calm")]
    _, undisturbed, _, seconds = await tournament(calm, argparse.Namespace(**{**vars(arguments), "pause": 0}), lambda: asyncio.sleep(0))
    calm[0].end(signal.SIGTERM)
    print(f"undisturbed: {seconds:.1f} s")

    nodes = [Node(binary, folder, number, f"{store}?schema=cup") for number in (1, 2, 3)]
    done = {"kill": 0, "term": 0, "pause": 0, "restart": 0}

    async def follow(stopped):
        """The time until a node referees again, measured at an undisturbed node."""
        begin = time.monotonic()
        others = [node for node in nodes if node is not stopped]
        while True:
            for node in others:
                try:
                    status, _ = await asyncio.to_thread(ask, node.address, "/v1/tournaments?limit=1", None, 1)
                    if status == 200:
                        return time.monotonic() - begin
                except (OSError, ValueError):
                    pass
            await asyncio.sleep(0.05)

    waits = []

    async def disturb():
        restarts = sorted(lots.sample(range(1, arguments.kills), arguments.restarts)) if arguments.restarts else []
        for number in range(arguments.kills):
            await asyncio.sleep(2 + 3 * lots.random())
            node = lots.choice(nodes)
            how = lots.choice(["kill", "kill", "term", "pause"])
            if number in restarts:
                await asyncio.to_thread(database.stop, lots.choice(["fast", "immediate"]))
                await asyncio.to_thread(database.start)
                done["restart"] += 1
            if how == "pause":
                node.process.send_signal(signal.SIGSTOP)
                waits.append(await follow(node))
                await asyncio.sleep(arguments.stop * lots.choice([0, 0.2, 1]))
                node.process.send_signal(signal.SIGCONT)
            else:
                node.end(signal.SIGKILL if how == "kill" else signal.SIGTERM)
                waits.append(await follow(node))
                node.start()
            done[how] += 1

    number, disturbed, promises, seconds = await tournament(nodes, arguments, disturb)
    stored = await check_promises(nodes, number, promises)
    for node in nodes:
        node.end(signal.SIGTERM)

    assert sum(done.values()) == arguments.kills + arguments.restarts, f"the tournament was over after {done}: longer pauses between moves, or more rounds"
    assert disturbed == undisturbed, f"{disturbed} is not {undisturbed}"
    waits.sort()
    print(f"disturbed: {seconds:.1f} s, {done}; the tables are the same, and all {stored} accepted moves are stored")
    print(f"a node refereed after {statistics.median(waits):.2f} s (median), {waits[-1]:.2f} s at most; bots were back after", end=" ")
    back = sorted(promises.waits)
    print(f"{statistics.median(back):.2f} s (median), {back[-1]:.2f} s at most")


asyncio.run(main())
