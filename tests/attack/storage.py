"""Disk failures: locked by another process, full, shared by two referees, deleted, unreadable; and SIGTERM under load.

usage: storage.py BINARY [NAME...]      (the full disk needs root; otherwise it is skipped, with a message)
"""

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import time

from attack import BINARY, check, run
from referee import Referee, playing

async def held_up(referee, bots, disturb, relieve, seconds):
    """Blocks the referee's storage for these seconds: matches stall, no clock is charged, errors are readable, and play resumes."""
    before = bots[0].moves
    disturb()
    await asyncio.sleep(1.0)
    moves_before, slowest, ready, refused = bots[0].moves, 0.0, (200, ""), (0, "")
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        status, _, took = await referee.asked("/healthz")
        slowest = max(slowest, took if status == 200 else 99)
        ready = (await referee.asked("/readyz"))[:2]
        await asyncio.sleep(0.1)
    refused = (await referee.asked("/v1/matches", {"white": "ann", "black": "bob"}))[:2]
    check(before > 0 and bots[0].moves == moves_before, f"no moves are accepted ({moves_before})")
    check(slowest < 0.5, f"/healthz answers: {slowest * 1000:.0f} ms at most")
    check(ready[0] == 503 and "storage_waits" in ready[1], f"/readyz reports it: {ready[1]}")
    check(refused[0] == 503 and "storage_waits" in refused[1], "a new match is refused with a message")
    relieve()
    await asyncio.sleep(2.0)
    check(bots[0].moves > moves_before, f"play resumes ({bots[0].moves - moves_before} moves since)")
    check((await referee.asked("/readyz"))[0] == 200, "/readyz answers 200 again")
    check(max(bots[0].charges + bots[1].charges) < 250_000, f"no clock was charged: {max(bots[0].charges + bots[1].charges)} µs at most")
    check("time" not in bots[0].reasons, "no game was lost on time")


async def locked(folder):
    referee = Referee(BINARY, folder)
    async with playing(referee, "5s") as bots:
        await asyncio.sleep(1)
        other = sqlite3.connect(folder / "arbitre.db", isolation_level=None)
        await held_up(referee, bots, lambda: other.execute("BEGIN IMMEDIATE"), lambda: other.execute("ROLLBACK"), 12)
    for beside in folder.iterdir():
        if not beside.name.startswith("arbitre.db"):
            beside.unlink()
    second = subprocess.run([BINARY, "--bind", "127.0.0.1:0", "--data", str(folder)], capture_output=True, text=True, timeout=20)
    check(second.returncode == 1 and "another referee runs in" in second.stderr, f"a second referee is refused, whatever is deleted beside the database: {second.stderr.strip()}")
    seconds, status = referee.stop()
    check(seconds < 10 and status == 0, f"SIGTERM ends in {seconds:.1f} s")


