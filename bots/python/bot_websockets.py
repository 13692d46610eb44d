#!/usr/bin/env python3
"""The same bot on the `websockets` package (pip install websockets), asynchronous: it searches in a thread, and can play many games.

    python3 bot_websockets.py --name my-bot --opponent greedy --games 1

Edit choose() in bot.py: this file borrows it.
"""

import asyncio
import json
import sys

try:
    from websockets.asyncio.client import connect, process_exception
    from websockets.exceptions import ConnectionClosed, InvalidStatus
except ImportError:
    sys.exit("this bot needs the package websockets: pip install --upgrade websockets; bot.py plays without it")

from bot import HOPELESS, checked, choose, no_path, read_options


def reported(error):
    """Reports a failed attempt to connect, unless it is the last."""
    final = process_exception(error)
    if final is None:
        print(f"not connected ({error}); trying again", file=sys.stderr)
    return final


async def play(options):
    """Plays the requested games; returns the exit status, or what no reconnection would change."""
    hello = {"t": "hello", "proto": [1], "bot": {"name": options.name, "lang": "Python", "games": [options.game]}}
    if options.token:
        hello["token"] = options.token
    offer = {"t": "seek", "id": "mine", "game": options.game}
    if options.opponent and options.opponent != "anybody":
        offer["opponent"] = options.opponent
    sought = set()  # the running games from seeks
    thinking = set()

    async def send(message):
        await referee.send(json.dumps(message))

    async def seek():
        if options.opponent and options.games != 0:
            await send(offer)

    async def answer(turn):
        move = await asyncio.to_thread(checked, turn, choose)
        await send({"t": "move", "game": turn["game"], "ply": turn["ply"], "move": move})

    # Reconnects automatically, and pings: a ping unanswered for 5 seconds closes the connection.
    async for referee in connect(options.url, ping_interval=15, ping_timeout=5, close_timeout=1, process_exception=reported):
        try:
            # Requests the results of games that ended during the disconnection.
            await send({**hello, "resume": True} if sought else hello)
            known = set(sought)  # the games of this run
            async for text in referee:
                message = json.loads(text)
                kind, game = message["t"], message.get("game")
                if kind == "welcome":
                    print("connected as", message["bot"])
                    referee.ping_interval = message["heartbeat_us"] / 1e6
                    known.update(message["games"])  # running games of an earlier run are continued
                    if not sought:
                        await seek()
                elif kind == "state":
                    known.add(game)
                    if message.get("id") == "mine":
                        sought.add(game)
                    waits = message["status"] == "waiting"
                    print("game", game, "begins:" if waits else "continues:", message["players"]["white"], "-", message["players"]["black"])
                    if waits:
                        await send({"t": "ready", "game": game})
                elif kind == "your_turn":
                    task = asyncio.create_task(answer(message))
                    thinking.add(task)
                    task.add_done_callback(thinking.discard)
                elif kind == "rejected":
                    print("rejected:", message["message"])
                    if message["code"] == "illegal":  # a forgiven illegal move
                        await send({"t": "move", "game": game, "ply": message["ply"], "move": message["legal_moves"][0]})
                elif kind == "game_over" and game in known:
                    print("game", game, "is over:", message["result"], "-", message["detail"])
                    known.discard(game)
                    counts = game in sought or not options.opponent
                    sought.discard(game)
                    if counts and options.games > 0:
                        options.games -= 1
                    if options.games == 0 and not known:
                        return await referee.close()
                    if counts:
                        await seek()
                elif kind in ("notice", "error"):
                    print("the referee says:", message["message"])
                    if message.get("why", {}).get("code") in HOPELESS:
                        return 1
                    if message["code"] == "seek_failed":
                        await asyncio.sleep(2)
                        await seek()
        except ConnectionClosed as closed:
            if closed.rcvd and closed.rcvd.code in (4000, 4001, 4003):
                return f"closed with code {closed.rcvd.code}: {closed.rcvd.reason}"
            print(f"not connected to {options.url} ({closed}); trying again", file=sys.stderr)


def main(options):
    try:
        return asyncio.run(play(options))
    except InvalidStatus as error:
        return f"not connected to {options.url} ({error}{no_path(options.url)})"
    except KeyboardInterrupt:
        return None


if __name__ == "__main__":
    sys.exit(main(read_options()))
