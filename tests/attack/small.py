"""A small machine: 300 MB of memory while every puzzle is solved by every method with the largest budgets; the largest archives, on twelve
connections; a kill during a thousand slow connections; the largest answers, unread; a job that kills its process; and 25,000 finished tournaments.

usage: small.py BINARY [NAME...]      (limiting memory needs root; otherwise it is skipped, with a message)
"""

import asyncio
import json
import os
import pathlib
import socket
import sqlite3
import time

from attack import BINARY, MAX_CHARGED, check, mebibytes, run, victims_are_well
from referee import Referee, playing

LIMIT = 300 << 20
ARCHIVE = 256 << 20


class Group:
    """A control group (version 1 or 2) with a memory limit."""

    def __init__(self, limit):
        self.folder = None
        name = f"arbitre-attack-{os.getpid()}"
        for root, file, peak in [
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes"),
            ("/sys/fs/cgroup", "memory.max", "memory.peak"),
        ]:
            folder = pathlib.Path(root) / name
            try:
                folder.mkdir()
                (folder / file).write_text(str(limit))
            except OSError:
                if folder.is_dir():
                    folder.rmdir()
                continue
            self.folder, self.peak_file = folder, folder / peak
            return

    def enter(self):
        (self.folder / "cgroup.procs").write_text(str(os.getpid()))

    def peak(self):
        return int(self.peak_file.read_text()) >> 20

    def remove(self):
        for _ in range(50):
            try:
                return self.folder.rmdir()
            except OSError:
                time.sleep(0.1)


async def well(bots):
    """The solvers share the victims' processors with low priority, which costs a move something. A bot that waits for memory seeks again."""
    await victims_are_well(bots, middle=MAX_CHARGED, in_99=MAX_CHARGED, forgiven=["seek_failed"])


# Expensive questions, for every method of `GET /v1/solve`.
HARDEST = {
    "knights-tour": [{"board": "8x8"}, {"board": "8x8", "kind": "closed", "count": "all"}, {"board": "10x8", "count": "all"}],
    "taquin": [{"start": "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 _"}, {"start": "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/3 4 2 1 _"}],
    "sudoku": [{"grid": "." * 625}, {"grid": "." * 625, "count": True}, {"grid": "." * 625, "steps": True}],
    "light-up": [{"board": "\n".join(["." * 40] * 40)}, {"board": "\n".join(["." * 40] * 40), "count": True}],
    "rubiks-cube": [{"scramble": "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U", "metric": metric} for metric in ("half-turn", "quarter-turn")],
    "connect-four": [{}],
    "tic-tac-toe": [{}],
}


async def memory(folder):
    group = Group(LIMIT)
    if group.folder is None:
        print("--- memory cannot be limited here: skipped")
        return
    referee = Referee(BINARY, folder, "--solve-time-limit", "1s", "--requests-per-address", "10000", house=True, preexec_fn=group.enter)
    try:
        async with playing(referee) as bots:
            plenty = json.loads((await referee.asked("/v1/solve"))[1])["puzzles"]
            questions = [
                (f"/v1/solve/{puzzle['puzzle']}", {**question, "method": method})
                for puzzle in plenty
                for method in puzzle["methods"]
                for question in HARDEST.get(puzzle["puzzle"], [])
            ]
            questions += [(f"/v1/games/{game}/analyse", {"limits": {"seconds": 1}}) for game in ("knights", "connect-four", "tic-tac-toe")]
            answers, places = {}, asyncio.Semaphore(12)

            async def ask(path, body):
                async with places:
                    status, answer, _ = await referee.asked(path, body, timeout=120)
                    answers.setdefault(status, []).append((path, body, answer))

            await asyncio.gather(*(ask(*question) for question in questions))
            wrong = {status: those[0] for status, those in answers.items() if status not in (200, 400, 429, 503)}
            check(referee.process.poll() is None, f"it lives: {len(questions)} questions, {group.peak()} MiB at most")
            check(not wrong, f"answers: { {status: len(those) for status, those in answers.items()} } {wrong or ''}")
            await well(bots)
        referee.stop()
        lines = [line for line in referee.process.stderr.read().splitlines() if "memory" in line]
        check(lines, f"the log names what does not fit: {lines[:2]}")
    finally:
        referee.kill()
        group.remove()


