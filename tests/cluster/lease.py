"""Bots and acknowledged writes when a node is cut off from the database or frozen, or the database fails over to a lagging asynchronous replica.

usage, with a database: tests/cluster/postgres python tests/cluster/lease.py BINARY [CASE...]
"""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import database
from database import sql
from proxy import Proxy
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

BINARY = os.path.abspath(sys.argv[1])
PORT = int(os.environ.get("ARBITRE_TEST_PORT", 23400))
FOLDER = tempfile.mkdtemp(prefix="arbitre-lease-")
DATABASE_PORT = int(database.URL.split(":")[-1].split("/")[0])
# A lease lasts six seconds; then another node takes it, and bots reconnect.
SOON = 12


class Node:
    """A process with its own proxy to the database; its output goes into a file."""

    def __init__(self, schema, number):
        self.number, self.port = number, PORT + number
        self.name, self.log = f"node-{number}", f"{FOLDER}/{schema}-{number}.log"
        self.way = Proxy(DATABASE_PORT)
        self.store = database.URL.replace(f":{DATABASE_PORT}/", f":{self.way.port}/") + f"?schema={schema}"
        self.process = None

    def start(self):
        command = [BINARY, "--bind", f"127.0.0.1:{self.port}", "--node-name", self.name, "--data", f"{FOLDER}/{self.number}", "--no-house-bots"]
        output = open(self.log, "a")
        self.process = subprocess.Popen([*command, "--store", self.store], stdout=output, stderr=output)

    def end(self, how=signal.SIGKILL):
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(how)
        self.process.wait()

    def read_log(self):
        return open(self.log).read()

    def ask(self, path, body=None, timeout=15):
        data = body if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data=data, headers={"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)


async def until(test, what, seconds=SOON):
    """The first truthy result of the test, and the time until then."""
    begin = time.monotonic()
    while not (found := await asyncio.to_thread(test)):
        assert time.monotonic() - begin < seconds, f"in {seconds} s not so: {what}"
        await asyncio.sleep(0.05)
    return found, time.monotonic() - begin


@contextlib.asynccontextmanager
async def cluster(schema, count=3):
    """Nodes on an empty schema, the refereeing one first."""
    sql(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
    nodes = [Node(schema, number) for number in range(1, count + 1)]
    for node in nodes:
        node.start()
    try:
        for node in nodes:
            await until(lambda: node.ask("/readyz")[0] == 200, f"{node.name} is ready", 30)
        referee = sql("SELECT holder FROM lease", schema=schema)
        yield sorted(nodes, key=lambda node: node.name != referee)
    except BaseException:
        for node in nodes:
            print(f"-- {node.name} --\n{node.read_log()[-4000:]}", file=sys.stderr)
        raise
    finally:
        for task in Bot.tasks:
            task.cancel()
        for node in nodes:
            node.end()


class Bot:
    """Plays at one port, with reconnections; records the ends of its connections and the times of its accepted moves."""

    tasks = []

    def __init__(self, name, port):
        self.name, self.port = name, port
        self.closes, self.accepted = [], []
        Bot.tasks.append(asyncio.create_task(self.run()))

    async def run(self):
        while True:
            try:
                async with connect(f"ws://127.0.0.1:{self.port}/ws", open_timeout=20, ping_interval=None, proxy=None) as socket:
                    await socket.send(json.dumps({"t": "hello", "proto": [1], "bot": {"name": self.name}}))
                    await self.play(socket)
            except ConnectionClosed as closed:
                self.closes.append((time.monotonic(), closed.rcvd.code if closed.rcvd else None))
            except (OSError, WebSocketException, InvalidHandshake, TimeoutError):
                pass
            await asyncio.sleep(0.1)

    async def play(self, socket):
        while True:
            message = json.loads(await socket.recv())
            game, kind = message.get("game"), message["t"]
            if kind == "state" and message["status"] == "waiting":
                await socket.send(json.dumps({"t": "ready", "game": game}))
            elif kind == "your_turn":
                await asyncio.sleep(0.1)
                await socket.send(json.dumps({"t": "move", "game": game, "ply": message["ply"], "move": message["legal_moves"][0]}))
            elif kind == "accepted":
                self.accepted.append(time.monotonic())


async def playing(referee, nodes):
    """Two bots at these ports, in a long running game."""
    bots = [Bot(name, node.port) for name, node in zip(("ann", "bob"), nodes)]
    wish = {"white": "ann", "black": "bob", "time": "60s"}
    made, _ = await until(lambda: (answer := referee.ask("/v1/matches", wish))[0] == 201 and answer, "the match is made")
    await until(lambda: all(bot.accepted for bot in bots), "both play")
    return bots, json.loads(made[1])["game"]


async def plays_on(bots, since, game, schema):
    await until(lambda: all(bot.accepted and bot.accepted[-1] > since for bot in bots), "both play again", SOON * 2)
    again = max(next(moment for moment in bot.accepted if moment > since) for bot in bots) - since
    reason = sql(f"SELECT coalesce(reason, '') FROM matches WHERE game = {game}", schema=schema)
    assert reason in ("", "rules"), f"game {game} ended: {reason}"
    return again


async def cut_off():
    """The refereeing node loses the database: it closes its bots' connections, and its port leads to the node that referees then."""
    schema = "cutoff"
    async with cluster(schema) as (referee, other, _):
        bots, game = await playing(referee, [referee, other])
        cut = time.monotonic()
        referee.way.hold()
        (closed, _), _ = await until(lambda: bots[0].closes and bots[0].closes[0], "the node that is cut off closes its bot's connection")
        assert bots[0].closes[0][1] == 1001, bots[0].closes
        # The bot has one port.
        await until(lambda: sql("SELECT holder FROM lease", schema=schema) != referee.name, "another node referees")
        again = await plays_on(bots, closed, game, schema)
        status, answer = await asyncio.to_thread(referee.ask, "/v1/bots")
        assert status == 200, answer
        referee.way.let_through()
        await until(lambda: "stands by, and passes connections on" in referee.read_log().split("stops refereeing")[-1], "it stands by")
        return f"a bot at the node that was cut off was disconnected after {closed - cut:.1f} s, and both played again {again:.1f} s later"


async def silent():
    """The refereeing node freezes while its machine still accepts connections: forwarded connections are closed when another node referees."""
    schema = "silent"
    async with cluster(schema) as (referee, other, third):
        bots, game = await playing(referee, [other, third])
        referee.process.send_signal(signal.SIGSTOP)
        stopped = time.monotonic()
        again = await plays_on(bots, stopped + 0.5, game, schema)
        return f"bots at other ports played again {again:.1f} s after the refereeing node froze"


async def many():
    """5,000 running matches are taken over from a node that is stopped, with the database 4 ms away."""
    schema, count = "many", 5_000
    async with cluster(schema, 2) as (referee, other):
        bots, game = await playing(referee, [referee, referee])
        await until(lambda: min(len(bot.accepted) for bot in bots) >= 4, "eight plies")
        for task in Bot.tasks:
            task.cancel()
        numbers = f"generate_series({game + 1}, {game + count - 1}) AS number"
        row = "(jsonb_populate_record(matches, jsonb_build_object('game', number))).*"
        sql(f"INSERT INTO matches SELECT {row} FROM matches, {numbers} WHERE game = {game}", schema=schema)
        sql(f"INSERT INTO log SELECT number, line, body FROM log, {numbers} WHERE game = {game}", schema=schema)
        lines = sql("SELECT count(*) FROM log", schema=schema)
        for node in (referee, other):
            node.way.delay = 0.002
        begin = time.monotonic()
        referee.end(signal.SIGTERM)
        stopped = time.monotonic() - begin
        await until(lambda: "this node referees" in other.read_log(), "the other node referees")
        running = json.loads(other.ask("/v1/live", timeout=60)[1])["running"]
        seconds = time.monotonic() - begin
        assert running == count and seconds < SOON, f"{running} of {count} matches run {seconds:.1f} s after SIGTERM"
        return f"{count} matches ({lines} lines) were taken over {seconds:.2f} s after SIGTERM; the first node ended after {stopped:.2f} s"


def behind_nginx(nodes):
    """nginx with docker/cluster/nginx.conf in front of these nodes; its process and port."""
    folder = tempfile.mkdtemp(dir=FOLDER)
    text = open(f"{os.path.dirname(__file__)}/../../docker/cluster/nginx.conf").read().replace("/tmp/", f"{folder}/")
    text = text.replace("listen 8080", f"listen 127.0.0.1:{PORT}")
    for node in nodes:
        text = text.replace(f"node-{node.number}:8080", f"127.0.0.1:{node.port}")
    with open(f"{folder}/nginx.conf", "w") as file:
        file.write(text)
    return subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-g", "daemon off;"], stderr=subprocess.DEVNULL)


async def proxied():
    """Behind nginx, another node soon answers a request that a frozen node does not."""
    schema, results = "proxied", []
    for who in ("the node that referees", "a node that stands by"):
        async with cluster(schema) as (referee, other, _):
            nginx, front = behind_nginx((referee, other, _)), Node(schema, 0)
            try:
                await until(lambda: front.ask("/readyz")[0] == 200, "nginx answers")
                (referee if who == "the node that referees" else other).process.send_signal(signal.SIGSTOP)

                def timed():
                    begin = time.monotonic()
                    return front.ask("/v1/tournaments", timeout=30)[0], time.monotonic() - begin

                answers = []
                for _ in range(6):
                    answers += await asyncio.gather(*(asyncio.to_thread(timed) for _ in range(5)))
                failed, slowest = sum(status != 200 for status, _ in answers), max(seconds for _, seconds in answers)
                results.append(f"{who} frozen: {failed} of {len(answers)} requests failed, the slowest took {slowest:.1f} s")
                assert failed == 0 and slowest < 20, results
            finally:
                nginx.terminate()
                nginx.wait()
    return "; ".join(results)


def replica():
    """A streaming asynchronous replica of the server; its folder and port."""
    folder, port = f"{database.FOLDER}/replica", DATABASE_PORT + 1
    basebackup = [f"{database.PROGRAMS}/pg_basebackup", "-D", folder, "-d", database.URL, "-R", "-X", "stream", "-c", "fast"]
    subprocess.run(database.as_owner(basebackup), check=True, cwd="/", stdout=subprocess.DEVNULL)
    options = f"-p {port} -h 127.0.0.1 -k {database.FOLDER} -c max_connections=200"
    subprocess.run(database.as_owner([f"{database.PROGRAMS}/pg_ctl", "-D", folder, "-w", "-l", f"{folder}/log", "-o", options, "start"]), check=True, cwd="/", stdout=subprocess.DEVNULL)
    return folder, port


async def replica_that_lags():
    """The database fails over to a replica that lacks a term: no term is used twice, one node writes, and the loss is reported."""
    schema = "lagging"
    plan = lambda name: {"name": name, "format": "round_robin", "entrants": ["ann", "bob"]}
    folder, port = replica()
    at_replica = database.URL.replace(f":{DATABASE_PORT}/", f":{port}/")
    receiver = None
    try:
        async with cluster(schema) as (first, *others):
            assert "asynchronous" in first.read_log(), "the log warns of an asynchronous replica"
            assert first.ask("/v1/tournaments", plan("kept"))[0] == 201
            await until(lambda: "kept" in sql("SELECT name FROM tournaments", at_replica, schema), "the replica follows")
            receiver = int(sql("SELECT pid FROM pg_stat_wal_receiver", at_replica))
            os.kill(receiver, signal.SIGSTOP)
            first.end()
            await until(lambda: sql("SELECT fence > 1 FROM lease", schema=schema) == "t", "the second term begins")
            second = next(node for node in others if node.name == sql("SELECT holder FROM lease", schema=schema))
            await until(lambda: second.ask("/v1/tournaments", plan("lost"))[0] == 201, "the second term writes")
            database.stop("immediate")
            os.kill(receiver, signal.SIGKILL)
            receiver = None
            # The replica restarts after its receiver was killed; a promotion meanwhile is lost.
            promote = database.as_owner([f"{database.PROGRAMS}/pg_ctl", "-D", folder, "-w", "-t", "5", "promote"])
            await until(lambda: subprocess.run(promote, cwd="/", capture_output=True).returncode == 0, "the replica is promoted", SOON * 2)
            assert sql("SELECT fence FROM lease", at_replica, schema) == "1"
            for node in others:
                node.way.lead_to(port)
            await until(lambda: int(sql("SELECT fence FROM lease", at_replica, schema)) > 2, "a term begins that no node has seen", SOON * 2)
            accepted = []
            for number in range(3):
                for node in others:
                    await until(lambda: node.ask("/v1/tournaments", plan(f"{node.name} {number}"))[0] == 201, f"{node.name} takes a tournament")
                    accepted.append(f"{node.name} {number}")
            kept = sql("SELECT name FROM tournaments", at_replica, schema).splitlines()
            assert "lost" not in kept and set(accepted) <= set(kept), f"accepted {accepted}, kept {kept}"
            terms = sorted(line.split("term ")[1].split()[0] for node in others for line in node.read_log().splitlines() if "of the lease begins" in line)
            assert len(terms) == len(set(terms)), f"the terms {terms} were used twice"
            holder = next(node for node in others if node.name == sql("SELECT holder FROM lease", at_replica, schema))
            assert "behind what it acknowledged" in holder.read_log(), "the loss is logged"
            assert "behind what it acknowledged" in holder.ask("/readyz")[1], holder.ask("/readyz")
            return f"of {len(accepted)} tournaments acknowledged after the failover none is lost; the lost one is reported"
    finally:
        if receiver:
            os.kill(receiver, signal.SIGKILL)
        stop = [f"{database.PROGRAMS}/pg_ctl", "-D", folder, "-m", "immediate", "-w", "stop"]
        subprocess.run(database.as_owner(stop), cwd="/", stdout=subprocess.DEVNULL)
        with contextlib.suppress(subprocess.CalledProcessError):
            database.start()


async def main():
    cases = [cut_off, silent, many, proxied, replica_that_lags]
    wrong = 0
    for case in cases:
        if sys.argv[2:] and case.__name__ not in sys.argv[2:]:
            continue
        try:
            print(f"{case.__name__}: {await case()}", flush=True)
        except AssertionError as error:
            wrong += 1
            print(f"{case.__name__}: FAILED: {error}", flush=True)
    sys.exit(wrong)


asyncio.run(main())
