#!/usr/bin/env python3
"""The same bot on the `websockets` package (pip install websockets), asynchronous: it thinks in a thread, and may play many games.

    python3 bot_websockets.py --name my-bot --opponent greedy --games 1

Edit choose() in bot.py: this file borrows it.
"""

import argparse
import asyncio
import json
import os
import sys

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bot import choose


async def play(options):
    hello = {"t": "hello", "proto": [1], "bot": {"name": options.name, "lang": "Python"}}
    if options.token:
        hello["token"] = options.token
    wish = {"t": "seek"} if options.opponent == "anybody" else {"t": "seek", "opponent": options.opponent}
    thinking = set()

    async def send(message):
        await referee.send(json.dumps(message))

    async def answer(turn):
        move = await asyncio.to_thread(choose, turn)
        await send({"t": "move", "game": turn["game"], "ply": turn["ply"], "move": move})

    async for referee in connect(options.url):  # reconnects by itself
        try:
            await send(hello)
            async for text in referee:
                message = json.loads(text)
                kind = message["t"]
                if kind == "welcome" and options.opponent and not message["games"]:
                    await send(wish)
                elif kind == "state" and message["status"] == "waiting":
                    await send({"t": "ready", "game": message["game"]})
                elif kind == "your_turn":
                    task = asyncio.create_task(answer(message))
                    thinking.add(task)
                    task.add_done_callback(thinking.discard)
                elif kind == "game_over":
                    print("game", message["game"], "is over:", message["result"], "-", message["detail"])
                    options.games -= 1
                    if options.games == 0:
                        return
                    if options.opponent:
                        await send(wish)
                elif kind in ("notice", "error", "rejected"):
                    print("the referee says:", message["message"])
                    if message.get("code") == "seek_failed":
                        await asyncio.sleep(2)
                        await send(wish)
        except ConnectionClosed as closed:
            if closed.rcvd and closed.rcvd.code in (4000, 4001, 4003):
                sys.exit(f"closed with code {closed.rcvd.code}: {closed.rcvd.reason}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A Chinese-knights bot")
    parser.add_argument("--url", default=os.environ.get("ARBITRE_URL", "ws://127.0.0.1:8080/ws"))
    parser.add_argument("--name", default=os.environ.get("ARBITRE_NAME", "python-bot"))
    parser.add_argument("--token", default=os.environ.get("ARBITRE_TOKEN"))
    parser.add_argument("--opponent", help="offer to play this bot, or `anybody`; without it, wait to be called")
    parser.add_argument("--games", type=int, default=0, help="stop after so many games")
    asyncio.run(play(parser.parse_args()))
