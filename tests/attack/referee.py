"""A referee under attack: a release build in a new folder, and bots that answer immediately."""

import asyncio
import atexit
import contextlib
import json
import subprocess
import time
import urllib.error
import urllib.request

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


class Referee:
    """A referee process; `address` is its HTTP address."""

    def __init__(self, binary, folder, *flags, house=False, **how):
        self.command = [binary, "--data", str(folder), *flags, *([] if house else ["--no-house-bots"])]
        self.how = how
        self.start("127.0.0.1:0")

    def start(self, address):
        """Starts or restarts it."""
        command = [*self.command, "--bind", address]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **self.how)
        # A failed check ends the attack immediately.
        atexit.register(self.process.kill)
        line = self.process.stdout.readline()
        self.address = line.split("/")[2] if "//" in line else None

    def ask(self, path, body=None, kind="application/json", method=None, timeout=30, token=None, prefer=None):
        """Status and text of the answer, and its time in seconds."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.address}{path}", data=data, method=method, headers={"content-type": kind})
        if token:
            request.add_header("authorization", f"Bearer {token}")
        if prefer:
            request.add_header("prefer", prefer)
        begin = time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, answer.read().decode(), time.monotonic() - begin
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), time.monotonic() - begin

    async def asked(self, *what, **how):
        """The same, in a thread."""
        return await asyncio.to_thread(self.ask, *what, **how)

    def stop(self):
        """Seconds from SIGTERM to the end, and the exit status."""
        begin = time.monotonic()
        self.process.terminate()
        try:
            status = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        return time.monotonic() - begin, status

    def kill(self):
        self.process.kill()
        self.process.wait()


class Bot:
    """A bot that answers immediately, or after a pause, and records its charges beyond its thinking time, in microseconds."""

    def __init__(self, referee, name, opponent=None, clock="60s", token=None, info=None, pause=0, comes_back=False, home=None):
        self.referee, self.name, self.opponent, self.clock, self.token = referee, name, opponent, clock, token
        self.info = {"pv": [info]} if info else None
        self.pause, self.welcomed, self.thought = pause, False, 0
        self.moves, self.charges, self.reasons, self.accepted = 0, [], [], []
        self.comes_back, self.stalls = comes_back, Stalls()
        # Its source address.
        self.where = {"local_addr": (home, 0)} if home else {}

    async def play(self):
        """Plays; reconnects after a lost connection if configured."""
        while True:
            try:
                await self.connected()
            except (OSError, ConnectionClosed):
                if not self.comes_back:
                    raise
            if not self.comes_back:
                return
            await asyncio.sleep(0.2)

    async def connected(self):
        async with connect(f"ws://{self.referee.address}/ws", max_size=None, **self.where) as socket:
            async def send_message(**message):
                await socket.send(json.dumps(message))

            await send_message(t="hello", proto=[1], bot={"name": self.name}, token=self.token)
            async for text in socket:
                message = json.loads(text)
                match message["t"]:
                    case "welcome":
                        self.welcomed = True
                        # A running game has precedence.
                        if self.opponent and not message["games"]:
                            await send_message(t="seek", opponent=self.opponent, time=self.clock)
                    case "state":
                        await send_message(t="ready", game=message["game"])
                    case "your_turn":
                        moves, began = message["legal_moves"], time.monotonic()
                        if self.pause:
                            await asyncio.sleep(self.pause)
                        await send_message(t="move", game=message["game"], ply=message["ply"], move=moves[(message["ply"] * 7) % len(moves)], info=self.info)
                        self.thought = (time.monotonic() - began) * 1e6
                    case "accepted":
                        self.moves += 1
                        self.accepted.append((message["game"], message["ply"]))
                        charge = message["charge"]
                        own = max(0, self.thought - charge["lag_compensation_us"])
                        self.charges.append(max(0, round(charge["charged_us"] - own)))
                    case "game_over" | "error":
                        self.reasons.append(message.get("reason", message.get("code")))
                        if self.opponent:
                            await asyncio.sleep(0.02)
                            await send_message(t="seek", opponent=self.opponent, time=self.clock)


class Stalls:
    """The longest time for which this process's event loop did not run, in microseconds: its own bots were late then, not the referee."""

    def __init__(self):
        self.longest = 0

    async def measure(self):
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.01)
            self.longest = max(self.longest, (time.monotonic() - before - 0.01) * 1e6)


@contextlib.asynccontextmanager
async def playing(referee, clock="60s", tokens=(None, None), pause=0, comes_back=False):
    """Two bots that play one game after the other."""
    how = {"pause": pause, "comes_back": comes_back}
    bots = [Bot(referee, "black", token=tokens[0], **how), Bot(referee, "white", "black", clock, tokens[1], **how)]
    stalls = Stalls()
    tasks = [asyncio.create_task(stalls.measure())]
    for bot in bots:
        bot.stalls = stalls
        tasks.append(asyncio.create_task(bot.play()))
        await asyncio.sleep(0.3)
    async with asyncio.timeout(30):
        while not bots[0].moves:
            await asyncio.sleep(0.01)
    try:
        yield bots
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
