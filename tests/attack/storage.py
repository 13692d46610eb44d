"""The disk as it can be: locked by somebody else, full, shared by two referees; and SIGTERM in the middle of everything.

usage: storage.py BINARY [NAME...]      (root is needed for the full disk; without it that part is left out, and says so)
"""

import asyncio
import os
import sqlite3
import subprocess
import time

from attack import BINARY, check, run
from referee import Referee, playing

async def held_up(referee, bots, disturb, relieve, seconds):
    """Holds the referee's storage up for so long: matches stand still, nobody pays, words are given, and everything goes on."""
    before = bots[0].moves
    disturb()
    await asyncio.sleep(1.0)
    stood, slowest, ready, refused = bots[0].moves, 0.0, (200, ""), (0, "")
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        status, _, took = await referee.asked("/healthz")
        slowest = max(slowest, took if status == 200 else 99)
        ready = (await referee.asked("/readyz"))[:2]
        await asyncio.sleep(0.1)
    refused = (await referee.asked("/v1/matches", {"white": "ann", "black": "bob"}))[:2]
    check(before > 0 and bots[0].moves == stood, f"moves stand still ({stood})")
    check(slowest < 0.5, f"/healthz answers: {slowest * 1000:.0f} ms at most")
    check(ready[0] == 503 and "storage-waits" in ready[1], f"/readyz says so: {ready[1]}")
    check(refused[0] == 503 and "storage-waits" in refused[1], "a new match is refused in words")
    relieve()
    await asyncio.sleep(2.0)
    check(bots[0].moves > stood, f"everything goes on by itself ({bots[0].moves - stood} moves since)")
    check(referee.ask("/readyz")[0] == 200, "/readyz is well again")
    check(max(bots[0].charges + bots[1].charges) < 250_000, f"nobody paid: {max(bots[0].charges + bots[1].charges)} µs at most")
    check("time" not in bots[0].reasons, "nobody lost on time")


async def locked(folder):
    referee = Referee(BINARY, folder)
    async with playing(referee, "5s") as bots:
        await asyncio.sleep(1)
        other = sqlite3.connect(folder / "arbitre.db", isolation_level=None)
        await held_up(referee, bots, lambda: other.execute("BEGIN IMMEDIATE"), lambda: other.execute("ROLLBACK"), 12)
    second = subprocess.run([BINARY, "--bind", "127.0.0.1:0", "--data", str(folder)], capture_output=True, text=True, timeout=20)
    check(second.returncode == 1 and "another referee runs in" in second.stderr, f"a second referee is told: {second.stderr.strip()}")
    seconds, status = referee.stop()
    check(seconds < 10 and status == 0, f"SIGTERM ends in {seconds:.1f} s")


async def full(folder):
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)], capture_output=True).returncode != 0:
        print("--- no disk of 6 MB can be mounted here: left out")
        return
    try:
        referee = Referee(BINARY, folder)
        async with playing(referee, "5s") as bots:
            await asyncio.sleep(1)
            filler = folder / "filler"

            def fill():
                with open(filler, "wb", buffering=0) as file:
                    try:
                        while True:
                            file.write(b"\0" * 4096)
                    except OSError:
                        pass

            async def until_full():
                # What is free inside the files of the database is used up first.
                for _ in range(100):
                    if referee.ask("/readyz")[0] == 503:
                        return
                    fill()
                    await asyncio.sleep(0.2)

            fill()
            await until_full()
            await held_up(referee, bots, lambda: None, lambda: os.truncate(filler, 0), 5)
        seconds, status = referee.stop()
        check(seconds < 10 and status == 0, f"SIGTERM ends in {seconds:.1f} s")
    finally:
        subprocess.run(["umount", "-l", str(folder)])


def plan(name, bots, rounds):
    names = ", ".join(f'"absent {number}"' for number in range(bots))
    return f'name = "{name}"\nformat = "swiss"\nrounds = {rounds}\ngrace = "1h"\nentrants = [{names}]\n'.encode()


async def sigterm(folder):
    """SIGTERM while 2,000 are paired, their table is asked for by a hundred, and an archive is on its way."""
    referee = Referee(BINARY, folder, "--requests-per-address", "100000")
    toml = "application/toml"
    async with playing(referee) as bots:
        await asyncio.sleep(0.5)
        check(referee.ask("/v1/tournaments", plan("one", 2_000, 11), toml)[0] == 201, "a Swiss of 2,000 is made")
        check(referee.ask("/v1/tournaments/1/start", {})[0] == 200, "and starts")
        check(referee.ask("/v1/tournaments", plan("two", 2_000, 11), toml)[0] == 201, "and another")

        async def quietly(*what, **how):
            try:
                await referee.asked(*what, **how)
            except OSError:
                pass

        asking = [asyncio.create_task(quietly("/v1/tournaments/1/standings")) for _ in range(100)]
        asking.append(asyncio.create_task(quietly("/v1/tournaments/2/start", {})))
        asking.append(asyncio.create_task(quietly("/v1/tournaments/import", b'{"archive":"header"}\n' * 2_000_000, "application/x-ndjson")))
        await asyncio.sleep(0.3)
        check(bots[0].moves > 0, f"games were played beside it ({bots[0].moves} moves)")
        seconds, status = await asyncio.to_thread(referee.stop)
        check(seconds < 10 and status == 0, f"SIGTERM ends in {seconds:.1f} s, status {status}")
        await asyncio.gather(*asking, return_exceptions=True)


async def sigterm_locked(folder):
    """SIGTERM while somebody else holds the lock: nothing more can be written, and it ends all the same."""
    referee = Referee(BINARY, folder)
    async with playing(referee, "5s"):
        await asyncio.sleep(0.5)
        other = sqlite3.connect(folder / "arbitre.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(1)
        status, answer, took = await referee.asked("/v1/tournaments", plan("late", 4, 3), "application/toml")
        check(status == 503 and "storage-waits" in answer and took < 2, "what would have to be written is refused at once")
        seconds, status = await asyncio.to_thread(referee.stop)
        check(seconds < 10 and status == 0, f"SIGTERM ends in {seconds:.1f} s, status {status}")
        other.execute("ROLLBACK")


async def unread_log(folder):
    """Nobody reads the log: more of it than a pipe holds, and games go on."""
    referee = Referee(BINARY, folder)
    async with playing(referee) as bots:
        await asyncio.sleep(0.5)
        large = plan("large", 120, 3).replace(b'"1h"', b'"0s"') + b"at_once = 1000\n"
        # A table ends where the list of entrants does: the number goes before it.
        large = b"at_once = 1000\n" + large.replace(b"at_once = 1000\n", b"").replace(b"swiss", b"round_robin").replace(b"rounds = 3\n", b"")
        status, answer, _ = referee.ask("/v1/tournaments", large, "application/toml")
        check(status == 201, f"a large tournament is made {'' if status == 201 else answer}")
        referee.ask("/v1/tournaments/1/start", {})
        await asyncio.sleep(3)
        before = bots[0].moves
        await asyncio.sleep(2)
        check(referee.ask("/healthz", timeout=5)[0] == 200 and bots[0].moves > before, f"games go on ({bots[0].moves - before} moves)")
        seconds, status = await asyncio.to_thread(referee.stop)
        check(seconds < 10 and status == 0, f"SIGTERM ends in {seconds:.1f} s, status {status}")


run(locked, full, sigterm, sigterm_locked, unread_log)
