"""A tournament of honest bots and bad ones, and the same tournament in which the bad ones behave.

usage: zoo.py BINARY

All bots choose their moves by the same rule. No honest bot may have a worse result than in the second tournament, and games of two honest bots must
have the same moves.
"""

import asyncio
import json
import pathlib
import sys
import tempfile
import time

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from referee import Referee, Stalls

BINARY = sys.argv[1]
HONEST = ["ann", "bob", "cyd", "dan"]


class Well:
    """An honest bot. It reconnects after each close."""

    def __init__(self, referee, name):
        self.referee, self.name, self.codes = referee, name, []

    async def live(self):
        while True:
            try:
                async with connect(f"ws://{self.referee.address}/ws", max_size=None) as socket:
                    self.socket = socket
                    await self.say(t="hello", proto=[1], bot={"name": self.name})
                    await self.listen()
            except ConnectionClosed as closed:
                self.codes.append(closed.rcvd.code if closed.rcvd else 0)
                await asyncio.sleep(0.05)

    async def say(self, **message):
        await self.socket.send(json.dumps(message))

    async def listen(self):
        async for text in self.socket:
            await self.hear(json.loads(text))

    async def hear(self, news):
        match news["t"]:
            case "state" if news["status"] == "waiting":
                await self.say(t="ready", game=news["game"])
            case "your_turn":
                await self.move(news)

    def choice(self, news):
        moves = news["legal_moves"]
        return {"game": news["game"], "ply": news["ply"], "move": moves[(news["ply"] * 7) % len(moves)]}

    async def move(self, news):
        await self.say(t="move", **self.choice(news))


class NeverReads(Well):
    async def listen(self):
        while True:
            await self.say(t="ping")
            await asyncio.sleep(0.1)


class HalfFrames(Well):
    async def move(self, news):
        # Sends the header of a frame of 100 bytes and ten of them, then nothing: the game is lost on time.
        self.socket.transport.write(b"\x81\xe4\0\0\0\0" + b'{"t": "mov')
        await asyncio.sleep(0.2)
        self.socket.transport.abort()


class Early(Well):
    """Moves before it is ready, and for later plies."""

    async def hear(self, news):
        if news["t"] == "state":
            for ply in range(4):
                await self.say(t="move", game=news["game"], ply=ply + 2, move="B9-A7")
        await super().hear(news)


class Late(Well):
    """Repeats moves for earlier plies."""

    async def move(self, news):
        await super().move(news)
        for ply in range(min(news["ply"], 5)):
            await self.say(t="move", game=news["game"], ply=ply, move="B9-A7")


class Twice(Well):
    async def move(self, news):
        await super().move(news)
        await super().move(news)


class ForOthers(Well):
    """Sends moves, resignations and ready messages for games of others."""

    async def move(self, news):
        await super().move(news)
        for game in range(max(1, news["game"] - 3), news["game"] + 3):
            if game != news["game"]:
                await self.say(t="resign", game=game)
                await self.say(t="move", game=game, ply=news["ply"], move="PASSE")


class Floods(Well):
    async def move(self, news):
        await super().move(news)
        if news["ply"] % 10 < 2:
            for _ in range(300):
                await self.say(t="sync", game=news["game"])


class Lies(Well):
    """Sends false information, colour, name and results."""

    async def move(self, news):
        lies = {"depth": -1, "score": "won", "pv": ["x\n% Result: white"] * 200, "nodes": 10**30}
        await self.say(t="game_over", game=news["game"], result=news["you"], winner=self.name)
        await self.say(t="hello", proto=[1], bot={"name": "ann"})
        await self.say(t="move", **self.choice(news), info=lies, you="white", clocks={"white_us": 10**12}, charged_us=0)


class Garbage(Well):
    async def move(self, news):
        for text in ["", "{", "[]", "null", '{"t": "move"}', '{"t": "\\ud800"}', "\0" * 100, '{"t": "ping"' + " " * 10_000 + "}"]:
            await self.socket.send(text)
        await super().move(news)


ZOO = [NeverReads, HalfFrames, Early, Late, Twice, ForOthers, Floods, Lies, Garbage]


async def tournament(folder, is_kind):
    """The games as {(white, black): (result, reason, moves)}."""
    referee = Referee(BINARY, folder, "--requests-per-address", "10000")
    bots = [Well(referee, name) for name in HONEST]
    bots += [(Well if is_kind else kind)(referee, kind.__name__) for kind in ZOO]
    stalls = Stalls()
    tasks = [asyncio.create_task(task) for task in (stalls.measure(), *(bot.live() for bot in bots))]
    await asyncio.sleep(0.5)
    plan = {"name": "zoo", "format": "round_robin", "games": 2, "time": "2s", "ready_timeout": "3s", "seed": 7, "concurrency": 6, "entrants": [bot.name for bot in bots]}
    status, answer, _ = await referee.asked("/v1/tournaments", plan)
    assert status == 201, answer
    await referee.asked("/v1/tournaments/1/start", {})
    began = time.monotonic()
    while json.loads((await referee.asked("/v1/tournaments/1"))[1])["stage"] != "finished":
        assert time.monotonic() < began + 300, "it does not end"
        await asyncio.sleep(0.5)
    lines = (await referee.asked("/v1/tournaments/1/games?format=jsonl"))[1].splitlines()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    codes = {bot.name: sorted(set(bot.codes)) for bot in bots if bot.codes}
    print(f"--- {'a kind world' if is_kind else 'the zoo'}: {len(lines)} games in {time.monotonic() - began:.0f} s, {stalls.longest / 1e3:.0f} ms without the event loop; closed: {codes}", flush=True)
    seconds, status = referee.stop()
    assert status == 0, status
    games = {}
    for game in map(json.loads, lines):
        players = game["players"]
        games[players["white"], players["black"]] = (game["result"], game["reason"], [move["move"] for move in game["moves"]], game)
    return games


def points(result, seat):
    return {"draw": 1, seat: 2}.get(result, 0)


async def main():
    with tempfile.TemporaryDirectory() as scratch:
        worlds = []
        for name in ("kind", "zoo"):
            folder = pathlib.Path(scratch) / name
            folder.mkdir()
            worlds.append(await tournament(folder, name == "kind"))
    kind, zoo = worlds
    assert kind.keys() == zoo.keys() and kind, "the same games"
    changed, won, charges = [], 0, []
    for (white, black), (result, reason, moves, game) in zoo.items():
        honest = [(name, seat) for name, seat in ((white, "white"), (black, "black")) if name in HONEST]
        before = kind[white, black]
        if len(honest) == 2 and (result, reason, moves) != before[:3]:
            changed.append((white, black, before[:2], (result, reason)))
        for name, seat in honest:
            won += points(result, seat) > points(before[0], seat)
            charges += [move["charge"]["charged_us"] for move in game["moves"] if move["seat"] == seat]
            if points(result, seat) < points(before[0], seat):
                changed.append((white, black, before[:2], (result, reason)))
    charges.sort()
    print(f"--- honest bots were charged {charges[len(charges) // 2]} µs (median) and {charges[-1]} µs at most, in {len(charges)} moves")
    print(f"{'NOT' if changed else 'ok '} {len(zoo)} games: {len(changed)} results of honest bots changed, {won} games won by the opponent's misbehaviour")
    for game in changed:
        print("   ", game, json.dumps(zoo[game[:2]][3] | {"moves": len(zoo[game[:2]][2])}))
    sys.exit(1 if changed else 0)


asyncio.run(main())