async def taken_away(folder):
    """The data folder, the database or its log is deleted under a running referee: it accepts nothing more and ends with the reason."""
    database, log = "arbitre.db", "arbitre.db-wal"

    def replace(file):
        shutil.copy(file, f"{file}.copy")
        os.rename(f"{file}.copy", file)

    def halve(file):
        # The referee notes the length of the database within a second.
        with sqlite3.connect(file) as other:
            other.execute("PRAGMA wal_checkpoint(PASSIVE)")
        other.close()
        time.sleep(1.5)
        os.truncate(file, file.stat().st_size // 2)

    for what, take, is_kept in [
        ("the folder is deleted", lambda data: shutil.rmtree(data), False),
        ("the database is deleted", lambda data: os.remove(data / database), False),
        ("the database is replaced", lambda data: replace(data / database), False),
        ("the database is emptied", lambda data: os.truncate(data / database, 0), False),
        ("the database is halved", lambda data: halve(data / database), False),
        ("the log is deleted", lambda data: os.remove(data / log), True),
        ("the log is emptied", lambda data: os.truncate(data / log, 0), False),
        ("the log is halved", lambda data: os.truncate(data / log, (data / log).stat().st_size // 2), False),
    ]:
        data = folder / what
        referee = Referee(BINARY, data)
        async with playing(referee) as bots:
            while bots[0].moves + bots[1].moves < 200:
                await asyncio.sleep(0.1)
            before, began = bots[0].moves + bots[1].moves, time.monotonic()
            take(data)
            try:
                status = await asyncio.to_thread(referee.process.wait, 20)
            except subprocess.TimeoutExpired:
                status = None
            accepted = bots[0].moves + bots[1].moves - before
        if status is None:
            # A log whose content is in the database already may be deleted.
            print(f"--- {what}: it continues, with {accepted} moves")
            referee.kill()
        else:
            check(accepted < 20, f"{what}: {before} moves accepted before, {accepted} after")
            check(status == 1, f"it ends with status {status}, after {time.monotonic() - began:.1f} s")
            last = referee.process.stderr.read().splitlines()[-1]
            check("while the referee used it" in last, f"the reason is logged: {last[:120]}…")
        if is_kept or status is None:
            referee = Referee(BINARY, data)
            missing = 0
            for game in {game for bot in bots for game, _ in bot.accepted}:
                plies = {move["ply"] for move in json.loads(referee.ask(f"/v1/matches/{game}")[1]).get("moves", [])}
                missing += sum(ply not in plies for bot in bots for of, ply in bot.accepted if of == game)
            check(missing == 0, f"after a restart, {missing} accepted moves are missing")
            referee.stop()


# Reads of the database fail while a file exists.
UNREADABLE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
ssize_t pread64(int fd, void *to, size_t length, off64_t at) {
    char link[64], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t end = readlink(link, path, sizeof path - 1);
    if (end > 0 && (path[end] = 0, strstr(path, "/arbitre.db")) && access(getenv("UNREADABLE"), F_OK) == 0) {
        errno = EIO;
        return -1;
    }
    return ((ssize_t (*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64"))(fd, to, length, at);
}
ssize_t pread(int fd, void *to, size_t length, off_t at) { return pread64(fd, to, length, at); }
"""


async def unreadable(folder):
    """The disk is unreadable for a while: this is not damage, and the log does not advise to restore a backup."""
    shim, switch, data = folder / "shim.so", folder / "unreadable", folder / "data"
    built = subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(shim), "-ldl"], input=UNREADABLE.encode(), capture_output=True)
    if built.returncode != 0:
        print("--- no C compiler for Linux here: left out")
        return
    referee = Referee(BINARY, data, env={**os.environ, "LD_PRELOAD": str(shim), "UNREADABLE": str(switch)})
    async with playing(referee, "5s") as bots:
        await asyncio.sleep(2)
        await held_up(referee, bots, switch.touch, switch.unlink, 3)
    seconds, status = referee.stop()
    check(status == 0, f"SIGTERM ends in {seconds:.1f} s, status {status}")
    log = referee.process.stderr.read()
    check("the disk does not read" in log or "cannot be verified" in log, "the log reports that the disk does not read")
    check("arbitre restore" not in log, "and does not advise to restore a backup")


async def full(folder):
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)], capture_output=True).returncode != 0:
        print("--- no disk of 6 MB can be mounted here: skipped")
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
                # Free pages of the database are used first.
                for _ in range(100):
                    if (await referee.asked("/readyz"))[0] == 503:
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
    return f'name = "{name}"\nformat = "swiss"\nrounds = {rounds}\nready_timeout = "1h"\nentrants = [{names}]\n'.encode()


async def sigterm(folder):
    """SIGTERM during the pairing of 2,000 bots, a hundred requests for their table, and an import."""
    referee = Referee(BINARY, folder, "--requests-per-address", "100000")
    toml = "application/toml"
    async with playing(referee) as bots:
        await asyncio.sleep(0.5)
        check((await referee.asked("/v1/tournaments", plan("one", 2_000, 11), toml))[0] == 201, "a Swiss of 2,000 is made")
        check((await referee.asked("/v1/tournaments/1/start", {}))[0] == 200, "and starts")
        check((await referee.asked("/v1/tournaments", plan("two", 2_000, 11), toml))[0] == 201, "and another")

        async def quietly(*what, **how):
            try:
                await referee.asked(*what, **how)
            except OSError:
                pass

        asking = [asyncio.create_task(quietly("/v1/tournaments/1/standings")) for _ in range(100)]
        asking.append(asyncio.create_task(quietly("/v1/tournaments/2/start", {})))
        asking.append(asyncio.create_task(quietly("/v1/tournaments/import", b'{"archive":"header"}\n' * 2_000_000, "application/x-ndjson")))
        await asyncio.sleep(0.3)
        check(bots[0].moves > 0, f"games were played meanwhile ({bots[0].moves} moves)")
        seconds, status = await asyncio.to_thread(referee.stop)
        check(seconds < 10 and status == 0, f"SIGTERM ends in {seconds:.1f} s, status {status}")
        await asyncio.gather(*asking, return_exceptions=True)


async def sigterm_locked(folder):
    """SIGTERM while another process holds the lock: the referee ends although it cannot write."""
    referee = Referee(BINARY, folder)
    async with playing(referee, "5s"):
        await asyncio.sleep(0.5)
        other = sqlite3.connect(folder / "arbitre.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(1)
        status, answer, took = await referee.asked("/v1/tournaments", plan("late", 4, 3), "application/toml")
        check(status == 503 and "storage_waits" in answer and took < 2, "writes are refused at once")
        seconds, status = await asyncio.to_thread(referee.stop)
        check(seconds < 10 and status == 0, f"SIGTERM ends in {seconds:.1f} s, status {status}")
        other.execute("ROLLBACK")


async def unread_log(folder):
    """The log is not read: it exceeds the pipe's buffer, and games continue."""
    referee = Referee(BINARY, folder)
    async with playing(referee) as bots:
        await asyncio.sleep(0.5)
        large = plan("large", 120, 3).replace(b'"1h"', b'"1s"') + b"concurrency = 1000\n"
        # In TOML the number precedes the list of entrants.
        large = b"concurrency = 1000\n" + large.replace(b"concurrency = 1000\n", b"").replace(b"swiss", b"round_robin").replace(b"rounds = 3\n", b"")
        status, answer, _ = await referee.asked("/v1/tournaments", large, "application/toml")
        check(status == 201, f"a large tournament is made {'' if status == 201 else answer}")
        await referee.asked("/v1/tournaments/1/start", {})
        await asyncio.sleep(3)
        before = bots[0].moves
        await asyncio.sleep(2)
        check((await referee.asked("/healthz", timeout=5))[0] == 200 and bots[0].moves > before, f"games continue ({bots[0].moves - before} moves)")
        seconds, status = await asyncio.to_thread(referee.stop)
        check(seconds < 10 and status == 0, f"SIGTERM ends in {seconds:.1f} s, status {status}")


async def foreign_backups(folder):
    """A backup with a foreign trigger, table or view is not restored; the untouched one is."""
    data, backup = folder / "data", folder / "backup.db"
    referee = Referee(BINARY, data)
    referee.stop()
    call = lambda *what: subprocess.run([BINARY, *what, "--data", str(data)], capture_output=True, text=True, timeout=60)
    check(call("backup", str(backup)).returncode == 0, "a backup is made")
    for what, statement in [
        ("trigger", "CREATE TRIGGER thief AFTER INSERT ON tokens BEGIN DELETE FROM tokens; END"),
        ("table", "CREATE TABLE stranger (one INTEGER)"),
        ("view", "CREATE VIEW sight AS SELECT * FROM tokens"),
    ]:
        foreign = folder / f"{what}.db"
        shutil.copy(backup, foreign)
        database = sqlite3.connect(foreign)
        database.execute(statement)
        database.commit()
        database.close()
        refused = call("restore", str(foreign))
        check(refused.returncode != 0 and what in refused.stderr, f"a backup with a {what} is refused: {refused.stderr.strip()[:100]}")
    check(call("restore", str(backup)).returncode == 0, "the backup itself is restored")


run(locked, foreign_backups, taken_away, unreadable, full, sigterm, sigterm_locked, unread_log)