async def imports(folder):
    """Twelve connections with an archive of 256 MiB each, from an operator."""
    line = b'{"archive":"header","kind":"arbitre tournament","version":2,"name":"large","created_ms":0}\n'
    entered = b'{"archive":"log","line":{"line":1,"at_us":0,"t":"entered","bot":"%s","rating":0}}\n' % (b"x" * 60)
    body = line + entered * ((ARCHIVE - len(line)) // len(entered))
    referee = Referee(BINARY, folder)
    async with playing(referee) as bots:
        before = mebibytes(referee)
        answers = await asyncio.gather(*(referee.asked("/v1/tournaments/import", body, "application/x-ndjson", timeout=120) for _ in range(12)), return_exceptions=True)
        words = sorted({str(one[0]) if isinstance(one, tuple) else type(one).__name__ for one in answers})
        peak = mebibytes(referee, "VmHWM")
        check(peak < before + 48, f"answers: {words}; {before} MiB before, {peak} MiB at most")
        await well(bots)
    referee.stop()


async def killed(folder):
    """SIGKILL while a thousand connections send a byte at a time: after a restart the game continues, and no clock is charged."""
    referee = Referee(BINARY, folder)
    port = referee.address.split(":")[1]
    slow, stop = [], asyncio.Event()

    async def dawdle():
        while not stop.is_set():
            if len(slow) < 1_000:
                try:
                    slow.append((await asyncio.open_connection("127.0.0.1", int(port)))[1])
                except OSError:
                    await asyncio.sleep(0.1)
                continue
            for writer in list(slow):
                try:
                    writer.write(b"G")
                    await writer.drain()
                except OSError:
                    slow.remove(writer)
            await asyncio.sleep(0.2)

    async with playing(referee, "10s", comes_back=True) as bots:
        task = asyncio.create_task(dawdle())
        for kill in range(3):
            await asyncio.sleep(3)
            games, moves = len(bots[0].reasons), bots[0].moves
            referee.kill()
            referee.start(f"127.0.0.1:{port}")
            await asyncio.sleep(3)
            check(bots[0].moves > moves, f"kill {kill + 1}, beside {len(slow)} slow connections: {bots[0].moves - moves} moves and {len(bots[0].reasons) - games} games since")
        stop.set()
        await task
        for writer in slow:
            writer.close()
        await well(bots)
    referee.stop()


def post(path, body, *headers):
    """The bytes of a request."""
    data = json.dumps(body).encode()
    head = [f"POST {path} HTTP/1.1", "host: 127.0.0.1", "content-type: application/json", f"content-length: {len(data)}", *headers]
    return "\r\n".join([*head, "", ""]).encode() + data


async def unread(referee, request, number, seconds):
    """Opens connections that send this request and read nothing; the slowest answer of /healthz meanwhile."""
    host, port = referee.address.split(":")
    streams = []
    for _ in range(number):
        stream = socket.socket()
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        await asyncio.to_thread(stream.connect, (host, int(port)))
        await asyncio.to_thread(stream.sendall, request)
        streams.append(stream)
    slowest, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        slowest = max(slowest, (await referee.asked("/healthz"))[2])
        await asyncio.sleep(0.05)
    for stream in streams:
        stream.close()
    return slowest


async def answers(folder):
    """Boards with answers of gigabytes, and unread streams and stored results: all clients together have half a gigabyte at most."""
    referee = Referee(BINARY, folder, "--requests-per-address", "10000")
    async with playing(referee) as bots:
        giant = {"board": "4096x4096"}
        for path, body in [
            ("/v1/solve/knights-tour", giant),
            ("/v1/compare/knights-tour", {"question": giant}),
            ("/v1/batch/knights-tour", {"questions": [giant]}),
            ("/v1/batch/knights-tour", {"questions": [giant] * 200}),
        ]:
            status, answer, seconds = await referee.asked(path, body)
            check(status == 400 and seconds < 2 and "MiB of memory" in answer, f"{path}: {status} after {seconds:.2f} s: {answer[-160:]}")
        lines = post("/v1/solve/knights-tour", {"board": "1000x1000", "limits": {"seconds": 10}}, "accept: application/x-ndjson")
        slowest = await unread(referee, lines, 16, 12)
        check(slowest < 2, f"unread lines of 14 MB: /healthz after {slowest:.2f} s at most, {mebibytes(referee, 'VmHWM')} MiB")
        job = json.loads((await referee.asked("/v1/solve/knights-tour", {"board": "560x560"}, prefer="respond-async"))[1])["id"]
        for _ in range(100):
            if json.loads((await referee.asked(f"/v1/jobs/{job}"))[1])["state"] == "done":
                break
            await asyncio.sleep(0.2)
        slowest = await unread(referee, f"GET /v1/jobs/{job} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode(), 300, 6)
        check(slowest < 2, f"a stored result of 5 MB, 300 times: /healthz after {slowest:.2f} s at most, {mebibytes(referee, 'VmHWM')} MiB")
        for _ in range(50):
            status, answer, _ = await referee.asked(f"/v1/jobs/{job}")
            if status == 200:
                break
            await asyncio.sleep(0.2)
        result = json.loads(answer)["result"]["answer"]
        check(len(result["squares"]) == 560 * 560, "after they disconnect, a reader gets the whole result")
        check(mebibytes(referee, "VmHWM") < 900, f"{mebibytes(referee, 'VmHWM')} MiB at most")
        await well(bots)
    referee.stop()


async def deadly(folder):
    """A job whose process is killed while it works on it: after the first restart it runs again, after the second it has failed; other jobs are not affected."""
    referee = Referee(BINARY, folder, "--job-threads", "1")
    ask = lambda path, body: json.loads(referee.ask(path, body, prefer="respond-async")[1])["id"]
    shown = lambda job: json.loads(referee.ask(f"/v1/jobs/{job}")[1])
    job = ask("/v1/games/knights/analyse", {"depth": 60, "limits": {"seconds": 600}})
    for death in range(2):
        for _ in range(100):
            if shown(job)["state"] == "running":
                break
            await asyncio.sleep(0.1)
        check(shown(job)["state"] == "running", f"start {death + 1}: it runs")
        referee.kill()
        referee.start(referee.address)
    lost = shown(job)
    check(lost["state"] == "failed" and "process ended 2 times" in lost["why"]["sentence"], f"start 3: {lost['state']}, {lost['why']}")
    other = ask("/v1/solve/sudoku", {"grid": "." * 81})
    for _ in range(100):
        if shown(other)["state"] == "done":
            break
        await asyncio.sleep(0.1)
    check(shown(other)["state"] == "done", "another job is done")
    referee.stop()


async def years(folder):
    """25,000 finished tournaments: the live page answers immediately after a start, while their results are loaded."""
    golden = pathlib.Path(__file__).parent.parent / "golden" / "tournament-rules-1.jsonl"
    referee = Referee(BINARY, folder)
    check(referee.ask("/v1/tournaments/import", golden.read_bytes(), "application/x-ndjson")[0] == 201, "a tournament is imported")
    referee.stop()
    database = sqlite3.connect(folder / "arbitre.db")
    columns = [column[1] for column in database.execute("PRAGMA table_info(tournaments)")]
    others = ", ".join(column for column in columns if column not in ("id", "created_ms"))
    copies = "WITH RECURSIVE copy (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < 25000)"
    database.execute(f"{copies} INSERT INTO tournaments (id, created_ms, {others}) SELECT id + n, created_ms + n, {others} FROM tournaments, copy")
    database.execute(f"{copies} INSERT INTO tournament_log (tournament, line, body) SELECT tournament + n, line, body FROM tournament_log, copy")
    database.commit()
    database.close()
    referee.start(referee.address)
    async with playing(referee) as bots:
        slowest, pending, began = 0, [], time.monotonic()
        while not pending or pending[-1]:
            status, _, seconds = await referee.asked("/v1/live")
            slowest = max(slowest, seconds if status == 200 else 99)
            pending.append(json.loads((await referee.asked("/v1/ratings"))[1]).get("pending", 0))
            if time.monotonic() - began > 240:
                break
            await asyncio.sleep(0.2)
        check(pending[0] > 0 and not pending[-1], f"{pending[0]} results are to be loaded, {pending[-1]} in the end")
        check(slowest < 1, f"the live page after {slowest:.2f} s at most, {time.monotonic() - began:.0f} s long")
        games = sum(row["games"] for row in json.loads((await referee.asked("/v1/ratings?game=tic-tac-toe"))[1])["ratings"])
        check(games > 25_000, f"the ratings use {games // 2} games")
        await well(bots)
    referee.stop()


run(memory, imports, killed, answers, deadly, years)
